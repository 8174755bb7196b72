import { applyDecorators } from '@nestjs/common';
import { Answer } from '../../../http/answer/answer.dto.js';
import { ChoiceField } from '../../../http/validation/fields.js';
import { IdField } from '../../../http/validation/id.field.js';
import { EndsSpan, PeriodValueField } from '../../../http/validation/period.field.js';
import { Published } from '../../../http/validation/request-field.js';
import type { PeriodType } from '../../../period/period.js';
import { PERIOD_TYPES } from '../../../period/period.js';
import { ListField, ObjectField } from '../../../records/fields/field.js';
import { HistoryRecord } from '../../../records/history.record.js';

/** Periods of one answer. */
export const MOST_HISTORY_PERIODS = 400;

const SpansHistory = () =>
  applyDecorators(
    EndsSpan({ most: MOST_HISTORY_PERIODS, typeField: 'date_type' }),
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

/** `data` of a creator's history. */
export class HistoryData {
  @ListField(() => HistoryRecord, 'Every period from `from` to `to`, oldest first')
  list: HistoryRecord[];
}

/** Answer of a creator's history. */
export class HistoryResponse extends Answer {
  @ObjectField(() => HistoryData, 'The periods')
  data: HistoryData;
}
