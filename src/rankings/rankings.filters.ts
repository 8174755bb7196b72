import type { JsonObject } from '../common/json-object.js';
import { Rule } from '../http/validation/broken-rule.js';
import { ChoiceField, FlagFilterField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { DateInfoField } from '../http/validation/period.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter, RequestField } from '../http/validation/request-field.js';
import { CONVERSIONS } from '../figures/figures.record.js';
import { Fields } from '../fields/field.js';
import type { DatedPeriod } from '../common/period/period.js';
import { filterClauses } from '../search/compiler/clauses.js';
import type { QueryClause, Range } from '../search/compiler/types.js';
import type { SaleDocument } from '../figures/facts.record.js';
import type { Region } from '../common/regions.js';
import { withSaleFilters } from '../sales/sale-filters.js';
import {
  CategoryIdField,
  CreatorCategoryField,
  figureRanges,
  HandlesField,
  LevelField,
} from '../records/record.fields.js';

export const ECOMMERCE_TYPES = [1, 2] as const;
export type EcommerceType = (typeof ECOMMERCE_TYPES)[number];

/** Figures of rows that filters look at. */
export const FIGURES = [
  ...(['usd_gmv', 'units_sold', 'average_usd_price', 'follower_count'] as const),
  ...(['follower_inc_count', 'follower_inc_rate', 'follower_count_at_period_end'] as const),
  ...CONVERSIONS,
];
/** Fields of products that change too often to be in facts. */
export const PRODUCT_FIELDS = ['usd_price', 'floor_price', 'launch_time'] as const;

/** Every other field that filters look at is one of sales. */
type RankedFields = Readonly<
  Record<(typeof FIGURES)[number] | (typeof PRODUCT_FIELDS)[number] | keyof SaleDocument, unknown>
>;

export const NamedField = (id: string) =>
  IdListField(
    `${id}, or a list of 1 to 100 of them: only their rows, each with its rank among all rows that the other filters keep.`,
  );

/** Keeps only the sales of some ids. */
export const SalesOfField = (id: string, index: 'uid' | 'product_id' | 'seller_id') =>
  IdListField(`${id}, or a list of 1 to 100 of them: every figure and the order then count only their sales.`, {
    index,
  });

/** The filters that every ranking has (docs/api.md, "Changes since the period before"). */
export class RankingFilter extends DocumentFilter<RankedFields> {
  @RangeField(
    'growth',
    'Growth of the main figure since the period before, in percent, as its growth_rate_info has it; no row unless both ' +
      'periods are complete.',
  )
  growth_rate_range?: Range;

  @FlagFilterField(
    'Whether a row was not there in the period before, under the same filters; no row without facts before.',
  )
  is_new?: boolean;

  @DateInfoField()
  date_info: DatedPeriod;
}

/** The fields of sales that `not` looks at. */
const NOT_FIELDS = {
  ...({ product_id: 'product_id', seller_id: 'seller_id', uid: 'uid', l1_category_id: 'product_category_id' } as const),
  ...({ l2_category_id: 'l2_category_id', l3_category_id: 'l3_category_id' } as const),
} satisfies Readonly<Record<string, keyof SaleDocument>>;

const saleIds = (name: string) => IdListField(`${name} of the sale, or a list of 1 to 100 of them.`);

/** A sale that takes its row out of a ranking: it fits all of these. The whole list is read, and one grouping more. */
export class NotFilter extends Fields({
  ...{ product_id: saleIds('Product ID'), seller_id: saleIds('Shop ID'), uid: saleIds('Creator UID') },
  l1_category_id: LevelField(1, 'of the sale'),
  l2_category_id: LevelField(2, 'of the product, as loaded now, under the level 1 of the sale'),
  l3_category_id: LevelField(3, 'of the product, as loaded now, under the level 1 of the sale'),
} satisfies Readonly<Record<keyof typeof NOT_FIELDS, PropertyDecorator>>) {}

const NOT_DESCRIPTION =
  'Leaves out rows with a sale in the period that fits all of these, whatever the other filters; the period before by its own sales.';

const NotField = () =>
  RequestField(
    { schema: { type: () => NotFilter, description: NOT_DESCRIPTION }, nested: () => NotFilter },
    Rule<JsonObject>('empty', (given) =>
      Object.values(given).every((one) => (one ?? undefined) === undefined)
        ? { rule: 'empty', detail: `have at least one of ${Object.keys(NOT_FIELDS).join(', ')}` }
        : undefined,
    ),
  );

/** Matches the sales that take their rows out; none without a filter. */
export const notClauses = (filter: Partial<NotFilter> = {}): readonly QueryClause[] =>
  filterClauses(NOT_FIELDS, filter);

export class SalesFilter extends withSaleFilters(RankingFilter) {
  @RangeField('usd', 'GMV in USD: the figure that orders the rows unless orderby is set.', { index: 'usd_gmv' })
  usd_gmv_range?: Range;

  @RangeField('count', 'Units sold, of all channels.', { index: 'units_sold' })
  units_sold_range?: Range;

  @RangeField('usd', 'Sales amount in USD for one unit sold, of all channels.', { index: 'average_usd_price' })
  average_usd_price_range?: Range;

  @NotField()
  not?: NotFilter;
}

export const EcommerceTypeField = () =>
  ChoiceField(
    ECOMMERCE_TYPES,
    '1 video: rows with at least one sale by video, ordered by video_usd_gmv; 2 live: rows with at least one sale by live stream, ordered by live_usd_gmv.',
    { index: 'channel' },
  );

/** The filters of the rankings of creators by sales, and of videos and live streams. */
class CreatorSalesFilter extends SalesFilter {
  @CreatorCategoryField({ index: 'creator_category_id' })
  creator_category_id?: number;

  @CategoryIdField(
    'Product category ID of any level; every figure and the order then count only the sales of that category. The list is at /product/v1/category.',
    10000,
    { index: 'product_category_id' },
  )
  product_category_id?: number;

  @SalesOfField('Product ID', 'product_id')
  product_id?: string[];

  @SalesOfField('Shop ID', 'seller_id')
  seller_id?: string[];

  @HandlesField()
  unique_id?: string[];
}

/** Filter of the top e-commerce creators ranking (docs/api.md, "Filters"). */
export class TopEcommerceFilter extends Fields(figureRanges(CONVERSIONS), CreatorSalesFilter) {
  @EcommerceTypeField()
  ecommerce_type?: EcommerceType;

  @RegionField('Region code of the creator.', { index: 'creator_region' })
  region?: Region;

  @ChoiceField([1, 2], '1 personal, 2 shop.', { index: 'account_type' })
  account_type?: number;

  @RangeField('count', 'Followers on the latest known day of the period.', { index: 'follower_count' })
  follower_count_range?: Range;

  @NamedField('Creator UID')
  uid?: string[];
}

export class TopGrowthFilter extends RankingFilter {
  @RegionField('Region code of the creator.', { index: 'creator_region' })
  region?: Region;

  @CreatorCategoryField({ index: 'creator_category_id' })
  category_id?: number;

  @RangeField('count', 'Followers on the latest known day of the period.', { index: 'follower_count_at_period_end' })
  follower_count_at_period_end_range?: Range;

  @RangeField('change', 'Followers gained.', { index: 'follower_inc_count' })
  follower_inc_count_range?: Range;

  @RangeField('growth', 'Percent by which followers grew in the period.', { index: 'follower_inc_rate' })
  follower_inc_rate_range?: Range;

  @NamedField('Creator UID')
  uid?: string[];

  @HandlesField()
  unique_id?: string[];
}

/** The filters of the rankings of videos and live streams. */
class ContentTopSellingFilter extends CreatorSalesFilter {
  @RegionField('Region code of the creator, as loaded now.', { index: 'creator_region' })
  region?: Region;

  @IdListField('Creator UID, or a list of 1 to 100 of them.', { index: 'uid' })
  uid?: string[];
}

export class VideoTopSellingFilter extends ContentTopSellingFilter {
  @NamedField('Video ID')
  video_id?: string[];
}

export class LiveTopSellingFilter extends ContentTopSellingFilter {
  @NamedField('Live room ID')
  room_id?: string[];
}
