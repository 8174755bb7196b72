import { Random } from '../../dev/seed/random.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import { Rates } from '../../src/money/rates.record.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { expectError } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { productsOf } from '../support/listed-products.js';
import { loadRecords } from '../support/load-records.js';
import {
  drawShopRequest,
  expectedShops,
  type ListedProduct,
  SHOP_ORACLE,
  type ShopRow,
  shopsOf,
} from '../support/oracle/shops.oracle.js';
import { pageOf } from '../support/oracle/oracle.js';
import { seededIndices, sharedSeed } from '../support/shared-indices.js';

const PATH = '/shop/v1/search';

interface ShopData {
  readonly total: number;
  readonly list: readonly ShopRow[];
  readonly match?: string;
  readonly read_as?: readonly object[];
  readonly time_to?: string;
}

const ask = ({ api }: TestApp, request: object) => api.ask<ShopData>(PATH, request);

/** Random requests, and each order, against the products added up one by one; exports against pages. */
function describeShops(name: string, asked: number, start: () => Promise<TestApp>, loads: () => Iterable<ProductLoad>) {
  describe(name, () => {
    let test: TestApp;
    let products: ListedProduct[];
    let shops: ShopRow[];

    beforeAll(async () => {
      test = await start();
      products = await productsOf(test, loads());
      shops = shopsOf(products);
    });
    afterAll(() => test.close());

    it(`${asked} random requests are answered as added up one by one`, async () => {
      const random = new Random(`shops-${name}`, 1);
      let [found, narrowed] = [0, 0];
      for (let count = 0; count < asked; count += 1) {
        const request = drawShopRequest(products, shops, random);
        const expected = expectedShops(products, request);
        const { total, list } = await ask(test, request);
        expect({ request, total, list }).toEqual({ request, total: expected.length, list: pageOf(expected, request) });
        if (expected.length > 0) found += 1;
        if (expected.length < shops.length) narrowed += 1;
      }
      expect(Math.min(found, narrowed)).toBeGreaterThan(asked / 4);
    });

    it.each(Object.keys(SHOP_ORACLE.sorts))('sorts by %s both ways, null last, ties by id', async (field) => {
      for (const order of ['desc', 'asc']) {
        const orderby = [{ field, order }];
        const expected = expectedShops(products, { orderby });
        expect((await ask(test, { orderby, pagesize: 100 })).list).toEqual(expected.slice(0, 100));
      }
    });

    it('exports what its pages have, of keywords as well', async () => {
      const random = new Random(`shop-exports-${name}`, 1);
      for (const keywords of ['', '', '', 'store', 'house', 'glow', shops[0]?.name ?? '']) {
        const { filter, orderby } = drawShopRequest(products, shops, random);
        const { list } = await ask(test, { keywords, filter, orderby, pagesize: 100 });
        const rows = recordsIn(await exportAll(test, '/shop/v1/export', { keywords, filter, orderby, limit: 100 }));
        expect({ keywords, filter, orderby, rows }).toEqual({ keywords, filter, orderby, rows: list });
      }
    });
  });
}

const NAMES = [
  'Glow House',
  'Glow',
  'Sunny Glow Market',
  'Glow & Sons',
  'Northwind Trading',
  'Ñandú Café',
  '旗艦店 美妝',
];

/** Products that tie, of shops whose products differ in region and name, or lack figures. */
const drawProducts = (count: number): ProductLoad[] =>
  Array.from({ length: count }, (_, at) => {
    const random = new Random('shop-products', at);
    const shop = random.whole(0, 69);
    const id = `${7_495_000_000_000_000_000n + BigInt(shop * 37)}`;
    return {
      product_id: String(random.whole(1, 9)) + String(at),
      region: random.pick(shop % 3 === 0 ? ['US', 'GB', null] : ['US']),
      category: {
        l1: { id: random.pick([10, 20, null]) },
        l2: { id: random.pick([110, null]) },
        l3: { id: random.pick([111, 112]) },
      },
      shop:
        shop === 69
          ? null
          : { seller_id: id, name: shop === 5 && at % 2 === 0 ? 'Renamed Bazaar' : (NAMES[shop] ?? `Shop ${shop}`) },
      off_shelves: random.pick([0, 0, 1, null]),
      total_units_sold: random.pick([0, 1, 3, 20, 20, null, 1_000_000_007]),
      total_gmv: random.pick([null, -5, 0, 7, 7, 1999, 123_456_789]),
      day7_units_sold: random.pick([0, 2, 2, 40, null]),
      day7_gmv: random.pick([0, 5, 5, 333, null]),
      product_rating: random.pick([null, 4.5, 4.51, 4.7, 5, 2.35]),
      launch_time: shop % 7 === 0 ? null : 1_780_000_000 + 3600 * random.whole(0, 500),
      is_cross_border: random.pick([0, 1, null]),
    };
  });

