import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { Ranking } from '../../../documents/board.document.js';
import { RANKINGS } from '../../../documents/board.document.js';
import { AnswerOf } from '../../../http/answer/answer.dto.js';
import { ChoiceField } from '../../../http/validation/fields.js';
import { NestedField } from '../../../http/validation/request-field.js';
import type { PeriodType } from '../../../period/period.js';
import { PERIOD_TYPES } from '../../../period/period.js';
import { ListField, TextField, WholeField } from '../../../records/fields/field.js';
import { PeriodRecord } from '../../../records/rankings/period.record.js';
import type { OperationDocs } from '../../../http/open-api/operation.decorator.js';

/** Filter of the list of periods (docs/api.md, "Ranking periods"). */
export class PeriodsFilter {
  @ChoiceField(RANKINGS, 'The periods of one ranking; those of creators when not set.')
  ranking?: Ranking;

  @ChoiceField(PERIOD_TYPES, 'The periods of one kind.')
  date_type?: PeriodType;
}

/** Body of the list of periods. */
export class PeriodsRequest {
  @NestedField(() => PeriodsFilter, 'Filter; both its fields are optional.')
  filter: PeriodsFilter;
}

/** The newest moment of each kind of data; null of a kind that has none. */
export class Newest {
  @WholeField('Publish time of the newest video, Unix seconds')
  videos: number | null;

  @WholeField('Listing time of the newest product, Unix seconds')
  products: number | null;

  @WholeField('Start of the newest live stream, Unix seconds')
  lives: number | null;

  @TextField('Newest day with sales, YYYY-MM-DD of the market’s own calendar', { example: '2026-06-30' })
  sales: string | null;

  @TextField('Newest creator-day, YYYY-MM-DD of the market’s own calendar', { example: '2026-06-30' })
  creator_days: string | null;
}

/** `data` of the list of periods. */
@ApiExtraModels(Newest)
export class PeriodsData {
  @WholeField('Periods listed', { required: true })
  total: number;

  @ListField(() => PeriodRecord, 'By date_type (day, week, month), then date_value descending, then ranking')
  list: PeriodRecord[];

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(Newest) }, { type: 'null' }],
    description: 'The newest moment of each kind of data, which "now" may be asked from; null while it can’t be read',
  })
  newest: Newest | null;
}

/** Answer of the list of periods. */
export class PeriodsResponse extends AnswerOf(PeriodsData, 'The periods that have data') {}

/** Examples and rules of the list of periods. */
export const PERIODS_DOCS: OperationDocs = {
  examples: {
    all: { summary: 'Every period that has data', value: {} },
    of_a_ranking: { summary: 'Those of one ranking', value: { filter: { ranking: 'topGrowth' } } },
    weeks: { summary: 'The weeks alone', value: { filter: { date_type: 'week' } } },
  },
  rules: [
    {
      name: 'order',
      fields: ['data.list'],
      description: 'Sorted by date_type (day, week, month), then date_value descending, then ranking; not paged.',
    },
  ],
};
