import type { CreatorLoad } from '../../../src/creator/creator.record.js';
import type { LiveLoad } from '../../../src/live/live.record.js';
import type { ProductLoad } from '../../../src/product/product.record.js';
import type { VideoLoad } from '../../../src/video/video.record.js';
import { between, equals, flag, includes, listed, type Oracle } from './oracle.js';

export const CREATOR_ORACLE: Oracle<CreatorLoad> = {
  id: (creator) => creator.uid,
  filters: {
    uid: listed((creator) => [creator.uid]),
    unique_id: listed((creator) => [creator.unique_id?.toLowerCase()]),
    region: equals((creator) => creator.region),
    creator_category_id: equals((creator) => creator.category_id),
    account_type: equals((creator) => creator.account_type, [1, 2]),
    follower_count_range: between((creator) => creator.follower_count),
  },
  sorts: {
    follower_count: (creator) => creator.follower_count,
    video_count: (creator) => creator.video_count,
  },
  defaultSort: (creator) => creator.follower_count,
};

export const LIVE_ORACLE: Oracle<LiveLoad> = {
  id: (live) => live.room_id,
  needs: { uv_value_range: 'region' },
  filters: {
    room_id: listed((live) => [live.room_id]),
    uid: listed((live) => [live.uid]),
    unique_id: listed((live) => [live.unique_id?.toLowerCase()]),
    region: equals((live) => live.creator_region),
    creator_category: equals((live) => live.creator_category_id),
    product_category: includes((live) => live.product_category_ids ?? []),
    live_type: equals((live) => live.live_type, [1, 2]),
    follower_count_range: between((live) => live.follower_count),
    viewer_range: between((live) => live.total_viewer_count),
    units_sold_range: between((live) => live.total_units_sold),
    uv_value_range: between((live) => live.uv_value, false),
    start_hour: equals((live) => clockOf(live.creator_region, live.start_time).hour),
    start_weekday: equals((live) => clockOf(live.creator_region, live.start_time).weekday),
    create_time_range: between((live) => live.start_time),
  },
  sorts: {
    start_time: (live) => live.start_time,
    total_viewer_count: (live) => live.total_viewer_count,
    total_units_sold: (live) => live.total_units_sold,
    total_gmv: (live) => live.total_gmv,
    uv_value: (live) => live.uv_value,
  },
  defaultSort: (live) => live.start_time,
};

const percent = (text: string | null | undefined): number | null => (text ? Number(text.replace('%', '')) : null);

export const PRODUCT_ORACLE: Oracle<ProductLoad> = {
  id: (product) => product.product_id,
  needs: { price_range: 'seller_id', total_gmv_range: 'region', day7_gmv_range: 'region' },
  filters: {
    l1_category_id: listed((product) => [product.category?.l1?.id]),
    l2_category_id: listed((product) => [product.category?.l2?.id]),
    l3_category_id: listed((product) => [product.category?.l3?.id]),
    region: equals((product) => product.region),
    seller_id: equals((product) => product.shop?.seller_id),
    product_id: listed((product) => [product.product_id]),
    commission_rate_range: between((product) => percent(product.commission_rate), false),
    price_range: between((product) => product.floor_price, false),
    creator_count_range: between((product) => product.creator_count),
    units_sold_range: between((product) => product.total_units_sold),
    is_sshop: flag((product) => product.is_sshop),
    shop_type: equals((product) => product.shop_type, [1, 2]),
    is_cross_border: flag((product) => product.is_cross_border),
    is_fully_managed: flag((product) => product.is_fully_managed),
    is_new_listed: flag((product) => product.is_new_listed),
    is_free_shipping: flag((product) => product.is_free_shipping),
    is_local_warehouse: flag((product) => product.is_local_warehouse),
    is_top_selling: flag((product) => product.is_top_selling),
    off_shelves: equals((product) => product.off_shelves, [0, 1]),
    promotion_channel: equals((product) => product.promotion_channel, [1, 2, 3]),
    launch_time_range: between((product) => product.launch_time),
    creator_order_rate_range: between((product) => percent(product.creator_order_rate), false),
    total_gmv_range: between((product) => product.total_gmv),
    day7_units_sold_range: between((product) => product.day7_units_sold),
    day7_gmv_range: between((product) => product.day7_gmv),
    day28_units_sold_range: between((product) => product.day28_units_sold),
    day90_units_sold_range: between((product) => product.day90_units_sold),
    product_rating_range: between((product) => product.product_rating, false),
    sku_count_range: between((product) => product.sku_count),
  },
  sorts: {
    day7_units_sold: (product) => product.day7_units_sold,
    day7_gmv: (product) => product.day7_gmv,
    commission_rate: (product) => percent(product.commission_rate),
    total_units_sold: (product) => product.total_units_sold,
    total_gmv: (product) => product.total_gmv,
    creator_count: (product) => product.creator_count,
  },
  defaultSort: (product) => product.day7_units_sold,
};

