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
  RecordFields,
} from '../../common/fields/field.js';
import { toRateInfo } from '../../common/records/figure-info.record.js';
import type { Moved, RowNames } from './ranked.js';
import { fromRow, GrowthRateField, IsNewField, PreviousRankField } from './ranked.js';

/** The place and the figures of a product, shop or category in a period. */
abstract class TopSellingRecord extends RecordFields({
  rank: WholeField('Place, from 1, on the list that the request without IDs gives', { required: true }),
  previous_rank: PreviousRankField(),
  is_new: IsNewField(),
  units_sold: WholeField('Units sold', { required: true }),
  usd_gmv: DecimalField('Total GMV in USD: video_usd_gmv + live_usd_gmv', { required: true }),
  usd_gmv_growth_rate_info: GrowthRateField('usd_gmv'),
  usd_gmv_change: DecimalField('usd_gmv less that of the period before; null unless both periods are complete'),
  video_usd_gmv: DecimalField('Video GMV in USD', { required: true }),
  live_usd_gmv: DecimalField('Live GMV in USD', { required: true }),
  creator_count: WholeField('Distinct creators with sales', { required: true }),
  video_count: WholeField('Distinct videos with sales', { required: true }),
  live_count: WholeField('Distinct live streams with sales', { required: true }),
}) {}

/** The product of a row, as loaded now. */
export class RankedProduct extends RecordFields(
  {
    category: ObjectField(() => CategoryRecord, 'Level 1 category, as loaded when the board was built'),
  },
  SalesProduct,
) {}

/** A row of the top selling products. */
export class ProductTopSellingRecord extends RecordFields(
  {
    product_id: IdField('Product ID', { required: true }),
    product: NullableObjectField(() => RankedProduct, 'The product; null when it is no longer loaded'),
  },
  TopSellingRecord,
) {}

/** The shop of a row, as the product of it with the first id names it. */
export class RankedShop extends RecordFields(
  {
    region: TextField('Country/region code that its products with sales in the period agree on'),
  },
  SalesShop,
) {}

/** A row of the top selling shops. */
export class ShopTopSellingRecord extends RecordFields(
  {
    product_count: WholeField('Distinct products with sales', { required: true }),
    seller_id: IdField('Shop ID', { required: true }),
    shop: NullableObjectField(() => RankedShop, 'The shop; null when none of its products is loaded any more'),
  },
  TopSellingRecord,
) {}

/** A row of the top selling categories. */
export class CategoryTopSellingRecord extends RecordFields(
  {
    product_count: WholeField('Distinct products with sales', { required: true }),
    category: ObjectField(() => CategoryRecord, 'Level 1 product category'),
  },
  TopSellingRecord,
) {}

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
