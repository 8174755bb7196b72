import { applyDecorators } from '@nestjs/common';
import {
  DATE_TYPES,
  type DateType,
  firstDay,
  isRefusal,
  isFollowing,
  lastDay,
  MOST_RANGE_DAYS,
  PERIOD_FORMATS,
  PERIOD_TYPES,
  periodForm,
  periodsBetween,
  readPeriod,
} from '../../common/period/period.js';
import { type BrokenRule, RequestFailure } from '../../common/errors/failure.js';
import { words } from '../../common/errors/error-texts.js';
import type { JsonObject } from '../../common/json-object.js';
import { valueAt } from '../../fields/paths.js';
import { closedObject, namedSchema } from '../../fields/schema.js';
import { Check, Published, Rule } from './broken-rule.js';
import { ChoiceField } from './fields.js';
import { Read, RequestField } from './request-field.js';

/** The type of an object's periods: that at the path `typeField`, the first without it; undefined for an invalid one. */
const typeIn = <Type extends DateType>(holder: JsonObject, typeField: string | undefined, types: readonly Type[]) =>
  typeField === undefined ? types[0] : types.find((name) => name === valueAt(holder, typeField));

/** The same of a value that may be a range whatever the type is, and is one where none is asked for. */
const comparedTypeIn = (value: unknown, holder: JsonObject, typeField = '') =>
  String(value).includes('~') || (valueAt(holder, typeField.replace(/\.type$/, '')) ?? undefined) === undefined
    ? 'range'
    : typeIn(holder, typeField, DATE_TYPES);

/** The period that a value names; undefined where it names none. */
function validPeriod<Type extends DateType>(value: unknown, type: Type | undefined, most?: number) {
  const period = type !== undefined && typeof value === 'string' ? readPeriod(type, value, most) : undefined;
  return isRefusal(period) ? undefined : period;
}

interface PeriodValueOptions {
  readonly example?: string;
  readonly types?: readonly DateType[];
  readonly required?: boolean;
  readonly most?: number;
  /** Whether the value may follow the data: `last`, `last-27d`. */
  readonly takesFollowing?: boolean;
  /** Whether a value of two days is a range whatever the type is. */
  readonly takesRange?: boolean;
}

/** A period of the type that another field names, of the first type without it. The service gets its canonical form. */
export const PeriodValueField = (
  typeField: string | undefined,
  description: string,
  {
    example = '2026-26',
    types = PERIOD_TYPES,
    required = true,
    most = MOST_RANGE_DAYS,
    takesFollowing = false,
    takesRange = false,
  }: PeriodValueOptions = {},
) => {
  const typeOf = (value: unknown, holder: JsonObject) =>
    takesRange ? comparedTypeIn(value, holder, typeField) : typeIn(holder, typeField, types);
  return RequestField(
    {
      schema: {
        type: 'string',
        ...periodForm(typeField === undefined ? types.slice(0, 1) : types, takesFollowing),
        description,
        example,
      },
      required,
      typeName: (holder) => {
        const type = typeOf(undefined, holder);
        return type === undefined ? words('string') : words('period_text', { format: PERIOD_FORMATS[type] });
      },
    },
    Check('period_value', (value, holder) => {
      const type = typeOf(value, holder);
      if (type === undefined || typeof value !== 'string') return undefined;
      if (takesFollowing && isFollowing(type, value)) return undefined;
      const period = readPeriod(type, value, most);
      if (!isRefusal(period)) return undefined;
      const name = type === 'range' ? 'range_nearest' : 'period_nearest';
      const facts = { ...period, type, most };
      return { rule: 'period', detail: words(period.reason === 'format' ? 'period_format' : name, facts) };
    }),
    Read((value, holder) => validPeriod(value, typeOf(value, holder), most)?.value ?? value),
  );
};

/** `series` of lists of sales. */
export const SeriesField = () =>
  ChoiceField(
    PERIOD_TYPES,
    'Adds the sales day by day, by week or by month under the filters of the list: sum_series next to it, series on its rows, those compared with as well.',
  );

/** A day, YYYY-MM-DD, of the markets' own calendars, or one that follows the data. */
export const DayField = (description: string, example: string) =>
  PeriodValueField(undefined, description, { example, required: false, takesFollowing: true });