const DAY = 86_400_000;

/** The start of a Sunday in UTC: the last one of a month, or the one of that number. */
function sundayOf(year: number, month: number, number?: number): number {
  const last = Date.UTC(year, month + 1, 0);
  if (number === undefined) return last - new Date(last).getUTCDay() * DAY;
  const first = Date.UTC(year, month, 1);
  return first + (((7 - new Date(first).getUTCDay()) % 7) + 7 * (number - 1)) * DAY;
}

/** Hours from UTC in winter, and whose rule moves the clocks in summer. */
const CLOCKS: Readonly<Record<string, readonly [hours: number, rule?: 'eu' | 'us']>> = {
  US: [-5, 'us'],
  ...{
    GB: [0, 'eu'],
    PT: [0, 'eu'],
    MX: [-6],
    BR: [-3],
    ID: [7],
    VN: [7],
    TH: [7],
    MY: [8],
    PH: [8],
    SG: [8],
    JP: [9],
  },
  ...Object.fromEntries(['ES', 'DE', 'IT', 'FR', 'NL', 'BE', 'AT', 'PL'].map((region) => [region, [1, 'eu'] as const])),
};

/** The hour and the weekday of a moment by the rules of the calendar; nothing without a region or a time. */
export function clockOf(region: string | null | undefined, seconds: number | null | undefined) {
  const clock = CLOCKS[region ?? ''];
  if (clock === undefined || (seconds ?? null) === null) return {};
  const [hours, rule] = clock;
  const moment = (seconds as number) * 1000;
  const year = new Date(moment).getUTCFullYear();
  const summer =
    rule === 'eu'
      ? [sundayOf(year, 2) + 3_600_000, sundayOf(year, 9) + 3_600_000]
      : [sundayOf(year, 2, 2) + 7 * 3_600_000, sundayOf(year, 10, 1) + 6 * 3_600_000];
  const isSummer = rule !== undefined && moment >= (summer[0] as number) && moment < (summer[1] as number);
  const local = new Date(moment + (hours + Number(isSummer)) * 3_600_000);
  return { hour: local.getUTCHours(), weekday: local.getUTCDay() || 7 };
}

/** The tags of a text, sign by sign. */
export function tagsOf(text: string | null | undefined): string[] {
  const tags: string[] = [];
  let tag: string | undefined;
  for (const sign of [...(text ?? '').normalize('NFKC'), ' ']) {
    if (tag !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(sign)) {
      tag += sign;
      continue;
    }
    const lower = tag?.toLowerCase();
    if (lower && !tags.includes(lower) && tags.length < 30) tags.push(lower);
    tag = sign === '#' ? '' : undefined;
  }
  return tags;
}

export const VIDEO_ORACLE: Oracle<VideoLoad> = {
  id: (video) => video.video_id,
  always: { create_time_range: { min: 0 } },
  filters: {
    video_id: listed((video) => [video.video_id]),
    uid: listed((video) => [video.uid ?? video.creator?.uid]),
    unique_id: listed((video) => [video.creator?.unique_id?.toLowerCase()]),
    product_id: listed((video) => (video.product_info ?? []).map((product) => product.product_id)),
    region: equals((video) => video.region),
    is_ecommerce: flag((video) => video.is_ecommerce),
    is_ad: flag((video) => video.is_ad),
    creator_category_id: equals((video) => video.creator?.category?.id),
    product_category_id: includes((video) => (video.product_info ?? []).map((product) => product.category?.l1?.id)),
    create_time_range: between((video) => video.publish_time),
    publish_hour: equals((video) => clockOf(video.region, video.publish_time).hour),
    publish_weekday: equals((video) => clockOf(video.region, video.publish_time).weekday),
    tags: listed((video) => tagsOf(video.desc)),
    follower_count_range: between((video) => video.creator?.follower_count),
    play_count_range: between((video) => video.play_count),
    digg_count_range: between((video) => video.digg_count),
    duration_range: between((video) => video.duration),
    units_sold_range: between((video) => video.units_sold),
    interact_rate_range: between((video) => video.interact_rate, false),
  },
  sorts: {
    follower_count: (video) => video.creator?.follower_count,
    create_time: (video) => video.publish_time,
    play_count: (video) => video.play_count,
    digg_count: (video) => video.digg_count,
    units_sold: (video) => video.units_sold,
    interact_rate: (video) => video.interact_rate,
  },
  defaultSort: (video) => video.play_count,
};
