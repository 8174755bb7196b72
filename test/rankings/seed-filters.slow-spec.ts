import { type Region, REGIONS } from '../../src/common/regions.js';
import { Random } from '../../src/seed/random.js';
import { Seed } from '../../src/seed/seed.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  type AskedType,
  DATE_TYPES,
  expectedTopEcommerce,
  expectedTopGrowth,
  periodsWithFacts,
} from '../support/oracle/rankings.oracle.js';
import { breakdownOf } from '../support/oracle/breakdown.oracle.js';
import { expectedSelling } from '../support/oracle/selling.oracle.js';
import { factsOf } from '../support/seed-expectations.js';
import { seededIndices, SHARED_SCALE } from '../support/shared-indices.js';

/** Random requests of each kind. */
const ASKED = 200;

type Row = Readonly<Record<string, unknown>>;
type Filter = Readonly<Record<string, unknown>>;
interface Answer {
  readonly total: number;
  readonly list: readonly Row[];
}

const world = factsOf(new Seed({ scale: SHARED_SCALE, until: '2026-06-30' }));
const sales = [...world.sales.values()];
const products = [...world.products.values()];
const REGION_CODES = ['US', 'GB', 'ID', 'TH'];
const RANGES = ['2026-06-03~2026-06-30', '2026-06-24~2026-06-30', '2026-04-01~2026-06-30', '2026-06-30~2026-06-30'];
const categories = ([1, 2, 3] as const).map((level) => [
  ...new Set(products.flatMap(({ category }) => category?.[`l${level}`]?.id ?? [])),
]);

/** A ranking, what it counts, and its rows as the facts have them. */
interface Ranking {
  readonly path: string;
  readonly id: string;
  readonly figures: readonly string[];
  readonly rows: (type: AskedType, value: string, filter: Filter) => readonly Row[];
}

const selling = (subject: 'product' | 'shop' | 'category' | 'video' | 'live', id: string): Ranking => ({
  path: `/${subject}/v1/rank/topSelling`,
  id,
  figures: [
    ...['units_sold', 'usd_gmv', 'usd_gmv_change', 'usd_gmv_growth_rate_info', 'product_count'],
    ...['video_usd_gmv', 'live_usd_gmv', 'creator_count', 'video_count', 'live_count'],
  ],
  rows: (type, value, filter) => expectedSelling(world, subject, type, value, filter),
});

const RANKINGS: Readonly<Record<string, Ranking>> = {
  creators: {
    path: '/creator/v1/rank/topEcommerce',
    id: 'uid',
    figures: [
      ...['creator_usd_gmv', 'creator_gmv', 'video_usd_gmv', 'live_gmv', 'creator_usd_gmv_growth_rate_info'],
      ...['product_count', 'video_count', 'live_count', 'follower_count'],
    ],
    rows: (type, value, filter) => expectedTopEcommerce(world, type, value, filter),
  },
  growth: {
    path: '/creator/v1/rank/topGrowth',
    id: 'uid',
    figures: ['follower_inc_count', 'follower_inc_rate', 'follower_inc_count_growth_rate_info'],
    rows: (type, value, filter) => expectedTopGrowth(world, type, value, filter),
  },
  products: selling('product', 'product_id'),
  shops: selling('shop', 'seller_id'),
  categories: selling('category', 'category'),
  videos: selling('video', 'video_id'),
  lives: selling('live', 'room_id'),
};
const BOTH_CHANNELS = ['products', 'shops', 'categories'];

const shown = (row: Row, { id, figures }: Ranking): Row => {
  const { [id]: own } = row as Record<string, { id?: unknown } | null>;
  const key = own !== null && typeof own === 'object' ? own.id : own;
  const names = ['rank', 'previous_rank', 'is_new', ...figures];
  return { key, ...Object.fromEntries(names.map((name) => [name, row[name]])) };
};

/** A category of a level that some product has, or several. */
function drawIds(level: number, random: Random, most = 4): number | number[] {
  const ids = Array.from({ length: random.whole(1, most) }, () => random.pick(categories[level - 1] ?? []));
  return ids.length === 1 ? (ids[0] as number) : ids;
}

/** Categories of a level by the filter of a ranking. */
function drawLevel(name: string, random: Random): Filter {
  if (name === 'categories')
    return { level: random.pick([2, 3]), ...(random.chance(0.5) && { l1_category_id: drawIds(1, random) }) };
  if (!BOTH_CHANNELS.includes(name)) return { product_category_id: drawIds(random.pick([2, 3]), random, 1) };
  const level = random.pick([1, 2, 3]);
  return { [`l${level}_category_id`]: drawIds(level, random) };
}

