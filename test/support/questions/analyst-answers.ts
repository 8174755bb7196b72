import { clockOf, LIVE_ORACLE, PRODUCT_ORACLE, tagsOf, VIDEO_ORACLE } from '../oracle/records.oracle.js';
import {
  expectedHistory,
  expectedTopEcommerce,
  expectedTopGrowth,
  group,
  placesOf,
  pricePer,
} from '../oracle/rankings.oracle.js';
import {
  BEAUTY_CREATORS,
  BEAUTY_PRODUCTS,
  counted,
  first,
  found,
  GRACE,
  JUNE,
  MONTHS,
  pick,
  type QuestionWorld,
  type Row,
  SKINCARE,
  WEEK,
} from './question-world.js';

const FIRST_HALF = ['range', '2026-06-01~2026-06-15'] as const;

const weeks = (from: number): string[] => Array.from({ length: 27 - from }, (_, at) => `2026-${from + at}`);

/** The answers to the first questions in turn, computed from the records and facts of the seed. */
export function analystAnswers(asked: QuestionWorld): readonly (readonly object[])[] {
  const { seed, world, products, selling, sold, soldIn, uidOf } = asked;
  const growing = expectedTopGrowth(world, ...JUNE, { region: 'TH', category_id: BEAUTY_CREATORS }).slice(0, 3);
  const rising = first(selling('product', JUNE, {}, ['usd_gmv_change']), 'product_id');
  const grace = uidOf(GRACE);
  const bestSeller = first(expectedTopEcommerce(world, ...JUNE), 'uid');
  const bestShop = first(selling('shop', JUNE), 'seller_id');
  const bestShopsOfWeek = selling('shop', WEEK)
    .slice(0, 3)
    .map(({ seller_id }) => seller_id as string);
  const bestProduct = first(selling('product', JUNE), 'product_id');
  const bestProductOfUs = first(selling('product', JUNE, { region: 'US' }), 'product_id');
  const bestBy = (ecommerce_type: number) => first(expectedTopEcommerce(world, ...JUNE, { ecommerce_type }), 'uid');
  const beauty = products.filter(({ category }) => category?.l1?.id === BEAUTY_PRODUCTS);
  const usBeauty = { region: 'US', creator_category_id: BEAUTY_CREATORS, follower_count_range: { min: 10_000 } };
  const bestSkincare = first(selling('product', JUNE, { l2_category_id: SKINCARE }), 'product_id');
  const lives = [...seed.lives()];
  const earning = found(LIVE_ORACLE, lives, {
    filter: { region: 'TH' },
    orderby: [{ field: 'uv_value' }],
    pagesize: 3,
  });
  const videosOfUs = [...seed.videos()].filter(({ region }) => region === 'US');
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
    soldIn('category', 'category', String(BEAUTY_PRODUCTS), 'month', MONTHS, { region: 'US' }),
    pick(selling('product', WEEK, { is_new: true }).slice(0, 5), ['product_id', 'rank', 'is_new', 'usd_gmv']),
    pick(expectedHistory(world, grace, 'month', MONTHS), ['date_value', 'follower_count', 'follower_inc_count']),
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
    pick(expectedTopEcommerce(world, ...JUNE, usBeauty), ['uid', 'rank', 'creator_usd_gmv']),
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
