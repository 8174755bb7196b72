import type { CreatorLoad } from '../../src/creator/creator.record.js';
import type { LiveLoad } from '../../src/live/live.record.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import type { VideoLoad } from '../../src/video/video.record.js';
import { Random } from '../../dev/seed/random.js';

/** Texts with tags of several scripts and forms. */
const TAGGED = [
  null,
  undefined,
  'none',
  '#Skincare #スキンケア',
  '＃SKINCARE, #İstanbul',
  '#glow#skincare',
  '#งานดี #护肤',
];
/** Few values, so that most records tie; null, nothing, zero, negatives and figures past 2^31 among them. */
const COUNTS = [null, undefined, 0, 1, 2, 2, 5, 40, 40, 40, 1000, 3_000_000_000];
const AMOUNTS = [null, undefined, -120, -1, 0, 7, 7, 99, 250_000];
const RATES = [null, undefined, 0, 2.5, 2.5, 10, 10.05, 99.99, 250];
const PERCENTS = [null, undefined, '0%', '2.5%', '10%', '10%', '64.25%', '100%'];
const PRICES = [null, undefined, 0, 0.99, 0.99, 12.5, 12.5, 1999];
const HANDLES = [null, undefined, 'ava.glow', 'AVA.glow', 'neo_shop', 'ก้อย', 'glow-2'];
const FLAGS = [null, undefined, 0, 1];
const REGIONS = ['US', 'US', 'GB', 'JP', 'TH', null, undefined] as const;
const CATEGORY_IDS = [10, 20, 30, null, undefined];
const TIMES = [1_780_000_000, 1_780_000_000, 1_780_086_400, 1_781_000_000, 1_782_864_000];

/**
 * Ids of many lengths: as strings "10" stands before "9", and 19 digits must come back digit for digit. Some have more
 * digits than that, or other characters, with or without digits before them.
 */
const idOf = (index: number): string => {
  const digits = `${7_000_000_000_000_000_000n + BigInt(index) * 99_990_001n}`;
  if (index % 3 === 0) return String(index);
  if (index % 10 === 8) return `${index - 1}-${index % 4}`;
  if (index % 10 === 4) return `${index}a`;
  if (index % 10 === 7) return `${digits}${index}`;
  return index % 20 === 5 ? `é-${index}` : digits;
};

const recordsOf = <T>(kind: string, count: number, make: (random: Random, id: string) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(new Random(kind, index), idOf(index)));

export const TIED_VIDEOS: readonly VideoLoad[] = recordsOf('tied-video', 400, (random, video_id) => ({
  video_id,
  uid: String(random.whole(1, 30)),
  publish_time: random.pick(TIMES) + 3600 * random.whole(0, 30),
  desc: random.pick(TAGGED),
  region: random.pick(REGIONS),
  is_ecommerce: random.pick(FLAGS),
  is_ad: random.pick(FLAGS),
  duration: random.pick(COUNTS),
  play_count: random.pick(COUNTS),
  digg_count: random.pick(COUNTS),
  units_sold: random.pick(COUNTS),
  interact_rate: random.pick(RATES),
  creator: {
    unique_id: random.pick(HANDLES),
    follower_count: random.pick(COUNTS),
    category: { id: random.pick(CATEGORY_IDS) },
  },
  product_info: Array.from({ length: random.whole(0, 3) }, () => ({
    product_id: `p${random.whole(1, 40)}`,
    category: { l1: { id: random.pick(CATEGORY_IDS) } },
  })),
}));

export const TIED_PRODUCTS: readonly ProductLoad[] = recordsOf('tied-product', 500, (random, product_id) => ({
  product_id,
  region: random.pick(REGIONS),
  category: {
    l1: { id: random.pick(CATEGORY_IDS) },
    l2: { id: random.pick(CATEGORY_IDS) },
    l3: { id: random.pick(CATEGORY_IDS) },
  },
  shop: { seller_id: random.pick(['7495123456789012345', '7495123456789012346', '5', null]) },
  commission_rate: random.pick(PERCENTS),
  creator_order_rate: random.pick(PERCENTS),
  floor_price: random.pick(PRICES),
  creator_count: random.pick(COUNTS),
  total_units_sold: random.pick(COUNTS),
  total_gmv: random.pick(AMOUNTS),
  day7_units_sold: random.pick(COUNTS),
  day7_gmv: random.pick(AMOUNTS),
  launch_time: random.pick(TIMES),
  off_shelves: random.pick(FLAGS),
  promotion_channel: random.pick([1, 2, 3, null]),
  shop_type: random.pick([1, 2, null]),
  is_sshop: random.pick(FLAGS),
  is_cross_border: random.pick(FLAGS),
  is_free_shipping: random.pick(FLAGS),
  is_fully_managed: random.pick(FLAGS),
  is_new_listed: random.pick(FLAGS),
  is_local_warehouse: random.pick(FLAGS),
  is_top_selling: random.pick(FLAGS),
  day28_units_sold: random.pick(COUNTS),
  day90_units_sold: random.pick(COUNTS),
  product_rating: random.pick([null, undefined, 0, 4.5, 4.5, 4.55, 5]),
  sku_count: random.pick(COUNTS),
}));

export const TIED_CREATORS: readonly CreatorLoad[] = recordsOf('tied-creator', 300, (random, uid) => ({
  uid,
  unique_id: random.pick(HANDLES),
  region: random.pick(REGIONS),
  category_id: random.pick(CATEGORY_IDS),
  account_type: random.pick([1, 2, null]),
  follower_count: random.pick(COUNTS),
  video_count: random.pick(COUNTS),
}));

export const TIED_LIVES: readonly LiveLoad[] = recordsOf('tied-live', 300, (random, room_id) => ({
  room_id,
  unique_id: random.pick(HANDLES),
  creator_region: random.pick(REGIONS),
  live_type: random.pick([1, 2, null]),
  creator_category_id: random.pick(CATEGORY_IDS),
  product_category_ids: [10, 20, 30].filter(() => random.chance(0.4)),
  start_time: random.pick([...TIMES, 1_774_746_000, 1_774_747_800, null]),
  follower_count: random.pick(COUNTS),
  total_viewer_count: random.pick(COUNTS),
  total_units_sold: random.pick(COUNTS),
  total_gmv: random.pick([...AMOUNTS, 12.34, 12.35]),
  uv_value: random.pick(PRICES),
}));
