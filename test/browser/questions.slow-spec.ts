import type { Route } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import {
  cents,
  change,
  DAYS_OF_JUNE,
  DAYS_OF_WEEK,
  dollars,
  explorerFlows,
  IN_JUNE,
  JUNE,
  londonHour,
  number,
  type Row,
  sumOf,
  WEEK,
  withBrowser,
  within,
} from './explorer-page.js';

withBrowser('a question', () => {
  const { startSettled, ask, exported } = explorerFlows('questions');
  /** Sales without any comparison by the service. */
  const salesOf = async (filter: object, from: string, to: string): Promise<number> =>
    sumOf((await ask('/sales/v1/breakdown', { by: 'channel', filter, from, to })).list);

  it.each([
    ['', 'May', { from: '2026-05-01', to: '2026-05-31' }],
    ['The same period last year', undefined, undefined],
    ['Another period', 'April', { from: '2026-04-01', to: '2026-04-30' }],
  ])('of how sales grew has one base in lists, tiles, cards, tables and charts: %s', async (base, days, before) => {
    // A year that no data reaches is compared with only where an address says so.
    const explorer = await startSettled(`?view=topShops&${IN_JUNE}${days === undefined ? '&compare_to=year' : ''}`);
    const { page } = explorer;
    const bases = explorer.field('compare_to').locator('select');
    if (base === '') await bases.locator('option', { hasText: 'last year' }).waitFor({ state: 'detached' });
    if (base !== '' && days !== undefined) await bases.selectOption(base);
    if (base === 'Another period') await page.getByLabel('Compare with: From').fill(String(before?.from));
    if (base !== '') await page.waitForURL(base === 'Another period' ? /compare_to=2026-04-01/ : /compare_to=year/);
    await explorer.settled();
    const { list } = await ask('/shop/v1/rank/topSelling', {
      filter: { date_info: JUNE },
    });
    const filter = { seller_id: list[0]?.seller_id };
    if (days === undefined || before === undefined) {
      await page.getByText('Not compared: the data does not cover the period compared with').waitFor();
      expect([await explorer.column('GMV growth'), await page.locator('.moved').count()]).toEqual([[], 0]);
      return;
    }
    await page.getByRole('heading', { name: `Top shops · All regions · June 2026, against ${days}` }).waitFor();
    const [now, then] = [
      await salesOf(filter, DAYS_OF_JUNE.from, DAYS_OF_JUNE.to),
      await salesOf(filter, before.from, before.to),
    ];
    const growth = Math.round((10_000 * (now - then)) / then) / 100;
    const percent = `${growth > 0 ? '+' : ''}${growth.toLocaleString('en-US')}%`;
    expect((await explorer.column('GMV growth'))[0]).toBe(percent);
    await page.locator('.row-name a').first().click();
    await page.waitForURL(/view=shop&/);
    await explorer.scrollThrough();
    expect(within(list[0], 'shop').name).toBe(await page.getByRole('heading', { level: 1 }).innerText());
    const rounded = Math.round(100 * (now - then)) / 100;
    const tile = explorer.part('Sales in this period').locator('.figure-card').first();
    expect(await tile.locator('.moved').innerText()).toContain(`${change(rounded)} (${percent})`);
    expect(await tile.innerText()).toContain(`from ${dollars(then)}`);
    const card = await explorer.part('Ranks').locator('.figure-card').first().innerText();
    expect([card.includes(change(rounded)), card.includes(percent)]).toEqual([true, true]);
    const products = explorer.part('Sales by product');
    expect(await products.locator('h2 .moved').innerText()).toBe(change(rounded));
    const [row] = (await ask('/sales/v1/breakdown', { by: 'product', filter, ...DAYS_OF_JUNE, pagesize: 1 })).list;
    const ofProduct = { product_id: row?.product_id, ...filter };
    const difference = Number(row?.usd_gmv) - (await salesOf(ofProduct, before.from, before.to));
    expect(await products.locator('tbody .moved').first().innerText()).toBe(change(difference));
    if (base === '') return;
    // The curve has the days two months earlier next to its own.
    const curve = page.getByRole('region', { name: 'GMV (USD) · June 2026', exact: true });
    await curve.getByRole('button', { name: /as a table$/ }).click();
    const lines = await curve.locator('tbody tr').allInnerTexts();
    const first = await Promise.all([DAYS_OF_JUNE, before].map(({ from }) => salesOf(filter, from, from)));
    expect(lines[0]).toMatch(new RegExp(`\\${dollars(first[0])}\\s+\\${dollars(first[1])}$`));
    expect(await explorer.part('Figures by period').locator('tr[aria-current=true]').innerText()).toContain(
      change(rounded),
    );
  });

  it('of the share of a row, of the ten largest and of a market is answered above a list', async () => {
    const filter = { region: 'US', l1_category_id: 10000 };
    const ofWeek = (value: string) =>
      exported('/product/v1/rank/topSelling', { filter: { ...filter, date_info: { type: 'week', value } } });
    const [rows, before] = [await ofWeek('2026-26'), await ofWeek('2026-25')];
    const [sum, then] = [sumOf(rows), sumOf(before)];
    const percent = (part: number): string => (Math.round((10_000 * part) / sum) / 100).toLocaleString('en-US');
    const explorer = await startSettled('?view=topProducts&region=US&l1_category_id=10000&date_info=week:2026-26');
    const growth = Math.round((10_000 * (sum - then)) / then) / 100;
    const written = `${growth > 0 ? '+' : ''}${growth.toLocaleString('en-US')}%`;
    expect(await explorer.strip('GMV (USD)')).toEqual([
      dollars(sum),
      `${change(Math.round(100 * (sum - then)) / 100)} (${written}) from ${dollars(then)}`,
    ]);
    expect(await explorer.strip('Results')).toEqual([
      rows.length.toLocaleString('en-US'),
      `ten largest: ${percent(sumOf(rows.slice(0, 10)))}%`,
    ]);
    const shares = (await explorer.column('Share')).map((share) => String(Number.parseFloat(share)));
    expect(shares).toEqual(rows.slice(0, 20).map((row) => percent(Number(row.usd_gmv))));
  });

  it.each([
    ['total_viewer_count', 'Viewers'],
    ['usd_gmv', 'GMV (USD)'],
  ])('of when to go live is answered by %s for each local weekday and hour', async (measure, name) => {
    const [min, max] = [1_780_272_000, 1_782_777_599];
    const explorer = await startSettled(`?view=lives&region=GB&start_time=${min}..${max}`);
    const { page } = explorer;
    await page.getByRole('button', { name: 'By local weekday and hour' }).click();
    const counts = explorer.part('By local weekday and hour · Live streams');
    await counts.waitFor();
    const waiting: Route[] = [];
    let isHeld = true;
    await page.route('**/live/v1/facets', (route) => (isHeld ? void waiting.push(route) : route.fallback()));
    await page.getByRole('region', { name: 'Charts' }).getByRole('button', { name, exact: true }).click();
    await eventually('the question for sums', () => waiting.length > 0);
    // Until the answer, the counts stay what they are called.
    expect(await counts.locator('td a').first().getAttribute('aria-label')).not.toContain(name);
    isHeld = false;
    await Promise.all(waiting.map((route) => route.fallback()));
    const part = explorer.part(`By local weekday and hour · ${name} of all time`);
    await part.waitFor();
    await explorer.settled();
    expect([explorer.query().get('by'), explorer.query().get('measure')]).toEqual([
      'start_weekday,start_hour',
      measure,
    ]);
    const sums = new Map<string, { readonly sum: number; readonly count: number }>();
    for (let at = 1, hasMore = true; hasMore; at++) {
      const answer = await ask<{ readonly has_more: number; readonly list: readonly Row[] }>('/live/v1/search', {
        filter: { region: 'GB', start_time: { min, max } },
        pagesize: 100,
        page: at,
      });
      hasMore = answer.has_more === 1;
      for (const row of answer.list) {
        const when = londonHour(row.start_time);
        const { sum = 0, count = 0 } = sums.get(when) ?? {};
        const figure = Number(row[measure === 'usd_gmv' ? 'total_usd_gmv' : measure]);
        sums.set(when, { sum: sum + figure, count: count + 1 });
      }
    }
    const cells = await part
      .locator('td a')
      .evaluateAll((cells) => cells.map((cell) => (cell as unknown as { ariaLabel: string }).ariaLabel));
    const write = (figure: number): string => (measure === 'usd_gmv' ? dollars(figure) : number(figure));
    expect(cells.map((title) => title.split(' · ').slice(0, 3).join(' ')).sort()).toEqual(
      [...sums].map(([when, { sum, count }]) => `${when} Count: ${count} ${name}: ${write(sum)}`).sort(),
    );
  });

  it('of price bands and categories of a period is answered by one table of two keys', async () => {
    const { list: shops } = await ask('/shop/v1/rank/topSelling', {
      filter: { date_info: WEEK },
      pagesize: 1,
    });
    const filter = { seller_id: shops[0]?.seller_id };
    const { list: sales } = await ask('/sales/v1/breakdown', { by: 'product', filter, ...DAYS_OF_WEEK, pagesize: 100 });
    const { list: products } = await ask('/product/v1/search', { filter, pagesize: 100 });
    const STEPS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    const sums = new Map<string, number>();
    const pairs = new Map<string, number>();
    for (const sale of sales) {
      const product = products.find(({ product_id: id }) => id === sale.product_id);
      const at = STEPS.findLastIndex((step) => step <= Number(product?.usd_price));
      const [from = 0, next = 0] = STEPS.slice(at);
      const band = `${cents(from)} – ${cents(next - 0.01)}`;
      const pair = `${band} ${String(within(within(product, 'category'), 'l1').name)}`;
      sums.set(band, (sums.get(band) ?? 0) + Number(sale.usd_gmv));
      pairs.set(pair, (pairs.get(pair) ?? 0) + Number(sale.usd_gmv));
    }
    const sorted = (map: ReadonlyMap<string, number>): string[] =>
      [...map].sort(([, one], [, other]) => other - one).map(([key, sum]) => `${key} ${dollars(sum)}`);
    const explorer = await startSettled(`?view=shop&seller_id=${String(filter.seller_id)}&date_info=week:2026-26`);
    await explorer.scrollThrough();
    const part = explorer.part('Sales');
    const shown = async (cells: number): Promise<string[]> => {
      const rows = await part.locator('tbody tr').all();
      const texts = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
      // Those with nothing sold only in the days before.
      return texts.map((own) => own.slice(0, cells).join(' ')).filter((line) => !line.endsWith(' $0'));
    };
    expect(await shown(2)).toEqual(sorted(sums));
    await explorer.field('by').nth(1).locator('select').selectOption('Category');
    await explorer.page.waitForURL(/by=price_band,category/);
    await part.locator('thead').getByText('Category').waitFor();
    await explorer.settled();
    expect(await shown(3)).toEqual(sorted(pairs).slice(0, 10));
    await part.scrollIntoViewIfNeeded();
  });

  it('of a video next to others of its creator is answered by their medians', async () => {
    const { list: newest } = await ask('/video/v1/search', {
      filter: { region: 'US', create_time_range: { min: 1_780_272_000 } },
      pagesize: 100,
    });
    const videosOf = async (row: Row | undefined) =>
      (await exported('/video/v1', { filter: { uid: within(row, 'creator').uid } })).toSorted(
        (one, other) => Number(other.publish_time) - Number(one.publish_time),
      );
    const all = await Promise.all(newest.slice(0, 30).map(videosOf));
    const mine = all.toSorted((one, other) => other.length - one.length)[0] ?? [];
    const own = mine[2];
    const others = mine.slice(0, 100).filter((row) => row !== own);
    expect(others.length).toBeGreaterThanOrEqual(5);
    const explorer = await startSettled(`?view=video&video_id=${String(own?.video_id)}`);
    await explorer.scrollThrough();
    const part = explorer.part('Among the videos of its creator');
    await part.getByText(`Next to ${others.length} others of its creator’s 100 newest videos. `).waitFor();
    const expected = ['play_count', 'digg_count', 'units_sold', 'usd_gmv'].map((name) => {
      const values = others.map((row) => Number(row[name])).sort((one, other) => one - other);
      const middle = [Math.floor((values.length - 1) / 2), Math.ceil((values.length - 1) / 2)];
      const median = middle.reduce((sum, at) => sum + Number(values[at]), 0) / 2;
      const place = 1 + values.filter((one) => one > Number(own?.[name])).length;
      return [
        ...[own?.[name], median].map((figure) => (name === 'usd_gmv' ? cents(Number(figure)) : number(figure))),
        `#${place} of ${others.length + 1}`,
      ];
    });
    const shown = [];
    for (const row of await part.locator('.peers li').all()) {
      const [value, , median, , place = ''] = await row.locator('strong, b, .hint').allInnerTexts();
      shown.push([value, median, place.split(',')[0]]);
    }
    expect(shown).toEqual(expected);
    await part.scrollIntoViewIfNeeded();
  });

  it.each([
    ['of price and sales', 'products&region=US', '/product/v1/search', { region: 'US' }, 'usd_price,day7_units_sold'],
    [
      'of followers and sales',
      `sales&${IN_JUNE}`,
      '/creator/v1/rank/topEcommerce',
      {},
      'follower_count,creator_usd_gmv',
    ],
  ])('%s of a list is answered by a point for each row', async (_, view, path, filter, fields) => {
    const explorer = await startSettled(`?view=${view}`);
    const { page } = explorer;
    if (view.startsWith('sales')) await page.getByRole('button', { name: 'Show charts' }).click();
    await page.getByRole('button', { name: 'Two figures' }).click();
    await page.waitForURL(new RegExp(`by=${fields}`));
    const [x = '', y = ''] = fields.split(',');
    const isRanking = path.includes('/rank/');
    const { list } = await ask(path, {
      filter: { ...filter, ...(isRanking && { date_info: JUNE }) },
      pagesize: 20,
    });
    const known = list.filter((row) => typeof row[x] === 'number' && typeof row[y] === 'number');
    const name = isRanking
      ? `Followers × GMV (USD) · ${known.length} of 20 rows of this page · 2026-06`
      : `Price (USD) × Units sold, 7 days · ${known.length} of 20 rows of this page`;
    const part = explorer.part(name);
    const canvas = part.getByRole('img', { name, exact: true });
    await canvas.waitFor();
    expect(await part.locator('h2').innerText()).toBe(name);
    await part.getByRole('button', { name: /as a table$/ }).click();
    const write = (field: string, value: unknown): string =>
      field.endsWith('price')
        ? cents(Number(value))
        : field.endsWith('gmv')
          ? dollars(value)
          : Number(value).toLocaleString('en-US');
    const title = (row: Row): unknown => (isRanking ? within(row, 'creator').nickname : row.title);
    expect((await part.locator('tbody tr').allInnerTexts()).map((line) => line.split('\t'))).toEqual(
      known.map((row) => [title(row), write(x, row[x]), write(y, row[y])]),
    );
    await part.getByRole('button', { name: /as a chart$/ }).click();
    // The highest point, which is blue, leads to the page of the row with the largest figure.
    const highest = await eventually('a point', () =>
      page.evaluate<{ x: number; y: number } | undefined>(`(() => {
      const canvas = document.querySelector('.chart-fold canvas');
      if (!canvas?.width) return undefined;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      const at = data.findIndex((_, at) => at % 4 === 0 && data[at + 3] > 250 && data[at + 2] - data[at] > 100) / 4;
      return at < 0 ? undefined : { x: at % canvas.width, y: Math.floor(at / canvas.width) + 3 };
    })()`),
    );
    const [first] = known.toSorted((one, other) => Number(other[y]) - Number(one[y]));
    await canvas.click({ position: highest });
    const id = isRanking ? 'uid' : 'product_id';
    await page.waitForURL(new RegExp(`[?&]${id}=${String(first?.[id])}(&|$)`));
    await page.goBack();
    await page.getByLabel('Across').selectOption(isRanking ? 'Units sold' : 'Total units sold');
    await page.waitForURL(new RegExp(`by=${isRanking ? '' : 'total_'}units_sold,${y}`));
  });

  it.each([
    ['topProducts', '/product/v1/rank/topSelling', 'average_usd_price', 'Average price (USD)'],
    ['sales', '/creator/v1/rank/topEcommerce', 'average_usd_price', 'Average price (USD)'],
    ['topLives', '/live/v1/rank/topSelling', 'units_sold', 'Units sold'],
  ])('of what is first by another figure shows that figure: %s', async (view, path, field, name) => {
    const explorer = await startSettled(`?view=${view}&date_info=week:2026-26`);
    await explorer.field('orderby').locator('select').selectOption(name);
    await explorer.page.waitForURL(new RegExp(`orderby=${field}`));
    await explorer.settled();
    const { list } = await ask(path, {
      filter: { date_info: WEEK },
      orderby: [{ field }],
      pagesize: 20,
    });
    const shown = (await explorer.column(name)).map((text) =>
      Number((text.split('\n')[0] ?? '').replace(/[^\d.]/g, '')),
    );
    expect(shown).toEqual(list.map((row) => row[field]));
    await explorer.page.getByRole('button', { name: 'Show charts' }).click();
    await explorer.page.getByRole('img', { name: `Top 10 · ${name}` }).waitFor();
  });
});
