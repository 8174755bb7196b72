import { roundHalfAwayFromZero } from '../../common/numbers.js';
import type { RankingPlan } from '../ranking.definition.js';
import { PRODUCT_TOP_SELLING, SHOP_TOP_SELLING, TOP_ECOMMERCE } from '../rankings.requests.js';
import type { Trait } from './peers.requests.js';

/** The figures of a row, and what is known of its subject. */
type KnownRow = Readonly<Record<string, unknown>>;

/** The filter that keeps the peers of a row, by its name; null where the row has no value. */
type SharedFilter = (row: KnownRow, tolerance: number) => readonly [name: string, value: unknown];

/** The subject of a comparison: its ranking, and what its peers share with it. */
export interface PeerSubject {
  readonly ranking: RankingPlan;
  /** The figures of a row that are compared. */
  readonly figures: readonly string[];
  readonly traits: Readonly<Partial<Record<Trait, SharedFilter>>>;
}

const sameValue =
  (field: string): SharedFilter =>
  (row) => [field, row[field] ?? null];

const valueAround =
  (field: string): SharedFilter =>
  (row, tolerance) => {
    const value = row[field];
    const bound = (percent: number) => roundHalfAwayFromZero((Number(value) * percent) / 100, 2);
    const range = typeof value === 'number' ? { min: bound(100 - tolerance), max: bound(100 + tolerance) } : null;
    return [`${field}_range`, range];
  };

/** The category of the deepest level that a product has. */
const deepestCategory: SharedFilter = (row) => {
  const level = ['l3_category_id', 'l2_category_id'].find((name) => typeof row[name] === 'number') ?? 'l1_category_id';
  return [level, row[level] ?? null];
};

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
    ranking: TOP_ECOMMERCE,
    figures: [
      ...['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'units_sold'],
      ...['product_count', 'video_count', 'live_count'],
    ],
    traits: {
      region: sameValue('region'),
      category: sameValue('creator_category_id'),
      followers: valueAround('follower_count'),
    },
  },
  product: {
    ranking: PRODUCT_TOP_SELLING,
    figures: SELLING,
    traits: { region: sameValue('region'), category: deepestCategory, price: valueAround('usd_price') },
  },
  shop: {
    ranking: SHOP_TOP_SELLING,
    figures: [...SELLING, 'product_count'],
    traits: { region: sameValue('region'), category: sameValue('l1_category_id') },
  },
} as const satisfies Record<string, PeerSubject>;
