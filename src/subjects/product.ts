import { bilingual } from '../common/lang.js';
import { memoize } from '../common/memoize.js';
import { marketDay } from '../common/regions.js';
import { CategoryRecord } from '../documents/category.record.js';
import { Fields, IdField, NullableObjectField, ObjectField, SOMETIMES, TextField } from '../fields/field.js';
import {
  BY_SALES,
  deepestCategory,
  idText,
  SALES_FIELDS,
  sameValue,
  SELLING_FIELDS,
  SELLING_FIGURES,
  type SubjectEntry,
  valueAround,
} from './subject.js';

/** The product of a row, as loaded now. */
export class SalesProduct extends Fields({
  product_id: IdField('Product ID', { required: true }),
  title: TextField('Title'),
  cover: TextField('Cover URL'),
  region: TextField('Country/region code'),
  price: TextField('Price in the region’s style with currency symbol'),
  seller_id: IdField('Shop ID'),
}) {}

export class RankedProduct extends Fields(
  { category: ObjectField(() => CategoryRecord, 'Level 1 category, as loaded now') },
  SalesProduct,
) {}

/** The fields of a product that facts take. */
export type FactProduct = Readonly<
  Record<'region' | 'seller_id', string | null> & Record<`l${1 | 2 | 3}_category_id` | 'launch_time', number | null>
>;

/** Computed once for the many facts of a product. */
const listedOf = memoize(
  ({ region, launch_time }: FactProduct) => marketDay(region, launch_time),
  new WeakMap<FactProduct, string | null>(),
);

/** The dimensions of sales by their product; undefined stands for one that is not loaded. */
export const productDimensions = (product: FactProduct | undefined) => ({
  product_loaded: product !== undefined,
  product_region: product?.region ?? null,
  seller_id: product?.seller_id ?? null,
  product_l1_category_id: idText(product?.l1_category_id),
  product_l2_category_id: idText(product?.l2_category_id),
  product_l3_category_id: idText(product?.l3_category_id),
  product_listed: product === undefined ? null : listedOf(product),
});

export const PRODUCT = {
  id: 'product_id',
  index: 'products',
  categories: 'category_names',
  part: 'shop',
  record: SalesProduct,
  row: {
    product_id: IdField('by product: product ID', SOMETIMES),
    product: NullableObjectField(() => SalesProduct, 'by product: the product; null when nobody loaded it'),
  },
  key: 'product_id',
  dimensions: {
    from: ['region', 'seller_id', 'l1_category_id', 'l2_category_id', 'l3_category_id', 'launch_time'],
    make: productDimensions,
  },
  clauses: [{ term: { product_loaded: true } }],
  narrowedBy: ['filter.product_id', 'filter.l1_category_id', 'fewer_days'],
  rankings: {
    productTopSelling: {
      ...BY_SALES,
      operation: 'rankTopSellingProducts',
      shown: RankedProduct,
      list: 'topProducts',
      fields: `${SELLING_FIELDS} product_id product.title product.region product.seller_id`,
    },
  },
  peers: {
    figures: SELLING_FIGURES,
    fields: 'region l1_category_id l2_category_id l3_category_id usd_price',
    traits: { region: sameValue('region'), category: deepestCategory, price: valueAround('usd_price') },
  },
  tools: {
    next: 'history of product with a product_id; rank of topEcommerce, videoTopSelling or liveTopSelling with it for who sells it.',
    breakdown: 'product_id product.title',
    history: { fields: `product_id ${SALES_FIELDS}` },
    search: {
      about: 'Products by keywords and filters; sales as loaded, those of days are in rank.',
      fields:
        'product_id title region category.l1.name price commission_rate day7_units_sold day7_gmv total_units_sold total_gmv total_usd_gmv creator_count shop.seller_id shop.name',
      ids: { product_category_id: 'category.l1.id' },
    },
    resource: 'A product',
  },
  shownAs: { title: 'product.title', subtitle: 'product.category.name', picture: 'product.cover' },
  name: bilingual('Product', '商品'),
  plural: 'products',
} as const satisfies SubjectEntry;
