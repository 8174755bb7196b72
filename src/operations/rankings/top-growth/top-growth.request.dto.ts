import { ExportOf } from '../../../http/export/export-request.js';
import { CategoryIdField, PageField, PageSizeField, RegionField } from '../../../http/validation/fields.js';
import { OrderbyField } from '../../../http/validation/orderby.field.js';
import { IdListField } from '../../../http/validation/id.field.js';
import { DateInfoField } from '../../../http/validation/period.field.js';
import { NestedField } from '../../../http/validation/request-field.js';
import type { Period } from '../../../period/period.js';
import type { Paging, SortItem } from '../../../query/request.js';
import { TopGrowthRecord } from '../../../records/top-growth.record.js';
import type { Region } from '../../../reference/regions.js';
import { TOP_GROWTH_SORT, TOP_GROWTH_WINDOW } from './top-growth.fields.js';

/** Filter of the follower growth ranking. */
export class TopGrowthFilter {
  @RegionField('Region code of the creator.')
  region?: Region;

  @CategoryIdField('Creator category ID; the list is at /creator/v1/category.', 200000)
  category_id?: number;

  @IdListField('Creator UID, or a list of 1 to 100 of them: their rows alone, each with its rank among all.')
  uid?: string[];

  @DateInfoField()
  date_info: Period;
}

/** Which creators of the follower growth ranking; the order is always the same. */
export class TopGrowthSelection {
  @NestedField(() => TopGrowthFilter, 'Filter; date_info is required.')
  filter: TopGrowthFilter;

  @OrderbyField([TOP_GROWTH_SORT], 'follower_inc_count, descending, which is the default as well.')
  orderby: SortItem<typeof TOP_GROWTH_SORT>[];
}

/** Body of the follower growth ranking. */
export class TopGrowthRequest extends TopGrowthSelection implements Paging {
  @PageField(TOP_GROWTH_WINDOW)
  page: number;

  @PageSizeField()
  pagesize: number;
}

/** Body of an export of the follower growth ranking. */
export class TopGrowthExportRequest extends ExportOf(TopGrowthSelection, TopGrowthRecord) {}
