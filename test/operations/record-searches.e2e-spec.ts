import type { CreatorLoad, CreatorRecord } from '../../src/creator/creator.record.js';
import type { LiveRecord } from '../../src/live/live.record.js';
import type { ProductRecord } from '../../src/product/product.record.js';
import type { FacetsData } from '../../src/records/facets.requests.js';
import type { VideoRecord } from '../../src/video/video.record.js';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { loadRecords } from '../support/load-records.js';
import { allMatches } from '../support/oracle/oracle.js';
import { CREATOR_ORACLE, LIVE_ORACLE, PRODUCT_ORACLE, VIDEO_ORACLE } from '../support/oracle/records.oracle.js';
import { TIED_CREATORS, TIED_LIVES, TIED_PRODUCTS, TIED_VIDEOS } from '../support/tied-records.js';
import { describeRequests, describeSearch, type SearchData, type SearchSuite } from './search-suite.js';

/** Handles as people write them, unknown ones, and those in the place of a UID. */
function describeHandles<Record>({ path, idField, oracle, records, api }: SearchSuite<Record>): void {
  const ask = (filter: object) =>
    api().post<SearchData>(path, { filter: { ...oracle.always, ...filter }, pagesize: 100 });

  it('takes handles with or without @, in any case', async () => {
    const expected = allMatches(oracle, records, { filter: { unique_id: 'ava.glow' } }).map(oracle.id);
    expect(expected.length).toBeGreaterThan(10);
    for (const unique_id of ['@AVA.Glow', ' ava.glow ', ['AVA.GLOW', '@ava.glow']]) {
      const { body } = await ask({ unique_id });
      expect(body.data.list.map((record) => record[idField])).toEqual(expected.slice(0, 100));
    }
  });

  it('refuses a handle that nobody has and names the nearest, and a handle as a UID', async () => {
    const fault = { path: 'filter.unique_id', rule: 'unknown_handle' };
    const near = { ...fault, did_you_mean: 'ava.glow' };
    const message = 'filter.unique_id has the handle "ava.glwo", which no creator has. Did you mean ava.glow?';
    const unknown = ['neo_shop', '@Ava.glwo', 'nobody.here'];
    expectError(await ask({ unique_id: unknown }), 400, 10001, [{ ...near, message }, fault]);
    const facets = [{ field: 'region' }];
    const counted = { filter: { ...oracle.always, unique_id: 'ava_glow' }, facets };
    expectError(await api().post(path.replace('search', 'facets'), counted), 400, 10001, [near]);
    const uid = { path: 'filter.uid[1]', rule: 'handle' };
    expectError(await ask({ uid: ['1', ' @ava.glow'] }), 400, 10001, [uid]);
  });
}

const VIDEO_SEARCH = '/video/v1/search';
const FULL_VIDEO: VideoRecord = {
  video_id: '7491823746501928374',
  desc: 'New #lipstick shades 💄 @mia.beauty',
  uid: '7129384756102938475',
  is_ad: 1,
  region: 'SG',
  publish_time: 1_782_000_000,
  comment_count: 12,
  play_count: 9_007_199_254_740_991,
  digg_count: 7,
  share_count: 3,
  forward_count: 2,
  duration: 31,
  cover: 'https://img.example/v.jpg',
  interact_rate: 4.27,
  interact_rate_info: { rate: 4.27, unit: '%' },
  is_ecommerce: 1,
  video_url: 'https://video.example/v',
  units_sold: 5,
  gmv: 62.5,
  usd_gmv: null,
  usd_gmv_per_1000_plays: null,
  creator: {
    uid: '7129384756102938475',
    avatar: 'https://img.example/a.jpg',
    unique_id: 'mia.beauty',
    nickname: 'Mia',
    region: 'SG',
    category: { id: 1, name: 'loaded name' },
    follower_count: 1000,
    category_id: 1,
    category_name: 'loaded name',
  },
  product_info: [
    {
      product_id: '1729384756102938475',
      title: 'Lipstick',
      cover: 'https://img.example/p.jpg',
      region: 'SG',
      currency: 'SGD',
      price: '$12.50',
      price_info: { amount: 12.5, currency: 'USD' },
      units_sold: 5,
      gmv: 62.5,
      category: { l1: { id: 2, name: 'another loaded name' } },
      source: 'Shop',
      detail_url: 'https://shop.example/p',
    },
  ],
};

