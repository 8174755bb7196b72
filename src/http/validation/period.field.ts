import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  DATE_TYPES,
  type DateType,
  daysBetween,
  firstDay,
  isRefusal,
  LAST,
  lastDay,
  MOST_RANGE_DAYS,
  PERIOD_FORMATS,
  PERIOD_TYPES,
  periodForm,
  periodsBetween,
  readPeriod,
  shiftDay,
} from '../../common/period/period.js';
import type { BrokenRule } from '../../common/errors/failure.js';
import { Check, Published, Rule } from './broken-rule.js';
import { ChoiceField } from './fields.js';
import { words } from '../../common/errors/error-texts.js';
import { valueAt } from '../../fields/paths.js';
import { closedObject, namedSchema } from '../../fields/schema.js';
import { RequestField } from './request-field.js';
import type { JsonObject } from '../../common/json-object.js';

/** The type of an object's periods: that at the path `typeField`, the first without it; undefined for an invalid one. */
const typeIn = <Type extends DateType>(holder: JsonObject, typeField: string | undefined, types: readonly Type[]) =>
  typeField === undefined ? types[0] : types.find((name) => name === valueAt(holder, typeField));

/** The period that a value names; undefined where it names none. */
function validPeriod<Type extends DateType>(value: unknown, type: Type | undefined, most?: number) {
  const period = type !== undefined && typeof value === 'string' ? readPeriod(type, value, most) : undefined;
  return isRefusal(period) ? undefined : period;
}

interface PeriodValueOptions {
  readonly example?: string;
  readonly types?: readonly DateType[];
  readonly required?: boolean;
  /** Most days of a range. */
  readonly most?: number;
  /** Whether `last` stands for a period that is no range. */
  readonly takesLast?: boolean;
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
    takesLast = false,
  }: PeriodValueOptions = {},
) =>
  RequestField(
    {
      schema: {
        type: 'string',
        ...periodForm(typeField === undefined ? types.slice(0, 1) : types),
        description,
        example,
      },
      required,
      typeName: (holder) => {
        const type = typeIn(holder, typeField, types);
        return type === undefined ? words('string') : words('period_text', { format: PERIOD_FORMATS[type] });
      },
    },
    Check('period_value', (value, holder) => {
      const type = typeIn(holder, typeField, types);
      if (type === undefined || typeof value !== 'string') return undefined;
      if (takesLast && value === LAST && type !== 'range') return undefined;
      const period = readPeriod(type, value, most);
      if (!isRefusal(period)) return undefined;
      const name = type === 'range' ? 'range_nearest' : 'period_nearest';
      const facts = { ...period, type, most };
      return { rule: 'period', detail: words(period.reason === 'format' ? 'period_format' : name, facts) };
    }),
    Transform(
      ({ value, obj }: { value: unknown; obj: JsonObject }) =>
        validPeriod(value, typeIn(obj, typeField, types), most)?.value ?? value,
    ),
  );

/** A day, YYYY-MM-DD, of the markets' own calendars. */
export const DayField = (description: string, example: string) => PeriodValueField(undefined, description, { example });

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

/**
 * Checks that `from` and the field span at most `most` periods.
 * @param typeField the field that names the type of the periods; days without it
 */
export const SpanEndField = (most: number, typeField?: string) =>
  Rule('period', (_to, holder) => brokenSpanRule(holder, typeField, most), {
    others: ['from', typeField ?? []].flat(),
    limit: most,
  });

/**
 * A period in place of the one before; a range has as many days as the one that is compared with it.
 * @param daysOf the first and the last day of that one in a request as sent, where it is a range
 */
const ComparedField = (
  typeField: string | undefined,
  others: readonly string[],
  description: string,
  options: PeriodValueOptions,
  daysOf: (request: JsonObject) => readonly unknown[],
) =>
  applyDecorators(
    PeriodValueField(typeField, description, { ...options, required: false }),
    Rule<unknown>(
      'period',
      (value, request) => {
        const compared = validPeriod(value, 'range', options.most);
        const [from, to] = daysOf(request).map((day) => validPeriod(day, 'day'));
        if (compared === undefined || from === undefined || to === undefined) return undefined;
        const more = daysBetween(from.value, to.value);
        const nearest = `${firstDay(compared)}~${shiftDay(firstDay(compared), more)}`;
        if (more < 0 || compared.value === nearest) return undefined;
        return { rule: 'period', detail: words('same_days', { days: more + 1, nearest }) };
      },
      { others },
    ),
  );

/** `compare_to` of rankings. */
export const ComparedPeriodField = () =>
  ComparedField(
    'filter.date_info.type',
    ['filter.date_info'],
    'The period that rows are compared with, of the kind of date_info, a range of as many days; the period before when not set.',
    { types: DATE_TYPES, example: '2025-26' },
    (request) => {
      const value = valueAt(request, 'filter.date_info.value');
      return typeof value === 'string' ? value.split('~') : [];
    },
  );

/** `compare_to` of days from `from` to `to`, at most `most`. */
export const ComparedDaysField = (most: number) =>
  ComparedField(
    undefined,
    ['from', 'to'],
    'As compare, with these days, YYYY-MM-DD~YYYY-MM-DD, in place of those before: as many as from `from` to `to`.',
    { types: ['range'], example: '2025-06-01~2025-06-30', most },
    ({ from, to }) => [from, to],
  );

/** What there is to know of a value besides its format. */
const NOTES: Partial<Record<DateType, string>> = {
  week: ': ISO 8601 week-year and week; 2026-W05 is taken too',
  range: `: 1 to ${MOST_RANGE_DAYS} days, both included, added up when asked for`,
};

const PERIODS = DATE_TYPES.map((type) => {
  const kind = { type: 'string', enum: [type], description: 'Kind of the period.' };
  const isRange = type === 'range';
  const description = `${PERIOD_FORMATS[type]}${NOTES[type] ?? ''}${isRange ? '' : `; or ${LAST}, the newest complete one`}.`;
  const { pattern } = periodForm([type]);
  const value = { type: 'string', pattern: isRange ? pattern : `${pattern}|^${LAST}$`, description };
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

  @PeriodValueField('type', 'The period, written as its kind asks for.', { types: DATE_TYPES, takesLast: true })
  value: string;
}

/** `date_info`, a period (docs/api.md, "Requests"). The service gets the `DatedPeriod` that it names. */
export const DateInfoField = () =>
  RequestField(
    {
      schema: {
        allOf: [DATE_INFO],
        description: 'Period of the ranking. Which periods have data is at /creator/v1/rank/periods.',
      },
      required: true,
      nested: () => DateInfo,
      typeName: () => words('period'),
    },
    Published('period'),
  );
