import type { SaleChannel } from '../figures/facts.record.js';
import type { BreakdownRecord } from './breakdown.record.js';
import { categoryField } from '../figures/fact-key.js';
import { type Subject, SUBJECT_NAMES, subjectOf, SUBJECTS } from '../subjects/subjects.js';

/** Maximum `page * pagesize` of a breakdown. */
export const BREAKDOWN_WINDOW = 1000;
/** Maximum days of a breakdown. */
export const MOST_BREAKDOWN_DAYS = 400;

/** How sales become rows of a breakdown. */
interface BreakdownKey {
  /** The field of sales that has the key of the row. */
  readonly field: string;
  /** Whether sales without a key are a row. */
  readonly takesMissing?: boolean;
  /** Only sales of this channel have the key. */
  readonly channel?: SaleChannel | undefined;
  /** The filters that make the list shorter. */
  readonly narrowedBy: readonly string[];
}

/** The keys by which sales can be broken down besides subjects. */
const OTHER_KEYS = {
  channel: { field: 'channel', narrowedBy: ['filter.channel'] },
  day: { field: 'date', narrowedBy: ['fewer_days'] },
  region: {
    field: 'creator_region',
    takesMissing: true,
    narrowedBy: ['filter.region', 'filter.l1_category_id', 'fewer_days'],
  },
} as const satisfies Record<string, BreakdownKey>;

export type BreakdownBy = Subject | keyof typeof OTHER_KEYS;
export const BREAKDOWN_NAMES = [...SUBJECT_NAMES, ...Object.keys(OTHER_KEYS)] as BreakdownBy[];

/** How the sales of a request become rows. */
export function breakdownKey({ by, level = 1 }: { readonly by: BreakdownBy; readonly level?: number }): BreakdownKey {
  if (!isSubject(by)) return OTHER_KEYS[by];
  const { key, channel, takesMissing = level > 1, narrowedBy } = subjectOf(by);
  return { field: level > 1 ? categoryField(level) : key, takesMissing, channel, narrowedBy };
}

const isSubject = (by: BreakdownBy): by is Subject => by in SUBJECTS;

/** The fields of a row that hold its key and the record behind it. */
export function keyFields(by: BreakdownBy): readonly (keyof BreakdownRecord)[] {
  if (isSubject(by)) return by === 'category' ? [by] : [SUBJECTS[by].id, by];
  return by === 'day' ? ['date'] : [by];
}

/** A breakdown must name at least one id, by one of these filters, unless its list is short. */
export const ID_FILTERS = ['uid', 'product_id', 'seller_id', 'video_id', 'room_id'] as const;
export const SHORT_BREAKDOWNS: readonly BreakdownBy[] = ['category', 'channel', 'day', 'region'];

/** Orderby values of a breakdown. */
export const BREAKDOWN_SORTS = ['usd_gmv', 'units_sold'] as const;
export type BreakdownSort = (typeof BREAKDOWN_SORTS)[number];
