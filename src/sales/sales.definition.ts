import type { SaleChannel } from './facts.document.js';
import type { BreakdownRecord } from './breakdown.record.js';

/** Maximum `page * pagesize` of a breakdown. */
export const BREAKDOWN_WINDOW = 1000;
/** Maximum days of a breakdown. */
export const MOST_BREAKDOWN_DAYS = 400;

/** The key of the rows of a breakdown. */
export interface BreakdownKey {
  /** The field of the facts that holds the key. */
  readonly field: 'uid' | 'product_id' | 'product_category_id' | 'content_id' | 'channel' | 'date';
  /** Only facts of this channel have the key. */
  readonly channel?: SaleChannel;
  /** Of keys that are added up to groups, the kind of record and its field that name the group of each. */
  readonly groups?: readonly [kind: 'product' | 'creator', field: 'seller_id' | 'region'];
  /** The filters that make the list shorter. */
  readonly narrowedBy: string;
  /** The fields of a row that hold its key and the record behind it. */
  readonly shownAs: readonly (keyof BreakdownRecord)[];
}

/** The keys by which sales can be broken down: `shop` and `region` add up the products and the creators that they have now. */
export const BREAKDOWNS = {
  creator: { field: 'uid', narrowedBy: 'filter.uid, filter.product_id or fewer days', shownAs: ['uid', 'creator'] },
  product: {
    field: 'product_id',
    narrowedBy: 'filter.product_id, filter.l1_category_id or fewer days',
    shownAs: ['product_id', 'product'],
  },
  shop: {
    field: 'product_id',
    groups: ['product', 'seller_id'],
    narrowedBy: 'filter.seller_id, filter.product_id or fewer days',
    shownAs: ['seller_id', 'shop'],
  },
  category: { field: 'product_category_id', narrowedBy: 'filter.l1_category_id or fewer days', shownAs: ['category'] },
  video: {
    field: 'content_id',
    channel: 'video',
    narrowedBy: 'filter.video_id, filter.uid or fewer days',
    shownAs: ['video_id', 'video'],
  },
  live: {
    field: 'content_id',
    channel: 'live',
    narrowedBy: 'filter.room_id, filter.uid or fewer days',
    shownAs: ['room_id', 'live'],
  },
  channel: { field: 'channel', narrowedBy: 'filter.channel', shownAs: ['channel'] },
  day: { field: 'date', narrowedBy: 'fewer days', shownAs: ['date'] },
  region: {
    field: 'uid',
    groups: ['creator', 'region'],
    narrowedBy: 'filter.region, filter.l1_category_id or fewer days',
    shownAs: ['region'],
  },
} as const satisfies Record<string, BreakdownKey>;

export type BreakdownBy = keyof typeof BREAKDOWNS;
export const BREAKDOWN_NAMES = Object.keys(BREAKDOWNS) as BreakdownBy[];

/** A breakdown must name at least one id, by one of these filters, unless its list is short. */
export const ID_FILTERS = ['uid', 'product_id', 'seller_id', 'video_id', 'room_id'] as const;
export const SHORT_BREAKDOWNS: readonly BreakdownBy[] = ['category', 'channel', 'day', 'region'];

/** Orderby values of a breakdown, descending. */
export const BREAKDOWN_SORTS = ['usd_gmv', 'units_sold'] as const;
export type BreakdownSort = (typeof BREAKDOWN_SORTS)[number];
