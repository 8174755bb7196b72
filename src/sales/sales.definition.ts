import { CONVERTING } from '../figures/conversion.js';
import { CONVERSIONS } from '../figures/figures.record.js';
import type { SaleChannel } from '../figures/facts.record.js';
import type { BreakdownRecord } from './breakdown.record.js';
import { type DatedPeriod, PERIOD_TYPES, type PeriodType } from '../common/period/period.js';
import { AGE_STEPS, DURATION_STEPS, FOLLOWER_STEPS, type Steps } from '../common/steps.js';
import { lastBelow, STEPS } from '../search/compiler/facets.js';
import { categoryField } from '../figures/fact-groups.js';
import { type Subject, SUBJECT_NAMES, subjectOf, SUBJECTS } from '../subjects/subjects.js';

export const MOST_BREAKDOWN_DAYS = 400;

/** The days of a breakdown, and those that it compares them with; undefined before year 0001. */
export interface BreakdownDays {
  readonly now: DatedPeriod;
  readonly before: DatedPeriod | undefined;
  readonly isCompared: boolean;
}

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
  /** Whether a sale may have several keys, so that it is in several rows. */
  readonly hasSeveral?: boolean;
  /** Whether the field has no texts, or several values: groups of such fields are read as those of pairs. */
  readonly isComposite?: boolean;
  /** The steps of which a row is one; its key is the bound at which the step begins. */
  readonly steps?: Steps;
  /** The figure of the records behind `field`, as loaded now, in whose step sales are. */
  readonly figureOf?: { readonly records: 'creators' | 'products'; readonly figure: string };
  /** The filters that make the list shorter. */
  readonly narrowedBy: readonly string[];
}

const DATE = { field: 'date', narrowedBy: ['fewer_days'] };
/** A key that all sales may lack. */
const OPTIONAL = { takesMissing: true, narrowedBy: ['filter.region', 'filter.l1_category_id', 'fewer_days'] };
const OPTIONAL_STEP = { ...OPTIONAL, isNumber: true, isComposite: true };

/** The keys by which sales can be broken down besides subjects. */
const OTHER_KEYS = {
  channel: { field: 'channel', narrowedBy: ['filter.channel'] },
  day: DATE,
  week: DATE,
  month: DATE,
  region: { ...OPTIONAL, field: 'creator_region' },
  creator_category: { ...OPTIONAL, field: 'creator_category_id', isNumber: true },
  account_type: { ...OPTIONAL, field: 'account_type', isNumber: true },
  is_ad: { ...OPTIONAL, field: 'is_ad', isComposite: true },
  duration: { ...OPTIONAL_STEP, field: 'duration', steps: DURATION_STEPS },
  product_age: { ...OPTIONAL_STEP, field: 'product_age_step', steps: AGE_STEPS },
  tag: { ...OPTIONAL, field: 'tags', isComposite: true, hasSeveral: true },
  follower_tier: {
    field: 'uid',
    takesMissing: true,
    isNumber: true,
    steps: FOLLOWER_STEPS,
    figureOf: { records: 'creators', figure: 'follower_count' },
    narrowedBy: ['filter.uid', 'filter.region', 'filter.l1_category_id', 'fewer_days'],
  },
  price_band: {
    field: 'product_id',
    takesMissing: true,
    isNumber: true,
    steps: { bounds: STEPS, lastBelow },
    figureOf: { records: 'products', figure: 'usd_price' },
    narrowedBy: ['filter.product_id', 'filter.region', 'filter.l1_category_id', 'fewer_days'],
  },
} as const satisfies Record<string, Omit<BreakdownKey, 'by'>>;

export type BreakdownBy = Subject | keyof typeof OTHER_KEYS;
export type BreakdownBys = BreakdownBy | readonly BreakdownBy[];
export const OTHER_NAMES = Object.keys(OTHER_KEYS) as (keyof typeof OTHER_KEYS)[];
export const BREAKDOWN_NAMES: readonly BreakdownBy[] = [...SUBJECT_NAMES, ...OTHER_NAMES];

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

/** A breakdown must name at least one id, by one of these filters, unless its list is short. */
export const ID_FILTERS = ['uid', 'product_id', 'seller_id', 'video_id', 'room_id'] as const;
export const SHORT_BREAKDOWNS: readonly BreakdownBy[] = ['category', ...OTHER_NAMES];
export const LONG_BREAKDOWNS = BREAKDOWN_NAMES.filter((by) => !SHORT_BREAKDOWNS.includes(by));

/** Rows of a breakdown whose sales are in several rows, where it has more than `BREAKDOWN_MAX_ROWS`. */
export const FIRST_ROWS = 1000;

/** The figures that sales alone do not tell. */
export const OTHER_FIGURES = [...CONVERSIONS, 'follower_count'] as const;

/** The keys of which one alone has rows with such a figure. */
export const keysWith = (figure: string): readonly BreakdownBy[] =>
  figure === 'follower_count' ? ['creator'] : CONVERTING;

/** The order that compares as `compare` does. */
export const BY_CHANGE = 'usd_gmv_change';

export const BREAKDOWN_SORTS = ['usd_gmv', 'units_sold', 'average_usd_price', BY_CHANGE, ...OTHER_FIGURES] as const;
export type BreakdownSort = (typeof BREAKDOWN_SORTS)[number];
