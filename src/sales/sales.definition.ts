import type { SaleChannel } from './facts.document.js';
import type { BreakdownRecord } from './breakdown.record.js';
import { categoriesOf, type FactKey, SHOPS } from '../search/fact-keys.js';

/** Maximum `page * pagesize` of a breakdown. */
export const BREAKDOWN_WINDOW = 1000;
/** Maximum days of a breakdown. */
export const MOST_BREAKDOWN_DAYS = 400;

/** The key of the rows of a breakdown. */
interface BreakdownKey extends FactKey {
  /** Only facts of this channel have the key. */
  readonly channel?: SaleChannel;
  /** The filters that make the list shorter. */
  readonly narrowedBy: string;
  /** The fields of a row that hold its key and the record behind it. */
  readonly shownAs: readonly (keyof BreakdownRecord)[];
}

/** The values of one field of facts. */
const valuesOf = (field: string): FactKey => ({ keys: [field], rowOf: ([value]) => value });

/** The keys by which sales can be broken down; `category` is that of level 1. */
export const BREAKDOWNS = {
  creator: {
    ...valuesOf('uid'),
    narrowedBy: 'filter.uid, filter.product_id or fewer days',
    shownAs: ['uid', 'creator'],
  },
  product: {
    ...valuesOf('product_id'),
    narrowedBy: 'filter.product_id, filter.l1_category_id or fewer days',
    shownAs: ['product_id', 'product'],
  },
  shop: {
    ...SHOPS,
    narrowedBy: 'filter.seller_id, filter.product_id or fewer days',
    shownAs: ['seller_id', 'shop'],
  },
  category: { ...categoriesOf(1), narrowedBy: 'filter.l1_category_id or fewer days', shownAs: ['category'] },
  video: {
    ...valuesOf('content_id'),
    channel: 'video',
    narrowedBy: 'filter.video_id, filter.uid or fewer days',
    shownAs: ['video_id', 'video'],
  },
  live: {
    ...valuesOf('content_id'),
    channel: 'live',
    narrowedBy: 'filter.room_id, filter.uid or fewer days',
    shownAs: ['room_id', 'live'],
  },
  channel: { ...valuesOf('channel'), narrowedBy: 'filter.channel', shownAs: ['channel'] },
  day: { ...valuesOf('date'), narrowedBy: 'fewer days', shownAs: ['date'] },
  region: {
    keys: ['uid'],
    kind: 'creator',
    fields: ['region'],
    rowOf: (_key, creator) => creator?.['region'] as string | undefined,
    narrowedBy: 'filter.region, filter.l1_category_id or fewer days',
    shownAs: ['region'],
  },
} as const satisfies Record<string, BreakdownKey>;

/** How the facts of a request become rows. */
export const breakdownKey = ({ by, level = 1 }: { readonly by: BreakdownBy; readonly level?: number }): BreakdownKey =>
  level === 1 ? BREAKDOWNS[by] : { ...BREAKDOWNS[by], ...categoriesOf(level) };

export type BreakdownBy = keyof typeof BREAKDOWNS;
export const BREAKDOWN_NAMES = Object.keys(BREAKDOWNS) as BreakdownBy[];

/** A breakdown must name at least one id, by one of these filters, unless its list is short. */
export const ID_FILTERS = ['uid', 'product_id', 'seller_id', 'video_id', 'room_id'] as const;
export const SHORT_BREAKDOWNS: readonly BreakdownBy[] = ['category', 'channel', 'day', 'region'];

/** Orderby values of a breakdown, descending. */
export const BREAKDOWN_SORTS = ['usd_gmv', 'units_sold'] as const;
export type BreakdownSort = (typeof BREAKDOWN_SORTS)[number];
