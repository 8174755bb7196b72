import { Answer } from '../../../http/answer/answer.dto.js';
import { ListField, ObjectField, WholeField } from '../../../records/fields/field.js';
import { PeriodRecord } from '../../../records/period.record.js';

/** `data` of the list of periods. */
export class PeriodsData {
  @WholeField('Periods listed', { required: true })
  total: number;

  @ListField(() => PeriodRecord, 'By date_type (day, week, month), then date_value descending, then ranking')
  list: PeriodRecord[];
}

/** Answer of the list of periods. */
export class PeriodsResponse extends Answer {
  @ObjectField(() => PeriodsData, 'The periods that have data')
  data: PeriodsData;
}
