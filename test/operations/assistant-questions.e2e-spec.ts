import { readFileSync } from 'node:fs';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import { Seed } from '../../dev/seed/seed.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { Assistant } from '../support/assistant.js';
import {
  type AskedType,
  expectedHistory,
  expectedTopEcommerce,
  expectedTopGrowth,
  type FactWorld,
  group,
  pricePer,
  sumExactly,
} from '../support/oracle/rankings.oracle.js';
import { breakdownOf, type BreakdownQuestion } from '../support/oracle/breakdown.oracle.js';
import {
  clockOf,
  CREATOR_ORACLE,
  LIVE_ORACLE,
  PRODUCT_ORACLE,
  tagsOf,
  VIDEO_ORACLE,
} from '../support/oracle/records.oracle.js';
import { allMatches, type Oracle, type OracleRequest, pageOf } from '../support/oracle/oracle.js';
import { expectedSelling, type SellingFilter, type Subject } from '../support/oracle/selling.oracle.js';
import { factsOf } from '../support/seed-expectations.js';
import { seededIndices, SHARED_SCALE } from '../support/shared-indices.js';

type Row = Readonly<Record<string, unknown>>;
/** A call of a tool with its arguments, under its name. */
type Call = Readonly<Record<string, object>>;

interface Answer {
  readonly list?: readonly Row[];
  readonly facets?: readonly { readonly values: readonly Row[] }[];
  readonly figures?: readonly Row[];
  readonly cross?: { readonly cells: readonly Row[] };
}

interface Script {
  readonly question: string;
  readonly calls: readonly Call[];
}

const SCRIPTS = JSON.parse(readFileSync('docs/assistants.questions.json', 'utf8')) as readonly Script[];

/** The value at a path such as `1.list.*.uid`. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (name === '*') return (value as unknown[]).map((one) => valueAt(one, rest));
  return valueAt((value as Row)[name], rest);
}

/** Arguments with what `$1.list.0.uid` stands for in their place. */
const filled = (given: object, answers: readonly unknown[]): object =>
  JSON.parse(
    JSON.stringify(given).replace(/"\$([^"]+)"/g, (_, path: string) =>
      JSON.stringify(valueAt(answers, String(path).split('.'))),
    ),
  ) as object;

const BEAUTY_CREATORS = 10_000;
const BEAUTY_PRODUCTS = 10_000;
const GRACE = 'grace.reed.glow';
const JUNE = ['month', '2026-06'] as const;
const WEEK = ['week', '2026-26'] as const;
const FIRST_HALF = ['range', '2026-06-01~2026-06-15'] as const;
const SKINCARE = BUILT_IN_TREES['product-categories'].nodes.find(({ name }) => name.EN_US === 'Skincare')?.id as number;