/** Refuses days that follow the data and are no span, once it is known which they are. @throws RequestFailure (400) */
export function requireSpan(
  asked: object,
  ends: Readonly<Record<'from' | 'to', string>>,
  most: number,
  typeField?: string,
) {
  const { from, to } = asked as JsonObject;
  const isAsAsked = ends.from === from && ends.to === to;
  const broken = isAsAsked ? undefined : brokenSpanRule({ ...asked, ...ends }, typeField, most);
  if (broken !== undefined) throw new RequestFailure({ path: 'to', given: to, ...broken });
}

/** Why `from` and `to` are no span; undefined when they are, or where another error says so. */
function brokenSpanRule(holder: JsonObject, typeField: string | undefined, most: number): BrokenRule | undefined {
  const type = typeIn(holder, typeField, PERIOD_TYPES);
  const [first, last] = [validPeriod(holder.from, type), validPeriod(holder.to, type)];
  if (first === undefined || last === undefined) return undefined;
  if (first.value > last.value) {
    return { rule: 'period', detail: words('before_from', { from: first.value }) };
  }
  let [count, end] = [0, first];
  for (const period of periodsBetween(first.type, firstDay(first), lastDay(last))) {
    count += 1;
    if (count > most) {
      const name = typeField === undefined ? 'most_days' : 'most_periods';
      return { rule: 'period', limit: most, detail: words(name, { from: first.value, most, end: end.value }) };
    }
    end = period;
  }
  return undefined;
}

/** Checks that `from` and the field span at most `most` periods, of the type that `typeField` names, or days. */
export const SpanEndField = (most: number, typeField?: string) =>
  Rule('period', (_to, holder) => brokenSpanRule(holder, typeField, most), {
    others: ['from', typeField ?? []].flat(),
    limit: most,
  });

/** `compare_to`: a period of the type that `typeField` names, or a range, to compare with instead of the one before. */
export const ComparedField = (typeField: string, description: string, most = MOST_RANGE_DAYS) =>
  applyDecorators(
    PeriodValueField(typeField, description, {
      ...{ types: COMPARED_TYPES, example: '2025-06-01~2025-06-30', required: false },
      ...{ most, takesRange: true },
    }),
    Published('period', [typeField.replace(/\.type$/, '')], most),
  );

/** A range is named first, so that it is the kind where no other is asked for. */
const COMPARED_TYPES = ['range', ...PERIOD_TYPES] as const;

/** What there is to know of a value besides its format. */
const NOTES: Partial<Record<DateType, string>> = {
  week: ': ISO 8601 week-year and week; 2026-W05 is taken too',
  range: `: 1 to ${MOST_RANGE_DAYS} days, both included, added up when asked for`,
};

const PERIODS = DATE_TYPES.map((type) => {
  const kind = { type: 'string', enum: [type], description: 'Kind of the period.' };
  const isRange = type === 'range';
  const description = `${PERIOD_FORMATS[type]}${NOTES[type] ?? ''}; ${isRange ? 'an end may follow the data: last-27d~last' : 'or last, the newest complete one, last-27d the one 27 days before its end'}.`;
  const value = { type: 'string', pattern: periodForm([type], true).pattern, description };
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}Period`;
  return [type, namedSchema(name, closedObject({ type: kind, value }, ['type', 'value'])).$ref] as const;
});

const DATE_INFO = namedSchema('DateInfo', {
  type: 'object',
  oneOf: PERIODS.map(([, $ref]) => ({ $ref })),
  discriminator: { propertyName: 'type', mapping: Object.fromEntries(PERIODS) },
  description: 'A period of the kind that `type` names.',
  example: { type: 'week', value: '2026-26' },
});

class DateInfo {
  @ChoiceField(DATE_TYPES, 'Kind of the period.', { required: true, example: 'week' })
  type: DateType;

  @PeriodValueField('type', 'The period, written as its kind asks for.', { types: DATE_TYPES, takesFollowing: true })
  value: string;
}

/** `date_info`, a period (docs/api.md, "Requests"). The service gets the `DatedPeriod` that it names. */
export const DateInfoField = (
  description = 'Period of the ranking. Which periods have data is at /creator/v1/rank/periods.',
  required = true,
) =>
  RequestField(
    {
      // The examples of its siblings exclude an optional one.
      schema: { allOf: [DATE_INFO], description, ...(!required && { example: null }) },
      required,
      nested: () => DateInfo,
      typeName: () => words('period'),
    },
    Published('period'),
  );