describe('on the seed', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ name: 'seed-filters', indices: seededIndices() });
  });
  afterAll(() => app?.close());

  it.each([
    ['ranges of days', Object.keys(RANKINGS), () => ({}), ['range']],
    [
      'categories of a level',
      Object.keys(RANKINGS).filter((name) => name !== 'growth'),
      drawLevel,
      [...DATE_TYPES, 'range'],
    ],
    [
      'one channel',
      BOTH_CHANNELS,
      (_name: string, random: Random): Filter => ({ channel: random.pick(['video', 'live']) }),
      [...DATE_TYPES, 'range'],
    ],
  ] as const)('rankings of %s are what the facts add up to', async (kind, names, draw, types) => {
    let [found, compared] = [0, 0];
    for (let index = 0; index < ASKED; index += 1) {
      const random = new Random(`${kind} of the seed`, index);
      const name = random.pick(names);
      const ranking = RANKINGS[name] as Ranking;
      const type = random.pick(types);
      const value = random.pick(type === 'range' ? RANGES : periodsWithFacts(type, sales).slice(-4));
      const filter = {
        ...draw(name, random),
        ...(random.chance(0.3) && { region: random.pick(REGION_CODES) }),
        ...(name !== 'growth' && random.chance(0.2) && { usd_gmv_range: { min: random.whole(1, 2000) } }),
        ...(random.chance(0.15) && { is_new: random.chance(0.5) }),
      };
      const body = { filter: { ...filter, date_info: { type, value } }, pagesize: 100 };
      const { data } = (await app.api.post<Answer>(ranking.path, body)).body;
      const expected = ranking.rows(type, value, filter);
      expect({ body, total: data.total, list: data.list.map((row) => shown(row, ranking)) }).toEqual({
        body,
        total: expected.length,
        list: expected.slice(0, 100).map((row) => shown(row, ranking)),
      });
      found += data.list.length;
      compared += data.list.filter((row) => row['previous_rank'] !== null).length;
    }
    expect(found).toBeGreaterThan(500);
    expect(compared).toBeGreaterThan(100);
  });

  it('breakdowns compared with the days before are what the facts add up to', async () => {
    const creators = [...world.creators.values()];
    const regions = new Map(creators.map(({ uid, region }) => [uid, region ?? null]));
    const facts = {
      sales,
      shops: new Map(products.map(({ product_id, shop }) => [product_id, shop?.seller_id ?? null])),
      categories: new Map(
        products.map(({ product_id, category }) => {
          const of = (level: 'l1' | 'l2' | 'l3') => ({ id: category?.[level]?.id ?? null });
          return [product_id, { l1: of('l1'), l2: of('l2'), l3: of('l3') }] as const;
        }),
      ),
      regions,
      currencies: new Map(
        [...regions].map(([uid, region]) => [uid, region === null ? null : REGIONS[region as Region].currency]),
      ),
    };
    let changed = 0;
    for (let index = 0; index < ASKED; index += 1) {
      const random = new Random('comparisons of the seed', index);
      const by = random.pick(['category', 'channel', 'day', 'region', 'product', 'shop', 'creator'] as const);
      const isShort = ['category', 'channel', 'day', 'region'].includes(by);
      const level = random.pick([1, 2, 3]);
      const [from = '', to = ''] = random.pick(RANGES).split('~');
      const question = {
        by,
        ...(by === 'category' && { level: random.pick([1, 2, 3]) }),
        filter: {
          ...(!isShort && { uid: [...new Set([random.pick(sales).uid, random.pick(sales).uid])] }),
          ...(random.chance(0.3) && { region: random.pick(REGION_CODES) }),
          ...(random.chance(0.3) && { [`l${level}_category_id`]: drawIds(level, random) }),
        },
        from,
        to,
        compare: true,
      };
      const { data } = (
        await app.api.post<Answer & { readonly sum: object }>('/sales/v1/breakdown', { ...question, pagesize: 100 })
      ).body;
      const expected = breakdownOf(question, facts);
      const figuresOf = (row: object) => {
        const { units_sold, usd_gmv, share, sales: count, previous, usd_gmv_change } = row as Record<string, unknown>;
        return { units_sold, usd_gmv, share, count, previous, usd_gmv_change };
      };
      expect({ question, sum: data.sum, list: data.list.map(figuresOf) }).toEqual({
        question,
        sum: expected.sum,
        list: expected.rows.slice(0, 100).map(figuresOf),
      });
      changed += expected.rows.filter(({ usd_gmv_change }) => usd_gmv_change !== 0).length;
    }
    expect(changed).toBeGreaterThan(500);
  });
});
