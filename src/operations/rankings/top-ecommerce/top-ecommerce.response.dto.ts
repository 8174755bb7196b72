import { Answer } from '../../../http/answer/answer.dto.js';
import { ListField, ObjectField } from '../../../records/fields/field.js';
import { TopEcommerceRecord } from '../../../records/top-ecommerce.record.js';
import { RankingData } from '../ranking.response.dto.js';

/** `data` of the top e-commerce creators ranking. */
export class TopEcommerceData extends RankingData {
  @ListField(() => TopEcommerceRecord, 'The rows of the page')
  list: TopEcommerceRecord[];
}

/** Answer of the top e-commerce creators ranking. */
export class TopEcommerceResponse extends Answer {
  @ObjectField(() => TopEcommerceData, 'Total, page and period')
  data: TopEcommerceData;
}
