import { Transform } from 'class-transformer';
import {
  DATE_TYPES,
  type DateType,
  firstDay,
  isRefusal,
  lastDay,
  MOST_RANGE_DAYS,
  PERIOD_FORMATS,
  PERIOD_TYPES,
  periodForm,
  periodsBetween,
  readPeriod,
} from '../../common/period/period.js';
import { type BrokenRule, Check, type JsonObject, Published, Rule } from './broken-rule.js';
import { ChoiceField } from './fields.js';
import { words } from '../../common/error-texts.js';
import { Fields } from '../../fields/field.js';
import { closedObject, namedSchema } from '../../fields/schema.js';
import { RequestField } from './request-field.js';

/** The type of an object's periods: that of its field `typeField`, days without it; undefined for an invalid one. */
const typeIn = <Type extends DateType>(holder: JsonObject, typeField: string | undefined, types: readonly Type[]) =>
  typeField === undefined ? 'day' : types.find((name) => name === holder[typeField]);

/** The period that a value names, or why there is none; undefined where another error says so. */
function periodIn<Type extends DateType>(value: unknown, type: Type | undefined) {
  return type !== undefined && typeof value === 'string' ? readPeriod(type, value) : undefined;
}

/** A period of the type that another field names, days without it. The service gets its canonical form. */
export const PeriodValueField = (
  typeField: string | undefined,
  description: string,
  example = '2026-26',
  types: readonly DateType[] = PERIOD_TYPES,
) =>
  RequestField(
    {
      schema: { type: 'string', ...periodForm(typeField === undefined ? ['day'] : types), description, example },
      required: true,
      typeName: (holder) => {
        const type = typeIn(holder, typeField, types);
        return type === undefined ? words('string') : words('period_text', { format: PERIOD_FORMATS[type] });
      },
    },
    Check('period_value', (value, holder) => {
      const type = typeIn(holder, typeField, types);
      const period = periodIn(value, type);
      if (period === undefined || !isRefusal(period)) return undefined;
      const name = type === 'range' ? 'range_nearest' : 'period_nearest';
      const facts = { ...period, type, most: MOST_RANGE_DAYS };
      return { rule: 'period', detail: words(period.reason === 'format' ? 'period_format' : name, facts) };
    }),
    Transform(({ value, obj }: { value: unknown; obj: JsonObject }) => {
      const period = periodIn(value, typeIn(obj, typeField, types));
      return period === undefined || isRefusal(period) ? value : period.value;
    }),
  );

/** A day, YYYY-MM-DD, of the markets' own calendars. */
export const DayField = (description: string, example: string) => PeriodValueField(undefined, description, example);

/** Why `from` and `to` are no span; undefined when they are, or where another error says so. */
function brokenSpanRule(holder: JsonObject, typeField: string | undefined, most: number): BrokenRule | undefined {
  const type = typeIn(holder, typeField, PERIOD_TYPES);
  const [first, last] = [periodIn(holder.from, type), periodIn(holder.to, type)];
  if (first === undefined || last === undefined || isRefusal(first) || isRefusal(last)) return undefined;
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

/** What there is to know of a value besides its format. */
const NOTES: Partial<Record<DateType, string>> = {
  week: ': ISO 8601 week-year and week; 2026-W05 is taken too',
  range: `: 1 to ${MOST_RANGE_DAYS} days, both included, added up when asked for`,
};

/** The schemas of periods by their type. */
const PERIODS = DATE_TYPES.map((type) => {
  const kind = { type: 'string', enum: [type], description: 'Kind of the period.' };
  const description = `${PERIOD_FORMATS[type]}${NOTES[type] ?? ''}.`;
  const value = { type: 'string', ...periodForm([type]), description };
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}Period`;
  return [type, namedSchema(name, closedObject({ type: kind, value }, ['type', 'value'])).$ref] as const;
});

/** `date_info`, a period of one of these types (docs/api.md, "Requests"). The service gets the `Period` it names. */
export function DateInfoField(schemaName = 'DateInfo', types: readonly DateType[] = DATE_TYPES) {
  const nested = Fields({
    type: ChoiceField(types, 'Kind of the period.', { required: true, example: 'week' }),
    value: PeriodValueField('type', 'The period, written as its kind asks for.', '2026-26', types),
  });
  const known = PERIODS.filter(([type]) => types.includes(type));
  const schema = namedSchema(schemaName, {
    type: 'object',
    oneOf: known.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(known) },
    description: 'A period of the kind that `type` names.',
    example: { type: 'week', value: '2026-26' },
  });
  const description = 'Period of the ranking. Which periods have data is at /creator/v1/rank/periods.';
  return RequestField(
    { schema: { allOf: [schema], description }, required: true, nested: () => nested, typeName: () => words('period') },
    Published('period'),
  );
}
