import type { SaleChannel } from '../figures/facts.record.js';
import { isAnySet, Rule } from '../http/validation/broken-rule.js';
import { ChoiceField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { LevelField } from '../records/record.fields.js';
import {
  type EcommerceType,
  EcommerceTypeField,
  NamedField,
  type RankedFields,
  SalesFilter,
  SalesOfField,
} from './rankings.filters.js';
import { FilterFields } from '../http/validation/request-field.js';

/** The filters of the rankings of products, shops and categories. */
class TopSellingFilter extends SalesFilter {
  @EcommerceTypeField()
  ecommerce_type?: EcommerceType;

  @Rule(
    'channel_alone',
    (_channel, holder) =>
      isAnySet(holder, ['ecommerce_type']) ? { rule: 'channel_alone', detail: 'ecommerce_type' } : undefined,
    { others: ['ecommerce_type'], isAdjacent: true },
  )
  @ChoiceField(
    ['video', 'live'],
    'Where the sales were made: every figure, the order and changes then count only these sales, and the figures of the ' +
      'other channel are null. Not with ecommerce_type.',
    { index: 'channel', example: null },
  )
  channel?: SaleChannel;

  @SalesOfField('Creator UID', 'uid')
  uid?: string[];
}

export class ProductTopSellingFilter extends FilterFields<RankedFields>()(
  {
    region: RegionField('Region code of the product, as loaded now.', { index: 'product_region' }),
    l1_category_id: LevelField(1, 'of the product, as loaded now', { index: 'product_l1_category_id' }),
    l2_category_id: LevelField(2, 'of the product, as loaded now', { index: 'product_l2_category_id' }),
    l3_category_id: LevelField(3, 'of the product, as loaded now', { index: 'product_l3_category_id' }),
    usd_price_range: RangeField('usd', 'Floor price in USD, as loaded now.', { index: 'usd_price' }),
    price_range: RangeField('amount', 'Floor price, as loaded now.', { needs: ['region'], index: 'floor_price' }),
    launch_time_range: RangeField('unix_seconds', 'Listing time, as loaded now.', { index: 'launch_time' }),
    seller_id: IdListField('Shop ID, or a list of 1 to 100 of them: the products that the shops have now.', {
      index: 'seller_id',
    }),
    product_id: NamedField('Product ID'),
  },
  TopSellingFilter,
) {}

export class ShopTopSellingFilter extends FilterFields<RankedFields>()(
  {
    region: RegionField('Region code that the shop’s products with sales in the period agree on.', {
      index: 'product_region',
    }),
    l1_category_id: LevelField(1, 'of the sales that every figure and the order count', {
      index: 'product_category_id',
    }),
    l2_category_id: LevelField(2, 'of the products, as loaded now, whose sales count, under their own level 1', {
      index: 'l2_category_id',
    }),
    l3_category_id: LevelField(3, 'of the products, as loaded now, whose sales count, under their own level 1', {
      index: 'l3_category_id',
    }),
    product_id: SalesOfField('Product ID', 'product_id'),
    seller_id: NamedField('Shop ID'),
  },
  TopSellingFilter,
) {}

export class CategoryTopSellingFilter extends FilterFields<RankedFields>()(
  {
    region: RegionField(
      'Region code of the creators; every figure and the order then count only the sales of its creators.',
      {
        index: 'creator_region',
      },
    ),
    level: ChoiceField(
      [1, 2, 3],
      'Level of the categories: 1 when not set. Those of level 2 and 3 are the products’ as loaded now, under the level 1 of ' +
        'their sales; sales of products without one are the row whose category is null.',
    ),
    l1_category_id: LevelField(
      1,
      'of the rows, which keep their rank among all; with level 2 or 3 of the rows below it',
    ),
  },
  TopSellingFilter,
) {}
