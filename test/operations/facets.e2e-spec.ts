import { Random } from '../../dev/seed/random.js';
import { Seed } from '../../dev/seed/seed.js';
import type { Facet, FacetsData } from '../../src/records/facets.requests.js';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { loadRecords } from '../support/load-records.js';
import { allMatches, drawRequest, type Oracle } from '../support/oracle/oracle.js';
import { type DateType, periodAt, sumExactly } from '../support/oracle/rankings.oracle.js';
import { clockOf, LIVE_ORACLE, PRODUCT_ORACLE, tagsOf, VIDEO_ORACLE } from '../support/oracle/records.oracle.js';
import { seededIndices } from '../support/shared-indices.js';

const seed = new Seed({ scale: 0.04, until: '2026-06-30' });
const videos = [...seed.videos()];
const products = [...seed.products()];
const lives = [...seed.lives()];

const RANDOM_REQUESTS = 25;

type Scalar = string | number | boolean;
type Figure = number | null | undefined;

/** What a facet counts, read from a record as it was loaded. */
type FacetOracle<Record> =
  | { readonly kind: 'values'; readonly of: (record: Record) => readonly (Scalar | null | undefined)[] }
  | { readonly kind: 'time' | 'count' | 'amount'; readonly of: (record: Record) => Figure };

const single = <Record>(of: (record: Record) => Scalar | null | undefined): FacetOracle<Record> => ({
  kind: 'values',
  of: (record) => [of(record)],
});
const flag = <Record>(of: (record: Record) => Figure): FacetOracle<Record> =>
  single((record) => (of(record) === null || of(record) === undefined ? null : of(record) === 1));

interface Suite<Record> {
  readonly path: string;
  readonly oracle: Oracle<Record>;
  readonly records: readonly Record[];
  readonly facets: { readonly [field: string]: FacetOracle<Record> };
  readonly measures: Readonly<{ [name: string]: (record: Record) => Figure }>;
}

const VIDEOS: Suite<(typeof videos)[number]> = {
  path: '/video/v1',
  oracle: VIDEO_ORACLE,
  records: videos,
  facets: {
    region: single((video) => video.region),
    is_ecommerce: flag((video) => video.is_ecommerce),
    is_ad: flag((video) => video.is_ad),
    creator_category_id: single((video) => video.creator?.category?.id),
    product_category_id: {
      kind: 'values',
      of: (video) => [...new Set((video.product_info ?? []).map((product) => product.category?.l1?.id))],
    },
    create_time_range: { kind: 'time', of: (video) => video.publish_time },
    publish_hour: single((video) => clockOf(video.region, video.publish_time).hour),
    publish_weekday: single((video) => clockOf(video.region, video.publish_time).weekday),
    tags: { kind: 'values', of: (video) => tagsOf(video.desc) },
    follower_count_range: { kind: 'count', of: (video) => video.creator?.follower_count },
    play_count_range: { kind: 'count', of: (video) => video.play_count },
    duration_range: { kind: 'count', of: (video) => video.duration },
    units_sold_range: { kind: 'count', of: (video) => video.units_sold },
  },
  measures: {
    units_sold: (video) => video.units_sold,
    gmv: (video) => video.gmv,
    play_count: (video) => video.play_count,
  },
};

const PRODUCTS: Suite<(typeof products)[number]> = {
  path: '/product/v1',
  oracle: PRODUCT_ORACLE,
  records: products,
  facets: {
    l1_category_id: single((product) => product.category?.l1?.id),
    l2_category_id: single((product) => product.category?.l2?.id),
    l3_category_id: single((product) => product.category?.l3?.id),
    region: single((product) => product.region),
    seller_id: single((product) => product.shop?.seller_id),
    price_range: { kind: 'amount', of: (product) => product.floor_price },
    units_sold_range: { kind: 'count', of: (product) => product.total_units_sold },
    is_sshop: flag((product) => product.is_sshop),
    shop_type: single((product) => product.shop_type),
    is_cross_border: flag((product) => product.is_cross_border),
    is_fully_managed: flag((product) => product.is_fully_managed),
    is_new_listed: flag((product) => product.is_new_listed),
    is_free_shipping: flag((product) => product.is_free_shipping),
    is_local_warehouse: flag((product) => product.is_local_warehouse),
    is_top_selling: flag((product) => product.is_top_selling),
    off_shelves: single((product) => product.off_shelves),
    promotion_channel: single((product) => product.promotion_channel),
    launch_time_range: { kind: 'time', of: (product) => product.launch_time },
    day7_units_sold_range: { kind: 'count', of: (product) => product.day7_units_sold },
  },
  measures: { units_sold: (product) => product.total_units_sold, gmv: (product) => product.total_gmv },
};