/** The answers to the questions in turn, computed from the records and facts of the seed. */
function expectedAnswers(seed: Seed): readonly (readonly object[])[] {
  const world: FactWorld = factsOf(seed);
  const products = [...world.products.values()];
  const creators = [...world.creators.values()];
  const shops = new Map(products.map((product) => [product.product_id, product.shop?.seller_id ?? null]));
  const figuresOf = <Of>(records: readonly Of[], id: (record: Of) => string, figure: (record: Of) => unknown) =>
    new Map(
      records.flatMap((record) => ((figure(record) ?? null) === null ? [] : [[id(record), figure(record) as number]])),
    );
  const sums = {
    sales: [...world.sales.values()],
    shops,
    regions: new Map(creators.map(({ uid, region }) => [uid, region ?? null])),
    currencies: new Map<string, string>(),
    followers: figuresOf(
      creators,
      ({ uid }) => uid,
      ({ follower_count }) => follower_count,
    ),
    // Only US products are asked for their prices.
    prices: figuresOf(
      products,
      ({ product_id }) => product_id,
      ({ floor_price }) => floor_price,
    ),
  };

  const pick = (rows: readonly object[], names: readonly string[]): Row[] =>
    rows.map((row) => Object.fromEntries(names.map((name) => [name, (row as Row)[name]])));
  const first = (rows: readonly object[], name: string): string => (rows[0] as Record<string, string>)[name] as string;
  const selling = (subject: Subject, [type, value]: readonly [AskedType, string], ...of: [SellingFilter?, string[]?]) =>
    expectedSelling(world, subject, type, value, ...of);
  const sold = (
    id: string,
    by: BreakdownQuestion['by'],
    filter: BreakdownQuestion['filter'],
    more: Partial<BreakdownQuestion> = {},
  ): Row[] =>
    breakdownOf({ by, filter, from: '2026-06-01', to: '2026-06-30', ...more }, sums).rows.map((row) => ({
      [id]: row.key,
      units_sold: row.units_sold,
      usd_gmv: row.usd_gmv,
      share: row.share,
      ...(more.compare_to && { usd_gmv_change: row.usd_gmv_change }),
    }));
  const found = <Record>(oracle: Oracle<Record>, records: Iterable<Record>, request: OracleRequest): Record[] =>
    pageOf(allMatches(oracle, [...records], request), request);
  /** A subject's periods, 0 where it sold nothing. */
  const soldIn = (
    subject: Subject,
    id: string,
    value: string,
    type: 'month' | 'week',
    periods: string[],
    region?: string,
  ) =>
    periods.map((date_value) => {
      const row = selling(subject, [type, date_value], region === undefined ? {} : { region }).find(
        (one) =>
          ((one.category as Row | undefined)?.id ?? one[id]) === (subject === 'category' ? Number(value) : value),
      );
      return { date_value, units_sold: row?.units_sold ?? 0, usd_gmv: row?.usd_gmv ?? 0 };
    });
  const weeks = (from: number): string[] => Array.from({ length: 27 - from }, (_, at) => `2026-${from + at}`);
  const months = ['2026-04', '2026-05', '2026-06'];

  const growing = expectedTopGrowth(world, ...JUNE, { region: 'TH', category_id: BEAUTY_CREATORS }).slice(0, 3);
  const rising = first(selling('product', JUNE, {}, ['usd_gmv_change']), 'product_id');
  const grace = creators.find(({ unique_id }) => unique_id === GRACE)?.uid as string;
  const bestSeller = first(expectedTopEcommerce(world, ...JUNE), 'uid');
  const bestShop = first(selling('shop', JUNE), 'seller_id');
  const bestShopsOfWeek = selling('shop', WEEK)
    .slice(0, 3)
    .map(({ seller_id }) => seller_id as string);
  const bestProduct = first(selling('product', JUNE), 'product_id');
  const bestProductOfUs = first(selling('product', JUNE, { region: 'US' }), 'product_id');
  const bestBy = (ecommerce_type: number) => first(expectedTopEcommerce(world, ...JUNE, { ecommerce_type }), 'uid');
  const beauty = products.filter(({ category }) => category?.l1?.id === BEAUTY_PRODUCTS);
  const usBeautyCreators = found(CREATOR_ORACLE, creators, {
    filter: { region: 'US', creator_category_id: BEAUTY_CREATORS, follower_count_range: { min: 10_000 } },
    orderby: [{ field: 'follower_count' }],
    pagesize: 20,
  });
  const bestSkincare = first(selling('product', JUNE, { l2_category_id: SKINCARE }), 'product_id');
  /** The place of the first row of a list by each figure. */
  const placesOf = ([own, ...peers]: readonly Row[], figures: readonly string[]) =>
    figures.map((name) => {
      const [value, values] = [own?.[name] as number, peers.map((peer) => peer[name] as number)];
      const percent = (100 * values.filter((one) => one < value).length) / values.length;
      return {
        name,
        value,
        rank: 1 + values.filter((one) => one > value).length,
        tied: values.filter((one) => one === value).length,
        percentile: Math.round(percent * 100) / 100,
      };
    });
  const lives = [...seed.lives()];
  const earning = found(LIVE_ORACLE, lives, {
    filter: { region: 'TH' },
    orderby: [{ field: 'uv_value' }],
    pagesize: 3,
  });
  const videosOfUs = [...seed.videos()].filter(({ region }) => region === 'US');
  /** Of records by a value: their number and, of US records, their amounts in USD. */
  const counted = <Record>(groups: Map<string, Record[]>, amount: (record: Record) => number | null | undefined) =>
    [...groups].map(([value, records]) => ({
      value,
      count: records.length,
      measure: sumExactly(records.flatMap((record) => amount(record) ?? [])),
    }));
  const byTag = new Map<string, typeof videosOfUs>();
  for (const video of videosOfUs)
    for (const tag of tagsOf(video.desc)) byTag.set(tag, [...(byTag.get(tag) ?? []), video]);
  const clockAt = ({ start_time }: (typeof lives)[number]): string => {
    const { weekday = 0, hour = 0 } = clockOf('US', start_time);
    return `${weekday} ${String(hour).padStart(2, '0')}`;
  };
  const perThousand = ({ gmv, play_count }: (typeof videosOfUs)[number]): number | null =>
    play_count ? pricePer((gmv ?? 0) * 1000, play_count) : null;

  return [
    sold('product_id', 'product', { uid: growing.map(({ uid }) => uid) }).slice(0, 5),
    pick(selling('product', WEEK, { region: 'US' }).slice(0, 5), ['product_id', 'rank', 'units_sold', 'usd_gmv']),
    soldIn('product', 'product_id', rising, 'week', weeks(20)),
    pick(selling('shop', JUNE, { l1_category_id: BEAUTY_PRODUCTS }).slice(0, 5), [
      ...['seller_id', 'rank', 'previous_rank', 'usd_gmv', 'share', 'product_count'],
    ]),
    pick(expectedTopEcommerce(world, ...JUNE, { product_id: [bestProductOfUs] }).slice(0, 5), [
      ...['uid', 'rank', 'previous_rank', 'creator_usd_gmv'],
    ]),
    sold('channel', 'channel', { seller_id: bestShop }),
    soldIn('category', 'category', String(BEAUTY_PRODUCTS), 'month', months, 'US'),
    pick(expectedTopEcommerce(world, ...WEEK).slice(0, 20), ['uid', 'rank', 'is_new']),
    pick(expectedHistory(world, grace, 'month', months), ['date_value', 'follower_count', 'follower_inc_count']),
    sold('video_id', 'video', { uid: bestBy(1) }).slice(0, 5),
    sold('room_id', 'live', { uid: bestBy(2) }).slice(0, 5),
    [...group(beauty, ({ region }) => region ?? '')]
      .map(([value, { length: count }]) => ({ value, count }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, 5),
    pick(
      found(VIDEO_ORACLE, seed.videos(), {
        filter: { uid: bestSeller },
        orderby: [{ field: 'play_count' }],
        pagesize: 5,
      }),
      ['video_id', 'play_count', 'units_sold', 'gmv'],
    ),
    pick(
      found(PRODUCT_ORACLE, products, {
        filter: { region: 'US', commission_rate_range: { min: 20 } },
        orderby: [{ field: 'day7_units_sold' }],
        pagesize: 5,
      }),
      ['product_id', 'commission_rate', 'day7_units_sold'],
    ),
    bestShopsOfWeek.flatMap((seller_id) =>
      soldIn('shop', 'seller_id', seller_id, 'week', weeks(22)).map((row) => ({ seller_id, ...row })),
    ),
    sold('date', 'day', { product_id: bestProduct }, { orderby: [{ field: 'usd_gmv' }] }).slice(0, 5),
    pick(
      expectedTopEcommerce(world, ...JUNE, { compare_to: '2026-04' }).filter(({ uid }) => uid === grace),
      ['uid', 'rank', 'previous_rank', 'creator_usd_gmv'],
    ),
    sold('uid', 'creator', { uid: usBeautyCreators.map(({ uid }) => uid) }).slice(0, 5),
    pick(
      expectedTopGrowth(
        ...([world, ...JUNE] as const),
        { follower_count_at_period_end_range: { min: 10_000, max: 100_000 } },
        ['follower_inc_rate'],
      ).slice(0, 5),
      ['uid', 'rank', 'follower_inc_count', 'follower_inc_rate'],
    ),
    sold(...(['product_id', 'product', { room_id: earning.map(({ room_id }) => room_id) }] as const), {
      from: '2026-05-01',
    }).slice(0, 5),
    pick(selling('product', FIRST_HALF).slice(0, 5), ['product_id', 'rank', 'units_sold', 'usd_gmv']),
    selling('category', JUNE, { level: 2, l1_category_id: BEAUTY_PRODUCTS, region: 'US' })
      .slice(0, 5)
      .map(({ category, rank, usd_gmv }) => ({ l2_category_id: (category as Row | null)?.id ?? null, rank, usd_gmv })),
    pick(selling('product', JUNE, { region: 'US', usd_price_range: { min: 20, max: 50 } }).slice(0, 5), [
      ...['product_id', 'rank', 'units_sold', 'usd_gmv'],
    ]),
    pick(selling('product', WEEK, { channel: 'live' }).slice(0, 5), ['product_id', 'rank', 'units_sold', 'usd_gmv']),
    sold(...(['product_id', 'product', { uid: bestSeller }] as const), {
      from: '2026-06-17',
      compare_to: '2026-05-18~2026-05-31',
    }).slice(0, 5),
    sold('region', 'region', { l1_category_id: BEAUTY_PRODUCTS }).slice(0, 5),
    placesOf(selling('product', JUNE, { region: 'US' }), [
      ...['usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'units_sold', 'creator_count', 'video_count', 'live_count'],
    ]),
    pick(selling('video', JUNE, { region: 'US' }).slice(0, 5), ['video_id', 'rank', 'uid', 'usd_gmv']),
    pick(selling('live', WEEK, { product_category_id: BEAUTY_PRODUCTS }).slice(0, 5), [
      ...['room_id', 'rank', 'uid', 'usd_gmv'],
    ]),
    sold('uid', 'creator', { product_id: bestSkincare, channel: 'video' }).slice(0, 5),
    counted(
      group(
        lives.filter(({ creator_region }) => creator_region === 'US'),
        clockAt,
      ),
      ({ total_gmv }) => total_gmv,
    )
      .sort((one, other) => (one.value < other.value ? -1 : 1))
      .map(({ value, ...cell }) => ({ values: value.split(' ').map(Number), ...cell })),
    counted(byTag, ({ gmv }) => gmv)
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, 5),
    sold('follower_tier', 'follower_tier', { l1_category_id: BEAUTY_PRODUCTS }).map(({ follower_tier, ...row }) => ({
      follower_tier: follower_tier === null ? null : (expect.objectContaining({ min: follower_tier }) as unknown),
      ...row,
    })),
    sold('keys', ['category', 'price_band'], { region: 'US' })
      .slice(0, 10)
      .map(({ keys, ...row }) => {
        const [category, min] = keys as readonly [string, number];
        return {
          product_category_id: Number(category),
          price_band: expect.objectContaining({ min }) as unknown,
          ...row,
        };
      }),
    videosOfUs
      .filter(({ is_ad, duration }) => is_ad === 1 && (duration ?? 61) <= 60)
      .map((video) => ({ video_id: video.video_id, usd_gmv_per_1000_plays: perThousand(video) }))
      .sort(
        (one, other) =>
          (other.usd_gmv_per_1000_plays ?? -1) - (one.usd_gmv_per_1000_plays ?? -1) ||
          (one.video_id < other.video_id ? -1 : 1),
      )
      .slice(0, 5),
    pick(
      selling('product', JUNE, { region: 'US', average_usd_price_range: { min: 20 } }, ['usd_gmv_change:asc']).slice(
        0,
        5,
      ),
      ['product_id', 'average_usd_price', 'usd_gmv_change'],
    ),
  ];
}

describe('assistants', () => {
  let service: TestApp;
  let assistant: Assistant;
  let expected: readonly (readonly object[])[];
  beforeAll(async () => {
    // Before a connection is open, which would be closed meanwhile.
    expected = expectedAnswers(new Seed({ scale: SHARED_SCALE, until: '2026-06-30' }));
    service = await startTestApp({ name: 'questions', indices: seededIndices(), config: { mcp: true } });
    assistant = await Assistant.connect(service.url, service.token);
    // A client that knows the tools compares every answer with its output schema.
    await assistant.tools();
  });
  afterAll(async () => {
    await assistant?.close();
    await service?.close();
  });

  it('have 36 questions, of at most two calls', () => {
    expect(new Set(SCRIPTS.map(({ question }) => question)).size).toBe(36);
    expect(expected).toHaveLength(36);
    expect(Math.max(...SCRIPTS.map(({ calls }) => calls.length))).toBe(2);
  });

  it.each(SCRIPTS.map((script, at) => ({ ...script, at })))('learn: $question', async ({ calls, at }) => {
    // Answers count from 1.
    const answers: unknown[] = [undefined];
    for (const call of calls) {
      for (const [tool, given] of Object.entries(call)) {
        const { isError, data } = await assistant.call(tool, filled(given, answers));
        expect([isError, data]).toEqual([false, expect.anything()]);
        answers.push(data);
      }
    }
    const { list, facets, figures, cross } = answers.at(-1) as Answer;
    expect(expected[at]).not.toHaveLength(0);
    expect((expected[at] ?? []).flatMap(Object.values)).not.toContain(undefined);
    expect(list ?? cross?.cells ?? facets?.[0]?.values ?? figures).toEqual(
      (expected[at] ?? []).map((row) => expect.objectContaining(row) as unknown),
    );
  });
});
