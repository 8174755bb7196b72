import type { ProductRecord } from '../../src/product/product.record.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { loadRecords } from '../support/load-records.js';
import { allMatches } from '../support/oracle/oracle.js';
import { PRODUCT_ORACLE } from '../support/oracle/records.oracle.js';
import { TIED_PRODUCTS } from '../support/tied-records.js';
import { describeRequests, describeSearch, type SearchData } from './search-suite.js';

const PATH = '/product/v1/search';
const FULL: ProductRecord = {
  product_id: '1729384756102938475',
  title: 'Lipstick',
  region: 'SG',
  cover: 'https://img.example/p.jpg',
  category: { l1: { id: 1, name: 'one' }, l2: { id: 2, name: 'two' }, l3: { id: 3, name: 'three' } },
  commission_rate: '12.5%',
  commission_rate_info: { rate: 12.5, unit: '%' },
  creator_order_rate: '64%',
  creator_order_rate_info: { rate: 64, unit: '%' },
  price: '$12.50 - 15.00',
  price_info: { amount: 12.5, currency: 'SGD' },
  floor_price: 12.5,
  usd_price: null,
  off_shelves: 1,
  day7_units_sold: 7,
  day7_gmv: 88,
  day7_usd_gmv: null,
  total_units_sold: 9_007_199_254_740_991,
  total_gmv: -5,
  total_usd_gmv: null,
  creator_count: 4,
  shop: {
    seller_id: '7495123456789012347',
    name: 'Glow Lab',
    avatar: 'https://img.example/s.jpg',
    total_units_sold: 99,
  },
  video_count: 3,
  is_cross_border: 1,
  yday_sold_count: 2,
  day28_units_sold: 28,
  day90_units_sold: 90,
  product_rating: 4.7,
  is_free_shipping: 0,
  source: 'Shop',
  ctime: '2026-05-04 09:30:00',
  is_sshop: 1,
  platform_url: 'https://shop.example/p',
  service_url: 'https://service.example/p',
  sku_count: 6,
};

describe('product search', () => {
  let test: TestApp;

  const records = [...TIED_PRODUCTS, { ...FULL, launch_time: 1_780_000_000 }];

  beforeAll(async () => {
    test = await startTestApp({ name: 'product', load: loadRecords({ products: records }) });
  });
  afterAll(() => test.close());

  const suite = {
    path: PATH,
    idField: 'product_id',
    oracle: PRODUCT_ORACLE,
    records,
    api: () => test.api,
  };
  describeSearch(suite);
  describeRequests(suite);

  const search = async (filter: object) => (await test.api.post<SearchData>(PATH, { filter })).body.data;

  it('returns a record as it was loaded, every digit of its ids', async () => {
    expect((await search({ region: 'SG' })).list).toEqual([FULL]);
  });

  it('finds a 19-digit id given as a string, as a number, or in a list of both', async () => {
    const id = TIED_PRODUCTS[1]?.product_id ?? '';
    expect(id).toHaveLength(19);
    for (const product_id of [`"${id}"`, id, `[${id}, "0"]`]) {
      const answer = await test.api.send<SearchData>(PATH, { text: `{"filter":{"product_id":${product_id}}}` });
      expect(answer.body.data.list.map((product) => product.product_id)).toEqual(
        product_id.startsWith('[') ? expect.arrayContaining([id, '0']) : [id],
      );
    }
    const neighbour = await test.api.send<SearchData>(PATH, { text: `{"filter":{"product_id":${id.slice(0, 18)}0}}` });
    expect(neighbour.body.data).toEqual({ total: 0, list: [] });
  });

  it('finds nothing for ids that exist nowhere', async () => {
    for (const filter of [
      { product_id: 'nobody' },
      { seller_id: '1' },
      { l1_category_id: -5 },
      { l2_category_id: 2 ** 40 },
      { l3_category_id: Number.MAX_SAFE_INTEGER },
      { l3_category_id: -Number.MAX_SAFE_INTEGER },
      { product_id: '\ud800' },
      { product_id: ['"', '\\', '*'] },
      { seller_id: '\udfff\ud800' },
    ]) {
      expect(await search(filter)).toEqual({ total: 0, list: [] });
    }
    expectError(await test.api.post(PATH, { filter: { product_id: ['0', '\u0000'] } }), 400, 10001, [
      { path: 'filter.product_id[1]', rule: 'id' },
    ]);
  });

  it.each([5e-324, -5e-324, 4503599627370496.5, 9007199254740991, -0])('compares with a bound of %d', async (bound) => {
    for (const name of ['total_gmv_range', 'day7_gmv_range', 'price_range', 'units_sold_range']) {
      if (bound < 0 && !name.includes('gmv')) continue;
      const filter = { region: 'US', [name]: { min: bound } };
      const expected = allMatches(PRODUCT_ORACLE, TIED_PRODUCTS, { filter }).length;
      expect((await search(filter)).total).toBe(expected);
    }
  });

  it('compares with bounds beyond every figure', async () => {
    const figures = { total_gmv_range: { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }, region: 'US' };
    const loaded = TIED_PRODUCTS.filter(({ region, total_gmv }) => region === 'US' && typeof total_gmv === 'number');
    expect((await search(figures)).total).toBe(loaded.length);
  });

  it.each([
    [{ price_range: { min: 1 } }, 'filter.price_range', 'region or seller_id'],
    [{ total_gmv_range: { min: 1 }, seller_id: '5' }, 'filter.total_gmv_range', 'region'],
    [{ day7_gmv_range: { min: 1 }, seller_id: '5' }, 'filter.day7_gmv_range', 'region'],
  ])('refuses amounts whose currency is open: %j', async (filter, path, needed) => {
    const message = `${path} must be used with ${needed}, because amounts are in the region’s currency.`;
    expectError(await test.api.post(PATH, { filter }), 400, 10001, [{ path, rule: 'needs', message }]);
  });

  it('refuses in Chinese where lang asks for it', async () => {
    expectError(await test.api.post(PATH, { lang: 'ZH_CN', page: 0 }), 400, 10001, [
      { path: 'page', rule: 'min', message: expect.stringMatching(/^page 不能小于 1/) as unknown },
    ]);
  });
});
