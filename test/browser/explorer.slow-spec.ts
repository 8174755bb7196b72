import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Locator, Route } from 'playwright-core';
import { regionName } from '../../src/common/regions.js';
import { elasticsearchUrl, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import {
  dollars,
  explorerFlows,
  type ExplorerPage,
  JUNE,
  PHONE,
  type RowsData,
  savedBy,
  WEEK,
  withBrowser,
} from './explorer-page.js';

const MOMENTS = { text: '1780272000..1782863999', range: { min: 1780272000, max: 1782863999 } };
const VIDEOS = `?view=videos&create_time_range=${MOMENTS.text}`;

interface Scrolled {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  scrollTo(to: { readonly left: number }): void;
}

interface Facets {
  readonly facets: readonly { readonly values: readonly { readonly label: string; readonly count: number }[] }[];
}

withBrowser('the explorer in a real Chromium', () => {
  let proxy: FaultProxy;
  let service: TestApp;
  const { start, startSettled, ask, best, app } = explorerFlows('explorer-flows', async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    return {
      serviceElasticsearchUrl: proxy.url,
      config: { pageCacheBytes: 0, listsBytes: 0, contact: 'data@example.com' },
    };
  });
  beforeAll(() => {
    service = app();
  });
  afterAll(() => proxy?.down());

  const askVideos = (filter: object = {}, more: object = {}): Promise<RowsData> =>
    ask('/video/v1/search', { filter: { create_time_range: MOMENTS.range, ...filter }, pagesize: 20, ...more });
  const described = ({ list }: RowsData): unknown[] => list.map(({ desc }) => desc);

  it('1 asks for a token, and with one shows the newest ranking with its chart', async () => {
    const explorer = await start('?view=sales', { token: '' });
    const { page } = explorer;
    await page.getByRole('heading', { name: 'Paste an access token to begin' }).waitFor();
    const contact = page.getByRole('link', { name: 'data@example.com' });
    expect([await contact.getAttribute('href'), await page.getByText('npm run').count()]).toEqual([
      'mailto:data@example.com',
      0,
    ]);
    await explorer.screenshot('sign-in');
    await page.getByLabel('Access token', { exact: true }).fill(service.token);
    await page.getByRole('button', { name: 'Explore' }).click();
    await explorer.settled();
    const ranking = await ask('/creator/v1/rank/topEcommerce', {
      filter: { date_info: JUNE },
      pagesize: 20,
    });
    expect(await explorer.titles()).toEqual(ranking.list.map(({ nickname }) => nickname));
    expect(await explorer.total()).toBe(ranking.total);
    await page.getByRole('img', { name: 'GMV (USD) · June 2026' }).waitFor();
  });

  it('2 takes the token out of the address, keeps it in the tab, and sends it only by header', async () => {
    const explorer = await startSettled(VIDEOS);
    const { page } = explorer;
    expect(page.url()).not.toContain(service.token);
    await page.reload();
    await explorer.settled();
    expect(explorer.requested.filter((url) => url.includes(service.token))).toEqual([]);
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, history.state, document.cookie])');
    expect(kept).not.toContain(service.token);
    expect(service.log.filter((line) => JSON.stringify(line).includes(service.token))).toEqual([]);
  });

  it('3 finds by keywords, and the address holds them', async () => {
    const explorer = await startSettled(VIDEOS);
    await explorer.page.keyboard.press('/');
    await explorer.page.keyboard.type('lipstick');
    await explorer.page.keyboard.press('Enter');
    await explorer.page.waitForURL(/keywords=lipstick/);
    await explorer.settled();
    expect(await explorer.titles()).toEqual(described(await askVideos({}, { keywords: 'lipstick' })));
  });

  it('3a suggests while somebody types, and takes what is chosen by keyboard', async () => {
    const explorer = await startSettled('?view=products');
    const { list } = await ask('/product/v1/search', { pagesize: 1 });
    const shop = list[0]?.shop as { seller_id: string; name: string };
    await explorer.page.keyboard.press('/');
    await explorer.page.keyboard.type(shop.name.slice(0, -1));
    await explorer.suggestions.filter({ hasText: shop.name }).first().waitFor();
    const options = await explorer.suggestions.allInnerTexts();
    const at = options.findIndex((option) => option.startsWith(shop.name));
    for (let step = 0; step <= at; step++) await explorer.page.keyboard.press('ArrowDown');
    await explorer.page.keyboard.press('Enter');
    await explorer.page.waitForURL(/seller_id=/);
    await explorer.settled();
    expect(explorer.query().get('seller_id')).toBe(shop.seller_id);
    const wanted = await ask('/product/v1/search', { filter: { seller_id: shop.seller_id } });
    expect(await explorer.total()).toBe(wanted.total);
  });

  it('3c offers to search for words as written where it read them differently', async () => {
    const explorer = await startSettled(`${VIDEOS}&keywords=lipstik`);
    const [read, written] = [
      await askVideos({}, { keywords: 'lipstik' }),
      await askVideos({}, { keywords: '"lipstik"' }),
    ];
    expect(read.total).toBeGreaterThan(written.total);
    expect(await explorer.total()).toBe(read.total);
    await explorer.page.getByText('“lipstik” was read as “lipstick”').waitFor();
    await explorer.page.getByRole('link', { name: 'Search for lipstik as written' }).click();
    await explorer.page.waitForURL((address) => address.searchParams.get('keywords') === '"lipstik"');
    await explorer.settled();
    expect([await explorer.total(), await explorer.titles()]).toEqual([written.total, described(written)]);
    expect(await explorer.page.getByText('was read as').count()).toBe(0);
  });

  it('3b finds a creator on a ranking, with its place however deep', async () => {
    const explorer = await startSettled('?view=sales');
    const date_info = JUNE;
    const { list } = await ask('/creator/v1/rank/topEcommerce', { filter: { date_info }, page: 3, pagesize: 10 });
    const [row] = list;
    const name = String(row?.unique_id);
    const waiting: Route[] = [];
    const whole = () =>
      waiting.find((route) => (route.request().postDataJSON() as { keywords: string }).keywords === name);
    await explorer.page.keyboard.press('/');
    await explorer.page.keyboard.type(name.slice(0, 1));
    await explorer.suggestions.first().waitFor();
    await explorer.page.route('**/suggest', (route) => void waiting.push(route));
    await explorer.page.keyboard.type(name.slice(1));
    await explorer.page.keyboard.press('Enter');
    while (whole() === undefined) await explorer.page.waitForTimeout(50);
    expect([...explorer.query().keys()]).toEqual(['view', 'date_info']);
    await whole()?.continue();
    await explorer.page.waitForURL(/uid=/);
    await explorer.settled();
    expect(await explorer.titles()).toEqual([row?.nickname]);
    expect(await explorer.page.locator('table.results tbody td').first().innerText()).toBe('21');
  });

  it('4 counts beside the list, and a click narrows to what was counted; another takes that back', async () => {
    const explorer = await startSettled(VIDEOS);
    const all = await explorer.total();
    const row = explorer.field('region').locator('.facet-row').first();
    const [name, count] = [
      await row.locator('.facet-label').innerText(),
      await row.locator('.facet-count').innerText(),
    ];
    await row.click();
    await explorer.page.waitForURL(/region=/);
    await explorer.settled();
    expect(await explorer.total()).toBe(Number(count.replaceAll(',', '')));
    expect(await explorer.page.locator('.chip').first().innerText()).toBe(name);
    await explorer.field('region').locator('[aria-pressed=true]').click();
    await explorer.page.waitForURL((url) => !url.search.includes('region='));
    await explorer.settled();
    expect(await explorer.total()).toBe(all);
  });

  it('5 shows every chart as a table too, with the numbers of the service', async () => {
    const explorer = await startSettled(VIDEOS);
    await explorer.page.getByRole('button', { name: 'Product category · Videos as a table' }).click();
    const shown = await explorer.page.getByRole('region', { name: 'Product category' }).locator('td').allInnerTexts();
    const { facets } = await ask<Facets>('/video/v1/facets', {
      filter: { create_time_range: MOMENTS.range },
      facets: [{ field: 'product_category_id' }],
    });
    expect(shown).toEqual(facets[0]?.values.slice(0, 8).map(({ count }) => count.toLocaleString('en-US')));
  });

  it('6 sorts by the head of a column', async () => {
    const explorer = await startSettled(VIDEOS);
    await explorer.page.getByRole('button', { name: /^Likes/ }).click();
    await explorer.page.waitForURL(/orderby=digg_count/);
    await explorer.settled();
    expect(await explorer.titles()).toEqual(described(await askVideos({}, { orderby: [{ field: 'digg_count' }] })));
    expect(await explorer.page.locator('th[aria-sort=descending]').innerText()).toContain('Likes');
    await explorer.page.getByRole('button', { name: /^Likes/ }).click();
    await explorer.page.waitForURL(/orderby=digg_count:asc/);
    await explorer.settled();
    const orderby = [{ field: 'digg_count', order: 'asc' }];
    expect(await explorer.titles()).toEqual(described(await askVideos({}, { orderby })));
    expect(await explorer.page.locator('th[aria-sort=ascending]').innerText()).toContain('Likes');
  });

  it('7 goes on to the next page, and back and forward through what was looked at', async () => {
    const explorer = await startSettled(VIDEOS);
    const first = await explorer.titles();
    await explorer.page.getByRole('button', { name: 'Next page' }).click();
    await explorer.page.waitForURL(/page=2/);
    await explorer.settled();
    const second = described(await askVideos({}, { page: 2 }));
    expect(await explorer.titles()).toEqual(second);
    await explorer.page.goBack();
    await explorer.settled();
    expect(await explorer.titles()).toEqual(first);
    await explorer.page.goForward();
    await explorer.settled();
    expect(await explorer.titles()).toEqual(second);
  });

  it('8 shows whoever gets the link the same, columns and all', async () => {
    const explorer = await startSettled(`${VIDEOS}&orderby=digg_count&pagesize=10`);
    await explorer.page.getByRole('button', { name: 'Columns' }).click();
    await explorer.page.getByRole('checkbox', { name: 'Comments' }).check();
    await explorer.page.keyboard.press('Escape');
    await explorer.page.getByRole('button', { name: 'Copy link' }).click();
    const link = new URL(await explorer.page.evaluate<string>('navigator.clipboard.readText()'));
    const other = await startSettled(link.search);
    expect(await other.titles()).toEqual(await explorer.titles());
    expect(await other.page.locator('table.results thead').innerText()).toContain('Comments');
    expect(link.href).not.toContain(service.token);
  });

  it('9 shows what is wrong beside its field, with what was meant as a button', async () => {
    const explorer = await start(`${VIDEOS}&region=UK`);
    const region = explorer.field('region');
    await region.getByRole('alert').waitFor();
    expect(await region.getByRole('alert').innerText()).toContain('Did you mean GB?');
    await region.getByRole('button', { name: 'Use GB' }).click();
    await explorer.settled();
    expect(explorer.query().get('region')).toBe('GB');
    expect(await explorer.total()).toBe((await askVideos({ region: 'GB' })).total);
  });

  it('10 puts right a field that there is not', async () => {
    const explorer = await start(`${VIDEOS}&regoin=US`);
    await explorer.page.getByRole('button', { name: 'Use region' }).click();
    await explorer.settled();
    expect([explorer.query().get('region'), explorer.query().get('regoin')]).toEqual(['US', null]);
  });

  it('11 narrows by ranges of figures and of days', async () => {
    const explorer = await startSettled(VIDEOS);
    await explorer.page.getByText('More filters').click();
    await explorer.page.getByLabel('Plays: Min').fill('10000');
    await explorer.page.keyboard.press('Tab');
    await explorer.page.waitForURL(/play_count_range=10000../);
    await explorer.page.getByLabel('Published: From').fill('2026-06-16');
    await explorer.page.keyboard.press('Tab');
    await explorer.page.waitForURL(/create_time_range=1781568000../);
    await explorer.settled();
    const wanted = await askVideos({
      create_time_range: { min: 1781568000, max: MOMENTS.range.max },
      play_count_range: { min: 10000 },
    });
    expect(await explorer.total()).toBe(wanted.total);
    // A list without such a figure says so, and keeps it for the way back.
    await explorer.goTo('Products');
    await explorer.page.getByRole('button', { name: 'Remove filter: Not applied here: Plays: 10,000 – …' }).waitFor();
    await explorer.goTo('Videos');
    expect(await explorer.total()).toBe(wanted.total);
  });

  it('12 helps out of an empty list', async () => {
    const explorer = await startSettled('?view=products&keywords=zzqqxxjjzzqq');
    await explorer.page.getByRole('heading', { name: 'No results' }).waitFor();
    await explorer.page.getByRole('button', { name: 'Remove filter: “zzqqxxjjzzqq”' }).click();
    await explorer.page.locator('.row-name').first().waitFor();
    expect(await explorer.total()).toBe((await ask('/product/v1/search', {})).total);
  });

  it('13 asks for another token when this one is revoked, and goes on where it was', async () => {
    const token = await service.tokens.create('short-lived', ['video', 'ranking'], null);
    const explorer = await startSettled(VIDEOS, { token });
    await service.tokens.revoke('short-lived');
    const refused = async (): Promise<boolean> =>
      (await service.api.withToken(token).post('/creator/v1/rank/periods')).status === 401;
    while (!(await refused())) await explorer.page.waitForTimeout(200);
    await explorer.page.getByRole('button', { name: 'Next page' }).click();
    await explorer.page.getByRole('heading', { name: 'The token is not accepted' }).waitFor();
    await explorer.page.getByLabel('Access token', { exact: true }).fill(service.token);
    await explorer.page.keyboard.press('Enter');
    await explorer.settled();
    expect(await explorer.titles()).toEqual(described(await askVideos({}, { page: 2 })));
  });

  it('14 waits for its turn when a token may ask no more, and goes on by itself', async () => {
    const token = await service.tokens.create('slow', ['product'], null, { perSecond: 1 });
    const explorer = await start('');
    const facets = '**/product/v1/facets';
    await explorer.page.route(facets, async (route) => {
      const headers = { ...route.request().headers(), authorization: `Bearer ${token}` };
      let response = await route.fetch({ headers });
      while (response.status() !== 429) response = await route.fetch({ headers });
      await route.fulfill({ response });
    });
    await explorer.page.goto(`${service.url}/explore?view=products`);
    await explorer.settled();
    await explorer.page.getByText('Counts and charts are missing').waitFor();
    await explorer.page.unroute(facets);
    await explorer.field('region').locator('.facet-row').first().waitFor();
    expect(await explorer.page.getByText('Counts and charts are missing').count()).toBe(0);
    expect(await explorer.total()).toBe((await ask('/product/v1/search', {})).total);
  });

  it('15 says that the service can’t answer, and shows the list once it can', async () => {
    const explorer = await startSettled(VIDEOS);
    await proxy.down();
    await explorer.page.getByRole('button', { name: 'Next page' }).click();
    await explorer.page.getByRole('heading', { name: 'The service is unavailable' }).waitFor();
    await proxy.up();
    await explorer.page.locator('.notice-error').waitFor({ state: 'detached' });
    await explorer.settled();
    expect(await explorer.titles()).toEqual(described(await askVideos({}, { page: 2 })));
  });

  it('16 says that the service can’t be reached, and goes on when it can', async () => {
    const explorer = await startSettled(VIDEOS);
    await explorer.context.setOffline(true);
    await explorer.page.getByRole('button', { name: 'Next page' }).click();
    await explorer.page.getByRole('heading', { name: 'Cannot reach the service' }).waitFor();
    await explorer.context.setOffline(false);
    await explorer.page.getByRole('button', { name: 'Retry now' }).first().waitFor({ state: 'detached' });
    await explorer.settled();
    expect(await explorer.titles()).toEqual(described(await askVideos({}, { page: 2 })));
    explorer.complaints.splice(0);
  });

  it('17 gives the request as code that runs', async () => {
    const explorer = await startSettled(`${VIDEOS}&region=US&keywords=it%27s`);
    await explorer.page.getByRole('button', { name: 'Request' }).click();
    const drawer = explorer.page.getByRole('dialog', { name: 'Request' });
    const environment = { ...process.env, COMMERCE_ANALYTICS_TOKEN: service.token };
    const wanted = await askVideos({ region: 'US' }, { keywords: "it's" });
    const snippet = async (language: string): Promise<string> => {
      await drawer.getByRole('button', { name: language }).click();
      return drawer.locator('pre').innerText();
    };
    const run = async (program: string, ...given: string[]): Promise<string> =>
      (await promisify(execFile)(program, given, { env: environment })).stdout;
    const curl = await run('bash', '-c', await snippet('curl'));
    expect((JSON.parse(curl) as { data: RowsData }).data.list).toEqual(wanted.list);
    const script = (await snippet('TypeScript')).replace('data.list', 'JSON.stringify(data.list)');
    const node = await run(process.execPath, '--input-type=module', '-e', script);
    expect(JSON.parse(node)).toEqual(wanted.list);
    expect(await snippet('Python')).toContain('"keywords": "it\'s"');
    expect((JSON.parse(await snippet('Answer')) as { data: RowsData }).data.list).toEqual(wanted.list);
    expect(await drawer.innerText()).not.toContain(service.token);
    await explorer.page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  it('17a hands over all rows of the list as a file', async () => {
    const explorer = await startSettled(`${VIDEOS}&orderby=digg_count`);
    await explorer.page.getByRole('button', { name: 'Export all rows' }).click();
    const { name, path } = await savedBy(explorer.page.getByRole('button', { name: 'CSV', exact: true }));
    expect(name).toBe('videos-published-jun-1-2026-jun-30-2026.csv');
    const lines = readFileSync(path, 'utf8').trim().split('\r\n');
    const { total, list } = await askVideos({}, { orderby: [{ field: 'digg_count' }] });
    expect(lines.length).toBe(1 + total);
    await explorer.page.getByText(`Saved videos-published-jun-1-2026-jun-30-2026.csv with ${total} rows`).waitFor();
    expect(await explorer.page.locator('.menu-export .menu-panel').count()).toBe(0);
    expect(lines[1]).toContain(String(list[0]?.video_id));
  });

  it('18 shows one creator over time, from a ranking on', async () => {
    const explorer = await startSettled('?view=sales&date_info=week:2026-26');
    await explorer.page.locator('.row-name a').first().click();
    await explorer.page.waitForURL(/view=creator/);
    await explorer.scrollThrough();
    const uid = explorer.query().get('uid');
    expect(explorer.query().get('date_info')).toBe('week:2026-26');
    const weeks = await ask('/creator/v1/rank/periods', { filter: { ranking: 'topEcommerce', date_type: 'week' } });
    const values = weeks.list.map(({ date_value }) => date_value);
    const { list } = await ask('/creator/v1/history', { uid, date_type: 'week', from: values.at(-1), to: values[0] });
    const shown = await explorer.part('Figures by period').locator('tbody th').allInnerTexts();
    expect(shown.map((period) => period.slice(0, 7))).toEqual(values);
    const heads = await explorer.part('Figures by period').locator('thead th').allInnerTexts();
    const at = heads.indexOf('Followers') + 1;
    expect(await explorer.part('Figures by period').locator(`tbody td:nth-child(${at})`).allInnerTexts()).toEqual(
      list
        .map(({ follower_count }) => (follower_count === null ? '—' : Number(follower_count).toLocaleString('en-US')))
        .reverse(),
    );
  });

  it('19 fits a phone: cards, and filters over the list', async () => {
    const explorer = await startSettled(VIDEOS, { profile: PHONE });
    const { page } = explorer;
    await page.locator('.record-card').first().waitFor();
    expect(await page.locator('.record-card').count()).toBe(10);
    await page.getByRole('button', { name: 'Show all 20' }).click();
    expect(await explorer.titles()).toEqual(described(await askVideos()));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport?.width);
    await page.getByRole('button', { name: 'Filters' }).click();
    await explorer.field('is_ecommerce').getByRole('button', { name: /^No/ }).click();
    await page.getByRole('button', { name: 'Show results' }).click();
    await explorer.settled();
    expect(await explorer.total()).toBe((await askVideos({ is_ecommerce: false })).total);
  });

  it.each([
    ['lives', '/live/v1/facets', 'product_category'],
    ['products', '/product/v1/facets', 'l1_category_id'],
  ])('20 asks for Chinese names of categories: %s', async (view, path, field) => {
    const explorer = await startSettled(`?view=${view}&lang=ZH_CN`);
    expect(await explorer.page.locator('html').getAttribute('lang')).toBe('zh-CN');
    const { facets } = await ask<Facets>(path, { lang: 'ZH_CN', facets: [{ field }] });
    const labels = explorer.field(field).locator('.facet-label');
    await labels.first().waitFor();
    expect(await labels.allInnerTexts()).toEqual(facets[0]?.values.slice(0, 6).map(({ label }) => label));
  });

  it('21 lists recent queries in this browser, and opens them again', async () => {
    const explorer = await startSettled(`${VIDEOS}&region=US`);
    await explorer.goTo('Products');
    await explorer.page.getByRole('button', { name: 'Recent queries' }).click();
    await explorer.page.getByRole('button', { name: /^Videos · .*United States/ }).click();
    await explorer.settled();
    expect(explorer.query().get('region')).toBe('US');
    expect(await explorer.total()).toBe((await askVideos({ region: 'US' })).total);
  });

  it('22 goes only by keyboard: from the top to the results, into a menu and out of it', async () => {
    const explorer = await startSettled(VIDEOS);
    const { page } = explorer;
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    const columns = page.getByRole('button', { name: 'Columns' });
    await columns.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.type')).toBe('checkbox');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.type')).toBe('checkbox');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.innerText')).toContain('Columns');
    // The second key from the top is in the first row; then from row to row.
    await page.goto(`${service.url}/explore?view=topProducts&date_info=week:2026-26`);
    await explorer.settled();
    await page.waitForLoadState('networkidle');
    const titles = await explorer.titles();
    const expectFocus = (text: unknown): Promise<boolean> =>
      eventually(
        `focus on ${String(text)}`,
        async () => (await page.evaluate('document.activeElement.innerText')) === text,
      );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectFocus(titles[0]);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expectFocus(titles[1]);
    await page.keyboard.press('x');
    const ticked = (await ask('/product/v1/rank/topSelling', { filter: { date_info: WEEK }, pagesize: 2 })).list[1];
    await page.waitForURL((url) => url.searchParams.get('ticked') === ticked?.product_id);
    await page.keyboard.press('e');
    await expectFocus('CSV');
    await page.keyboard.press('ArrowDown');
    await expectFocus('CSV for spreadsheets');
    await page.keyboard.press('Escape');
    await expectFocus(titles[1]);
    await page.getByRole('button', { name: 'CSV for spreadsheets' }).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  });

  it('22a opens menus within the window, and closes them when the focus leaves', async () => {
    const { list } = await ask('/product/v1/rank/topSelling', { filter: { date_info: WEEK }, pagesize: 1 });
    const explorer = await start(`?view=product&product_id=${String(list[0]?.product_id)}&date_info=week:2026-26`, {
      profile: PHONE,
    });
    const { page } = explorer;
    await explorer.scrollThrough();
    const button = explorer.part('Sales by creator').getByRole('button', { name: 'Export all rows' });
    await page.evaluate(
      `document.querySelector('[aria-label="Sales by creator"] .menu button').scrollIntoView({ block: 'end' })`,
    );
    await button.click();
    const panel = page.getByRole('group', { name: 'Export all rows' });
    const [box, face] = [await panel.boundingBox(), await button.boundingBox()];
    if (box === null || face === null) throw new Error('There is no menu.');
    expect([box.x >= 0, box.x + box.width <= 390, box.y >= 0, box.y + box.height <= face.y]).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    for (let step = 0; step < 5; step++) await page.keyboard.press('Tab');
    await panel.waitFor({ state: 'detached' });
  });

  it('22b shows a line on top of the window while a slow change lasts', async () => {
    const explorer = await startSettled(VIDEOS);
    const { page } = explorer;
    const line = (): Promise<string> => page.evaluate('getComputedStyle(document.body, "::before").animationName');
    const answers: (() => Promise<void>)[] = [];
    await page.route('**/video/v1/search', (route) => void answers.push(() => route.continue()));
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=2/);
    await page.locator('.stale').waitFor();
    expect(await line()).toBe('progress');
    for (const answer of answers) await answer();
    await explorer.settled();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    expect(await line()).toBe('none');
  });

  it.each([
    ['dark', '?view=products&region=UK'],
    ['light', '?view=creator&uid=1'],
  ] as const)(
    '23 has nothing that axe finds serious where there is nothing to show: %s %s',
    async (colorScheme, search) => {
      const explorer = await start(search, { profile: { colorScheme } });
      await explorer.page.locator('.notice-empty, .notice-error').first().waitFor();
      expect(await explorer.findSerious()).toEqual([]);
    },
  );

  it('24 is light or dark as its user says, also after a reload', async () => {
    const explorer = await startSettled(VIDEOS);
    const background = (): Promise<string> => explorer.page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await explorer.page.getByRole('button', { name: 'Appearance' }).click();
    await explorer.page.getByRole('button', { name: 'Dark' }).click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await explorer.page.reload();
    await explorer.settled();
    expect(await background()).toBe(dark);
  });

  describe('the pages of entities', () => {
    const date_info = WEEK;
    /** Of the rows that sold in the period: those of the period before alone come when they are asked for. */
    const named = ({ list }: RowsData, record: string, name: string): unknown[] =>
      list.filter(({ sales: count }) => count !== 0).map((row) => (row[record] as Record<string, unknown>)[name]);
    const titlesOf = (explorer: ExplorerPage, part: string): Promise<string[]> =>
      explorer.part(part).locator('.row-name').allInnerTexts();

    it('25 begins with the newest whole week, in a region that is chosen once', async () => {
      const explorer = await startSettled('');
      await explorer.page.goto(service.url);
      await explorer.page.waitForURL(/\/explore/);
      await explorer.scrollThrough();
      const ranking = (filter: object): Promise<RowsData> =>
        ask('/creator/v1/rank/topEcommerce', { filter: { date_info, ...filter }, pagesize: 5 });
      expect(await titlesOf(explorer, 'Top creators')).toEqual(named(await ranking({}), 'creator', 'nickname'));
      const rising = await ask('/shop/v1/rank/topSelling', {
        filter: { date_info },
        orderby: [{ field: 'usd_gmv_change' }],
        pagesize: 5,
      });
      expect(await titlesOf(explorer, 'Rising shops')).toEqual(named(rising, 'shop', 'name'));
      await explorer.page.getByLabel('Region').selectOption('US');
      await explorer.page.waitForURL(/region=US/);
      await explorer.page.goto(`${service.url}/explore`);
      await explorer.page.waitForURL(/region=US/);
      await explorer.scrollThrough();
      const american = await ranking({ region: 'US' });
      expect(await titlesOf(explorer, 'Top creators')).toEqual(named(american, 'creator', 'nickname'));
      await explorer.part('Top creators').getByRole('link', { name: 'Top creators' }).click();
      await explorer.settled();
      expect(explorer.query().toString()).toContain('region=US&date_info=week');
    });

    it('26 asks for what is on the screen, and for the rest of a page when it is scrolled to', async () => {
      const { product_id } = await best('product');
      const explorer = await start(`?view=product&product_id=${String(product_id)}`, {
        profile: { viewport: { width: 1440, height: 400 } },
      });
      await explorer.page.getByRole('img', { name: 'GMV (USD) · Jun 22' }).waitFor();
      await explorer.page.waitForLoadState('networkidle');
      const asked = (): string[] => explorer.requested.filter((url) => /\/v1\//.test(url));
      expect(
        asked()
          .map((url) => new URL(url).pathname)
          .sort(),
      ).toEqual([
        ...['/creator/v1/rank/periods', '/product/v1/search'],
        // Of the period, and its largest videos.
        ...['/sales/v1/breakdown', '/sales/v1/breakdown'],
      ]);
      await explorer.scrollThrough();
      expect(await explorer.part('Ranks').locator('.figure-large').innerText()).toMatch(/^#1 /);
    });

    it('27 shows a shop, the period chosen for all of its page', async () => {
      const { seller_id } = await best('shop');
      const explorer = await start(`?view=shop&seller_id=${String(seller_id)}`);
      await explorer.page.getByRole('button', { name: 'Month' }).click();
      await explorer.page.waitForURL(/date_info=month:2026-06/);
      await explorer.scrollThrough();
      const wanted = await ask('/sales/v1/breakdown', {
        by: 'product',
        filter: { seller_id },
        date_info: JUNE,
        compare: true,
        pagesize: 10,
      });
      expect(await titlesOf(explorer, 'Sales by product')).toEqual(named(wanted, 'product', 'title'));
      await explorer.part('Sales by product').locator('.row-name a').first().click();
      await explorer.page.waitForURL(/view=product&.*date_info=month:2026-06/);
    });

    it('28 shows a category: its best products, shops and creators', async () => {
      const { category } = await best('category');
      const { id } = category as { id: number };
      const explorer = await start(`?view=category&l1_category_id=${id}`);
      await explorer.scrollThrough();
      await explorer.page.getByRole('button', { name: 'Top shops' }).click();
      await explorer.part('Top shops').locator('.row-name').first().waitFor();
      const shops = await ask('/shop/v1/rank/topSelling', { filter: { date_info, l1_category_id: id }, pagesize: 10 });
      expect(await titlesOf(explorer, 'Top shops')).toEqual(named(shops, 'shop', 'name'));
      await explorer.page.getByRole('button', { name: 'Top creators' }).click();
      await explorer.part('Top creators').locator('.row-name').first().waitFor();
      const creators = await ask('/creator/v1/rank/topEcommerce', {
        filter: { date_info, product_category_id: id },
        pagesize: 10,
      });
      expect(await titlesOf(explorer, 'Top creators')).toEqual(named(creators, 'creator', 'nickname'));
    });

    it('29 compares rows that are ticked in a list', async () => {
      const explorer = await startSettled('?view=topProducts&date_info=week:2026-26');
      for (const at of [0, 2])
        await explorer.page
          .getByRole('checkbox', { name: /^Compare/ })
          .nth(at)
          .check();
      await explorer.page.getByRole('link', { name: 'Compare' }).click();
      await explorer.settled();
      const { list } = await ask('/product/v1/rank/topSelling', { filter: { date_info }, pagesize: 3 });
      const [one, other] = [list[0], list[2]].map((row) => Number(row?.usd_gmv));
      expect(explorer.query().get('product_id')).toBe(`${String(list[0]?.product_id)},${String(list[2]?.product_id)}`);
      const percent = Math.round((10_000 * ((other ?? 0) - (one ?? 0))) / (one ?? 1)) / 100;
      const row = explorer.part('Figures by period').getByRole('row', { name: /^GMV/ });
      expect((await row.first().getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s/g, ' '))).toEqual([
        dollars(one),
        `${dollars(other)} ${percent}%`,
      ]);
      await explorer.page.locator('.period-bar').getByLabel('Figure').selectOption('Units sold');
      await explorer.page.waitForURL(/measure=units_sold/);
      await explorer.page.reload();
      await explorer.page.getByRole('img', { name: /^Units sold · Week · .* – Jul 5, 2026$/ }).waitFor();
      await explorer.page.getByRole('button', { name: 'Dates' }).click();
      await explorer.page.getByRole('button', { name: '28 days' }).click();
      await explorer.page.waitForURL(/date_info=range:2026-06-03~2026-06-30/);
      await explorer.settled();
      const range = { type: 'range', value: '2026-06-03~2026-06-30' };
      const ids = [list[0]?.product_id, list[2]?.product_id];
      const sold = await ask('/product/v1/rank/topSelling', { filter: { date_info: range, product_id: ids } });
      const [first, second] = ids.map((id) => sold.list.find((own) => own.product_id === id));
      await explorer.page
        .getByText(dollars(Number(first?.usd_gmv)))
        .first()
        .waitFor();
      expect(await explorer.compared(/^GMV \(USD\) /)).toEqual([
        dollars(Number(first?.usd_gmv)),
        dollars(Number(second?.usd_gmv)),
      ]);
      expect(await explorer.compared(/^Creators/)).toEqual([
        String(first?.creator_count),
        String(second?.creator_count),
      ]);
      const { list: markets } = await ask('/sales/v1/breakdown', {
        by: 'region',
        filter: { product_id: ids[0] },
        from: '2026-06-03',
        to: '2026-06-30',
      });
      const market = new RegExp(`^GMV \\(USD\\) · ${regionName(String(markets[0]?.region), 'EN_US')}`);
      expect((await explorer.compared(market))[0]).toBe(dollars(Number(markets[0]?.usd_gmv)));
    });

    it.each(['product&product_id=1', 'shop&seller_id=1', 'category&l1_category_id=1', 'creator&uid=1', 'live'])(
      '30 says that there is no %s',
      async (search) => {
        const explorer = await startSettled(`?view=${search}`);
        await explorer.page.getByRole('heading', { name: 'Not found' }).waitFor();
      },
    );

    it('30a says that the record of a page does not come, and shows it once it does', async () => {
      const { product_id } = await best('product');
      const explorer = await start('');
      await explorer.settled();
      await explorer.page.route('**/product/v1/search', (route) => route.abort());
      await explorer.page.goto(`${service.url}/explore?view=product&product_id=${String(product_id)}`);
      await explorer.page.getByRole('heading', { name: 'Cannot reach the service' }).waitFor();
      await explorer.page.unroute('**/product/v1/search');
      // Code that does not come says so as well.
      await explorer.page.route('**/explore/entities-*.js', (route) => route.abort());
      await explorer.page.reload();
      await explorer.page.getByText('Something went wrong').waitFor();
      await explorer.page.unroute('**/explore/entities-*.js');
      await explorer.page.getByRole('button', { name: 'Retry now' }).click();
      await explorer.page.locator('.entity-figures').waitFor();
      await explorer.part('Sales in this period').locator('.figure-large').first().waitFor();
      explorer.complaints.splice(0);
    });

    it('31b has a shade where columns are cut, in tables of rows and of figures', async () => {
      const explorer = await start(`?view=shop&seller_id=${String((await best('shop')).seller_id)}`, {
        profile: { viewport: { width: 900, height: 1000 } },
      });
      await explorer.scrollThrough();
      for (const part of ['Sales by product', 'Figures by period']) {
        const table = explorer.part(part).locator('.table-holder');
        await table.locator('tbody tr').first().scrollIntoViewIfNeeded();
        // The last pixels of a line between two rows: there is no text.
        const edge = async (left: number): Promise<Buffer> => {
          await table.evaluate((holder: Scrolled, to) => holder.scrollTo({ left: to }), left);
          const [box, row] = [await table.boundingBox(), await table.locator('tbody tr').first().boundingBox()];
          const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 8, (row?.y ?? 0) + 2];
          return explorer.page.screenshot({ clip: { x, y, width: 6, height: 2 } });
        };
        expect([part, await table.evaluate((holder: Scrolled) => holder.scrollWidth > holder.clientWidth)]).toEqual([
          part,
          true,
        ]);
        expect([part, (await edge(0)).equals(await edge(10_000))]).toEqual([part, false]);
      }
    });
  });

  it('51 shows a range outside the calendar with what the service says about it', async () => {
    const explorer = await start('?view=products&launch_time_range=1e20..');
    const field = explorer.field('launch_time_range');
    expect(await field.getByRole('alert').innerText()).toContain('must be at most 9007199254740991');
    await explorer.page.getByRole('button', { name: /^Remove filter: Listed/ }).click();
    await explorer.settled();
    expect(await explorer.total()).toBe((await ask('/product/v1/search', {})).total);
  });

  it('52 copies on a page without a clipboard, from a dialog too', async () => {
    const explorer = await start(VIDEOS);
    const { page } = explorer;
    await page.addInitScript('Object.defineProperty(window, "isSecureContext", { value: false })');
    await page.reload();
    await explorer.settled();
    const pasted = async (): Promise<string> => {
      await page.getByRole('combobox', { name: 'Search videos' }).fill('');
      await page.keyboard.press('Control+V');
      return page.getByRole('combobox', { name: 'Search videos' }).inputValue();
    };
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await pasted()).toBe(page.url());
    await page.getByRole('button', { name: 'Request' }).click();
    const drawer = page.getByRole('dialog', { name: 'Request' });
    await drawer.getByRole('button', { name: 'Copy' }).click();
    await drawer.getByRole('button', { name: 'Copied' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await pasted()).toContain('curl -s');
  });

  it('53 asks before the token of a link replaces that of the tab', async () => {
    const explorer = await startSettled(VIDEOS);
    const { page } = explorer;
    const kept = (): Promise<string> => page.evaluate('sessionStorage.getItem("explorer.token")');
    const openLink = (): Promise<void> => page.evaluate('void (location.hash = "token=another")');
    await openLink();
    await page.getByRole('button', { name: 'Keep my token' }).click();
    expect([await kept(), page.url().includes('another')]).toEqual([service.token, false]);
    await openLink();
    await page.getByRole('button', { name: 'Use the token of the link' }).click();
    await page.getByRole('heading', { name: 'The token is not accepted' }).waitFor();
    expect(await page.evaluate('document.activeElement.type')).toBe('password');
    expect(await kept()).toBe('another');
  });

  it('54 keeps the regions to choose from when a price is set, and takes the price away with its region', async () => {
    const explorer = await startSettled('?view=products&region=US&price_range=1..');
    expect(await explorer.field('price_range').locator('.field-name').innerText()).toBe('Price (local currency) (USD)');
    await explorer.field('region').locator('select').selectOption('GB');
    await explorer.page.waitForURL((url) => !url.search.includes('region=US'));
    await explorer.settled();
    expect(explorer.query().get('price_range')).toBeNull();
  });

  it('56 draws days without records, and folds the charts away for good', async () => {
    const explorer = await startSettled(`?view=products&launch_time_range=${MOMENTS.text}`);
    const { page } = explorer;
    await page.getByRole('button', { name: 'Listed · Products as a table' }).click();
    const counts = await page.getByRole('region', { name: 'Listed' }).locator('td').allInnerTexts();
    const { total } = await ask('/product/v1/search', { filter: { launch_time_range: MOMENTS.range } });
    const { newest } = await ask<{ newest: { products: number } }>('/creator/v1/rank/periods', {});
    const days = Math.ceil((Math.min(newest.products, MOMENTS.range.max) - MOMENTS.range.min) / 86_400);
    expect([counts.length, counts.includes('0')]).toEqual([days, true]);
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(total);
    await page.getByRole('button', { name: 'Show charts' }).click();
    await page.reload();
    await explorer.settled();
    expect(await page.getByRole('region', { name: 'Listed' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show charts' }).click();
    await page.getByRole('img', { name: 'Listed' }).waitFor();
  });

  it.each([1440, 900])('57 keeps the head of the table in sight, %i wide', async (width) => {
    const explorer = await startSettled(VIDEOS, { profile: { viewport: { width, height: 1000 } } });
    const { page } = explorer;
    const topOf = async (part: string): Promise<number> =>
      (await page.locator(`table.results ${part} th`).first().boundingBox())?.y ?? -1;
    await page.evaluate(
      'document.querySelector("table.results tbody tr:nth-child(18)").scrollIntoView({ block: "center" })',
    );
    const bar = await page.locator('.top-bar').boundingBox();
    const [head, row] = [await topOf('thead'), await topOf('tbody tr:nth-child(18)')];
    expect([head >= (bar?.height ?? 0) - 1, head < row, row < 1000]).toEqual([true, true, true]);
  });

  it.each([
    ['the first page', ''],
    ['a ranking', '?view=sales'],
  ])('58 shows the first rows of %s after 50 KB and three requests', async (name, search) => {
    const startedAt = performance.now();
    const explorer = await start(search, { isSlow: true });
    const { page } = explorer;
    const seconds = async (sight: Locator): Promise<string> => {
      await sight.first().waitFor();
      return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    };
    const frame = await seconds(page.locator('.top-bar'));
    const places = await seconds(page.getByRole('navigation'));
    const row = await seconds(page.locator('.row-name'));
    const { files } = explorer;
    const bytes = files.reduce((sum, [, own]) => sum + own, 0);
    process.stderr.write(
      `Slow network, ${name}: ${bytes} bytes of files; frame ${frame}, navigation ${places}, first row ${row}.\n`,
    );
    expect(files.map(([file]) => file)).toEqual([
      'explore',
      expect.stringMatching(/^app-.{8}\.css$/),
      expect.stringMatching(/^app-.{8}\.js$/),
    ]);
    expect(bytes).toBeLessThanOrEqual(50 * 1024);
    const before = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').filter(({ startTime }) =>
        startTime < performance.getEntriesByName('first-contentful-paint')[0].startTime).map(({ name }) => name)`,
    );
    expect(before.length).toBeLessThanOrEqual(2);
  });
});
