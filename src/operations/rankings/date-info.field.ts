import type { FaultDraft } from '../../http/validation/fault-draft.js';
import { unknownField } from '../../http/validation/fault-draft.js';
import { checkOneOf } from '../../http/validation/fields.js';
import { RequestField } from '../../http/validation/request-field.js';
import type { PeriodRefusal, PeriodType } from '../../period/period.js';
import { isRefusal, PERIOD_FORMATS, PERIOD_TYPES, readPeriod } from '../../period/period.js';

const NAMES = ['type', 'value'];

/** What is wrong with a `date_info`; empty when it names a period of the calendar. */
function checkDateInfo(given: unknown): FaultDraft[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return [{ rule: 'type', given, detail: 'an object {type, value}' }];
  }
  const unknown = Object.keys(given)
    .filter((name) => !NAMES.includes(name))
    .map((name) => unknownField(name, NAMES));
  const { type, value } = given as { type?: unknown; value?: unknown };
  return [...unknown, ...checkType(type), ...checkValue(type, value)];
}

function checkType(given: unknown): FaultDraft[] {
  if ((given ?? null) === null) return [{ rule: 'required', at: '.type', given }];
  return checkOneOf(given, PERIOD_TYPES).map((draft) => ({ ...draft, at: '.type' }));
}

function checkValue(type: unknown, given: unknown): FaultDraft[] {
  if ((given ?? null) === null) return [{ rule: 'required', at: '.value', given }];
  const known = PERIOD_TYPES.find((name) => name === type);
  const format = known === undefined ? 'a string' : `a string ${PERIOD_FORMATS[known]}`;
  if (typeof given !== 'string') return [{ rule: 'type', at: '.value', given, detail: format }];
  if (known === undefined) return [];
  const read = readPeriod(known, given);
  return isRefusal(read) ? [{ rule: 'period', at: '.value', given, detail: explain(known, read) }] : [];
}

function explain(type: PeriodType, refusal: PeriodRefusal): string {
  if (refusal.reason === 'format') return `a ${type} is written ${refusal.format}`;
  return `the calendar has no such ${type}, the nearest is ${refusal.nearest}`;
}

const read = (given: unknown): unknown => {
  const { type, value } = given as { type: PeriodType; value: string };
  return readPeriod(type, value);
};

/** `date_info` of the rankings; the service gets the `Period` it names. */
export const DateInfoField = () =>
  RequestField({
    check: checkDateInfo,
    read,
    required: true,
    document: {
      type: 'object',
      description:
        'Period: `day` YYYY-MM-DD, `week` YYYY-WW (ISO 8601 week-year and week; 2026-W05 is taken too) or `month` ' +
        'YYYY-MM. Which periods have data is at /creator/v1/rank/periods.',
      required: NAMES,
      additionalProperties: false,
      properties: {
        type: { type: 'string', enum: [...PERIOD_TYPES], description: 'Kind of the period.' },
        value: { type: 'string', description: 'The period, written as its kind asks for.', example: '2026-26' },
      },
      example: { type: 'week', value: '2026-26' },
    },
  });
