import { roundHalfAwayFromZero } from '../../common/rounding.js';
import type { RankingPlan } from '../ranking.definition.js';
import { PRODUCT_TOP_SELLING, SHOP_TOP_SELLING, TOP_ECOMMERCE } from '../rankings.requests.js';
import type { Trait } from './peers.requests.js';

/** A row, and what is known of its subject. */
export interface Compared {
  readonly row: Readonly<Record<string, unknown>>;
  /** The level 1 categories that a shop or creator sells in, the largest first. */
  readonly parts: readonly string[];
  /** The fields of a product as loaded now. */
  readonly product: Readonly<Record<string, unknown>>;
}

/** A filter of the ranking by its name, and its value; null where it is not known. */
type SharedFilter = readonly [name: string, value: unknown];

/** The subject of a comparison: its ranking, and what its peers share with it. */
export interface PeerSubject {
  readonly ranking: RankingPlan;
  /** The figures of a row that are compared. */
  readonly figures: readonly string[];
  readonly traits: Readonly<Partial<Record<Trait, (of: Compared, tolerance: number) => SharedFilter>>>;
  /** The path of its operation, for assistants. */
  readonly path: string;
}

const around = (value: unknown, tolerance: number): unknown => {
  if (typeof value !== 'number') return null;
  const bound = (percent: number) => roundHalfAwayFromZero((value * percent) / 100, 2);
  return { min: bound(100 - tolerance), max: bound(100 + tolerance) };
};

/** The category of the deepest level that a product has. */
function deepestCategory({ product }: Compared): SharedFilter {
  const levels = ['l3_category_id', 'l2_category_id', 'l1_category_id'];
  const level = levels.find((name) => typeof product[name] === 'number') ?? 'l1_category_id';
  return [level, product[level] ?? null];
}

const ofRegion = ({ row }: Compared): SharedFilter => ['region', row['region'] ?? null];

const SELLING = [
  'usd_gmv',
  'video_usd_gmv',
  'live_usd_gmv',
  'units_sold',
  'creator_count',
  'video_count',
  'live_count',
];

/** What can be compared with its peers. */
export const PEERS = {
  creator: {
    path: '/creator/v1/peers',
    ranking: TOP_ECOMMERCE,
    figures: [
      ...['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'units_sold'],
      ...['product_count', 'video_count', 'live_count'],
    ],
    traits: {
      region: ofRegion,
      category: ({ row }) => ['creator_category_id', row['creator_category_id'] ?? null],
      followers: ({ row }, tolerance) => ['follower_count_range', around(row['follower_count'], tolerance)],
    },
  },
  product: {
    path: '/product/v1/peers',
    ranking: PRODUCT_TOP_SELLING,
    figures: SELLING,
    traits: {
      region: ofRegion,
      category: deepestCategory,
      price: ({ product }, tolerance) => ['usd_price_range', around(product['usd_price'], tolerance)],
    },
  },
  shop: {
    path: '/shop/v1/peers',
    ranking: SHOP_TOP_SELLING,
    figures: [...SELLING, 'product_count'],
    traits: {
      region: ofRegion,
      category: ({ parts: [part] }) => ['l1_category_id', part === undefined ? null : Number(part)],
    },
  },
} as const satisfies Record<string, PeerSubject>;
