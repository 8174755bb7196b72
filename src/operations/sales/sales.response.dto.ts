import { Answer } from '../../http/answer/answer.dto.js';
import { BreakdownRecord, SalesSum } from '../../records/breakdown.record.js';
import { ListField, ObjectField, WholeField } from '../../records/fields/field.js';

/** `data` of a breakdown of sales. */
export class BreakdownData {
  @WholeField('Rows of the whole list, exact', { required: true })
  total: number;

  @ObjectField(() => SalesSum, 'Sums of the facts that the rows are made of: by video those of videos alone')
  sum: SalesSum;

  @ListField(() => BreakdownRecord, 'The rows of the page')
  list: BreakdownRecord[];
}

/** Answer of a breakdown of sales. */
export class BreakdownResponse extends Answer {
  @ObjectField(() => BreakdownData, 'Total, sums and page')
  data: BreakdownData;
}
