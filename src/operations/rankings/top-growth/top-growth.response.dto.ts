import { Answer } from '../../../http/answer/answer.dto.js';
import { ListField, ObjectField } from '../../../records/fields/field.js';
import { TopGrowthRecord } from '../../../records/top-growth.record.js';
import { RankingData } from '../ranking.response.dto.js';

/** `data` of the follower growth ranking. */
export class TopGrowthData extends RankingData {
  @ListField(() => TopGrowthRecord, 'The rows of the page')
  list: TopGrowthRecord[];
}

/** Answer of the follower growth ranking. */
export class TopGrowthResponse extends Answer {
  @ObjectField(() => TopGrowthData, 'Total, page and period')
  data: TopGrowthData;
}
