import { expectedTopEcommerce, expectedTopGrowth, placesOf } from '../oracle/rankings.oracle.js';
import { BEAUTY_PRODUCTS, first, GRACE, JUNE, pick, type QuestionWorld, type Row, WEEK } from './question-world.js';

const LAST_28_DAYS = ['range', '2026-06-03~2026-06-30'] as const;
/** 2026-06-03 to the end of 2026-06-30, in UTC. */
const THEIR_SECONDS = { min: 1_780_444_800, max: 1_782_863_999 };
const SOLD = ['rank', 'units_sold', 'usd_gmv'];
const PLACED = ['uid', 'rank', 'previous_rank', 'creator_usd_gmv'];

/** The rows of the last answer of each script of the skill, under a part of its first line, computed from the seed. */
export function skillAnswers({ seed, world, selling, sold, uidOf }: QuestionWorld): Readonly<Record<string, Row[]>> {
  const bestOfUs = first(selling('product', JUNE, { region: 'US' }), 'product_id');
  const best = first(selling('product', JUNE), 'product_id');
  const newest = first(selling('product', JUNE, { is_new: true }), 'product_id');
  const bestShop = first(selling('shop', JUNE), 'seller_id');
  const beauty = { l1_category_id: BEAUTY_PRODUCTS };
  const { min, max } = THEIR_SECONDS;
  const ofWord = [...seed.videos()].filter(
    ({ desc, region, publish_time }) =>
      /lipstick/i.test(desc ?? '') && region === 'US' && publish_time >= min && publish_time <= max,
  );
  const figures = ['usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'units_sold', 'creator_count', 'video_count'];
  return {
    'How to call it': pick(selling('product', WEEK, { region: 'US' }).slice(0, 5), ['product_id', ...SOLD]),
    'What sold best last week': pick(selling('product', WEEK, { region: 'US' }).slice(0, 5), ['product_id', ...SOLD]),
    'Who sells it': pick(expectedTopEcommerce(world, ...JUNE, { product_id: [bestOfUs] }).slice(0, 5), PLACED),
    'What rises in a category': pick(selling('product', JUNE, beauty, ['usd_gmv_change']).slice(0, 5), [
      ...['product_id', 'usd_gmv_change', 'rank_by_figure', 'previous_rank_by_figure'],
    ]),
    'How a shop': sold(
      ...(['product_id', 'product', { seller_id: bestShop }, { compare_to: '2026-05-01~2026-05-31' }] as const),
    ).slice(0, 5),
    'The curve of a niche': pick(selling('shop', JUNE, beauty).slice(0, 3), ['seller_id', ...SOLD]),
    'Small creators': pick(
      expectedTopEcommerce(world, ...LAST_28_DAYS, {
        region: 'US',
        follower_count_range: { min: 1000, max: 100_000 },
      }).slice(0, 5),
      PLACED,
    ),
    'Who grew fastest': pick(
      expectedTopGrowth(
        ...([world, ...JUNE, { follower_count_at_period_end_range: { min: 10_000, max: 100_000 } }] as const),
        ['follower_inc_rate'],
      ).slice(0, 5),
      ['uid', 'rank', 'follower_inc_count', 'follower_inc_rate'],
    ),
    'Whether a product does well': placesOf(selling('product', JUNE, { region: 'US' }), [...figures, 'live_count']),
    'Videos about a word': pick(ofWord.sort((one, other) => (other.gmv ?? -1) - (one.gmv ?? -1)).slice(0, 5), [
      'video_id',
      'play_count',
      'units_sold',
      'gmv',
    ]),
    'GMV of a video': sold('video_id', 'video', { product_id: best }).slice(0, 5),
    'A period that has begun': selling('category', JUNE)
      .slice(0, 5)
      .map(({ category, ...row }) => ({ product_category_id: (category as Row).id, usd_gmv: row.usd_gmv })),
    'Pages are not': pick(selling('shop', JUNE).slice(0, 1), ['seller_id', ...SOLD]),
    'Amounts of several': sold('region', 'region', {}),
    'Followers are not': pick(
      expectedTopEcommerce(world, ...JUNE, { follower_count_range: { min: 100_000 } }, false, true).slice(0, 5),
      ['uid', 'rank', 'creator_usd_gmv'],
    ),
    'under a filter': pick(
      expectedTopEcommerce(world, ...JUNE).filter(({ uid }) => uid === uidOf(GRACE)),
      PLACED,
    ),
    'new in this list': sold('channel', 'channel', { product_id: newest }, { from: '2026-03-25' }),
    'Figures of a record': pick(selling('product', ['range', '2026-06-24~2026-06-30']).slice(0, 3), [
      ...['product_id', ...SOLD],
    ]),
    'A growth rate from nothing': pick(selling('video', WEEK, {}, ['usd_gmv_change']).slice(0, 3), [
      ...['video_id', 'uid', 'usd_gmv_change'],
    ]),
    'A name is not an id': [{ kind: 'creator', filter: { uid: uidOf(GRACE) } }],
  };
}