const LIVES: Suite<(typeof lives)[number]> = {
  path: '/live/v1',
  oracle: LIVE_ORACLE,
  records: lives,
  facets: {
    region: single((live) => live.creator_region),
    creator_category: single((live) => live.creator_category_id),
    product_category: { kind: 'values', of: (live) => [...new Set(live.product_category_ids ?? [])] },
    live_type: single((live) => live.live_type),
    follower_count_range: { kind: 'count', of: (live) => live.follower_count },
    viewer_range: { kind: 'count', of: (live) => live.total_viewer_count },
    units_sold_range: { kind: 'count', of: (live) => live.total_units_sold },
    start_hour: single((live) => clockOf(live.creator_region, live.start_time).hour),
    start_weekday: single((live) => clockOf(live.creator_region, live.start_time).weekday),
    create_time_range: { kind: 'time', of: (live) => live.start_time },
  },
  measures: {
    units_sold: (live) => live.total_units_sold,
    gmv: (live) => live.total_gmv,
    total_viewer_count: (live) => live.total_viewer_count,
  },
};

interface SearchAnswer {
  readonly total?: number;
  readonly match?: string;
  readonly read_as?: readonly object[];
  readonly list: readonly Readonly<{ [field: string]: unknown }>[];
}

interface Item {
  readonly field: string;
  readonly size?: number;
  readonly interval?: DateType;
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The step of 1, 2, 5, 10 … that a figure is in, by its first digit. */
function stepOf(figure: number, kind: 'count' | 'amount'): string {
  if (figure < 1) return kind === 'count' ? '0' : '0–1';
  const digits = String(Math.trunc(figure));
  const [from, to] = Number(digits[0]) < 2 ? [1, 2] : Number(digits[0]) < 5 ? [2, 5] : [5, 10];
  const zeros = '0'.repeat(digits.length - 1);
  const [first, next] = [Number(from + zeros), Number(to + zeros)];
  return kind === 'amount' ? `${first}–${next}` : next - 1 === first ? String(first) : `${first}–${next - 1}`;
}

function groupsOf<Record>(facet: FacetOracle<Record>, records: readonly Record[], interval: DateType) {
  const groups = new Map<Scalar, Record[]>();
  let missing = 0;
  for (const record of records) {
    const given = facet.kind === 'values' ? facet.of(record) : [facet.of(record)];
    const keys = given
      .filter((value) => value !== null && value !== undefined)
      .map((value) => {
        if (facet.kind === 'values') return value;
        return facet.kind === 'time' ? periodAt(interval, dayOf(value as number)) : stepOf(value as number, facet.kind);
      });
    if (keys.length === 0) missing += 1;
    for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return { groups, missing };
}

function ascending(a: Scalar, b: Scalar): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const lowerBound = (label: Scalar): number => Number(String(label).split('–')[0]);

/** The sum of the known figures and their mean, half away from zero; null without any. */
function sumsOf(all: readonly Figure[]): { measure: number | null; mean: number | null } {
  const figures = all.filter((figure) => figure !== null && figure !== undefined);
  if (figures.length === 0) return { measure: null, mean: null };
  const sum = figures.reduce((total, figure) => total + BigInt(Math.round(figure * 10_000)), 0n);
  const [size, parts] = [sum < 0n ? -sum : sum, BigInt(figures.length) * 100n];
  const cents = Number((2n * size + parts) / (2n * parts));
  return { measure: sumExactly(figures), mean: sum < 0n && cents > 0 ? -cents / 100 : cents / 100 };
}

/** The facet that the answer should hold, its values by value or label; the counts computed record by record. */
function expectedFacet<Record>(
  { facets, measures }: Suite<Record>,
  { field, size, interval = 'day' }: Item,
  matches: readonly Record[],
  measure: string | undefined,
) {
  const facet = facets[field] as FacetOracle<Record>;
  const { groups, missing } = groupsOf(facet, matches, interval);
  const entries = [...groups];
  if (facet.kind === 'values') entries.sort((a, b) => b[1].length - a[1].length || ascending(a[0], b[0]));
  else if (facet.kind === 'time') entries.sort((a, b) => ascending(a[0], b[0]));
  else entries.sort((a, b) => lowerBound(a[0]) - lowerBound(b[0]));
  const most = size ?? (facet.kind === 'values' && !/_(?:hour|weekday)$/.test(field) ? 10 : 100);
  const listed = facet.kind === 'time' ? entries.slice(-most) : entries.slice(0, most);
  const all = entries.reduce((sum, [, records]) => sum + records.length, 0);
  return {
    field,
    values: listed.map(([key, records]) => ({
      key,
      count: records.length,
      ...(measure !== undefined && sumsOf(records.map(measures[measure] as never))),
    })),
    other_count: all - listed.reduce((sum, [, records]) => sum + records.length, 0),
    missing_count: missing,
  };
}

/** The facet as answered, its values by value or, of ranges, label. */
const shown = ({ values, ...rest }: Facet) => ({
  ...rest,
  values: values.map(({ value, label, ...counts }) => ({ key: typeof value === 'object' ? label : value, ...counts })),
});

describe.each([1, 3])('facets over the seed, the shards of each index: %i', (indexShards) => {
  const test = testApp(() => {
    const load = loadRecords({ videos, products, lives });
    return { name: `facets-${indexShards}`, load, config: { indexShards } };
  });

  const ask = (path: string, body: object) => test.api.ask<FacetsData>(`${path}/facets`, body);

  function describeFacets<Record>(suite: Suite<Record>): void {
    const { path, oracle, records, facets } = suite;
    const fields = Object.keys(facets);
    const always = { ...oracle.always };

    async function expectAsComputed(filter: object, items: readonly Item[], measure?: string) {
      const matches = allMatches(oracle, records, { filter: { ...filter } });
      const data = await ask(path, { filter: { ...always, ...filter }, facets: items, measure });
      expect(data.total).toBe(matches.length);
      expect(data.facets.map(shown)).toEqual(items.map((item) => expectedFacet(suite, item, matches, measure)));
      for (const { field, values } of data.facets) {
        for (const { value, count } of values) {
          const holding = matches.filter((record) => oracle.filters[field]?.holds(record, value as never));
          expect({ field, value, count }).toEqual({ field, value, count: holding.length });
        }
      }
      return matches.length;
    }

    it.each(fields)('count by %s', async (field) => {
      const filter = field === 'price_range' ? { region: 'GB' } : {};
      expect(await expectAsComputed(filter, [{ field, size: 100 }], 'units_sold')).toBeGreaterThan(0);
      await expectAsComputed(filter, [{ field, size: 2 }]);
      await expectAsComputed({ region: 'US' }, [{ field }], 'gmv');
    });

    it('count times by day, week and month', async () => {
      const time = fields.find((field) => facets[field]?.kind === 'time') as string;
      for (const interval of ['day', 'week', 'month'] as const) {
        for (const size of [1, 3, 100]) {
          await expectAsComputed({ region: 'JP' }, [{ field: time, interval, size }], 'gmv');
        }
      }
    });

    it(`answer ${RANDOM_REQUESTS} random combinations of filters and facets as computed`, async () => {
      const random = new Random(path, 26);
      let notEmpty = 0;
      for (let count = 0; count < RANDOM_REQUESTS; count++) {
        const filter = { ...drawRequest(oracle, records, random).filter };
        const hasRegion = 'region' in filter;
        const usable = fields.filter((field) => field !== 'price_range' || hasRegion || 'seller_id' in filter);
        const items = Array.from({ length: random.whole(1, 8) }, () => ({
          field: random.pick(usable),
          ...(random.chance(0.5) && { size: random.whole(1, 100) }),
        }));
        const measure = random.pick(hasRegion ? [...Object.keys(suite.measures), undefined] : [undefined]);
        if ((await expectAsComputed(filter, items, measure)) > 0) notEmpty += 1;
      }
      expect(notEmpty).toBeGreaterThan(RANDOM_REQUESTS / 3);
    });

    const clocks = fields.filter((field) => /_(?:hour|weekday)$/.test(field));
    (clocks.length === 0 ? it.skip : it)('count hours and weekdays as a matrix', async () => {
      const random = new Random(path, 84);
      let found = 0;
      for (let count = 0; count < 12; count++) {
        const cross = random.chance(0.5) ? clocks : clocks.toReversed();
        const { filter } = drawRequest(oracle, records, random);
        const measure = random.pick(Object.keys(suite.measures).filter((name) => name !== 'gmv' || 'region' in filter));
        const data = await ask(path, {
          filter: { ...always, ...filter },
          facets: [{ field: 'region' }],
          cross,
          measure,
        });
        const cells = new Map<string, Record[]>();
        for (const record of allMatches(oracle, records, { filter })) {
          const key = cross.map((field) => [facets[field]?.of(record)].flat()[0]).join();
          if (/^\d+,\d+$/.test(key)) cells.set(key, [...(cells.get(key) ?? []), record]);
        }
        const expected = [...cells]
          .map(([key, own]) => ({
            values: key.split(',').map(Number),
            count: own.length,
            ...sumsOf(own.map(suite.measures[measure] as never)),
          }))
          .sort(({ values: [a = 0, b = 0] }, { values: [c = 0, d = 0] }) => a - c || b - d);
        expect({ filter, ...data.cross }).toEqual({ filter, fields: cross, cells: expected });
        found += expected.length;
      }
      expect(found).toBeGreaterThan(100);
      for (const cross of [clocks.slice(0, 1), [clocks[0], clocks[0]], [...clocks, 'region']]) {
        const { status, body } = await test.api.post(`${path}/facets`, {
          filter: always,
          facets: [{ field: 'region' }],
          cross,
        });
        expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/"path":"cross/)]);
      }
    });

    it('give values that the search takes back as its filter', async () => {
      const filter = { ...always, region: 'US' };
      const wanted = fields.filter((field) => field !== 'region').slice(0, 8);
      const { facets: answered } = await ask(path, { filter, facets: wanted.map((field) => ({ field, size: 3 })) });
      for (const { field, values } of answered) {
        for (const { value, count } of values) {
          const again = await ask(path, { filter: { ...filter, [field]: value }, facets: [{ field: 'region' }] });
          const { body } = await test.api.post<{ total?: number; list: unknown[] }>(`${path}/search`, {
            filter: { ...filter, [field]: value },
            pagesize: 100,
          });
          expect({ field, value, total: again.total }).toEqual({ field, value, total: count });
          expect(body.data.total ?? Math.min(count, 100)).toBe(
            body.data.total === undefined ? body.data.list.length : count,
          );
        }
      }
    });

    it('count among the first records of the search, in any order', async () => {
      const random = new Random(path, 98);
      const idField = { '/video/v1': 'video_id', '/product/v1': 'product_id' }[path] ?? 'room_id';
      const byId = new Map(records.map((record) => [oracle.id(record), record]));
      const sorts = Object.keys(oracle.sorts);
      let counted = 0;
      for (let count = 0; count < 3 * RANDOM_REQUESTS; count++) {
        const [top, keywords] = [
          random.whole(1, 100),
          random.pick(['', 'lipstick', 'lipstik glos', 'live', 'no such words']),
        ];
        const { filter } = drawRequest(oracle, records, random);
        const orderby = random.chance(0.3) ? [] : [{ field: random.pick(sorts), order: random.pick(['desc', 'asc']) }];
        const request = { keywords, filter: { ...always, ...filter }, orderby };
        const hasRegion = 'region' in filter;
        const usable = fields.filter((field) => field !== 'price_range' || hasRegion || 'seller_id' in filter);
        const items = Array.from({ length: random.whole(1, 4) }, () => ({ field: random.pick(usable), size: 100 }));
        const measure = random.pick(hasRegion ? [...Object.keys(suite.measures), undefined] : [undefined]);
        const { body } = await test.api.post<SearchAnswer>(`${path}/search`, { ...request, pagesize: top });
        const first = body.data.list.flatMap((row) => byId.get(String(row[idField])) ?? []);
        const data = await ask(path, { ...request, facets: items, measure, top });
        expect({ request, counted: data.counted, match: data.match, read_as: data.read_as }).toEqual({
          ...{ request, counted: first.length, match: body.data.match, read_as: body.data.read_as },
        });
        if (body.data.total !== undefined)
          expect({ request, total: data.total }).toEqual({ request, total: body.data.total });
        expect({ request, facets: data.facets.map(shown) }).toEqual({
          ...{ request, facets: items.map((item) => expectedFacet(suite, item, first, measure)) },
        });
        counted += first.length;
      }
      expect(counted).toBeGreaterThan(RANDOM_REQUESTS);
    });
  }

  describe('videos', () => describeFacets(VIDEOS));
  describe('products', () => describeFacets(PRODUCTS));
  describe('live streams', () => describeFacets(LIVES));
});

describe('facets', () => {
  const PRODUCT = { region: 'US', shop: { seller_id: '7', name: 'Glow & Co' }, category: { l1: { id: 10000 } } };
  const test = testApp(() => {
    const many = Array.from({ length: 30_200 }, (_, at) => ({
      product_id: String(1000 + at),
      region: 'SG',
      shop: { seller_id: `s${at}` },
      is_free_shipping: at === 0 ? 1 : null,
    }));
    return {
      name: 'facets',
      config: { indexShards: 3 },
      load: loadRecords({
        products: [
          { ...PRODUCT, product_id: '1', is_free_shipping: 1, promotion_channel: 3, launch_time: 1_767_225_599 },
          { ...PRODUCT, product_id: '2', is_free_shipping: 0, floor_price: 2, total_gmv: 9_007_199_254 },
          { product_id: '3', region: 'US', shop: { seller_id: '8' }, category: { l1: { id: 5 } } },
          ...many,
        ],
        videos: [
          { video_id: '1', publish_time: 0, region: 'US', gmv: 0.005, units_sold: 3 },
          { video_id: '2', publish_time: 999_999_999_999, region: 'US', gmv: 0.0049 },
          { video_id: '3', publish_time: 86_400, region: 'US', gmv: -0.0149 },
          { video_id: '4', publish_time: 1, region: 'GB' },
          { video_id: '5', publish_time: 2, region: 'VN', gmv: 900_719_925_474_099.5 },
          { video_id: '6', publish_time: 2, region: 'VN', gmv: 0.25 },
        ],
      }),
    };
  });

  const facetsOf = async (path: string, body: object) => (await test.api.ask<FacetsData>(path, body)).facets;

  it('name regions, categories, shops and choices in the language of the request, else give the value', async () => {
    const facets = ['region', 'l1_category_id', 'seller_id', 'is_free_shipping', 'promotion_channel'];
    const labels = async (lang?: string) =>
      (
        await facetsOf('/product/v1/facets', {
          filter: { region: 'US' },
          facets: facets.map((field) => ({ field })),
          lang,
        })
      ).map(({ values }) => values.map(({ label }) => label));
    expect(await labels()).toEqual([
      ['United States'],
      ['Beauty & Personal Care', '5'],
      ['Glow & Co', '8'],
      ['No', 'Yes'],
      ['Video and live'],
    ]);
    expect(await labels('ZH_CN')).toEqual([
      ['美国'],
      ['美妆个护', '5'],
      ['Glow & Co', '8'],
      ['否', '是'],
      ['视频和直播'],
    ]);
  });

  it('tell what a measure that nobody loaded is from 0, and add amounts up exactly', async () => {
    const gmv = async (region: string) =>
      (
        await facetsOf('/video/v1/facets', {
          filter: { region, create_time_range: { min: 0 } },
          facets: [{ field: 'region' }],
          measure: 'gmv',
        })
      )[0]?.values;
    expect(await gmv('US')).toEqual([{ value: 'US', label: 'United States', count: 3, measure: -0.01, mean: 0 }]);
    expect(await gmv('GB')).toEqual([{ value: 'GB', label: 'United Kingdom', count: 1, measure: null, mean: null }]);
    const halves = { measure: 900_719_925_474_099.75, mean: 450_359_962_737_049.88 };
    expect(await gmv('VN')).toEqual([{ value: 'VN', label: 'Vietnam', count: 2, ...halves }]);
  });

  it('count times at the ends of their days and of what can be written', async () => {
    const filter = { region: 'US', create_time_range: { min: 0 } };
    const [facet] = await facetsOf('/video/v1/facets', { filter, facets: [{ field: 'create_time_range' }] });
    expect(facet?.values).toEqual([
      { value: { min: 0, max: 86_399 }, label: '1970-01-01', count: 1 },
      { value: { min: 86_400, max: 172_799 }, label: '1970-01-02', count: 1 },
      { value: { min: 253_402_214_400, max: 253_402_300_799 }, label: '9999-12-31', count: 1 },
    ]);
    const [launched] = await facetsOf('/product/v1/facets', {
      filter: { region: 'US' },
      facets: [{ field: 'launch_time_range', interval: 'week' }],
    });
    expect(launched).toEqual({
      field: 'launch_time_range',
      values: [{ value: { min: 1_766_966_400, max: 1_767_571_199 }, label: '2026-01', count: 1 }],
      other_count: 0,
      missing_count: 2,
    });
  });

  it('end steps of prices just below the next, so that both ends of a range may be inclusive', async () => {
    const [facet] = await facetsOf('/product/v1/facets', {
      filter: { region: 'US' },
      facets: [{ field: 'price_range' }],
    });
    expect(facet?.values).toEqual([{ value: { min: 2, max: 4.9999 }, label: '2–5', count: 1 }]);
  });

  it('refuse what they can’t count exactly, and say by how much they would be wrong', async () => {
    const body = { filter: { region: 'SG' }, facets: [{ field: 'region' }, { field: 'seller_id' }] };
    expectError(await test.api.post('/product/v1/facets', body), 400, 10001, [
      {
        path: 'facets[1].field',
        rule: 'too_many_values',
        limit: 10_000,
        message: expect.stringMatching(/has more than 10000 values here.*up to [1-3] too small/) as string,
      },
    ]);
  });

  const REGION = [{ field: 'region' }];
  it.each<[string, object, readonly object[]]>([
    ['product', {}, [{ path: 'facets', rule: 'required' }]],
    ['product', { facets: [] }, [{ path: 'facets', rule: 'empty' }]],
    ['product', { facets: 'region' }, [{ path: 'facets', rule: 'type' }]],
    ['product', { facets: ['region'] }, [{ path: 'facets[0]', rule: 'type' }]],
    ['product', { facets: Array(9).fill({ field: 'region' }) }, [{ path: 'facets', rule: 'max_items', limit: 8 }]],
    [
      'product',
      { facets: [{ field: 'regoin' }] },
      [{ path: 'facets[0].field', rule: 'one_of', did_you_mean: 'region' }],
    ],
    [
      'live',
      { facets: [{ field: 'seller_id' }] },
      [
        {
          path: 'facets[0].field',
          rule: 'one_of',
          valid: [
            ...['region', 'creator_category', 'product_category', 'live_type'],
            ...['follower_count_range', 'follower_range', 'viewer_range', 'units_sold_range', 'sold_range'],
            ...['start_hour', 'start_weekday', 'create_time_range', 'start_time'],
          ],
        },
      ],
    ],
    ['product', { facets: [{}] }, [{ path: 'facets[0].field', rule: 'required' }]],
    ['product', { facets: [{ field: 'region', size: 0 }] }, [{ path: 'facets[0].size', rule: 'min', limit: 1 }]],
    ['product', { facets: [{ field: 'region', size: 101 }] }, [{ path: 'facets[0].size', rule: 'max', limit: 100 }]],
    ['product', { facets: [{ field: 'region', page: 1 }] }, [{ path: 'facets[0].page', rule: 'unknown' }]],
    [
      'product',
      { facets: [{ field: 'launch_time_range', interval: 'year' }] },
      [{ path: 'facets[0].interval', rule: 'one_of', valid: ['day', 'week', 'month'] }],
    ],
    [
      'product',
      { facets: [{ field: 'launch_time_range' }, { field: 'region', interval: 'day' }] },
      [{ path: 'facets[1].interval', rule: 'not_a_time', valid: ['launch_time_range'] }],
    ],
    ['product', { facets: [...REGION, { field: 'price_range' }] }, [{ path: 'facets[1].field', rule: 'needs' }]],
    ['product', { facets: REGION, measure: 'gmv' }, [{ path: 'measure', rule: 'needs' }]],
    [
      'product',
      { facets: REGION, measure: 'sales' },
      [{ path: 'measure', rule: 'one_of', valid: ['units_sold', 'gmv', 'usd_gmv'] }],
    ],
    ['video', { facets: REGION }, [{ path: 'filter.create_time_range', rule: 'required' }]],
    [
      'live',
      { facets: REGION, page: 1 },
      [
        {
          path: 'page',
          rule: 'unknown',
          valid: ['keywords', 'match', 'filter', 'lang', 'orderby', 'facets', 'top', 'cross', 'measure'],
        },
      ],
    ],
    ['product', { facets: REGION, top: 0 }, [{ path: 'top', rule: 'min', limit: 1 }]],
    ['product', { facets: REGION, top: 101 }, [{ path: 'top', rule: 'max', limit: 100 }]],
    [
      'product',
      { facets: [...REGION, { field: 'shop_type', own_filter: false }], top: 5 },
      [{ path: 'top', rule: 'alone', message: 'top excludes own_filter: false: send one of the two.' }],
    ],
    ['creator', { facets: [{ field: 'region', own_filter: 0 }], top: 5 }, [{ path: 'top', rule: 'alone' }]],
  ])('of %ss refuse %j', async (name, body, faults) => {
    expectError(await test.api.post(`/${name}/v1/facets`, body), 400, 10001, faults);
  });

  it('take a single facet as a list of one, and prices with only a shop', async () => {
    const one = await facetsOf('/product/v1/facets', { filter: { seller_id: '7' }, facets: { field: 'price_range' } });
    expect(one.map(({ field }) => field)).toEqual(['price_range']);
  });

  it('count a field without its own filter when asked to, as if that filter were not set', async () => {
    const [path, size] = ['/product/v1/facets', 100];
    const filter = { region: 'US', is_free_shipping: 1 };
    const fields = ['region', 'is_free_shipping'] as const;
    const facets = [...fields.map((field) => ({ field, size, own_filter: false })), { field: 'region', size }];
    const [regions, shipping, own] = await facetsOf(path, { filter, facets, measure: 'usd_gmv' });
    for (const [at, counted] of [regions, shipping].entries()) {
      const wider = { ...filter, [fields[at] ?? '']: null };
      const asked = { filter: wider, facets: [{ field: fields[at], size }], measure: 'usd_gmv' };
      expect([counted]).toEqual(await facetsOf(path, asked));
      expect(counted?.values.length).toBe(2);
    }
    expect(own?.values.map(({ value }) => value)).toEqual(['US']);
  });
});

interface Found {
  readonly total?: number;
  readonly match?: string;
  readonly list: readonly Record<string, unknown>[];
}

const PAIRS_OF_A_KIND = 50;
const KINDS = [
  ['video', ['region', 'creator_category_id', 'product_category_id'], 'desc', { create_time_range: { min: 0 } }],
  ['product', ['region', 'l1_category_id', 'shop_type', 'is_free_shipping'], 'title', {}],
  ['live', ['region', 'creator_category', 'live_type'], 'title', {}],
  ['creator', ['region', 'creator_category_id', 'account_type'], 'nickname', {}],
] as const;

describe('the count of a facet’s value with keywords', () => {
  const test = testApp(() => ({ name: 'facets-of-keywords', indices: seededIndices() }));

  const ask = <Data>(path: string, body: object) => test.api.ask<Data>(path, body);

  it.each(KINDS)(`is the total of that search wherever match is the same: %s`, async (kind, fields, text, always) => {
    const random = new Random(kind, 78);
    const some = await ask<Found>(`/${kind}/v1/search`, { filter: always, pagesize: 100 });
    const words = some.list
      .flatMap((record) => ((record[text] as string | null) ?? '').split(/\s+/))
      .filter((word) => word !== '');
    const seen = { all_words: 0, some_words: 0, other: 0 };
    for (let pair = 0; pair < PAIRS_OF_A_KIND; pair++) {
      const keywords = Array.from({ length: random.whole(1, 3) }, () => random.pick(words)).join(' ');
      const own = random.pick(fields);
      const { facets: all } = await ask<FacetsData>(`/${kind}/v1/facets`, { filter: always, facets: [{ field: own }] });
      const filter = { ...always, ...(random.chance(0.6) && { [own]: random.pick(all[0]?.values ?? []).value }) };
      const request = { keywords: keywords.slice(0, 100), filter };
      const facets = [...fields.map((field) => ({ field })), { field: own, own_filter: false }];
      const counted = await ask<FacetsData>(`/${kind}/v1/facets`, { ...request, facets });
      const [mine, wider] = [counted.facets[fields.indexOf(own as never)], counted.facets.at(-1)] as [Facet, Facet];
      for (const { value, count } of own in filter ? mine.values : []) {
        if (value !== filter[own as keyof typeof filter]) continue;
        const other = wider.values.find((one) => one.value === value);
        expect({ request, value, count: other?.count ?? count }).toEqual({ request, value, count });
      }
      for (const { field, values } of [random.pick(counted.facets.filter((one) => one.field !== own)), wider]) {
        const { value, count } = values.length === 0 ? { value: undefined, count: 0 } : random.pick(values);
        if (value === undefined) continue;
        const narrow = { ...request, filter: { ...filter, [field]: value } };
        const totalOf = async (body: object) => {
          const { match, total } = await ask<FacetsData>(`/${kind}/v1/facets`, { ...body, facets: [{ field: own }] });
          const found = await ask<Found>(`/${kind}/v1/search`, { ...body, pagesize: 1 });
          expect({ body, ...found }).toMatchObject({ match, ...(kind !== 'live' && { total }) });
          return { match, total };
        };
        const free = await totalOf(narrow);
        const same = free.match === counted.match;
        seen[same ? (free.match as 'all_words') : 'other'] += 1;
        if (same) expect({ narrow, total: free.total }).toEqual({ narrow, total: count });
        expect({ narrow, ...(await totalOf({ ...narrow, match: counted.match })) }).toMatchObject({
          narrow,
          total: count,
        });
      }
    }
    expect(Math.min(seen.all_words, seen.some_words)).toBeGreaterThan(5);
  });
});

describe('keywords of two words, of which few records in a region have both', () => {
  const test = testApp(() => {
    const many = Array.from({ length: 12 }, (_, at) => ({ product_id: `u${at}`, region: 'US', title: 'phone case' }));
    const some = Array.from({ length: 5 }, (_, at) => ({ product_id: `g${at}`, region: 'GB', title: 'phone stand' }));
    const one = { product_id: 'both', region: 'GB', title: 'phone case' };
    return { name: 'few-of-both', load: loadRecords({ products: [...many, ...some, one] }) };
  });

  const facets = [{ field: 'region' }, { field: 'region', own_filter: false }];
  const counts = async (more: object) => {
    const { body } = await test.api.post<FacetsData>('/product/v1/facets', { keywords: 'phone case', facets, ...more });
    const { match, total } = body.data;
    return {
      match,
      total,
      facets: body.data.facets.map(({ values }) => values.map(({ value, count }) => [value, count])),
    };
  };

  it('are counted in one way in one answer, which the search takes by `match`', async () => {
    const all = [
      ['US', 12],
      ['GB', 1],
    ];
    const somes = [
      ['US', 12],
      ['GB', 6],
    ];
    expect(await counts({})).toEqual({ match: 'all_words', total: 13, facets: [all, all] });
    const filter = { region: 'GB' };
    expect(await counts({ filter })).toEqual({ match: 'some_words', total: 6, facets: [[['GB', 6]], somes] });
    const match = 'all_words';
    expect(await counts({ filter, match })).toEqual({ match, total: 1, facets: [[['GB', 1]], all] });
    expect(await counts({ match: 'some_words' })).toEqual({ match: 'some_words', total: 18, facets: [somes, somes] });
  });

  it.each([{ orderby: [{ field: 'day7_units_sold' }] }, { keywords: '"phone case"' }])(
    'are all matched with %j, whatever `match` says',
    async (more) => {
      const request = { keywords: 'phone case', filter: { region: 'GB' }, match: 'some_words', ...more };
      const { body } = await test.api.post<Found>('/product/v1/search', request);
      expect(body.data).toMatchObject({ total: 1, match: 'all_words' });
    },
  );

  it('have all words where those with some add nothing', async () => {
    const { body } = await test.api.post<Found>('/product/v1/search', { keywords: 'phone', filter: { region: 'GB' } });
    expect(body.data).toMatchObject({ total: 6, match: 'all_words' });
  });
});