describe('video search', () => {
  const records = [...TIED_VIDEOS, FULL_VIDEO];

  const test = testApp(() => ({ name: 'video', load: loadRecords({ videos: records }) }));

  const suite = { path: VIDEO_SEARCH, idField: 'video_id', oracle: VIDEO_ORACLE, records, api: () => test.api };
  describeSearch(suite);
  describeRequests(suite);
  describeHandles(suite);

  it('returns a record as it was loaded, every digit of its ids', async () => {
    const filter = { create_time_range: { min: 0 }, region: 'SG' };
    const { body } = await test.api.post<{ list: unknown[] }>(VIDEO_SEARCH, { filter });
    expect(body.data.list).toEqual([FULL_VIDEO]);
  });

  it('requires create_time_range, of a missing filter too', async () => {
    const fault = {
      path: 'filter.create_time_range',
      rule: 'required',
      message: 'filter.create_time_range is required, for example {"min":1780272000,"max":1782863999}.',
    };
    expectError(await test.api.post(VIDEO_SEARCH, {}), 400, 10001, [fault]);
    expectError(await test.api.post(VIDEO_SEARCH, { filter: { region: 'US' } }), 400, 10001, [fault]);
    expectError(await test.api.post(VIDEO_SEARCH, { filter: null, lang: 'ZH_CN' }), 400, 10001, [
      { ...fault, message: '缺少必填参数 filter.create_time_range，例如 {"min":1780272000,"max":1782863999}。' },
    ]);
  });
});

