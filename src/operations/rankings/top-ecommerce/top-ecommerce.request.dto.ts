import type { FaultDraft } from '../../../http/validation/fault-draft.js';
import {
  CategoryIdField,
  checkOrderby,
  ChoiceField,
  OrderbyField,
  PageField,
  PageSizeField,
  RegionField,
} from '../../../http/validation/fields.js';
import { NestedField } from '../../../http/validation/request-field.js';
import type { Period } from '../../../period/period.js';
import type { Paging, SortItem } from '../../../query/request.js';
import type { Region } from '../../../reference/regions.js';
import { DateInfoField } from '../date-info.field.js';
import type { EcommerceType, TopEcommerceSort } from './top-ecommerce.fields.js';
import {
  ECOMMERCE_TYPE_VALUES,
  ECOMMERCE_TYPES,
  TOP_ECOMMERCE_SORTS,
  TOP_ECOMMERCE_WINDOW,
} from './top-ecommerce.fields.js';

/** Filter of the top e-commerce creators ranking (interface document, "POST /creator/v1/rank/topEcommerce"). */
export class TopEcommerceFilter {
  @RegionField('Region code of the creator.')
  region?: Region;

  @CategoryIdField('Creator category ID; the list is at /creator/v1/category.')
  creator_category_id?: number;

  @CategoryIdField(
    'Level 1 product category ID; every figure and the order then count the sales of that category alone. ' +
      'The list is at /product/v1/category.',
  )
  product_category_id?: number;

  @ChoiceField([1, 2], '1 personal, 2 shop.')
  account_type?: number;

  @ChoiceField(
    [...ECOMMERCE_TYPE_VALUES],
    '1 video: creators with at least one sale by video, ordered by video_usd_gmv; 2 live: alike.',
  )
  ecommerce_type?: EcommerceType;

  @DateInfoField()
  date_info: Period;
}

/** Body of the top e-commerce creators ranking. */
export class TopEcommerceRequest implements Paging {
  @NestedField(() => TopEcommerceFilter, { description: 'Filter; date_info is required.' })
  filter: TopEcommerceFilter;

  @OrderbyField(
    TOP_ECOMMERCE_SORTS,
    'The one field that ecommerce_type selects, descending, which is the default as well: creator_usd_gmv without ' +
      'ecommerce_type, video_usd_gmv with 1, live_usd_gmv with 2.',
    checkOrderbyOfType,
  )
  orderby: SortItem<TopEcommerceSort>[];

  @PageField(TOP_ECOMMERCE_WINDOW)
  page: number;

  @PageSizeField()
  pagesize: number;
}

/** Faults of `orderby` beside the `ecommerce_type` of the same request (interface document, "Sort rules"). */
function checkOrderbyOfType(given: unknown, request: object): FaultDraft[] {
  const ecommerceType = (request as Partial<TopEcommerceRequest>).filter?.ecommerce_type ?? undefined;
  if (ecommerceType !== undefined && !ECOMMERCE_TYPE_VALUES.includes(ecommerceType)) {
    return checkOrderby(given, TOP_ECOMMERCE_SORTS);
  }
  const { sort } = ECOMMERCE_TYPES[ecommerceType ?? 'all'];
  const detail = ecommerceType === undefined ? 'no ecommerce_type' : `ecommerce_type ${ecommerceType}`;
  return checkOrderby(given, [sort]).map((draft) =>
    draft.rule === 'one_of' && draft.at?.endsWith('.field') === true
      ? { ...draft, rule: 'orderby_by_type', detail }
      : draft,
  );
}
