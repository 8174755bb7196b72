import { readFileSync } from 'node:fs';
import { csvRows } from '../../explorer/model/sheet.js';
import {
  cents,
  change,
  DAYS_OF_JUNE,
  DAYS_OF_WEEK,
  dollars,
  explorerFlows,
  type ExplorerPage,
  JUNE,
  number,
  type Row,
  type RowsData,
  savedBy,
  sumOf,
  WEEK,
  withBrowser,
  within,
} from './explorer-page.js';

interface PeersData {
  readonly peers: number;
  readonly figures: readonly (Readonly<Record<'value' | 'rank' | 'percentile' | 'p25' | 'median' | 'p75', number>> & {
    readonly name: string;
  })[];
}

/** What an analyst does on a day, each with its clicks; every number that is read is that of the interface. */
withBrowser('an analyst', () => {
  const { start, startSettled, ask, exported } = explorerFlows('analyst');
  let clicks = 0;
  beforeEach(() => {
    clicks = 0;
  });
  const click = async (target: { click: () => Promise<void> }): Promise<void> => {
    clicks++;
    await target.click();
  };
  const titles = (explorer: ExplorerPage, part: string): Promise<string[]> =>
    explorer.part(part).locator('.row-name').allInnerTexts();
  const sales = (by: string, filter: object): Promise<RowsData & { readonly sum: Row }> =>
    ask('/sales/v1/breakdown', { by, filter, ...DAYS_OF_WEEK, compare: true, pagesize: 100 });

  describe('at a new task', () => {
    const rank = (kind: string, period: object): Promise<Row[]> =>
      exported(`/${kind}/v1/rank/${kind === 'creator' ? 'topEcommerce' : 'topSelling'}`, {
        filter: { date_info: period },
      });
    const idOf = (row: Row | undefined, field: string): string => String(row?.[field]);
    const salesBy = (by: string, filter: object, days: object): Promise<Row[]> =>
      exported('/sales/v1/breakdown', { by, filter, ...days });

    it('opens a pasted address of a product, a video, a live stream or a creator, within 1 click for each', async () => {
      const explorer = await startSettled('');
      const { page } = explorer;
      for (const [kind, field, address] of [
        ['product', 'product_id', 'https://shop.tiktok.com/view/product/'],
        ['video', 'video_id', 'https://www.tiktok.com/@someone/video/'],
        ['live', 'room_id', 'https://www.tiktok.com/live/'],
        ['creator', 'uid', ''],
      ] as const) {
        const [first] = await rank(kind, WEEK);
        const id = idOf(first, field);
        const pasted = address === '' ? `www.tiktok.com/@${idOf(within(first, 'creator'), 'unique_id')}` : address + id;
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Find anything' }).fill(pasted);
        clicks = 0;
        await click(page.locator('#found').getByRole('option').first());
        await page.waitForURL((url) => url.searchParams.get('view') === kind && url.searchParams.get(field) === id);
        await explorer.scrollThrough();
        const [from, to] = (await page.evaluate<string>('location.search')).match(/\d{4}-\d\d-\d\d/g) ?? [];
        const sold = await salesBy('channel', { [field]: id }, from === undefined ? DAYS_OF_WEEK : { from, to });
        expect([
          kind,
          await explorer.part('Sales in this period').locator('.figure-large').first().innerText(),
        ]).toEqual([kind, dollars(sumOf(sold))]);
        expect(clicks).toBeLessThanOrEqual(1);
      }
    });

    it('chooses ten creators for samples, and exports them, within 8 clicks', async () => {
      const explorer = await startSettled('?view=sales&date_info=month:2026-06&pagesize=10');
      const { page } = explorer;
      await click(page.getByText('More filters'));
      await click(page.getByLabel('Followers: Min'));
      await page.keyboard.type('5k');
      await page.keyboard.press('Tab');
      await page.waitForURL(/follower_count_range=5000/);
      await click(page.getByLabel('Growth: Min'));
      await page.keyboard.type('0');
      await page.keyboard.press('Tab');
      await page.waitForURL(/growth_rate_range=0/);
      await explorer.settled();
      const filter = {
        date_info: JUNE,
        follower_count_range: { min: 5000 },
        growth_rate_range: { min: 0 },
      };
      const { total, list } = await ask('/creator/v1/rank/topEcommerce', { filter, pagesize: 10 });
      expect(total).toBeGreaterThanOrEqual(10);
      expect(await explorer.total()).toBe(total);
      expect(await explorer.titles()).toEqual(list.map((row) => within(row, 'creator').nickname));
      await click(page.getByRole('checkbox', { name: 'Tick all rows of this page' }));
      const bar = explorer.part('Compare');
      await click(bar.getByRole('button', { name: 'Export chosen' }));
      clicks++;
      const { name: file, path } = await savedBy(bar.getByRole('button', { name: 'CSV', exact: true }));
      expect(file).toMatch(/^top-creators-2026-06-/);
      const [heads = [], ...cells] = csvRows(readFileSync(path, 'utf8'));
      expect(cells).toHaveLength(10);
      const inFile = (name: string): string[] => cells.map((row) => row[heads.indexOf(name)] ?? '');
      expect(inFile('uid')).toEqual(list.map(({ uid }) => uid));
      const inJune = async (uid: string): Promise<string> =>
        dollars(sumOf((await ask('/sales/v1/breakdown', { by: 'channel', filter: { uid }, ...DAYS_OF_JUNE })).list));
      expect(inFile('creator_usd_gmv').map(dollars)).toEqual(await Promise.all(inFile('uid').map(inJune)));
      expect(clicks).toBeLessThanOrEqual(8);
    });
  });

  it('finds what rises in a category of a market, who sells it, and through which videos', async () => {
    const explorer = await startSettled('?region=US');
    const { page } = explorer;
    await explorer.scrollThrough();
    await click(explorer.part('Rising products').getByRole('link', { name: 'Rising products' }));
    await page.waitForURL(/orderby=usd_gmv_change/);
    await explorer.settled();
    clicks++;
    await explorer.field('l1_category_id').locator('select').selectOption('10000');
    await page.waitForURL(/l1_category_id=10000/);
    await explorer.settled();
    const { list } = await ask('/product/v1/rank/topSelling', {
      filter: { date_info: WEEK, region: 'US', l1_category_id: 10000 },
      orderby: [{ field: 'usd_gmv_change' }],
      pagesize: 20,
    });
    expect(await explorer.titles()).toEqual(list.map((row) => within(row, 'product').title));
    await click(page.locator('.row-name a').first());
    await page.waitForURL(/view=product&/);
    await explorer.scrollThrough();
    const filter = { product_id: list[0]?.product_id };
    const [creators, videos] = [await sales('creator', filter), await sales('video', filter)];
    expect(await explorer.part('Sales in this period').locator('.figure-large').first().innerText()).toBe(
      dollars(list[0]?.usd_gmv),
    );
    expect((await titles(explorer, 'Sales by creator')).slice(0, 10)).toEqual(
      creators.list
        .filter((row) => row.sales !== 0)
        .slice(0, 10)
        .map((row) => within(row, 'creator').nickname),
    );
    expect(await explorer.part('Sales by video').locator('tbody td:nth-child(2)').first().innerText()).toBe(
      dollars(videos.list[0]?.usd_gmv),
    );
    await click(explorer.part('Sales by video').locator('.row-name a').first());
    await page.waitForURL(/view=video&/);
    await explorer.scrollThrough();
    const { sum } = await sales('channel', { video_id: explorer.query().get('video_id') });
    expect(await explorer.part('Sales in this period').locator('.figure-large').first().innerText()).toBe(
      dollars(sum.usd_gmv),
    );
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it('watches a shop, and says what changed', async () => {
    const { list } = await ask('/shop/v1/rank/topSelling', { filter: { date_info: WEEK }, pagesize: 1 });
    const [shop] = list;
    const name = within(shop, 'shop').name as string;
    const explorer = await startSettled('?region=');
    const { page } = explorer;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
    await page.keyboard.type(name);
    await page
      .getByRole('option', { name: `${name} Shop` })
      .first()
      .waitFor();
    // A pasted address is its record, and videos and live streams are found by their words.
    const { list: videos } = await ask('/video/v1/rank/topSelling', { filter: { date_info: WEEK }, pagesize: 1 });
    const { list: lives } = await ask('/live/v1/rank/topSelling', { filter: { date_info: WEEK }, pagesize: 1 });
    const box = page.getByRole('combobox', { name: 'Find anything' });
    const desc = within(videos[0], 'video').desc as string;
    await box.fill(`https://www.tiktok.com/@someone/video/${String(videos[0]?.video_id)}`);
    await page.locator('#found').getByRole('option', { name: desc }).waitFor();
    expect(await page.locator('#found').getByRole('option').count()).toBe(1);
    await box.fill(within(lives[0], 'live').title as string);
    await page.getByRole('option').filter({ hasText: 'Live stream' }).first().waitFor();
    await box.fill(desc);
    await page.getByRole('option', { name: desc }).filter({ hasText: 'Video' }).first().waitFor();
    await box.fill(name);
    await click(page.getByRole('option', { name: `${name} Shop` }).first());
    await page.waitForURL(/view=shop/);
    await explorer.scrollThrough();
    expect(explorer.query().get('seller_id')).toBe(shop?.seller_id);
    const part = explorer.part('What changed');
    const products = await sales('product', { seller_id: shop?.seller_id });
    expect(products.total).toBeLessThanOrEqual(100);
    const moved = [...products.list].sort((one, other) => Number(other.usd_gmv_change) - Number(one.usd_gmv_change));
    const up = moved.filter((row) => Number(row.usd_gmv_change) > 0);
    const down = moved.filter((row) => Number(row.usd_gmv_change) < 0).reverse();
    for (const [title, rows] of [
      ['Up', up],
      ['Down', down],
    ] as const) {
      expect(await part.getByRole('region', { name: title }).locator('li .figure > .moved').allInnerTexts()).toEqual(
        rows.slice(0, 5).map((row) => change(row.usd_gmv_change)),
      );
    }
    expect(await explorer.part('Sales in this period').locator('.moved').first().innerText()).toContain(
      change(products.sum.usd_gmv_change),
    );
    await click(part.getByRole('button', { name: 'Sales by creator' }));
    const creators = await sales('creator', { seller_id: shop?.seller_id });
    const [most] = [...creators.list].sort((one, other) => Number(other.usd_gmv_change) - Number(one.usd_gmv_change));
    await part
      .getByText(within(most, 'creator').nickname as string)
      .first()
      .waitFor();
    await click(page.getByRole('button', { name: 'Watch' }));
    await click(page.getByRole('link', { name: 'Home' }));
    const watched = explorer.part('Watched');
    await watched.getByText(name).waitFor();
    await watched.getByRole('cell', { name: dollars(shop?.usd_gmv), exact: true }).waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it('comes back to lists by a rule or by their dates, in another browser as well, and to what sold nothing', async () => {
    const ids = async (value: string): Promise<RowsData> =>
      ask('/product/v1/rank/topSelling', { filter: { date_info: { type: 'week', value } }, pagesize: 100 });
    const [before, newest] = [await ids('2026-25'), await ids('2026-26')];
    const quiet = before.list.find((row) => !newest.list.some(({ product_id }) => product_id === row.product_id));
    const { total } = await ask('/product/v1/rank/topSelling', {
      filter: { date_info: WEEK, product_id: quiet?.product_id },
    });
    expect([quiet === undefined, total]).toEqual([false, 0]);
    const explorer = await startSettled('?view=topProducts&date_info=week:2026-26');
    const { page } = explorer;
    const save = async (name: string, isRule: boolean): Promise<void> => {
      await page.getByRole('button', { name: 'Save view' }).click();
      const panel = page.getByRole('group', { name: 'Save view' });
      await panel.getByLabel('Name').fill(name);
      await panel.getByLabel(/^Follow the data/).setChecked(isRule);
      await panel.getByRole('button', { name: 'Save view' }).click();
    };
    await save('Each week', true);
    await save('Week 26', false);
    const product = within(quiet, 'product').title as string;
    await page.goto(page.url().replace(/\?.*/, `?view=product&product_id=${String(quiet?.product_id)}`));
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.getByRole('link', { name: 'Home' }).click();
    await explorer.part('Watched').getByText(product).waitFor();
    await explorer
      .part('Watched')
      .getByText(`${dollars(quiet?.usd_gmv)} in 2026-25`)
      .waitFor();
    const linkOf = (own: ExplorerPage, name: string) =>
      own.part('Saved views').getByRole('link', { name, exact: true });
    expect(await linkOf(explorer, 'Each week').getAttribute('href')).toBe('?view=topProducts&date_info=week:last');
    expect(await linkOf(explorer, 'Week 26').getAttribute('href')).toBe('?view=topProducts&date_info=week:2026-26');
    await page.getByRole('button', { name: 'Recent queries' }).click();
    const file = await savedBy(page.getByRole('button', { name: 'Export saved views and lists' }));
    const other = await startSettled('');
    await other.page.getByRole('button', { name: 'Recent queries' }).click();
    await other.page.getByLabel('Import saved views and lists').setInputFiles(file.path);
    await linkOf(other, 'Each week').click();
    await other.page.waitForURL(/date_info=week:2026-26/);
    await other.settled();
    expect(await other.titles()).toEqual(newest.list.slice(0, 20).map((row) => within(row, 'product').title));
  });

  it('compares a price band of two markets, and the bands of each by sales', async () => {
    const explorer = await startSettled('?view=products&region=US&usd_price_range=10..25&orderby=day7_usd_gmv');
    const { page } = explorer;
    const search = (region: string): Promise<RowsData> =>
      ask('/product/v1/search', {
        filter: { region, usd_price_range: { min: 10, max: 25 } },
        orderby: [{ field: 'day7_usd_gmv' }],
        pagesize: 20,
      });
    const american = await search('US');
    expect([await explorer.total(), await explorer.titles()]).toEqual([
      american.total,
      american.list.map(({ title }) => title),
    ]);
    const british = explorer.field('region').locator('.facet-row').filter({ hasText: 'United Kingdom' });
    const counted = Number((await british.locator('.facet-count').innerText()).replaceAll(',', ''));
    await click(british);
    await page.waitForURL(/region=GB/);
    await explorer.settled();
    const wanted = await search('GB');
    expect([await explorer.total(), counted]).toEqual([wanted.total, wanted.total]);
    const amounts = await page.locator('table.results tbody tr > :nth-child(5)').allInnerTexts();
    expect(amounts.map((text) => text.split('\n')[0])).toEqual(
      wanted.list.map(({ day7_usd_gmv: gmv }) => dollars(gmv)),
    );
    await click(page.getByRole('button', { name: 'Remove filter: Price (USD): 10 – 25' }));
    await page.waitForURL((address) => !address.search.includes('usd_price_range'));
    await explorer.settled();
    await click(page.getByRole('button', { name: 'GMV (USD)', exact: true }));
    await click(page.getByRole('button', { name: 'Price (local currency) (GBP) · GMV (USD) of all time as a table' }));
    const { facets } = await ask<{ facets: readonly { values: readonly { measure: number }[] }[] }>(
      '/product/v1/facets',
      { filter: { region: 'GB' }, facets: [{ field: 'price_range' }], measure: 'usd_gmv' },
    );
    const bands = facets[0]?.values.map(({ measure }) => dollars(measure)) ?? [];
    const table = page.getByRole('region', { name: 'Price (local currency) (GBP)' }).locator('td');
    await table
      .getByText(bands[0] ?? '', { exact: true })
      .first()
      .waitFor();
    expect(await table.allInnerTexts()).toEqual(bands);
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it('finds the best live streams of a market, and when they begin', async () => {
    const explorer = await startSettled('?view=lives&region=US');
    const { page } = explorer;
    await click(page.getByRole('button', { name: /^Total GMV \(USD\)/ }));
    await page.waitForURL(/orderby=total_usd_gmv/);
    await explorer.settled();
    const { list } = await ask('/live/v1/search', {
      filter: { region: 'US' },
      orderby: [{ field: 'total_usd_gmv' }],
      pagesize: 20,
    });
    expect(await explorer.column('Total GMV (USD)')).toEqual(list.map(({ total_usd_gmv: gmv }) => dollars(gmv)));
    // The seed ends in June: New York is four hours behind.
    const begun = list.map(({ start_time: time }) => {
      const date = new Date((Number(time) - 4 * 3600) * 1000);
      return [date.toUTCString().slice(0, 3), date.toISOString().slice(14, 16), 'EDT'];
    });
    const shown = (await explorer.column('Started')).map((text) => [
      text.slice(0, 3),
      /:(\d\d)/.exec(text)?.[1],
      text.slice(-3),
    ]);
    expect(shown).toEqual(begun);
    await click(page.locator('.row-name a').first());
    await page.waitForURL(/view=live&.*date_info=range/);
    await explorer.scrollThrough();
    expect(clicks).toBeLessThanOrEqual(2);
  });

  it.each([
    ['creator', 'uid', '/creator/v1/rank/topEcommerce', ['region']],
    ['product', 'product_id', '/product/v1/rank/topSelling', ['region']],
    ['shop', 'seller_id', '/shop/v1/rank/topSelling', []],
  ])('says where a %s stands among its peers', async (kind, field, ranking, same) => {
    const { list } = await ask(ranking, { filter: { date_info: WEEK }, pagesize: 50 });
    let id = String(list[3]?.[field]);
    for (const row of same.length === 0 ? list : []) {
      const filter = { [field]: row[field], date_info: WEEK };
      id = String(row[field]);
      if ((await ask<PeersData>(`/${kind}/v1/peers`, { filter, same: ['category'] })).peers >= 5) break;
    }
    const explorer = await start(`?view=${kind}&${field}=${id}&date_info=week:2026-26`);
    await explorer.scrollThrough();
    const part = explorer.part('Among its peers');
    // By category, the figures of a shop count only what it sold there: another sum than that of its page.
    const isOfCategory = part.getByText(/^These figures count only sales in /);
    if (same.length === 0) {
      await click(part.getByRole('button', { name: 'Region' }));
      await isOfCategory.waitFor();
    }
    await click(part.getByRole('button', { name: 'Category' }));
    await isOfCategory.waitFor({ state: 'detached' });
    await part.locator('.strip').first().waitFor();
    const { peers, figures } = await ask<PeersData>(`/${kind}/v1/peers`, {
      filter: { [field]: id, date_info: WEEK },
      same,
    });
    expect(figures.length).toBeGreaterThan(0);
    const shown: string[][] = [];
    for (const row of await part.locator('.peers li').all())
      shown.push(await row.locator('strong, b, .hint').allInnerTexts());
    expect(shown).toEqual(
      figures.map(({ name, value, p25, median, p75, rank, percentile }) => [
        ...[value, p25, median, p75].map((amount) => (name.endsWith('gmv') ? cents(amount) : number(amount))),
        `#${rank} of ${peers + 1}, above ${number(percentile)}% of its peers`,
      ]),
    );
    await click(part.getByRole('link', { name: `${peers} peers` }));
    await explorer.settled();
    expect(await explorer.total()).toBe(peers + 1);
    expect(clicks).toBeLessThanOrEqual(3);
  });

  it('learns why there are no peers to compare with', async () => {
    const { list } = await ask('/product/v1/rank/topSelling', {
      filter: { date_info: WEEK, region: 'US' },
      pagesize: 1,
    });
    const id = String(list[0]?.product_id);
    const few = await ask<PeersData>('/product/v1/peers', { filter: { product_id: id, date_info: WEEK } });
    expect(few.peers).toBeLessThan(5);
    const explorer = await start(`?view=product&product_id=${id}&date_info=week:2026-26`);
    await explorer.scrollThrough();
    const part = explorer.part('Among its peers');
    expect(await part.locator('.edge-empty').innerText()).toBe(
      `Only ${few.peers} peers; five are needed. Choose less.`,
    );
    await click(explorer.page.getByRole('button', { name: 'Dates' }));
    await explorer.page.waitForURL(/date_info=range/);
    await part.getByText(`Only ${few.peers} peers`).waitFor();
    const unsold = await start(`?view=product&product_id=${id}&date_info=week:2025-20`);
    await unsold.scrollThrough();
    await unsold.part('Among its peers').getByText('No peers: no sales in this period').waitFor();
    expect(clicks).toBe(1);
  });
});
