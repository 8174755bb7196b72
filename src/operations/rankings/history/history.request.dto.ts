import { applyDecorators } from '@nestjs/common';
import type { BrokenRule, JsonObject } from '../../../http/validation/broken-rule.js';
import { Check, refusedAs } from '../../../http/validation/broken-rule.js';
import { ChoiceField } from '../../../http/validation/fields.js';
import { IdField } from '../../../http/validation/id.field.js';
import { Published } from '../../../http/validation/request-field.js';
import type { PeriodType } from '../../../period/period.js';
import { firstDay, isRefusal, lastDay, PERIOD_TYPES, periodsBetween, readPeriod } from '../../../period/period.js';
import { PeriodValueField } from '../date-info.field.js';

/** Periods of one answer. */
export const MOST_HISTORY_PERIODS = 400;

/** Why `from` and `to` span no history; undefined when they do, or where another error says so. */
function refuseSpan({ date_type, from, to }: JsonObject): BrokenRule | undefined {
  const type = PERIOD_TYPES.find((name) => name === date_type);
  if (type === undefined || typeof from !== 'string' || typeof to !== 'string') return undefined;
  const [first, last] = [readPeriod(type, from), readPeriod(type, to)];
  if (isRefusal(first) || isRefusal(last)) return undefined;
  if (first.value > last.value)
    return { rule: 'period', detail: `it must not be before from, which is ${first.value}` };
  let count = 0;
  for (const period of periodsBetween(type, firstDay(first), lastDay(last))) {
    count += 1;
    if (count > MOST_HISTORY_PERIODS) {
      const detail = `from ${first.value} on, at most ${MOST_HISTORY_PERIODS} periods may be asked for, which end before ${period.value}`;
      return { rule: 'period', limit: MOST_HISTORY_PERIODS, detail };
    }
  }
  return undefined;
}

const SpansHistory = () =>
  applyDecorators(
    Check(
      'span',
      (_to, request) => refuseSpan(request) === undefined,
      refusedAs((_to, request) => refuseSpan(request) ?? []),
    ),
    Published(
      'history_span',
      () =>
        `from and to are periods of the calendar, written as date_type asks for: a day YYYY-MM-DD, an ISO 8601 week YYYY-WW or a month YYYY-MM. from is not after to, and at most ${MOST_HISTORY_PERIODS} periods lie between them, both included.`,
      ['from', 'date_type'],
    ),
  );

/** Body of a creator's history (docs/api.md, "History of a creator"). */
export class HistoryRequest {
  @IdField('Creator UID.', { required: true })
  uid: string;

  @ChoiceField(PERIOD_TYPES, 'Kind of the periods.', { required: true, example: 'week' })
  date_type: PeriodType;

  @PeriodValueField('date_type', 'The first period, written as date_type asks for.', '2026-14')
  from: string;

  @SpansHistory()
  @PeriodValueField('date_type', 'The last period, written as date_type asks for.')
  to: string;
}
