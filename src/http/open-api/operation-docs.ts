/** A rule of an operation that its schemas can't hold; published under `x-rules`. */
export interface OperationRule {
  /** The `rule` of the fault it gives, or a name like one. */
  readonly name: string;
  /** The fields it speaks of, as paths. */
  readonly fields: readonly string[];
  readonly description: string;
}

/** A request that returns hits on the default seed. */
export interface OperationExample {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What an operation's documentation holds beside its schemas. */
export interface OperationDocs {
  readonly examples: Readonly<Record<string, OperationExample>>;
  readonly rules: readonly OperationRule[];
}

/** The paging window of an operation. */
export const pageWindow = (limit: number): OperationRule => ({
  name: 'page_window',
  fields: ['page', 'pagesize'],
  description: `page * pagesize must be at most ${limit}; exactly ${limit} is allowed. Nothing is clamped.`,
});

/** What all range objects of an operation have in common. */
export const rangesOf = (...fields: readonly string[]): OperationRule[] => [
  { name: 'empty', fields, description: 'A range has min, max or both; {} and {min: null, max: null} are refused.' },
  { name: 'min_above_max', fields, description: 'The min of a range is at most its max; both ends are inclusive.' },
];

/** Time ranges in seconds. */
export const secondsOf = (...fields: readonly string[]): OperationRule => ({
  name: 'milliseconds',
  fields,
  description: `Bounds of ${fields.join(', ')} are Unix seconds; a number of 13 digits or more is refused, because it looks like milliseconds.`,
});

/** Fields of which one must be set beside another. */
export const needs = (field: string, ...others: readonly string[]): OperationRule => ({
  name: 'needs',
  fields: [field, ...others],
  description: `${field} must be used with ${others.join(' or ')}, because amounts are in the region’s currency.`,
});

/** Fields that take ids. */
export const idsOf = (...fields: readonly string[]): OperationRule => ({
  name: 'id',
  fields,
  description:
    'An id that is an integer is taken digit for digit, whatever its size; one whose digits are not all written (1e21) is refused.',
});

/** `keywords` of searches. */
export const KEYWORDS_RULE: OperationRule = {
  name: 'max_length',
  fields: ['keywords'],
  description: 'keywords are trimmed and then have at most 120 Unicode code points.',
};

/** `orderby` of searches. */
export const ORDERBY_RULE: OperationRule = {
  name: 'duplicate',
  fields: ['orderby'],
  description:
    'Each field may be sorted by once. A single sort item is taken as an array of one; [] counts as not set.',
};

/** `date_info` of rankings. */
export const PERIOD_RULE: OperationRule = {
  name: 'period',
  fields: ['filter.date_info'],
  description:
    'The period must be one of the calendar: a day YYYY-MM-DD, an ISO 8601 week YYYY-WW (2026-53 exists, 2025-53 does ' +
    'not) or a month YYYY-MM. A period without data gives 200 with an empty list.',
};

/** What holds for every request body. */
export const BODY_RULES: readonly OperationRule[] = [
  { name: 'unknown', fields: [''], description: 'Unknown fields are refused, at every depth.' },
  {
    name: 'optional',
    fields: [''],
    description: 'An optional field that is null counts as not set, and a body that is null as none.',
  },
];