const PRODUCTS = drawProducts(900);
const RATES = new Rates([
  { date: '2026-01-01', currency: 'USD', usd: '1' },
  { date: '2026-01-01', currency: 'GBP', usd: '1.2737' },
]);
const drawn = () => startTestApp({ name: 'shops', load: loadRecords({ products: PRODUCTS }, RATES) });

describeShops(
  'shops of the seed',
  100,
  () => startTestApp({ name: 'shops-of-seed', indices: seededIndices() }),
  () => sharedSeed().products(),
);
describeShops('shops that tie', 100, drawn, () => PRODUCTS);

describe('shops by name', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await drawn();
  });
  afterAll(() => test.close());

  const namesFound = async (request: object) => (await ask(test, request)).list.map(({ name }) => name);

  it('are found by their words, an equal name first, then the best match', async () => {
    const names = await namesFound({ keywords: 'glow' });
    expect(names[0]).toBe('Glow');
    expect(names.slice(0, 4).sort()).toEqual(['Glow', 'Glow & Sons', 'Glow House', 'Sunny Glow Market']);
    expect(await namesFound({ keywords: 'market glow', match: 'all_words' })).toEqual(['Sunny Glow Market']);
    expect(await namesFound({ keywords: 'nandu' })).toEqual(['Ñandú Café']);
    expect(await namesFound({ keywords: '美妝' })).toEqual(['旗艦店 美妝']);
  });

  it('are found by their id, and by a slip, which the answer tells', async () => {
    const { list } = await ask(test, { keywords: '7495000000000000148' });
    expect(list.map(({ seller_id }) => seller_id)).toEqual(['7495000000000000148']);
    const { read_as, match, ...slip } = await ask(test, { keywords: 'northwnid' });
    expect(slip.list.map(({ name }) => name)).toEqual(['Northwind Trading']);
    expect([read_as, match]).toEqual([[{ word: 'northwnid', as: ['northwind'] }], 'all_words']);
    expect(await namesFound({ keywords: '"northwnid"' })).toEqual([]);
  });

  it('have the words of no title or category, and are one row with all their products', async () => {
    const { list, total } = await ask(test, { keywords: 'renamed bazaar', match: 'all_words' });
    const own = PRODUCTS.filter(({ shop }) => shop?.seller_id === '7495000000000000185');
    expect([total, list[0]?.product_count]).toEqual([1, own.length]);
  });

  it('keep filters, ranges and orders', async () => {
    const request = { keywords: 'glow', filter: { region: 'GB' }, orderby: [{ field: 'product_count', order: 'asc' }] };
    const found = await ask(test, request);
    expect(found.list.every(({ region }) => region === 'GB')).toBe(true);
    const counts = found.list.map(({ product_count }) => product_count);
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    const [least = 0] = counts;
    const filter = { ...request.filter, product_count_range: { min: least + 1 } };
    const narrowed = await ask(test, { ...request, filter });
    expect(narrowed.list).toEqual(found.list.filter(({ product_count }) => product_count > least));
  });

  it('answer ranges that follow the data, chosen fields, and refuse a page beyond the window', async () => {
    const { time_to } = await ask(test, { filter: { newest_listed_range: { last: '3d' } } });
    const newest = Math.max(...PRODUCTS.map(({ launch_time }) => launch_time ?? 0));
    expect(time_to).toBe(new Date(newest * 1000).toISOString().slice(0, 10));
    expect((await ask(test, { fields: ['name'], pagesize: 1 })).list[0]).toEqual({
      name: expect.any(String) as string,
    });
    expectError(await test.api.post(PATH, { page: 11, pagesize: 100 }), 400, 10001, [
      { path: 'page', rule: 'page_window' },
    ]);
  });
});
