import type { TopSellingRowDocument } from '../../boards/board.document.js';
import { SalesProduct, SalesShop } from '../../sales/breakdown.record.js';
import { CategoryRecord, localizeCategory } from '../../common/categories/category.record.js';
import {
  DecimalField,
  IdField,
  NullableObjectField,
  ObjectField,
  TextField,
  WholeField,
} from '../../common/fields/field.js';
import { RateInfo, toRateInfo } from '../../common/records/figure-info.record.js';
import type { Moved, RowNames } from './ranked.js';
import { fromRow, GrowthRateField, IsNewField, PreviousRankField } from './ranked.js';

/** The place and the figures of a product, shop or category in a period. */
abstract class TopSellingRecord {
  @WholeField('Place, from 1, on the list that the request without IDs gives', { required: true })
  rank: number;

  @PreviousRankField()
  previous_rank: number | null;

  @IsNewField()
  is_new: number | null;

  @WholeField('Units sold', { required: true })
  units_sold: number;

  @DecimalField('Total GMV in USD: video_usd_gmv + live_usd_gmv', { required: true })
  usd_gmv: number;

  @GrowthRateField('usd_gmv')
  usd_gmv_growth_rate_info: RateInfo;

  @DecimalField('usd_gmv less that of the period before; null unless both periods are complete')
  usd_gmv_change: number | null;

  @DecimalField('Video GMV in USD', { required: true })
  video_usd_gmv: number;

  @DecimalField('Live GMV in USD', { required: true })
  live_usd_gmv: number;

  @WholeField('Distinct creators with sales', { required: true })
  creator_count: number;

  @WholeField('Distinct videos with sales', { required: true })
  video_count: number;

  @WholeField('Distinct live streams with sales', { required: true })
  live_count: number;
}

/** The product of a row, as loaded now. */
export class RankedProduct extends SalesProduct {
  @ObjectField(() => CategoryRecord, 'Level 1 category, as loaded when the board was built')
  category: CategoryRecord;
}

/** A row of the top selling products. */
export class ProductTopSellingRecord extends TopSellingRecord {
  @IdField('Product ID', { required: true })
  product_id: string;

  @NullableObjectField(() => RankedProduct, 'The product; null when it is no longer loaded')
  product: RankedProduct | null;
}

/** The shop of a row, as the product of it with the first id names it. */
export class RankedShop extends SalesShop {
  @TextField('Country/region code that its products with sales in the period agree on')
  region: string | null;
}

/** A row of the top selling shops. */
export class ShopTopSellingRecord extends TopSellingRecord {
  @WholeField('Distinct products with sales', { required: true })
  product_count: number;

  @IdField('Shop ID', { required: true })
  seller_id: string;

  @NullableObjectField(() => RankedShop, 'The shop; null when none of its products is loaded any more')
  shop: RankedShop | null;
}

/** A row of the top selling categories. */
export class CategoryTopSellingRecord extends TopSellingRecord {
  @WholeField('Distinct products with sales', { required: true })
  product_count: number;

  @ObjectField(() => CategoryRecord, 'Level 1 product category')
  category: CategoryRecord;
}

type Row = TopSellingRowDocument;

const placeOf = (row: Row, rank: number, { previous_rank, is_new, growthRate, isComparable }: Moved) => ({
  rank,
  previous_rank,
  is_new,
  usd_gmv_growth_rate_info: toRateInfo(growthRate),
  usd_gmv_change: isComparable ? row.usd_gmv_change : null,
});

const categoryOf = (id: number | null, { categories, lang }: RowNames): CategoryRecord =>
  localizeCategory({ id, name: null }, categories, lang);

/** Returns the record of a product's row. */
export function toProductTopSelling(row: Row, rank: number, moved: Moved, names: RowNames): ProductTopSellingRecord {
  const product = names.records.get(row.id) as SalesProduct | undefined;
  return fromRow(ProductTopSellingRecord, row, {
    ...placeOf(row, rank, moved),
    product_id: row.id,
    product: product === undefined ? null : { ...product, category: categoryOf(row.l1_category_id, names) },
  });
}

/** Returns the record of a shop's row. */
export function toShopTopSelling(row: Row, rank: number, moved: Moved, names: RowNames): ShopTopSellingRecord {
  const shop = names.records.get(row.id) as SalesShop | undefined;
  return fromRow(ShopTopSellingRecord, row, {
    ...placeOf(row, rank, moved),
    seller_id: row.id,
    shop: shop === undefined ? null : { ...shop, region: row.region },
  });
}

/** Returns the record of a category's row. */
export const toCategoryTopSelling = (row: Row, rank: number, moved: Moved, names: RowNames): CategoryTopSellingRecord =>
  fromRow(CategoryTopSellingRecord, row, {
    ...placeOf(row, rank, moved),
    category: categoryOf(Number(row.id), names),
  });
