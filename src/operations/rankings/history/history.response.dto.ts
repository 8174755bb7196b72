import { Answer } from '../../../http/answer/answer.dto.js';
import { ListField, ObjectField } from '../../../records/fields/field.js';
import { HistoryRecord } from '../../../records/history.record.js';

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
