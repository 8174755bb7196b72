import { IsNumber, IsObject, Max, Min, ValidateNested } from 'class-validator';
import type { Range } from '../../query/request.js';
import { Check, refusedAs } from './broken-rule.js';
import { AsNumber, notA } from './fields.js';
import type { RequestClass } from './request-field.js';
import { REQUIRED_IN_FILTER, RequestField, schemaOf } from './request-field.js';

const FIRST_13_DIGIT_NUMBER = 1e12;

/** What the bounds of a range measure: which of them are possible, and what descriptions say of them. */
const UNITS = {
  count: { min: 0, note: 'Both ends inclusive; one is enough; not negative.' },
  percent: { min: 0, max: 100, note: 'Percent, 10 means 10 %, within 0 to 100. Both ends inclusive; one is enough.' },
  unbounded_percent: { min: 0, note: 'Percent, 10 means 10 %. Both ends inclusive; one is enough; not negative.' },
  amount: { min: 0, note: 'In the currency of the region. Both ends inclusive; one is enough; not negative.' },
  gmv: { note: 'In the currency of the region; may be negative. Both ends inclusive; one is enough.' },
  unix_seconds: { min: 0, isTime: true, note: 'Unix seconds. Both ends inclusive; one is enough.' },
} satisfies Record<string, Unit>;

interface Unit {
  readonly min?: number;
  readonly max?: number;
  readonly isTime?: boolean;
  readonly note: string;
}

export type RangeUnit = keyof typeof UNITS;

const Bound = (end: 'Lower' | 'Upper', { min: minimum, max: maximum, isTime = false }: Unit) =>
  RequestField(
    {
      schema: {
        type: 'number',
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
        description: `${end} bound, inclusive.`,
      },
    },
    AsNumber(),
    IsNumber({}, refusedAs(notA('a number'))),
    ...(minimum === undefined ? [] : [Min(minimum, refusedAs({ rule: 'min', limit: minimum }))]),
    ...(maximum === undefined ? [] : [Max(maximum, refusedAs({ rule: 'max', limit: maximum }))]),
    ...(isTime ? [IsInSeconds()] : []),
  );

const IsInSeconds = () =>
  Check<number>(
    'seconds',
    (bound) => bound < FIRST_13_DIGIT_NUMBER,
    refusedAs((given) => ({ rule: 'milliseconds', detail: String(Math.floor(Number(given) / 1000)) })),
  );

function rangeOf(unit: Unit): RequestClass {
  class UnitRange implements Range {
    @Bound('Lower', unit) min?: number;
    @Bound('Upper', unit) max?: number;
  }
  return UnitRange;
}

const CLASSES = Object.fromEntries(Object.entries(UNITS).map(([name, unit]) => [name, rangeOf(unit)])) as Record<
  RangeUnit,
  RequestClass
>;

const RANGE_RULES = [
  { name: 'empty', description: 'A range has min, max or both; {} and {min: null, max: null} are refused.' },
  { name: 'min_above_max', description: 'The min of a range is at most its max; both ends are inclusive.' },
];

const SECONDS_RULE = {
  name: 'milliseconds',
  description: (path: string) =>
    `Bounds of ${path} are Unix seconds; a number of 13 digits or more is refused, because it looks like milliseconds.`,
};

const needsRule = (others: readonly string[]) => ({
  name: 'needs',
  others,
  description: (path: string, paths: readonly string[]) =>
    `${path} must be used with ${paths.join(' or ')}, because amounts are in the region’s currency.`,
});

/** A range `{min, max}`; `needs` names sibling fields of which one must be set beside it. */
export const RangeField = (
  unitName: RangeUnit,
  description: string,
  { required = false, needs = [] }: { required?: boolean; needs?: readonly string[] } = {},
) => {
  const type = CLASSES[unitName];
  const unit: Unit = UNITS[unitName];
  const needed = needs.join(' or ');
  return RequestField(
    {
      schema: {
        ...schemaOf(type),
        minProperties: 1,
        description: `${description} ${unit.note}${needed === '' ? '' : ` Must be used with ${needed}.`}`,
      },
      required,
      nested: () => type,
      rules: [
        ...(required ? [REQUIRED_IN_FILTER] : []),
        ...RANGE_RULES,
        ...(unit.isTime === true ? [SECONDS_RULE] : []),
        ...(needed === '' ? [] : [needsRule(needs)]),
      ],
    },
    IsObject(refusedAs({ rule: 'type', detail: 'an object {min, max}' })),
    ValidateNested(),
    Check<Range>(
      'hasBound',
      ({ min, max }) => (min ?? max) !== undefined,
      refusedAs({ rule: 'empty', detail: 'have min, max or both' }),
    ),
    Check<Range>(
      'minAtMostMax',
      ({ min = -Infinity, max = Infinity }) => min <= max,
      refusedAs({ rule: 'min_above_max' }),
    ),
    ...(needed === '' ? [] : [Needs(needs, needed)]),
  );
};

const Needs = (names: readonly string[], detail: string) =>
  Check(
    'needs',
    (_range, holder) => names.some((name) => holder[name] !== undefined),
    refusedAs({ rule: 'needs', detail }, { isBeside: true }),
  );
