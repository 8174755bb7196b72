import type { SaleChannel } from './facts.document.js';
import type { BreakdownRecord } from './breakdown.record.js';
import { categoryField } from '../figures/subjects.js';

/** Maximum `page * pagesize` of a breakdown. */
export const BREAKDOWN_WINDOW = 1000;
/** Maximum days of a breakdown. */
export const MOST_BREAKDOWN_DAYS = 400;

/** How sales become rows of a breakdown. */
interface BreakdownKey {
  /** The field of sales that has the key of the row. */
  readonly field: string;
  /** Whether sales without a key are a row. */
  readonly takesMissing?: true;
  /** Only sales of this channel have the key. */
  readonly channel?: SaleChannel;
  /** The filters that make the list shorter. */
  readonly narrowedBy: string;
  /** The fields of a row that hold its key and the record behind it. */
  readonly shownAs: readonly (keyof BreakdownRecord)[];
}

/** The keys by which sales can be broken down; `category` is that of level 1. */
export const BREAKDOWNS = {
  creator: {
    field: 'uid',
    narrowedBy: 'filter.uid, filter.product_id or fewer days',
    shownAs: ['uid', 'creator'],
  },
  product: {
    field: 'product_id',
    narrowedBy: 'filter.product_id, filter.l1_category_id or fewer days',
    shownAs: ['product_id', 'product'],
  },
  shop: {
    field: 'seller_id',
    takesMissing: true,
    narrowedBy: 'filter.seller_id, filter.product_id or fewer days',
    shownAs: ['seller_id', 'shop'],
  },
  category: {
    field: categoryField(1),
    takesMissing: true,
    narrowedBy: 'filter.l1_category_id or fewer days',
    shownAs: ['category'],
  },
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
    field: 'creator_region',
    takesMissing: true,
    narrowedBy: 'filter.region, filter.l1_category_id or fewer days',
    shownAs: ['region'],
  },
} as const satisfies Record<string, BreakdownKey>;

/** How the sales of a request become rows. */
export function breakdownKey({ by, level = 1 }: { readonly by: BreakdownBy; readonly level?: number }): BreakdownKey {
  if (by !== 'category') return BREAKDOWNS[by];
  const { takesMissing, ...key } = BREAKDOWNS.category;
  return { ...key, field: categoryField(level), ...(level > 1 && { takesMissing }) };
}

export type BreakdownBy = keyof typeof BREAKDOWNS;
export const BREAKDOWN_NAMES = Object.keys(BREAKDOWNS) as BreakdownBy[];

/** A breakdown must name at least one id, by one of these filters, unless its list is short. */
export const ID_FILTERS = ['uid', 'product_id', 'seller_id', 'video_id', 'room_id'] as const;
export const SHORT_BREAKDOWNS: readonly BreakdownBy[] = ['category', 'channel', 'day', 'region'];

/** Orderby values of a breakdown, descending. */
export const BREAKDOWN_SORTS = ['usd_gmv', 'units_sold'] as const;
export type BreakdownSort = (typeof BREAKDOWN_SORTS)[number];
