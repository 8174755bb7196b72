import { Fields, ListField, WholeField } from '../fields/field.js';
import type { Lang } from '../common/lang.js';
import { KeywordData } from '../documents/keyword-data.record.js';
import type { Region } from '../common/regions.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { ExportableRequest, PagedRequest } from '../records/record-requests.js';
import { FlagFilterField, LangField, OrderbyField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter, NestedField } from '../http/validation/request-field.js';
import { RANKING_WINDOW } from '../search/compiler/clauses.js';
import type { Match, SortItem } from '../search/compiler/types.js';
import type { ProductDocument } from '../product/product.record.js';
import { type CategoryIds, LevelField, MatchField, SearchKeywordsField } from '../records/record.fields.js';
import { SHOP_FIGURE_NAMES, type ShopFigure, ShopFiguresRecord } from './shop.record.js';

/** The products that are counted. */
class ShopProductFilter extends DocumentFilter<ProductDocument> {
  @IdListField('Shop ID, or a list of 1 to 100 of them.', { index: 'seller_id' })
  seller_id?: string[];

  @RegionField('Region code of the products that are counted.', { index: 'region' })
  region?: Region;

  @LevelField(1, 'of the products that are counted', { index: 'l1_category_id' })
  l1_category_id?: CategoryIds;

  @LevelField(2, 'of the products that are counted', { index: 'l2_category_id' })
  l2_category_id?: CategoryIds;

  @LevelField(3, 'of the products that are counted', { index: 'l3_category_id' })
  l3_category_id?: CategoryIds;

  @FlagFilterField('Whether cross-border products are counted, or all others.', { index: 'is_cross_border' })
  is_cross_border?: boolean;
}

/** The ranges of figures, by their kinds. */
const RANGES = {
  count: ['product_count', 'on_sale_count', 'total_units_sold', 'day7_units_sold', 'average_rating'],
  usd: ['total_usd_gmv', 'day7_usd_gmv'],
  unix_seconds: ['first_listed', 'newest_listed'],
} as const satisfies Readonly<Record<string, readonly ShopFigure[]>>;

export class ShopFilter extends Fields(
  Object.fromEntries(
    (Object.keys(RANGES) as (keyof typeof RANGES)[]).flatMap((kind) =>
      RANGES[kind].map((figure) => {
        const range = RangeField(kind, `The figure ${figure}.`, { index: figure });
        return [`${figure}_range`, range as PropertyDecorator];
      }),
    ),
  ),
  ShopProductFilter,
) {}

class ShopSelection {
  @SearchKeywordsField('Words of the shop’s name, or a shop ID', 'glow')
  keywords: string;

  @MatchField()
  match?: Match;

  @NestedField(() => ShopFilter, 'Filter; all its fields are optional.')
  filter: ShopFilter;

  @LangField()
  lang: Lang;

  @OrderbyField(SHOP_FIGURE_NAMES, 'Sort items applied in turn. Default: relevance with keywords, else total_usd_gmv.')
  orderby: SortItem[];
}

export class ShopSearchRequest extends PagedRequest(ShopSelection, RANKING_WINDOW, ShopFiguresRecord) {}

export class ShopExportRequest extends ExportableRequest(ShopSelection, ShopFiguresRecord) {}

class ShopSearchData extends KeywordData {
  @WholeField('Shops that match, exact', { required: true })
  total: number;

  @ListField(() => ShopFiguresRecord, 'The shops of the page')
  list: ShopFiguresRecord[];
}

export class ShopSearchResponse extends AnswerEnvelope(ShopSearchData, 'Total and page') {}
