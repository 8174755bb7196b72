import { Answer } from '../../http/answer/answer.dto.js';
import { ListField, ObjectField, WholeField } from '../../records/fields/field.js';
import { KeywordData } from '../../records/keyword-data.record.js';
import { VideoRecord } from '../../records/video.record.js';

/** `data` of video search. */
export class VideoSearchData extends KeywordData {
  @WholeField('Videos that match, exact', { required: true })
  total: number;

  @ListField(() => VideoRecord, 'The videos of the page')
  list: VideoRecord[];
}

/** Answer of video search. */
export class VideoSearchResponse extends Answer {
  @ObjectField(() => VideoSearchData, 'Total and page')
  data: VideoSearchData;
}
