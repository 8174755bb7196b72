import { CONVERSIONS, CONVERTING } from '../figures/conversion.js';
import type { SaleChannel } from '../figures/facts.record.js';
import type { BreakdownRecord } from './breakdown.record.js';
import { PERIOD_TYPES, type PeriodType } from '../common/period/period.js';
import { lastBelow, STEPS } from '../search/compiler/facets.js';
import { categoryField } from '../figures/fact-groups.js';
import { type Subject, SUBJECT_NAMES, subjectOf, SUBJECTS } from '../subjects/subjects.js';

export const MOST_BREAKDOWN_DAYS = 400;

/** How sales become rows of a breakdown. */
export interface BreakdownKey {
  readonly by: BreakdownBy;
  /** The field of sales that has the key of the row. */
  readonly field: string;
  /** Whether sales without a key are a row. */
  readonly takesMissing?: boolean;
  /** Only sales of this channel have the key. */
  readonly channel?: SaleChannel | undefined;
  /** Whether keys are in the order of numbers. */
  readonly isNumber?: boolean;
  /** The figure of the records behind `field`, as loaded now, in whose step sales are; each begins at a bound. */
  readonly steps?: Steps;
  /** The filters that make the list shorter. */
  readonly narrowedBy: readonly string[];
}

interface Steps {
  readonly records: 'creators' | 'products';
  readonly figure: string;
  readonly bounds: readonly number[];
  /** The last figure of a step that ends below a bound. */
  readonly lastBelow: (bound: number) => number;
}

const DATE = { field: 'date', narrowedBy: ['fewer_days'] };

/** The keys by which sales can be broken down besides subjects. */
const OTHER_KEYS = {
  channel: { field: 'channel', narrowedBy: ['filter.channel'] },
  day: DATE,
  week: DATE,
  month: DATE,
  region: {
    field: 'creator_region',
    takesMissing: true,
    narrowedBy: ['filter.region', 'filter.l1_category_id', 'fewer_days'],
  },
  follower_tier: {
    field: 'uid',
    takesMissing: true,
    isNumber: true,
    steps: {
      records: 'creators',
      figure: 'follower_count',
      bounds: [0, 1000, 10_000, 100_000, 1_000_000],
      lastBelow: (bound) => bound - 1,
    },
    narrowedBy: ['filter.uid', 'filter.region', 'filter.l1_category_id', 'fewer_days'],
  },
  price_band: {
    field: 'product_id',
    takesMissing: true,
    isNumber: true,
    steps: { records: 'products', figure: 'usd_price', bounds: STEPS, lastBelow },
    narrowedBy: ['filter.product_id', 'filter.region', 'filter.l1_category_id', 'fewer_days'],
  },
} as const satisfies Record<string, Omit<BreakdownKey, 'by'>>;

export type BreakdownBy = Subject | keyof typeof OTHER_KEYS;
export type BreakdownBys = BreakdownBy | readonly BreakdownBy[];
/** The keys besides subjects. */
export const OTHER_NAMES = Object.keys(OTHER_KEYS) as (keyof typeof OTHER_KEYS)[];
export const BREAKDOWN_NAMES: readonly BreakdownBy[] = [...SUBJECT_NAMES, ...OTHER_NAMES];

/** The keys of a request. */
export const keysOf = (by: BreakdownBys): readonly BreakdownBy[] => [by].flat();

/** How sales get each key of a request. */
export const breakdownKeys = (by: BreakdownBys, level = 1): BreakdownKey[] =>
  keysOf(by).map((one) => {
    if (!isSubject(one)) return { by: one, ...OTHER_KEYS[one] };
    const isDeeper = one === 'category' && level > 1;
    const { key, channel, takesMissing = isDeeper, narrowedBy } = subjectOf(one);
    const field = isDeeper ? categoryField(level) : key;
    return { by: one, field, takesMissing, isNumber: one === 'category', channel, narrowedBy };
  });

export const isSubject = (by: BreakdownBy): by is Subject => by in SUBJECTS;

/** Keys that are periods; of several keys one may be. */
export const isPeriod = (by: BreakdownBy): by is PeriodType => PERIOD_TYPES.some((type) => type === by);

/** The fields of a row that hold its key and the record behind it. */
export function keyFields(by: BreakdownBy): readonly (keyof BreakdownRecord)[] {
  if (isSubject(by)) {
    const fields = Object.keys(SUBJECTS[by].row) as (keyof BreakdownRecord)[];
    return by === 'product' ? [...fields, 'shop'] : fields;
  }
  return by === 'day' ? ['date'] : [by];
}

/** The first figure of the step of a figure; undefined for none. */
export const stepOf = ({ bounds }: Steps, figure: number | undefined): number | undefined =>
  figure === undefined ? undefined : bounds.findLast((bound) => bound <= figure);

/** The step that begins with a figure. */
export function stepFrom({ bounds, lastBelow: last }: Steps, min: number) {
  const next = bounds[bounds.indexOf(min) + 1];
  return { min, max: next === undefined ? null : last(next) };
}

/** A breakdown must name at least one id, by one of these filters, unless its list is short. */
export const ID_FILTERS = ['uid', 'product_id', 'seller_id', 'video_id', 'room_id'] as const;
export const SHORT_BREAKDOWNS: readonly BreakdownBy[] = ['category', ...OTHER_NAMES];

/** The figures that sales alone do not tell. */
export const OTHER_FIGURES = [...CONVERSIONS, 'follower_count'] as const;

/** The keys of which one alone has rows with such a figure. */
export const keysWith = (figure: string): readonly BreakdownBy[] =>
  figure === 'follower_count' ? ['creator'] : CONVERTING;

/** Orderby values of a breakdown. */
export const BREAKDOWN_SORTS = ['usd_gmv', 'units_sold', 'average_usd_price', ...OTHER_FIGURES] as const;
export type BreakdownSort = (typeof BREAKDOWN_SORTS)[number];
