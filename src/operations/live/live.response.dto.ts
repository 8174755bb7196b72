import { Answer } from '../../http/answer/answer.dto.js';
import { ListField, ObjectField, TextField, WholeField } from '../../records/fields/field.js';
import { KeywordData } from '../../records/keyword-data.record.js';
import { LiveRecord } from '../../records/live.record.js';

/** `data` of live stream search: no total, as documented. */
export class LiveSearchData extends KeywordData {
  @WholeField('1 when the next page holds records, 0 at the end and at the edge of the paging window', {
    required: true,
    oneOf: [0, 1],
  })
  has_more: number;

  @ListField(() => LiveRecord, 'The live streams of the page')
  list: LiveRecord[];
}

/** Answer of live stream search; it alone carries `msg` beside `message`. */
export class LiveSearchResponse extends Answer {
  @TextField('A word of success', { required: true, oneOf: ['success'], example: 'success' })
  msg: string;

  @ObjectField(() => LiveSearchData, 'The page and whether more follow')
  data: LiveSearchData;
}
