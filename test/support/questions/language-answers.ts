import { clockOf, CREATOR_ORACLE, LIVE_ORACLE, PRODUCT_ORACLE, VIDEO_ORACLE } from '../oracle/records.oracle.js';
import {
  expectedHistory,
  expectedTopEcommerce,
  expectedTopGrowth,
  group,
  placesOf,
} from '../oracle/rankings.oracle.js';
import {
  BEAUTY_PRODUCTS,
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

const QUARTER = ['range', '2026-04-01~2026-06-30'] as const;
const SEVEN_DAYS = ['range', '2026-06-24~2026-06-30'] as const;
const FOUR_WEEKS = ['range', '2026-06-03~2026-06-30'] as const;
const WEEK_SO_FAR = { from: '2026-06-29', to: '2026-06-30' };
const ZOE = 'thezoebooks';
const SOLD = ['units_sold', 'usd_gmv'];

/** The answers to the questions in Chinese, in Spanish, and with names misspelt, in turn, computed as the others are. */
export function languageAnswers(asked: QuestionWorld): readonly (readonly object[])[] {
  const { seed, world, products, creators, selling, sold, soldIn, uidOf } = asked;
  const [grace, zoe] = [uidOf(GRACE), uidOf(ZOE)];
  const lives = [...seed.lives()];
  const livesOf = (region: string) => lives.filter(({ creator_region }) => creator_region === region);
  const growth = (handle: string): Row[] =>
    pick(expectedHistory(world, uidOf(handle), 'month', ['2026-06']), ['follower_inc_count']);
  return [
    pick(selling('shop', WEEK, { region: 'ID' }).slice(0, 5), ['seller_id', 'rank', ...SOLD]),
    pick(expectedTopGrowth(world, ...JUNE, { region: 'VN' }).slice(0, 5), ['uid', 'rank', 'follower_inc_count']),
    soldIn('category', 'category', String(SKINCARE), 'month', MONTHS, { level: 2 }),
    sold('channel', 'channel', { l1_category_id: BEAUTY_PRODUCTS, region: 'US' }),
    pick(
      found(CREATOR_ORACLE, creators, {
        filter: { region: 'GB' },
        orderby: [{ field: 'follower_count' }],
        pagesize: 5,
      }),
      ['uid', 'follower_count'],
    ),
    pick(expectedTopEcommerce(world, ...JUNE, { follower_count_range: { max: 9999 } }).slice(0, 1), [
      ...['uid', 'rank', 'creator_usd_gmv'],
    ]),
    sold('date', 'day', {}, WEEK_SO_FAR),
    pick(selling('product', SEVEN_DAYS, { region: 'MX', price_range: { min: 200, max: 500 } }).slice(0, 5), [
      ...['product_id', 'rank', ...SOLD],
    ]),
    pick(
      found(VIDEO_ORACLE, seed.videos(), {
        filter: { region: 'JP' },
        orderby: [{ field: 'play_count' }],
        pagesize: 5,
      }),
      ['video_id', 'play_count'],
    ),
    pick(selling('shop', JUNE, {}, ['usd_gmv_change']).slice(0, 5), ['seller_id', 'usd_gmv_change']),
    pick(selling('product', WEEK, { region: 'MX' }).slice(0, 5), ['product_id', 'rank', ...SOLD]),
    selling('category', QUARTER, { region: 'ES' })
      .slice(0, 5)
      .map(({ category, ...row }) => ({
        product_category_id: (category as Row).id,
        ...pick([row], SOLD)[0],
      })),
    growth(GRACE),
    pick(
      found(PRODUCT_ORACLE, products, {
        filter: { region: 'BR', price_range: { max: 100 }, commission_rate_range: { min: 10 } },
      }),
      ['product_id', 'commission_rate'],
    ),
    [...group(livesOf('ID'), ({ start_time }) => String(clockOf('ID', start_time).weekday))]
      .map(([value, { length: count }]) => ({ value: Number(value), count }))
      .sort((one, other) => other.count - one.count || one.value - other.value),
    pick(
      found(LIVE_ORACLE, lives, {
        filter: { region: 'TH' },
        orderby: [{ field: 'total_viewer_count' }],
        pagesize: 5,
      }),
      ['room_id', 'total_viewer_count'],
    ),
    sold('follower_tier', 'follower_tier', { region: 'MX' }).map(({ follower_tier, usd_gmv, share }) => ({
      follower_tier: follower_tier === null ? null : (expect.objectContaining({ min: follower_tier }) as unknown),
      ...{ usd_gmv, share },
    })),
    pick(
      found(VIDEO_ORACLE, seed.videos(), { filter: { uid: grace }, orderby: [{ field: 'play_count' }], pagesize: 5 }),
      ['video_id', 'play_count'],
    ),
    pick(expectedTopEcommerce(world, ...JUNE, { region: 'MX' }), ['uid', 'video_gmv', 'live_gmv']),
    growth(ZOE),
    sold('product_id', 'product', { uid: zoe }).slice(0, 5),
    pick(selling('shop', JUNE, { l2_category_id: SKINCARE }).slice(0, 5), ['seller_id', 'rank', 'usd_gmv']),
    pick(
      expectedTopEcommerce(world, ...QUARTER, { region: 'US' }).filter(({ uid }) => uid === grace),
      ['uid', 'rank', 'creator_usd_gmv'],
    ),
    sold('product_id', 'product', { uid: grace }, { from: '2026-06-03' }).slice(0, 5),
    pick(selling('product', WEEK, { region: 'GB', price_range: { max: 20 } }).slice(0, 5), [
      ...['product_id', 'rank', ...SOLD],
    ]),
    pick(selling('video', JUNE, { region: 'JP' }).slice(0, 5), ['video_id', 'rank', 'usd_gmv']),
    placesOf(expectedTopEcommerce(world, ...JUNE, { region: 'US' }), [
      ...[
        'creator_usd_gmv',
        'video_usd_gmv',
        'live_usd_gmv',
        'units_sold',
        'product_count',
        'video_count',
        'live_count',
      ],
    ]),
    selling('category', WEEK, {}, ['usd_gmv_change:asc'])
      .slice(0, 5)
      .map(({ category, usd_gmv_change }) => ({ product_category_id: (category as Row).id, usd_gmv_change })),
    pick(expectedTopEcommerce(world, ...FOUR_WEEKS, { ecommerce_type: 2 }).slice(0, 5), [
      ...['uid', 'rank', 'live_usd_gmv'],
    ]),
    pick(expectedTopEcommerce(world, ...JUNE, { region: 'DE' }).slice(0, 1), ['uid', 'creator_gmv']),
  ];
}
