import { Answer } from '../../http/answer/answer.dto.js';
import { ListField, ObjectField, WholeField } from '../../records/fields/field.js';
import { KeywordData } from '../../records/keyword-data.record.js';
import { ProductRecord } from '../../records/product.record.js';

/** `data` of product search. */
export class ProductSearchData extends KeywordData {
  @WholeField('Products that match, exact', { required: true })
  total: number;

  @ListField(() => ProductRecord, 'The products of the page')
  list: ProductRecord[];
}

/** Answer of product search. */
export class ProductSearchResponse extends Answer {
  @ObjectField(() => ProductSearchData, 'Total and page')
  data: ProductSearchData;
}
