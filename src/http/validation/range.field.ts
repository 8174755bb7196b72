import type { Range } from '../../search/compiler/types.js';
import type { BrokenRule } from '../../common/errors/failure.js';
import { Check, isAnySet, isOneSet, Published, Rule } from './broken-rule.js';
import { either, words } from '../../common/errors/error-texts.js';
import { Fields } from '../../fields/field.js';
import { namedSchema, type Schema } from '../../fields/schema.js';
import { PeriodValueField } from './period.field.js';
import { type Indexed, NUMBER_BOUNDS, numberIn, RequestField, schemaOf } from './request-field.js';
import type { JsonObject } from '../../common/json-object.js';

const FIRST_13_DIGIT_NUMBER = 1e12;

const bounds = (bound: (description: string) => PropertyDecorator) => ({
  min: bound('Lower bound, inclusive.'),
  max: bound('Upper bound, inclusive.'),
});

const NUMBER = { type: 'number', format: 'double', ...NUMBER_BOUNDS };

const numbers = (limits: Schema) =>
  bounds((description) => RequestField({ schema: { ...NUMBER, ...limits, description } }));

const ANY = numbers({});
const NOT_NEGATIVE = numbers({ minimum: 0 });
const PERCENT = numbers({ minimum: 0, maximum: 100 });

const DAYS = bounds((description) =>
  PeriodValueField(undefined, description, { example: '2026-06-01', required: false }),
);

/** How the days of a time range that follows the data are written. */
const LAST_DAYS = /^([1-9][0-9]{0,3})d$/;

/** The days of `last`. */
export const lastDays = (last: string): number => Number(LAST_DAYS.exec(last)?.[1]);

const LAST = RequestField(
  {
    schema: {
      type: 'string',
      pattern: LAST_DAYS.source,
      description:
        'In the place of bounds: the days, in UTC, that end with the newest of sales, of records where no sales are loaded.',
      example: '28d',
    },
  },
  Check('last_days', (given) =>
    typeof given === 'string' && !LAST_DAYS.test(given)
      ? { rule: 'period', detail: words('last_days', { example: '28d' }) }
      : undefined,
  ),
);

const SECONDS = {
  ...bounds((description) =>
    RequestField(
      { schema: { ...NUMBER, minimum: 0, description }, typeName: () => words('seconds') },
      Check('seconds', (given) =>
        numberIn(given) >= FIRST_13_DIGIT_NUMBER
          ? { rule: 'milliseconds', detail: String(Math.floor(numberIn(given) / 1000)) }
          : undefined,
      ),
    ),
  ),
  last: LAST,
};

const RANGE = namedSchema('Range', {
  ...schemaOf(Fields(ANY)),
  minProperties: 1,
  description: 'At least one bound; both are inclusive.',
});

/** A kind of range: `Range` with its own bounds in the document. */
function unit(name: string, description: string, fields: ReturnType<typeof bounds>, example: Range | Range<string>) {
  const type = Fields(fields);
  const schema = schemaOf(type);
  const isTime = fields === SECONDS;
  // `Range` takes only numbers, and no other field than the bounds.
  const isOther = isTime || fields === DAYS;
  const ofNumbers = { allOf: [RANGE, { type: 'object', properties: schema.properties }] };
  const kind = isOther ? { ...schema, minProperties: 1 } : ofNumbers;
  return { type, isTime, example, ref: namedSchema(name, { ...kind, description, example }) };
}

