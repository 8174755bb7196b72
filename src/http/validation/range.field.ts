import { applyDecorators } from '@nestjs/common';
import { IsNumber, IsObject, Max, Min, ValidateNested } from 'class-validator';
import type { Range } from '../../query/request.js';
import { Check, refusedAs } from './broken-rule.js';
import { AsNumber, notA } from './fields.js';
import { Published, RequestField, schemaOf } from './request-field.js';

const FIRST_13_DIGIT_NUMBER = 1e12;

interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly isTime?: boolean;
}

const Bound = (end: 'Lower' | 'Upper', { min, max, isTime = false }: Limits) =>
  RequestField(
    { schema: { type: 'number', minimum: min, maximum: max, description: `${end} bound, inclusive.` } },
    AsNumber(),
    IsNumber({}, refusedAs(notA('a number'))),
    Min(min ?? -Infinity, refusedAs({ rule: 'min', limit: min })),
    Max(max ?? Infinity, refusedAs({ rule: 'max', limit: max })),
    Check<number>(
      'seconds',
      (bound) => !isTime || bound < FIRST_13_DIGIT_NUMBER,
      refusedAs((given) => ({ rule: 'milliseconds', detail: String(Math.floor(Number(given) / 1000)) })),
    ),
  );

function unit(note: string, limits: Limits) {
  class UnitRange implements Range {
    @Bound('Lower', limits) min?: number;
    @Bound('Upper', limits) max?: number;
  }
  return { note, type: UnitRange, isTime: limits.isTime === true };
}

/** What the bounds of a range measure: what descriptions say of them, and which are possible. */
const UNITS = {
  count: unit('Both ends inclusive; one is enough; not negative.', { min: 0 }),
  percent: unit('Percent, 10 means 10 %, within 0 to 100. Both ends inclusive; one is enough.', { min: 0, max: 100 }),
  unbounded_percent: unit('Percent, 10 means 10 %. Both ends inclusive; one is enough; not negative.', { min: 0 }),
  amount: unit('In the currency of the region. Both ends inclusive; one is enough; not negative.', { min: 0 }),
  gmv: unit('In the currency of the region; may be negative. Both ends inclusive; one is enough.', {}),
  unix_seconds: unit('Unix seconds. Both ends inclusive; one is enough.', { min: 0, isTime: true }),
};

/** A range `{min, max}`; `needs` names sibling fields of which one must be set beside it. */
export const RangeField = (
  measure: keyof typeof UNITS,
  description: string,
  { required = false, needs = [] }: { required?: boolean; needs?: readonly string[] } = {},
) => {
  const { type, note, isTime } = UNITS[measure];
  const mustHave = needs.length === 0 ? '' : ` Must be used with ${needs.join(' or ')}.`;
  return RequestField(
    {
      schema: { ...schemaOf(type), minProperties: 1, description: `${description} ${note}${mustHave}` },
      required,
      nested: () => type,
    },
    IsObject(refusedAs({ rule: 'type', detail: 'an object {min, max}' })),
    ValidateNested(),
    Check<Range>(
      'hasBound',
      ({ min, max }) => (min ?? max) !== undefined,
      refusedAs({ rule: 'empty', detail: 'have min, max or both' }),
    ),
    Published('empty', 'A range has min, max or both; {} and {min: null, max: null} are refused.'),
    Check<Range>(
      'minAtMostMax',
      ({ min = -Infinity, max = Infinity }) => min <= max,
      refusedAs({ rule: 'min_above_max' }),
    ),
    Published('min_above_max', 'The min of a range is at most its max; both ends are inclusive.'),
    ...(isTime ? [Published('milliseconds', describeSeconds)] : []),
    ...(needs.length === 0 ? [] : [Needs(needs)]),
  );
};

const describeSeconds = (path: string): string =>
  `Bounds of ${path} are Unix seconds; a number of 13 digits or more is refused, because it looks like milliseconds.`;

const Needs = (names: readonly string[]) =>
  applyDecorators(
    Check(
      'needs',
      (_range, holder) => names.some((name) => holder[name] !== undefined),
      refusedAs({ rule: 'needs', detail: names.join(' or ') }, { isBeside: true }),
    ),
    Published(
      'needs',
      (path, others) =>
        `${path} must be used with ${others.join(' or ')}, because amounts are in the region’s currency.`,
      names,
    ),
  );
