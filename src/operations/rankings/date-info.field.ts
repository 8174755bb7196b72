import { Transform } from 'class-transformer';
import { IsObject, IsString, ValidateNested } from 'class-validator';
import type { BrokenRule, JsonObject } from '../../http/validation/broken-rule.js';
import { Check, refusedAs } from '../../http/validation/broken-rule.js';
import { ChoiceField } from '../../http/validation/fields.js';
import { Published, RequestField, schemaOf } from '../../http/validation/request-field.js';
import type { Period, PeriodRefusal, PeriodType } from '../../period/period.js';
import { isRefusal, PERIOD_FORMATS, PERIOD_TYPES, readPeriod } from '../../period/period.js';

/** The period a value of `date_info` names beside its type, or why there is none; undefined where it can't be said. */
function periodIn(value: unknown, { type }: { readonly type?: unknown }): Period | PeriodRefusal | undefined {
  const known = PERIOD_TYPES.find((name) => name === type);
  return known === undefined || typeof value !== 'string' ? undefined : readPeriod(known, value);
}

const isPeriod = (read: ReturnType<typeof periodIn>): read is Period => read !== undefined && !isRefusal(read);

function explainType(_value: unknown, { type }: JsonObject): BrokenRule {
  const known = PERIOD_TYPES.find((name) => name === type);
  return { rule: 'type', detail: known === undefined ? 'a string' : `a string ${PERIOD_FORMATS[known]}` };
}

function explainPeriod(value: unknown, holder: JsonObject): BrokenRule {
  const refusal = periodIn(value, holder) as PeriodRefusal;
  const type = String(holder.type);
  const detail =
    refusal.reason === 'format'
      ? `a ${type} is written ${refusal.format}`
      : `the calendar has no such ${type}, the nearest is ${refusal.nearest}`;
  return { rule: 'period', detail };
}

/** `date_info` of the rankings (interface document, "date_info object"); its value arrives in canonical form. */
class DateInfo implements Period {
  @ChoiceField(PERIOD_TYPES, 'Kind of the period.', { required: true })
  type: PeriodType;

  @RequestField(
    {
      schema: { type: 'string', description: 'The period, written as its kind asks for.', example: '2026-26' },
      required: true,
    },
    IsString(refusedAs(explainType)),
    Check(
      'period',
      (value, holder) => periodIn(value, holder) === undefined || isPeriod(periodIn(value, holder)),
      refusedAs(explainPeriod),
    ),
    Transform(({ value, obj }: { value: unknown; obj: JsonObject }) => {
      const period = periodIn(value, obj);
      return isPeriod(period) ? period.value : value;
    }),
  )
  value: string;
}

/** `date_info` of the rankings; the service gets the `Period` it names. */
export const DateInfoField = () =>
  RequestField(
    {
      schema: {
        ...schemaOf(DateInfo),
        description:
          'Period: `day` YYYY-MM-DD, `week` YYYY-WW (ISO 8601 week-year and week; 2026-W05 is taken too) or `month` ' +
          'YYYY-MM. Which periods have data is at /creator/v1/rank/periods.',
        example: { type: 'week', value: '2026-26' },
      },
      required: true,
      nested: () => DateInfo,
    },
    IsObject(refusedAs({ rule: 'type', detail: 'an object {type, value}' })),
    ValidateNested(),
    Published(
      'period',
      'The period must be one of the calendar: a day YYYY-MM-DD, an ISO 8601 week YYYY-WW (2026-53 exists, 2025-53 does ' +
        'not) or a month YYYY-MM. A period without data gives 200 with an empty list.',
    ),
  );
