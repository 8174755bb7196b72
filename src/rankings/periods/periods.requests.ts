import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { AnswerEnvelope } from '../../http/answer/answer.dto.js';
import { ChoiceField } from '../../http/validation/fields.js';
import { NestedField } from '../../http/validation/request-field.js';
import { PERIOD_TYPES, type PeriodType } from '../../common/period/period.js';
import type { NewestMoments } from '../../common/record-kind.js';
import { Fields, ListField, TextField, WholeField, YesNoField } from '../../fields/field.js';
import { type Ranking, RANKING_NAMES } from '../../subjects/subjects.js';

/** A period for which a ranking has data (docs/api.md, "Ranking periods"). */
export class PeriodRecord extends Fields({
  ranking: TextField('Ranking', { required: true, oneOf: RANKING_NAMES }),
  date_type: TextField('Kind of period', { required: true, oneOf: PERIOD_TYPES }),
  date_value: TextField('Period as `date_info.value` takes it', { required: true, example: '2026-26' }),
  complete: YesNoField(
    'Whether the facts of the ranking (sales, or creator-days for growth) reach from the period’s first day or before to its last day or after',
  ),
  facts: WholeField('Sales of the ranking in the period; of growth, creator-days', { required: true }),
  creators: WholeField('Always null: rankings are added up when they are asked for', { deprecated: ['1.1.0'] }),
  rows: WholeField('Always null; `total` of the ranking has the number of its rows', { deprecated: ['1.1.0'] }),
}) {}

/** Filter of the list of periods (docs/api.md, "Ranking periods"). */
class PeriodsFilter {
  @ChoiceField(RANKING_NAMES, 'The periods of one ranking; those of creators when not set.')
  ranking?: Ranking;

  @ChoiceField(PERIOD_TYPES, 'The periods of one kind.')
  date_type?: PeriodType;
}

export class PeriodsRequest {
  @NestedField(() => PeriodsFilter, 'Filter; both its fields are optional.')
  filter: PeriodsFilter;
}

const NewestDay = (description: string) =>
  TextField(`${description}, YYYY-MM-DD`, { format: 'date', example: '2026-06-30' });

/** The newest moment of each kind of data; null of a kind that has none. */
class Newest extends Fields({
  videos: WholeField('Publish time of the newest video, Unix seconds'),
  products: WholeField('Listing time of the newest product, Unix seconds'),
  lives: WholeField('Start of the newest live stream, Unix seconds'),
  sales: NewestDay('Newest day with sales, of the market’s own calendar'),
  creator_days: NewestDay('Newest creator-day, of the market’s own calendar'),
  rates: NewestDay('Day of the newest rate'),
}) {}

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
  newest: NewestMoments | null;
}

export class PeriodsResponse extends AnswerEnvelope(PeriodsData, 'The periods that have data') {}
