import { isDeepStrictEqual } from 'node:util';
import { regionName } from '../../src/common/regions.js';
import { eventually } from '../support/eventually.js';
import {
  cents,
  change,
  DAYS_OF_JUNE,
  dollars,
  explorerFlows,
  IN_JUNE,
  JUNE,
  PHONE,
  type Row,
  type RowsData,
  sumOf,
  withBrowser,
  within,
} from './explorer-page.js';

const TREE = '/product/v1/category';
/** Of a page before anybody scrolls. */
const MOST_REQUESTS = 8;

interface Category {
  readonly id: number;
  readonly name: string;
  readonly level: number;
  readonly children: readonly Category[];
}

const pathTo = (list: readonly Category[], id: unknown): Category[] =>
  list.flatMap((own) => {
    const below = pathTo(own.children, id);
    return own.id === id ? [own] : below.length > 0 ? [own, ...below] : [];
  });

withBrowser('a niche', () => {
  const { start, startSettled, ask, exported } = explorerFlows('niches');
  const categories = async (filter: object): Promise<Row[]> =>
    (await ask('/category/v1/rank/topSelling', { filter: { date_info: JUNE, ...filter }, pagesize: 100 })).list.filter(
      ({ category }) => category !== null,
    );
  const idOf = (row: Row | undefined): unknown => within(row, 'category').id;
  const treeOf = async (lang = 'EN_US'): Promise<readonly Category[]> =>
    (await ask<{ readonly list: readonly Category[] }>(TREE, { lang })).list;

  it.each([2, 3])('of level %i has a page, to which its ranking leads', async (level) => {
    const [row] = await categories({ level });
    const id = idOf(row);
    const [path, inChinese] = [pathTo(await treeOf(), id), pathTo(await treeOf('ZH_CN'), id)];
    const field = `l${level}_category_id`;
    const explorer = await startSettled(`?view=topCategories&level=${level}&${IN_JUNE}`);
    const { page } = explorer;
    await page.locator('.row-name a').first().click();
    await page.waitForURL((address) => address.searchParams.get(field) === String(id));
    const opened = await startSettled(new URL(page.url()).search);
    await opened.page.waitForLoadState('networkidle');
    const asked = opened.requested.flatMap((url) => /\/\w+\/v1\/.*/.exec(url) ?? []);
    expect(asked.length > MOST_REQUESTS ? asked : []).toEqual([]);
    await explorer.scrollThrough();
    await opened.page.getByLabel('Language').selectOption('ZH_CN');
    await opened.page.getByRole('heading', { level: 1, name: String(inChinese.at(-1)?.name) }).waitFor();
    expect(await opened.page.locator('.entity-words .about a').allInnerTexts()).toEqual(
      inChinese.slice(0, -1).map(({ name }) => name),
    );
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(within(row, 'category').name);
    expect(await page.locator('.entity-words .about a').allInnerTexts()).toEqual(
      path.slice(0, -1).map(({ name }) => name),
    );
    // Its sales are those of its products: another way than the sums of the page.
    const products = await exported('/product/v1/rank/topSelling', { filter: { date_info: JUNE, [field]: id } });
    expect(sumOf(products)).toBeCloseTo(Number(row?.usd_gmv), 1);
    const summary = explorer.part('Sales in this period');
    expect(await summary.locator('.figure-large').first().innerText()).toBe(dollars(sumOf(products)));
    expect(await summary.locator('.moved').first().innerText()).toContain(change(row?.usd_gmv_change));
    expect(await explorer.part('Figures by period').locator('tr[aria-current=true]').innerText()).toContain(
      dollars(row?.usd_gmv),
    );
    const siblings = await categories({ level, l1_category_id: path[0]?.id });
    const place = siblings.findIndex((own) => idOf(own) === id) + 1;
    expect(await explorer.part('Ranks').locator('.figure-large').innerText()).toContain(`#${place} `);
    const top = products.slice(0, 10).map((own) => within(own, 'product').title);
    expect(await explorer.part('Top products').locator('.row-name').allInnerTexts()).toEqual(top);
    for (const name of ['Sales', 'Sales by followers of creators']) {
      const amounts = await explorer.part(name).locator('tbody td:nth-child(2)').allInnerTexts();
      const sum = amounts.reduce((all, amount) => all + Number(amount.replace(/[^\d.-]/g, '')), 0);
      expect([name, Math.abs(sum - Number(row?.usd_gmv)) <= amounts.length]).toEqual([name, true]);
    }
    const below = explorer.part('Sub-categories');
    if (level === 3) return expect(await below.count()).toBe(0);
    const children = path.at(-1)?.children.map((own) => own.id) ?? [];
    const sold = (await categories({ level: 3, l1_category_id: path[0]?.id })).filter((own) =>
      children.includes(Number(idOf(own))),
    );
    expect(sold.length).toBeGreaterThan(1);
    expect(await below.locator('.row-name').allInnerTexts()).toEqual(sold.map((own) => within(own, 'category').name));
    const shares = sold.map((own) => `${((100 * Number(own.usd_gmv)) / sumOf(sold)).toFixed(2)}%`);
    expect(await explorer.part('Sub-categories').locator('tbody td:nth-child(4)').allInnerTexts()).toEqual(shares);
    await below.locator('.row-name a').first().click();
    await page.waitForURL(/l3_category_id=/);
    expect(new URL(page.url()).searchParams.get('l2_category_id')).toBeNull();
    await page.getByRole('heading', { level: 1, name: String(within(sold[0], 'category').name) }).waitFor();
  });

  it('shows who rises in it, whose page counts its sales in it', async () => {
    const [row] = await categories({ level: 2 });
    const id = idOf(row);
    const explorer = await start(`?view=category&l2_category_id=${String(id)}&${IN_JUNE}`);
    const { page } = explorer;
    await explorer.scrollThrough();
    await page.getByRole('button', { name: 'Rising shops' }).click();
    const part = explorer.part('Rising shops');
    await part.locator('.row-name').first().waitFor();
    const { list } = await ask('/shop/v1/rank/topSelling', {
      filter: { date_info: JUNE, l2_category_id: id },
      orderby: [{ field: 'usd_gmv_change' }],
      pagesize: 10,
    });
    expect(await part.locator('.row-name').allInnerTexts()).toEqual(list.map((own) => within(own, 'shop').name));
    await part.locator('.row-name a').first().click();
    await page.waitForURL(/view=shop&/);
    await explorer.scrollThrough();
    expect(await explorer.part('Sales in this period').locator('.figure-large').first().innerText()).toBe(
      dollars(list[0]?.usd_gmv),
    );
    expect(explorer.requested.filter((url) => url.includes('/shop/v1/history'))).toEqual([]);
  });

  it('is compared with others of its level, also of one channel', async () => {
    const [one, other] = await categories({ level: 3 });
    const explorer = await startSettled(`?view=topCategories&level=3&${IN_JUNE}`);
    const { page } = explorer;
    for (const at of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Compare/ })
        .nth(at)
        .check();
    await page.locator('.row-name a').first().focus();
    await page.keyboard.press('c');
    await page.waitForURL(/view=compare&/);
    await explorer.settled();
    expect(await explorer.compared(/^GMV \(USD\) /)).toEqual([dollars(one?.usd_gmv), dollars(other?.usd_gmv)]);
    await page.goto(`${page.url()}&channel=live`);
    await explorer.settled();
    const sold = async (row: Row | undefined): Promise<string> => {
      const filter = { l3_category_id: idOf(row), channel: 'live' };
      return dollars(
        sumOf((await ask('/sales/v1/breakdown', { by: 'day', filter, ...DAYS_OF_JUNE, pagesize: 100 })).list),
      );
    };
    expect(await explorer.compared(/^GMV \(USD\) /)).toEqual([await sold(one), await sold(other)]);
  });

  it('is found by Ctrl+K, shown as chosen by every filter, and opened from there', async () => {
    const [row] = await categories({ level: 3 });
    const path = pathTo(await treeOf(), idOf(row));
    const [first, second, third] = path;
    const explorer = await startSettled('?view=products');
    const { page } = explorer;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Find anything/ }).fill(String(third?.name));
    await page.getByRole('option', { name: new RegExp(`^${String(third?.name)}\\s*Category`) }).click();
    await page.waitForURL((address) => address.searchParams.get('l3_category_id') === String(third?.id));
    // An address with the field of another level is put right.
    await page.goto(`${page.url().split('?')[0]}?view=category&l1_category_id=${third?.id}&${IN_JUNE}`);
    await page.getByRole('heading', { level: 1, name: third?.name }).waitFor();
    await page.waitForURL(/l3_category_id=/);
    expect(explorer.query().get('l1_category_id')).toBeNull();
    for (const [search, fields] of [
      [
        `view=topProducts&l3_category_id=${third?.id}`,
        { l1_category_id: first, l2_category_id: second, l3_category_id: third },
      ],
      [`view=sales&product_category_id=${third?.id}`, { product_category_id: third }],
    ] as const) {
      await page.goto(`${page.url().split('?')[0]}?${search}&${IN_JUNE}`);
      await explorer.settled();
      for (const [name, category] of Object.entries(fields)) {
        const chosen = explorer.field(name).locator('option:checked');
        expect([name, (await chosen.innerText()).trim()]).toEqual([name, category?.name]);
      }
      await page.locator('.chips').getByRole('link', { name: third?.name }).click();
      await page.waitForURL(/view=category&/);
      expect(explorer.query().get('l3_category_id')).toBe(String(third?.id));
    }
    await page.goto(`${page.url().split('?')[0]}?view=topProducts&l3_category_id=${third?.id}&${IN_JUNE}`);
    await explorer.settled();
    // A level above takes the place of those below it.
    await explorer.field('l2_category_id').locator('select').selectOption('');
    await page.waitForURL((address) => !address.search.includes('l3_category_id'));
    expect([explorer.query().get('l1_category_id'), explorer.query().get('l2_category_id')]).toEqual([
      String(first?.id),
      null,
    ]);
  });

  it('has creators that convert: small ones, growing ones, and those of a product', async () => {
    const explorer = await startSettled(`?view=sales&${IN_JUNE}`);
    const { page } = explorer;
    const figures = ['period_videos', 'period_plays', 'usd_gmv_per_1000_plays'];
    await page.getByRole('link', { name: 'Small and selling' }).click();
    await page.waitForURL(/orderby=usd_gmv_per_1000_plays/);
    await explorer.settled();
    const small = await ask('/creator/v1/rank/topEcommerce', {
      filter: { date_info: JUNE, follower_count_range: { min: 1000, max: 100_000 } },
      orderby: [{ field: 'usd_gmv_per_1000_plays' }],
      pagesize: 20,
      fields: ['creator', ...figures],
    });
    expect(await explorer.titles()).toEqual(small.list.map((own) => within(own, 'creator').nickname));
    const shown = (await explorer.column('GMV per 1,000 plays (USD)')).map((text) => text.split('\n')[0]);
    expect(shown).toEqual(small.list.map(({ usd_gmv_per_1000_plays: rate }) => cents(rate)));
    // What is ticked is exported by a key, within the window.
    await page
      .getByRole('checkbox', { name: /^Compare/ })
      .first()
      .check();
    await page.locator('.row-name a').first().focus();
    await page.keyboard.press('e');
    const menu = await page.getByRole('group', { name: 'Export chosen' }).boundingBox();
    expect([menu !== null, Number(menu?.y) >= 0, Number(menu?.y) + Number(menu?.height) <= 1000]).toEqual([
      true,
      true,
      true,
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Growing, last 4 weeks' }).click();
    await page.waitForURL(/orderby=growth_rate/);
    await explorer.settled();
    expect(explorer.query().get('date_info')).toBe('range:2026-06-01~2026-06-28');
    expect(await explorer.column('Movement')).toEqual([]);
    const product: RowsData = await ask('/product/v1/rank/topSelling', { filter: { date_info: JUNE }, pagesize: 1 });
    const { product_id } = product.list[0] ?? {};
    const onPage = await start(`?view=product&product_id=${String(product_id)}&${IN_JUNE}`);
    await onPage.scrollThrough();
    const part = onPage.part('Sales by creator');
    const expectCreators = async (names: readonly unknown[]): Promise<void> => {
      const shown = () => part.locator('.row-name').allInnerTexts();
      await eventually('the order', async () => isDeepStrictEqual(await shown(), names)).catch(() => undefined);
      expect(await shown()).toEqual(names);
    };
    await part.getByRole('button', { name: /^GMV per 1,000 plays/ }).click();
    const wanted = await ask('/sales/v1/breakdown', {
      by: 'creator',
      filter: { product_id },
      ...DAYS_OF_JUNE,
      orderby: [{ field: 'usd_gmv_per_1000_plays' }],
      pagesize: 10,
      fields: ['creator', 'usd_gmv', ...figures],
    });
    await expectCreators(wanted.list.map((own) => within(own, 'creator').nickname));
    await part.scrollIntoViewIfNeeded();
    await onPage.screenshot('product-creators');
    // The order of the change is that of all rows, whoever sold only in the month before among them.
    const byChange = part.getByRole('button', { name: /^Change of GMV/ });
    const creators = await exported('/sales/v1/breakdown', {
      ...{ by: 'creator', filter: { product_id }, ...DAYS_OF_JUNE },
      compare_to: '2026-05-01~2026-05-31',
    });
    for (const sign of [-1, 1]) {
      await byChange.click();
      const sorted = [...creators].sort(
        (one, other) =>
          sign * (Number(one.usd_gmv_change) - Number(other.usd_gmv_change)) ||
          (String(one.uid) < String(other.uid) ? -1 : 1),
      );
      await expectCreators(sorted.slice(0, 10).map((own) => within(own, 'creator').nickname));
    }
    expect(creators.some(({ sales }) => sales === 0)).toBe(true);
    // The videos of a product have what they sold of it.
    await onPage.page.locator('.entity-links').getByRole('link', { name: 'Top videos' }).click();
    await onPage.settled();
    const videos = await ask('/sales/v1/breakdown', {
      by: 'video',
      filter: { product_id },
      ...DAYS_OF_JUNE,
      pagesize: 20,
    });
    expect((await onPage.column('GMV (USD)')).map((text) => text.split('\n')[0])).toEqual(
      videos.list.map(({ usd_gmv: gmv }) => dollars(gmv)),
    );
  });

  it('has markets that are ticked side by side, each as its own sales are', async () => {
    const regionsOf = async (row: Row): Promise<readonly [id: unknown, markets: string[]]> => {
      const body = { by: 'region', filter: { l1_category_id: idOf(row) }, ...DAYS_OF_JUNE };
      return [idOf(row), (await ask('/sales/v1/breakdown', body)).list.map(({ region }) => String(region))];
    };
    const niches = await Promise.all((await categories({ level: 1 })).map(regionsOf));
    const [id, all] = niches.find(([, regions]) => regions.length >= 3) ?? [];
    const markets = all?.slice(0, 3) ?? [];
    const explorer = await start(`?view=category&l1_category_id=${String(id)}&${IN_JUNE}`);
    const { page } = explorer;
    await explorer.scrollThrough();
    const part = explorer.part('Sales by region of creators');
    for (const market of markets) await part.getByLabel(`Compare ${market}`, { exact: true }).check();
    await explorer.screenshot('markets-ticked');
    await part.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL((address) => address.searchParams.get('ticked') === markets.join());
    expect(explorer.query().get('view')).toBe('compare');
    await explorer.settled();
    const salesIn = (region: string) =>
      ask<RowsData & { readonly sum: Readonly<Record<'usd_gmv' | 'usd_gmv_change' | 'units_sold', number>> }>(
        '/sales/v1/breakdown',
        {
          ...{ by: 'day', filter: { l1_category_id: id, region }, ...DAYS_OF_JUNE },
          ...{ compare_to: '2026-05-01~2026-05-31', pagesize: 100 },
        },
      );
    const sales = await Promise.all(markets.map(salesIn));
    const sums = sales.map(({ sum }) => sum);
    const creatorsIn = async (region: string): Promise<string> => {
      const filter = { date_info: JUNE, product_category_id: id, region };
      return (await ask('/creator/v1/rank/topEcommerce', { filter, pagesize: 1 })).total.toLocaleString('en-US');
    };
    expect(await explorer.compared(/^GMV \(USD\) /)).toEqual(sums.map(({ usd_gmv: gmv }) => dollars(gmv)));
    expect(await explorer.compared(/^Change of GMV/)).toEqual(sums.map(({ usd_gmv_change: by }) => change(by)));
    expect(await explorer.compared(/^Average price/)).toEqual(
      sums.map(({ usd_gmv: gmv, units_sold: units }) => cents(Math.round((100 * gmv) / units) / 100)),
    );
    expect(await explorer.compared(/^Creators/)).toEqual(await Promise.all(markets.map(creatorsIn)));
    await explorer.screenshot('markets', true);
    expect(await explorer.findSerious()).toEqual([]);
    await page.getByRole('button', { name: /as a table$/ }).click();
    const lines = await page.locator('.chart-card tbody tr').all();
    expect(await Promise.all(lines.map((line) => line.locator('td').allInnerTexts()))).toEqual(
      Array.from({ length: 30 }, (_, at) =>
        sales.map(({ list }) =>
          dollars(list.find(({ date }) => date === `2026-06-${String(at + 1).padStart(2, '0')}`)?.usd_gmv ?? 0),
        ),
      ),
    );
    // The link holds them, also in Chinese and on a phone.
    const other = await startSettled(new URL(page.url()).search, { profile: PHONE });
    await other.page.getByLabel('Language').selectOption('ZH_CN');
    await other.page.getByRole('columnheader', { name: regionName(markets[2] ?? '', 'ZH_CN') }).waitFor();
    expect(await other.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await other.findSerious()).toEqual([]);
    await other.screenshot('markets-phone-zh', true);
    await page.getByRole('link', { name: /^Open / }).click();
    await page.waitForURL(
      (address) => address.searchParams.get('view') === 'category' && !/ticked/.test(address.search),
    );
  });

  it.each(['?view=topShops', '?view=shop&seller_id='])(
    'says that a period has no data, and offers the nearest that has: %s',
    async (search) => {
      const { list } = await ask('/shop/v1/rank/topSelling', { filter: { date_info: JUNE }, pagesize: 1 });
      const id = search.endsWith('=') ? String(list[0]?.seller_id) : '';
      const explorer = await start(`${search}${id}&date_info=month:2027-02`);
      const notice = explorer.page.locator('.notice').filter({ hasText: 'No data for this period.' });
      await notice.getByRole('link').click();
      await explorer.page.waitForURL(/date_info=month:2026-0[67]/);
    },
  );
});
