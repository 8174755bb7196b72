import { Transform } from 'class-transformer';
import { IsObject, IsString, ValidateNested } from 'class-validator';
import type { BrokenRule, JsonObject } from '../../http/validation/broken-rule.js';
import { Check, refusedAs } from '../../http/validation/broken-rule.js';
import { ChoiceField } from '../../http/validation/fields.js';
import { namedSchema, Published, RequestField, schemaOf } from '../../http/validation/request-field.js';
import type { Period, PeriodRefusal, PeriodType } from '../../period/period.js';
import { isRefusal, PERIOD_FORMATS, PERIOD_TYPES, readPeriod } from '../../period/period.js';

const typeIn = (holder: JsonObject, typeField: string): PeriodType | undefined =>
  PERIOD_TYPES.find((name) => name === holder[typeField]);

/** The period that a value names beside its type, or why there is none; undefined where another error says so. */
function periodIn(value: unknown, holder: JsonObject, typeField: string): Period | PeriodRefusal | undefined {
  const type = typeIn(holder, typeField);
  return type !== undefined && typeof value === 'string' ? readPeriod(type, value) : undefined;
}

function explainType(holder: JsonObject, typeField: string): BrokenRule {
  const type = typeIn(holder, typeField);
  return { rule: 'type', detail: type === undefined ? 'a string' : `a string ${PERIOD_FORMATS[type]}` };
}

function explainPeriod(value: unknown, holder: JsonObject, typeField: string): BrokenRule {
  const refusal = periodIn(value, holder, typeField) as PeriodRefusal;
  const type = String(holder[typeField]);
  if (refusal.reason === 'format') return { rule: 'period', detail: `a ${type} is written ${refusal.format}` };
  return { rule: 'period', detail: `the calendar has no such ${type}, the nearest is ${refusal.nearest}` };
}

/** A period, written as the type in the field beside it asks for; it arrives in canonical form. */
export const PeriodValueField = (typeField: string, description: string, example = '2026-26') =>
  RequestField(
    { schema: { type: 'string', description, example }, required: true },
    IsString(refusedAs((_value, holder) => explainType(holder, typeField))),
    Check(
      'period',
      (value, holder) => !isRefusal(periodIn(value, holder, typeField)),
      refusedAs((value, holder) => explainPeriod(value, holder, typeField)),
    ),
    Transform(({ value, obj }: { value: unknown; obj: JsonObject }) => {
      const period = periodIn(value, obj, typeField);
      return period === undefined || isRefusal(period) ? value : period.value;
    }),
  );

/** `date_info` of the rankings (docs/api.md, "Requests"); its value arrives in canonical form. */
class DateInfo implements Period {
  @ChoiceField(PERIOD_TYPES, 'Kind of the period.', { required: true, example: 'week' })
  type: PeriodType;

  @PeriodValueField('type', 'The period, written as its kind asks for.')
  value: string;
}

const DATE_INFO = namedSchema('DateInfo', {
  ...schemaOf(DateInfo),
  description:
    'Period: `day` YYYY-MM-DD, `week` YYYY-WW (ISO 8601 week-year and week; 2026-W05 is taken too) or `month` YYYY-MM.',
  example: { type: 'week', value: '2026-26' },
});

/** `date_info` of the rankings; the service gets the `Period` it names. */
export const DateInfoField = () =>
  RequestField(
    {
      schema: {
        allOf: [DATE_INFO],
        description: 'Period of the ranking. Which periods have data is at /creator/v1/rank/periods.',
      },
      required: true,
      nested: () => DateInfo,
    },
    IsObject(refusedAs({ rule: 'type', detail: 'an object {type, value}' })),
    ValidateNested(),
    Published(
      'period',
      () =>
        'The period must be one of the calendar: a day YYYY-MM-DD, an ISO 8601 week YYYY-WW (2026-53 exists, 2025-53 does ' +
        'not) or a month YYYY-MM. A period without data gives 200 with an empty list.',
    ),
  );