/** The units of ranges, with their possible bounds. */
const RANGES = {
  count: unit('CountRange', 'Not negative.', NOT_NEGATIVE, { min: 1, max: 1_000_000 }),
  percent: unit('PercentRange', 'Percent, 10 means 10 %, within 0 to 100.', PERCENT, { min: 5, max: 20 }),
  unbounded_percent: unit('RateRange', 'Percent, 10 means 10 %; not negative.', NOT_NEGATIVE, { min: 1, max: 20 }),
  amount: unit('AmountRange', 'In the currency of the region; not negative.', NOT_NEGATIVE, { min: 5, max: 500 }),
  gmv: unit('GmvRange', 'In the currency of the region; may be negative.', ANY, { min: 1000, max: 5_000_000_000 }),
  usd: unit('UsdRange', 'In USD, of any region; may be negative.', ANY, { min: 1000, max: 100_000 }),
  growth: unit('GrowthRange', 'Percent, 10 means 10 %; may be negative.', ANY, { min: 10, max: 200 }),
  change: unit('ChangeRange', 'May be negative.', ANY, { min: 100, max: 100_000 }),
  day_count: unit('DaysRange', 'Days; may be negative.', ANY, { min: 0, max: 29 }),
  day: unit('DayRange', 'Days of a calendar.', DAYS, { min: '2026-06-01', max: '2026-06-30' }),
  unix_seconds: unit('TimeRange', 'Unix seconds.', SECONDS, { min: 1780272000, max: 1782863999 }),
};

const refuseLastWithBounds = ({ min, max, last }: JsonObject): BrokenRule | undefined =>
  (min ?? max ?? undefined) === undefined || (last ?? undefined) === undefined
    ? undefined
    : { rule: 'alone', at: '.last', given: last, detail: either('min', 'max') };

interface RangeOptions<Index extends string> extends Indexed<Index> {
  /** Sibling fields. The range needs one of them, which fixes the currency of amounts. */
  readonly needs?: readonly string[];
  /** Sibling fields. The range is required unless one of them is set. */
  readonly requiredUnless?: readonly string[];
  /** An old name of the range: refused together with the new one. */
  readonly deprecated?: readonly [since: string, use: string];
}

/** A range `{min, max}`. */
export const RangeField = <Index extends string = never>(
  measure: keyof typeof RANGES,
  description: string,
  { needs = [], requiredUnless = [], deprecated, ...indexed }: RangeOptions<Index> = {},
) => {
  const { ref, type, isTime, example } = RANGES[measure];
  const boundIn = (given: unknown) => (typeof given === 'string' ? Date.parse(given) : numberIn(given));
  const lacks = (_: unknown, holder: JsonObject): BrokenRule | undefined =>
    isOneSet(holder, needs) ? undefined : { rule: 'needs', detail: either(...needs) };
  const missing = (given: unknown, holder: JsonObject): BrokenRule | undefined =>
    given === undefined && !isAnySet(holder, requiredUnless)
      ? { rule: 'required', detail: JSON.stringify(example) }
      : undefined;
  const [, newName = ''] = deprecated ?? [];
  const isSentTwice = (_: unknown, holder: JsonObject): BrokenRule | undefined =>
    isAnySet(holder, [newName]) ? { rule: 'alone', detail: newName } : undefined;
  const mustHave = needs.length === 0 ? '' : ` Must be used with ${needs.join(' or ')}.`;
  return RequestField(
    {
      schema: { allOf: [ref], description: `${description}${mustHave}`, deprecated },
      nested: () => type,
      typeName: () => words('range'),
      ...indexed,
    },
    Rule<JsonObject>('empty', ({ min, max, last }) =>
      (min ?? max ?? last ?? undefined) === undefined ? { rule: 'empty', detail: 'have min, max or both' } : undefined,
    ),
    ...(isTime ? [Rule<JsonObject>('alone', refuseLastWithBounds)] : []),
    Rule<JsonObject>('min_above_max', ({ min, max }) =>
      boundIn(min) > boundIn(max) ? { rule: 'min_above_max' } : undefined,
    ),
    ...(isTime ? [Published('milliseconds')] : []),
    // Named unlike the rule of `last`, which it would replace.
    ...(newName === '' ? [] : [Check('old_name', isSentTwice, { isAdjacent: true }), Published('alone', [newName])]),
    ...(needs.length === 0 ? [] : [Rule('needs', lacks, { others: needs, isAdjacent: true })]),
    ...(requiredUnless.length === 0 ? [] : [Rule('required', missing, { others: requiredUnless, takesAbsent: true })]),
  );
};