const PRODUCT_SEARCH = '/product/v1/search';
const FULL_PRODUCT: ProductRecord = {
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
  average_usd_price: null,
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
  const records = [...TIED_PRODUCTS, { ...FULL_PRODUCT, launch_time: 1_780_000_000 }];

  const test = testApp(() => ({ name: 'product', load: loadRecords({ products: records }) }));

  const suite = {
    path: PRODUCT_SEARCH,
    idField: 'product_id',
    oracle: PRODUCT_ORACLE,
    records,
    api: () => test.api,
  };
  describeSearch(suite);
  describeRequests(suite);

  const search = (filter: object) => test.api.ask<SearchData>(PRODUCT_SEARCH, { filter });

  it('returns a record as it was loaded, every digit of its ids', async () => {
    expect((await search({ region: 'SG' })).list).toEqual([FULL_PRODUCT]);
  });

  it('finds a 19-digit id given as a string, as a number, or in a list of both', async () => {
    const id = TIED_PRODUCTS[1]?.product_id ?? '';
    expect(id).toHaveLength(19);
    for (const product_id of [`"${id}"`, id, `[${id}, "0"]`]) {
      const answer = await test.api.send<SearchData>(PRODUCT_SEARCH, {
        text: `{"filter":{"product_id":${product_id}}}`,
      });
      expect(answer.body.data.list.map((product) => product.product_id)).toEqual(
        product_id.startsWith('[') ? expect.arrayContaining([id, '0']) : [id],
      );
    }
    const neighbour = await test.api.send<SearchData>(PRODUCT_SEARCH, {
      text: `{"filter":{"product_id":${id.slice(0, 18)}0}}`,
    });
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
    expectError(await test.api.post(PRODUCT_SEARCH, { filter: { product_id: ['0', '\u0000'] } }), 400, 10001, [
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
    expectError(await test.api.post(PRODUCT_SEARCH, { filter }), 400, 10001, [{ path, rule: 'needs', message }]);
  });
});

const LIVE_SEARCH = '/live/v1/search';
const FULL_LIVE: LiveRecord = {
  uid: '7129384756102938475',
  nickname: 'Mia',
  unique_id: 'mia.beauty',
  follower_count: 1000,
  creator_region: 'SG',
  room_id: '7498123456789012345',
  title: 'Lipstick night',
  cover: 'https://img.example/l.jpg',
  start_time: 1_782_000_000,
  end_time: 1_782_003_600,
  duration: 3600,
  product_count: 12,
  total_viewer_count: 4321,
  total_units_sold: 56,
  total_gmv: 700.25,
  total_usd_gmv: null,
  currency: 'SGD',
  uv_value: 0.16,
};

describe('live stream search', () => {
  const records = [...TIED_LIVES, FULL_LIVE];

  const test = testApp(() => ({ name: 'live', load: loadRecords({ lives: records }) }));

  const suite = { path: LIVE_SEARCH, idField: 'room_id', oracle: LIVE_ORACLE, records, api: () => test.api };
  describeSearch(suite);
  describeRequests(suite);
  describeHandles(suite);

  it('returns a record as it was loaded, every digit of its ids', async () => {
    const { body } = await test.api.post<SearchData>(LIVE_SEARCH, { filter: { region: 'SG' } });
    expect(body.data).toEqual({ has_more: 0, list: [FULL_LIVE] });
  });

  it('has no more on the page that ends with the last one', async () => {
    const inThailand = TIED_LIVES.filter(({ creator_region }) => creator_region === 'TH').length;
    const more = async (pagesize: number) => {
      const { body } = await test.api.post<SearchData>(LIVE_SEARCH, { filter: { region: 'TH' }, pagesize });
      return [body.data.list.length, body.data.has_more];
    };
    expect(await more(inThailand)).toEqual([inThailand, 0]);
    expect(await more(inThailand - 1)).toEqual([inThailand - 1, 1]);
  });
});

const CREATOR_SEARCH = '/creator/v1/search';
const MIA: CreatorRecord = {
  uid: '7129384756102938475',
  unique_id: 'mia.beauty',
  nickname: 'Mía Crème',
  avatar: 'https://img.example/m.jpg',
  region: 'SG',
  category: { id: 200000, name: 'a name that the tree replaces' },
  follower_count: 2_000_000,
  video_count: 12,
  account_type: 2,
};
const ODDLY_CATEGORIZED: CreatorLoad = {
  uid: '7129384756102938476',
  unique_id: 'tech_noah',
  region: 'JP',
  category: { id: 987654, name: 'Homemade' },
};

describe('creator search', () => {
  const records = [
    ...TIED_CREATORS,
    { ...MIA, category_id: MIA.category.id },
    { ...ODDLY_CATEGORIZED, category_id: 987654 },
  ];

  const test = testApp(() => ({ name: 'creators', load: loadRecords({ creators: records }) }));

  const suite = { path: CREATOR_SEARCH, idField: 'uid', oracle: CREATOR_ORACLE, records, api: () => test.api };
  describeSearch(suite);
  describeRequests(suite);
  describeHandles(suite);

  const search = (body: object) => test.api.ask<SearchData>(CREATOR_SEARCH, body);

  it('returns a record as it was loaded, its category named in the language of the request', async () => {
    const filter = { region: 'SG' };
    const named = (name: string) => ({ total: 1, list: [{ ...MIA, category: { id: 200000, name } }] });
    const [english, chinese] = [await search({ filter }), await search({ filter, lang: 'ZH_CN' })];
    const nameIn = ({ list }: SearchData) => (list[0] as unknown as CreatorRecord).category.name as string;
    expect(english).toEqual(named(nameIn(english)));
    expect(chinese).toEqual(named(nameIn(chinese)));
    expect(nameIn(english)).toMatch(/^[A-Z][ -~]+$/);
    expect(nameIn(chinese)).toMatch(/\p{Script=Han}/u);
  });

  it('keeps the name of a category that no tree has, and null for what nobody loaded', async () => {
    expect((await search({ filter: { uid: ODDLY_CATEGORIZED.uid } })).list).toEqual([
      {
        uid: '7129384756102938476',
        unique_id: 'tech_noah',
        nickname: null,
        avatar: null,
        region: 'JP',
        category: { id: 987654, name: 'Homemade' },
        follower_count: null,
        video_count: null,
        account_type: null,
      },
    ]);
  });

  it.each(['mia.beauty', 'MIA beauty', 'mia creme', 'crème', 'mia beuty', '7129384756102938475'])(
    'finds a creator by handle, nickname or uid: %s',
    async (keywords) => {
      expect((await search({ keywords })).list[0]).toMatchObject({ uid: MIA.uid });
    },
  );

  it('counts as computed, and takes neither a measure nor an interval', async () => {
    const filter = { follower_count_range: { min: 1 } };
    const facets = [{ field: 'account_type' }, { field: 'region', size: 100 }];
    const { body } = await test.api.post<FacetsData>('/creator/v1/facets', { filter, facets });
    const matching = records.filter(({ follower_count: count }) => (count ?? 0) >= 1);
    expect(body.data.total).toBe(matching.length);
    const [accounts, regions] = body.data.facets;
    const counted = (of: (creator: CreatorLoad) => unknown, value: unknown) =>
      matching.filter((creator) => of(creator) === value).length;
    expect(accounts?.values.map(({ value, label, count }) => [value, label, count]).sort()).toEqual([
      [1, 'Personal', counted((creator) => creator.account_type, 1)],
      [2, 'Shop', counted((creator) => creator.account_type, 2)],
    ]);
    expect(accounts?.missing_count).toBe(counted((creator) => creator.account_type ?? null, null));
    expect(regions?.values.length).toBeGreaterThan(1);
    for (const { value, count } of regions?.values ?? []) {
      expect(count).toBe(counted((creator) => creator.region, value));
    }
    expectError(await test.api.post('/creator/v1/facets', { facets, measure: 'units_sold' }), 400, 10001, [
      { path: 'measure', rule: 'unknown' },
    ]);
    const timed = [{ field: 'region', interval: 'day' }];
    expectError(await test.api.post('/creator/v1/facets', { facets: timed }), 400, 10001, [
      { path: 'facets[0].interval', rule: 'unknown' },
    ]);
  });
});

const MANY_VIDEOS = 10_123;
const MANY_LIVES = 5_123;
const numbered = (index: number): string => `${7_000_000_000_000_000_000n + BigInt(index)}`;

describe('sets larger than the paging window', () => {
  const test = testApp(() => {
    const videos = Array.from({ length: MANY_VIDEOS }, (_, index) => ({
      video_id: numbered(index),
      publish_time: 1_780_000_000 + index,
      desc: 'lipstick',
    }));
    const lives = Array.from({ length: MANY_LIVES }, (_, index) => ({ room_id: numbered(index) }));
    return { name: 'large', load: loadRecords({ videos, lives }) };
  });

  const searchVideos = (body: object) =>
    test.api.ask<SearchData>('/video/v1/search', { filter: { create_time_range: { min: 1 } }, ...body });

  it('have an exact total above 10,000, with keywords and an orderby too', async () => {
    const orderby = [{ field: 'create_time' }];
    for (const body of [{}, { orderby }, { keywords: 'lipstick' }, { keywords: 'lipstick', orderby }]) {
      expect((await searchVideos(body)).total).toBe(MANY_VIDEOS);
    }
  });

  it('can be read to the last record of the window', async () => {
    const { list } = await searchVideos({ orderby: [{ field: 'create_time' }], page: 50, pagesize: 100 });
    const expected = Array.from({ length: 100 }, (_, place) => numbered(MANY_VIDEOS - 1 - 4900 - place));
    expect(list.map((video) => video.video_id)).toEqual(expected);
  });

  it.each([
    [49, 100, 1],
    [50, 100, 0],
    [166, 30, 0],
    [165, 30, 1],
    [5000, 1, 0],
  ])('say of page %d of %d live streams that has_more is %d', async (page, pagesize, has_more) => {
    const { body } = await test.api.post<SearchData>('/live/v1/search', { page, pagesize });
    expect(body.data.has_more).toBe(has_more);
    expect(body.data.list).toHaveLength(pagesize);
  });
});
