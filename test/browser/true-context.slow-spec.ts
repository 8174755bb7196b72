import { readFileSync } from 'node:fs';
import { csvRows } from '../../explorer/model/sheet.js';
import {
  DAYS_OF_WEEK,
  dollars,
  explorerFlows,
  type ExplorerPage,
  IN_WEEK,
  PHONE,
  plain,
  type Row,
  type RowsData,
  savedBy,
  WEEK,
  withBrowser,
  within,
} from './explorer-page.js';

withBrowser('figures in their true context', () => {
  const { start, startSettled, ask, app } = explorerFlows('true-context');
  const figure = (explorer: ExplorerPage, part: string): Promise<string> =>
    explorer.part(part).locator('.figure-large').first().innerText();
  const products = (filter: object, more: object = {}): Promise<RowsData> =>
    ask('/product/v1/rank/topSelling', { filter: { date_info: WEEK, ...filter }, ...more });

  it('1 keep the region of the list that a category is opened from, and its rank there', async () => {
    const explorer = await startSettled(`?view=topCategories&region=US&${IN_WEEK}`);
    const american = await ask('/category/v1/rank/topSelling', { filter: { date_info: WEEK, region: 'US' } });
    const row = american.list[1];
    const { id } = within(row, 'category');
    await explorer.page.locator('.row-name a').nth(1).click();
    await explorer.page.waitForURL(/view=category/);
    await explorer.scrollThrough();
    expect(explorer.query().get('region')).toBe('US');
    expect(await figure(explorer, 'Sales in this period')).toBe(dollars(row?.usd_gmv));
    const rank = explorer.part('Ranks').locator('.figure-card').first();
    expect(plain(await rank.innerText())).toMatch(/^Top categories · United States · 2026-26 .* #2 /);
    expect(await explorer.part('Figures by period').locator('tr[aria-current=true]').innerText()).toContain(
      dollars(row?.usd_gmv),
    );
    await explorer.page.locator('.period-bar').getByLabel('Region').selectOption('');
    await explorer.page.waitForURL((address) => !address.search.includes('region='));
    await explorer.settled();
    const everywhere = await ask('/category/v1/rank/topSelling', { filter: { date_info: WEEK, l1_category_id: id } });
    await explorer.page.getByText(dollars(everywhere.list[0]?.usd_gmv)).first().waitFor();
  });

  it('1 give a product its rank on the list that it is opened from, by all its filters', async () => {
    const filter = { region: 'US', l1_category_id: 10000 };
    const explorer = await startSettled(`?view=topProducts&region=US&l1_category_id=10000&ecommerce_type=1&${IN_WEEK}`);
    const title = await explorer.page.locator('.row-name').nth(2).innerText();
    await explorer.page.locator('.row-name a').nth(2).click();
    await explorer.page.waitForURL(/view=product&/);
    await explorer.scrollThrough();
    const card = explorer.part('Ranks').locator('.figure-card').filter({ hasText: 'Beauty' });
    expect(plain(await card.innerText())).toMatch(/United States .* #3 /);
    const { list } = await products({ ...filter, ecommerce_type: 1 }, { pagesize: 3 });
    expect(within(list[2], 'product').title).toBe(title);
    expect(explorer.query().get('channel')).toBe('video');
  });

  it('1 keep the category of the list that a shop is opened and compared from', async () => {
    const filter = { region: 'US', l1_category_id: 10000 };
    const shops = await ask('/shop/v1/rank/topSelling', { filter: { date_info: WEEK, ...filter }, series: 'day' });
    const whole = await ask('/shop/v1/rank/topSelling', { filter: { date_info: WEEK } });
    const wholeOf = ({ seller_id }: Row): Row | undefined => whole.list.find((own) => own.seller_id === seller_id);
    // A shop that sells of other categories too.
    const at = shops.list.findIndex((row) => wholeOf(row) !== undefined && wholeOf(row)?.usd_gmv !== row.usd_gmv);
    const [shop, other] = [shops.list[at], shops.list[at + 1]];
    expect([at >= 0, shop !== undefined, other !== undefined]).toEqual([true, true, true]);
    const explorer = await startSettled(`?view=topShops&region=US&l1_category_id=10000&${IN_WEEK}`);
    const { page } = explorer;
    for (const row of [at, at + 1])
      await page
        .getByRole('checkbox', { name: /^Compare/ })
        .nth(row)
        .check();
    await page.locator('.row-name a').nth(at).click();
    await page.waitForURL(/view=shop&/);
    await explorer.scrollThrough();
    expect(await figure(explorer, 'Sales in this period')).toBe(dollars(shop?.usd_gmv));
    await page.goBack();
    await explorer.settled();
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL(/view=compare&/);
    await explorer.settled();
    expect(await explorer.compared(/^GMV \(USD\) /)).toEqual([dollars(shop?.usd_gmv), dollars(other?.usd_gmv)]);
  });

  it.each([
    ['1', 'Video GMV (USD)', 'video_usd_gmv'],
    ['2', 'Live GMV (USD)', 'live_usd_gmv'],
  ])('2 show the figures of the channel %s that orders a ranking', async (type, name, field) => {
    const explorer = await startSettled(`?view=sales&ecommerce_type=${type}&${IN_WEEK}`);
    const { list } = await ask('/creator/v1/rank/topEcommerce', {
      filter: { date_info: WEEK, ecommerce_type: Number(type) },
      pagesize: 20,
    });
    const amounts = await explorer.column(name);
    expect(amounts.map((text) => text.split('\n')[0])).toEqual(list.map((row) => dollars(row[field])));
    expect([await explorer.column('GMV (USD)'), await explorer.column('GMV growth')]).toEqual([[], []]);
  });

  it('3 compare dollars, with the local amounts beside', async () => {
    const explorer = await startSettled('?view=products&orderby=total_usd_gmv');
    const { list } = await ask('/product/v1/search', { orderby: [{ field: 'total_usd_gmv' }], pagesize: 20 });
    const amounts = (await explorer.column('Total GMV (USD)')).map((text) => text.split('\n'));
    expect(amounts.map(([amount]) => amount)).toEqual(list.map((row) => dollars(row.total_usd_gmv)));
    const abroad = list.findIndex(({ region }) => region !== 'US');
    expect(amounts[abroad]?.[1]?.replace(/\D/g, '')).toBe(String(Math.round(Number(list[abroad]?.total_gmv))));
    const orders = await explorer.page.getByLabel('Sort').locator('option').allInnerTexts();
    expect(orders.filter((order) => /local/.test(order))).toEqual([]);
  });

  it('3 are found by the keywords of the search before, which a ranking shows as left out', async () => {
    const explorer = await startSettled('?view=products&keywords=beauty');
    for (const [name, path, title] of [
      ['Live streams', '/live/v1/search', 'title'],
      ['Creators', '/creator/v1/search', 'nickname'],
    ] as const) {
      await explorer.goTo('Top products');
      await explorer.page.getByRole('button', { name: 'Remove filter: Not applied here: Keywords: beauty' }).waitFor();
      await explorer.goTo(name);
      expect(explorer.query().get('keywords')).toBe('beauty');
      const { list } = await ask(path, { keywords: 'beauty', pagesize: 20 });
      expect(list.length).toBeGreaterThan(0);
      expect(await explorer.titles()).toEqual(list.map((row) => row[title]));
    }
  });

  it.each([
    ['names of categories', '**/product/v1/category', 'The names of categories are missing until the next try.'],
    ['suggestions', '**/product/v1/suggest', 'Something went wrong'],
  ])('3 say that %s do not come, and show them after a retry', async (_, address, words) => {
    const explorer = await startSettled('');
    const { page } = explorer;
    const { list } = await ask('/product/v1/category', {});
    const name = String(list[0]?.name);
    await page.route(address, (route) => {
      const answer = { code: 40001, message: 'An error', data: { errors: [] }, timestamp: 0, request_id: 'r' };
      return route.fulfill({ status: 500, json: answer });
    });
    await explorer.goTo('Top products');
    await page.getByRole('combobox', { name: 'Find a shop or category' }).fill(name);
    const notice = page.getByRole('alert').filter({ hasText: words });
    await notice.waitFor();
    await page.unroute(address);
    await notice.getByRole('button', { name: 'Retry now' }).click();
    await notice.waitFor({ state: 'detached' });
    if (address.endsWith('suggest')) await explorer.suggestions.filter({ hasText: name }).first().waitFor();
    else expect(await explorer.field('l1_category_id').locator('option').allInnerTexts()).toContain(name);
  });

  it('4 open a video and a live stream on their own time', async () => {
    const { list: videos } = await ask('/video/v1/search', {
      filter: { create_time_range: { min: 1_779_000_000, max: 1_779_500_000 } },
      orderby: [{ field: 'usd_gmv' }],
      pagesize: 1,
    });
    const { list: lives } = await ask('/live/v1/search', {
      filter: { start_time: { min: 1_777_600_000, max: 1_778_900_000 } },
      orderby: [{ field: 'total_usd_gmv' }],
      pagesize: 1,
    });
    for (const [search, id, row] of [
      ['view=video&video_id', 'video_id', videos[0]],
      ['view=live&room_id', 'room_id', lives[0]],
    ] as const) {
      const explorer = await start(`?${search}=${String(row?.[id])}`);
      await explorer.page.waitForURL(/date_info=range/);
      await explorer.scrollThrough();
      const [from, to] = explorer.query().get('date_info')?.replace('range:', '').split('~') ?? [];
      const { sum } = await ask<{ sum: Row }>('/sales/v1/breakdown', {
        by: 'channel',
        filter: { [id]: row?.[id] },
        from,
        to,
      });
      expect(Number(sum.usd_gmv)).toBeGreaterThan(0);
      expect(await figure(explorer, 'Sales in this period')).toBe(dollars(sum.usd_gmv));
      expect(await explorer.page.getByText('No sales in this period').count()).toBe(0);
    }
  });

  it('5 end pages where the service ends them, and offer the export', async () => {
    const explorer = await start('');
    await explorer.page.route('**/product/v1/rank/topSelling', async (route) => {
      const response = await route.fetch({
        postData: JSON.stringify({ filter: { date_info: WEEK }, pagesize: 20 }),
      });
      const answer = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, total: 1500 } } });
    });
    await explorer.page.goto(`${app().url}/explore?view=topProducts&page=50&${IN_WEEK}`);
    await explorer.settled();
    const pager = explorer.page.getByRole('navigation', { name: 'Page 50' });
    expect(await pager.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    expect(await pager.innerText()).toContain('Pages end after 1,000 rows');
    expect(await pager.getByRole('button', { name: 'Export all rows' }).isEnabled()).toBe(true);
    await pager.getByRole('button', { name: 'Previous page' }).click();
    await explorer.page.waitForURL(/page=49/);
    await explorer.settled();
    const before = explorer.page.getByRole('navigation', { name: 'Page 49' });
    expect(await before.getByRole('button', { name: 'Next page' }).isEnabled()).toBe(true);
  });

  it('5 say which ranks are tied, with the rank of the first that has the figure', async () => {
    const filter = { date_info: { type: 'month', value: '2026-06' } };
    const { list } = await ask('/creator/v1/rank/topGrowth', { filter, pagesize: 100 });
    const ranks = list.map((row) => {
      const [tie] = list.filter((own) => own !== row && own.follower_inc_count === row.follower_inc_count);
      return tie === undefined ? String(row.rank) : `${String(row.rank)} tied with ${String(tie.rank)}`;
    });
    expect(ranks.some((rank) => rank.includes('tied'))).toBe(true);
    const explorer = await startSettled('?view=growth&date_info=month:2026-06&pagesize=100');
    expect((await explorer.column('Rank')).map(plain)).toEqual(ranks);
    await explorer.screenshot('ties');
    const phone = await startSettled('?view=growth&date_info=month:2026-06&pagesize=100', { profile: PHONE });
    await phone.page.getByRole('button', { name: 'Show all 100' }).click();
    const onCards = await phone.page.locator('.record-card dl div:first-child dd').allInnerTexts();
    expect(onCards.map(plain)).toEqual(ranks);
  });

  it('6 keep a token for new tabs only if one says so', async () => {
    const explorer = await startSettled('?view=products');
    const openTab = async (): Promise<ExplorerPage['page']> => {
      const page = await explorer.context.newPage();
      await page.goto(`${app().url}/explore?view=products`);
      return page;
    };
    const tab = await openTab();
    await tab.getByLabel('Access token', { exact: true }).fill(app().token);
    await tab.getByLabel('Keep it in this browser').check();
    await tab.getByRole('button', { name: 'Explore' }).click();
    await tab.locator('.row-name').first().waitFor();
    expect(tab.url()).not.toContain(app().token);
    const next = await openTab();
    await next.locator('.row-name').first().waitFor();
    await next.getByRole('button', { name: 'Access token' }).click();
    await next.getByRole('button', { name: 'Remove token' }).click();
    const last = await openTab();
    await last.getByRole('heading', { name: 'Paste an access token to begin' }).waitFor();
    await last.getByText('Ask whoever runs this service for a token.').waitFor();
  });

  it('7 have one header in Chinese, and links that leave the language to their reader', async () => {
    const explorer = await startSettled('?view=products');
    const { page } = explorer;
    await page.getByLabel('Language').selectOption('ZH_CN');
    await page.getByRole('heading', { level: 1, name: '商品' }).waitFor();
    await page.reload();
    await explorer.settled();
    expect(await page.locator('.top-bar').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('商品 · 全部地区');
    expect(page.url()).not.toContain('lang=');
    const other = await startSettled(new URL(page.url()).search);
    expect(await other.page.getByRole('heading', { level: 1 }).innerText()).toBe('Products · All regions');
  });

  it('8 call rising lists rising, with their change as a column', async () => {
    const explorer = await startSettled('');
    await explorer.scrollThrough();
    await explorer.part('Rising products').getByRole('link', { name: 'Rising products' }).click();
    await explorer.page.waitForURL(/orderby=usd_gmv_change/);
    await explorer.settled();
    expect(plain(await explorer.page.getByRole('heading', { level: 1 }).innerText())).toBe(
      'Rising products · All regions · Jun 22 – 28, 2026, against Jun 15 – 21',
    );
    const { list } = await products({}, { orderby: [{ field: 'usd_gmv_change' }], pagesize: 20 });
    expect(await explorer.column('Change of GMV (USD)')).toEqual(
      list.map(({ usd_gmv_change: change }) => `${Number(change) > 0 ? '+' : ''}${dollars(change)}`),
    );
    await explorer.page.getByRole('button', { name: 'Show charts' }).click();
    await explorer.page.getByRole('img', { name: '10 largest rises of GMV (USD)' }).waitFor();
    expect(await explorer.column('Movement')).toEqual([]);
    const rate = list.findIndex(
      (row) => (within(row, 'usd_gmv_growth_rate_info').rate as number) < 1000 && row.is_new === 0,
    );
    expect((await explorer.column('GMV growth'))[rate]).toBe(
      `+${Number(within(list[rate], 'usd_gmv_growth_rate_info').rate).toLocaleString('en-US')}%`,
    );
  });

  it('8 mean one entity by growth, by new and by followers', async () => {
    const explorer = await startSettled('');
    await explorer.scrollThrough();
    const { list } = await ask('/creator/v1/rank/topGrowth', { filter: { date_info: WEEK }, pagesize: 20 });
    const growth = `+${Number(within(list[0], 'follower_inc_rate_info').rate)}%`;
    expect(plain(await explorer.part('Rising creators').locator('li').first().innerText())).toContain(growth);
    await explorer.part('Rising creators').getByRole('link', { name: 'Rising creators' }).click();
    await explorer.page.waitForURL(/view=growth/);
    await explorer.settled();
    expect((await explorer.column('Follower growth'))[0]).toBe(growth);
    const followers = (await explorer.column('Followers at period end'))[0];
    const { list: history } = await ask('/creator/v1/history', {
      uid: list[0]?.uid,
      date_type: 'week',
      from: WEEK.value,
      to: WEEK.value,
    });
    expect(followers).toBe(Number(history[0]?.follower_count).toLocaleString('en-US'));
    expect((await explorer.column('Movement')).length).toBe(20);

    const { list: fresh } = await products({ is_new: true }, { pagesize: 1 });
    const { list: places } = await products({ product_id: fresh[0]?.product_id });
    const page = Math.ceil(Number(places[0]?.rank) / 20);
    const all = await startSettled(`?view=topProducts&page=${page}&${IN_WEEK}`);
    await all.page
      .locator('.results')
      .getByTitle('New in this list: the period compared with does not have it here')
      .first()
      .waitFor();
    // Where all rows are new, none has moved or grown.
    const ranking = await startSettled(`?view=topProducts&is_new=1&${IN_WEEK}`);
    expect([await ranking.column('Movement'), await ranking.column('GMV growth')]).toEqual([[], []]);
    await ranking.page.locator('.row-name a').first().click();
    await ranking.page.waitForURL(/view=product&/);
    await ranking.scrollThrough();
    const { list: channels } = await ask('/sales/v1/breakdown', {
      by: 'channel',
      filter: { product_id: fresh[0]?.product_id },
      from: '2025-07-01',
      to: DAYS_OF_WEEK.to,
    });
    const [first] = channels.map((row) => String(row.first_date)).sort();
    const day = new Date(`${first}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    await ranking.part('Ranks').getByText(`First sale: ${day}`).first().waitFor();
  });

  it('9 mark partial periods, and say how old the data is', async () => {
    const { list } = await products({}, { pagesize: 1 });
    const explorer = await start(`?view=product&product_id=${String(list[0]?.product_id)}&date_info=week:2026-27`);
    await explorer.scrollThrough();
    const periods = await explorer.part('Figures by period').locator('tbody th').allInnerTexts();
    expect(periods[0]).toMatch(/^2026-27 .* \(partial\)$/);
    expect(periods[1]).not.toContain('partial');
    // Two days of data are not compared with a whole week: in no tile, card or list.
    await explorer.page.getByText('The data does not cover this whole period').waitFor();
    const started = { date_info: { type: 'week', value: '2026-27' } };
    const own = await products({ ...started, product_id: list[0]?.product_id });
    expect(await figure(explorer, 'Sales in this period')).toBe(dollars(own.list[0]?.usd_gmv));
    expect(await explorer.page.locator('.moved').count()).toBe(0);
    expect(await explorer.part('What changed').count()).toBe(0);
    const ranking = await startSettled('?view=topProducts&date_info=week:2026-27');
    const rows = await products(started, { pagesize: 20 });
    expect(await ranking.column('GMV (USD)')).toEqual(
      rows.list.map((row) => expect.stringContaining(dollars(row.usd_gmv)) as string),
    );
    expect([await ranking.column('Movement'), await ranking.column('GMV growth')]).toEqual([[], []]);
    expect(await ranking.page.locator('.moved').count()).toBe(0);
    await explorer.page.getByText(/^Data to Jun 30, 2026, [\d,]+ days ago$/).waitFor();
    await explorer.page.getByText('As last loaded, not of the period below').waitFor();
  });

  it('9 show one channel on all of a page', async () => {
    const { list } = await products({ ecommerce_type: 2 }, { pagesize: 1 });
    const id = list[0]?.product_id;
    const explorer = await start(`?view=product&product_id=${String(id)}&${IN_WEEK}&channel=live`);
    await explorer.scrollThrough();
    const { sum } = await ask<{ sum: Row }>('/sales/v1/breakdown', {
      by: 'channel',
      filter: { product_id: id, channel: 'live' },
      ...DAYS_OF_WEEK,
    });
    expect(await figure(explorer, 'Sales in this period')).toBe(dollars(sum.usd_gmv));
    const heads = await explorer.part('Figures by period').locator('thead th').allInnerTexts();
    expect(heads).toEqual(['Period', 'Live GMV (USD)', 'Live streams']);
    const row = await explorer.part('Figures by period').locator('tr[aria-current=true] td').allInnerTexts();
    expect(row[0]).toBe(dollars(sum.usd_gmv));
    expect(await explorer.page.getByRole('img', { name: 'Units sold' }).count()).toBe(0);
    expect(plain(await explorer.part('Ranks').locator('.figure-card').first().innerText())).toMatch(/Live .*#1 /);
  });

  it('9 say it when a choice removes a price in local currency, in words of the page', async () => {
    const explorer = await startSettled('?view=products&region=US&price_range=10..25');
    await explorer.page.getByText('Another choice removes a filter in local currency').waitFor();
    const refused = await start('?view=products&price_range=10..25');
    const alert = refused.field('price_range').getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/^Price \(local currency\) must be used with Region or Shop/);
  });

  it('9 tell the truth about how many rows there are', async () => {
    const { list } = await ask('/creator/v1/rank/topEcommerce', { filter: { date_info: WEEK }, pagesize: 1 });
    const explorer = await start(`?view=creator&uid=${String(list[0]?.uid)}&${IN_WEEK}`);
    await explorer.page.route('**/sales/v1/breakdown', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, total: 219, total_now: 207 } } });
    });
    await explorer.page.reload();
    await explorer.scrollThrough();
    const products = explorer.part('Sales by product');
    await products.getByRole('button', { name: '12 more only in the period before' }).waitFor();
    await products.getByRole('button', { name: 'Show 100 of 207' }).waitFor();
  });

  it('name files after what is in them, with headings that people read', async () => {
    const { list } = await products({}, { pagesize: 1 });
    const id = String(list[0]?.product_id);
    const explorer = await start(`?view=product&product_id=${id}&${IN_WEEK}`);
    await explorer.scrollThrough();
    const title = within(list[0], 'product').title as string;
    const named = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 20);
    const figures = await savedBy(explorer.page.getByRole('button', { name: 'Export figures' }));
    expect(figures.name).toContain(named);
    const lines = csvRows(readFileSync(figures.path, 'utf8'));
    expect(lines[0]?.slice(0, 3)).toEqual(['Period', 'Units sold', 'GMV (USD)']);
    expect(lines.length).toBe(16);
    const edge = explorer.part('Sales by creator');
    await edge.getByRole('button', { name: 'Export all rows' }).click();
    const rows = await savedBy(edge.getByRole('button', { name: 'CSV for spreadsheets' }));
    expect(rows.name).toMatch(/sales-by-creator-2026-26-jun-22-28-2026-against-jun-15-21-2026\.csv$/);
    expect(readFileSync(rows.path, 'utf8').split('\r\n')[0]).toContain('GMV (USD)');
    // A list as a sheet has the columns of the screen, local amounts with their currency, and the period.
    const ranking = await startSettled(`?view=sales&region=GB&${IN_WEEK}`);
    await ranking.page.getByRole('button', { name: 'Export all rows' }).first().click();
    const sheet = await savedBy(ranking.page.getByRole('button', { name: 'CSV for spreadsheets' }));
    const [heads = [], ...cells] = csvRows(readFileSync(sheet.path, 'utf8'));
    expect(new Set(heads).size).toBe(heads.length);
    const inSheet = (name: string): string[] => cells.map((row) => row[heads.indexOf(name)] ?? '').slice(0, 20);
    const numbersIn = (texts: readonly string[]): string[] =>
      texts.map((cell) => (cell.split('\n')[0] ?? '').replace(/[^\d.-]/g, ''));
    for (const name of ['Rank', 'Products', 'Followers']) {
      expect([name, inSheet(name)]).toEqual([name, numbersIn(await ranking.column(name))]);
    }
    for (const name of ['GMV (USD)', 'Video GMV (USD)', 'Live GMV (USD)']) {
      expect([name, inSheet(name).map(dollars)]).toEqual([
        name,
        (await ranking.column(name)).map((cell) => cell.split('\n')[0]),
      ]);
    }
    const moved = await ranking.column('Movement');
    const ranksBefore = inSheet('Rank in the period compared with');
    expect(ranksBefore.map((before, at) => (before === '' ? moved[at] : String(Number(before) - at - 1)))).toEqual(
      moved.map((cell) =>
        /New/.test(cell)
          ? cell
          : cell.startsWith('=')
            ? '0'
            : `${cell.startsWith('▼') ? '-' : ''}${/\d+/.exec(cell)?.[0] ?? ''}`,
      ),
    );
    expect([new Set(inSheet('Currency')), new Set(inSheet('Region'))]).toEqual([new Set(['GBP']), new Set(['GB'])]);
    // Whatever columns are chosen, each is there once.
    const menu = ranking.page.getByRole('button', { name: 'Columns' });
    await menu.click();
    const boxes = ranking.page.getByRole('group', { name: 'Columns' }).getByRole('checkbox');
    const names = await ranking.page.getByRole('group', { name: 'Columns' }).locator('label').allInnerTexts();
    expect(new Set(names).size).toBe(names.length);
    expect(await boxes.count()).toBe(names.length);
    expect(plain(inSheet('Period')[0] ?? '')).toContain('2026-26');
  });
});
