import type { Region } from '../common/regions.js';
import type { SaleChannel } from '../figures/facts.record.js';
import { isAnySet, Rule } from '../http/validation/broken-rule.js';
import { ChoiceField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { type CategoryIds, LevelField } from '../records/record.fields.js';
import type { Range } from '../search/compiler/types.js';
import { type EcommerceType, EcommerceTypeField, NamedField, SalesFilter, SalesOfField } from './rankings.filters.js';

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

export class ProductTopSellingFilter extends TopSellingFilter {
  @RegionField('Region code of the product, as loaded now.', { index: 'product_region' })
  region?: Region;

  @LevelField(1, 'of the product, as loaded now', { index: 'product_l1_category_id' })
  l1_category_id?: CategoryIds;

  @LevelField(2, 'of the product, as loaded now', { index: 'product_l2_category_id' })
  l2_category_id?: CategoryIds;

  @LevelField(3, 'of the product, as loaded now', { index: 'product_l3_category_id' })
  l3_category_id?: CategoryIds;

  @RangeField('usd', 'Floor price in USD, as loaded now.', { index: 'usd_price' })
  usd_price_range?: Range;

  @RangeField('amount', 'Floor price, as loaded now.', { needs: ['region'], index: 'floor_price' })
  price_range?: Range;

  @RangeField('unix_seconds', 'Listing time, as loaded now.', { index: 'launch_time' })
  launch_time_range?: Range;

  @IdListField('Shop ID, or a list of 1 to 100 of them: the products that the shops have now.', { index: 'seller_id' })
  seller_id?: string[];

  @NamedField('Product ID')
  product_id?: string[];
}

export class ShopTopSellingFilter extends TopSellingFilter {
  @RegionField('Region code that the shop’s products with sales in the period agree on.', { index: 'product_region' })
  region?: Region;

  @LevelField(1, 'of the sales that every figure and the order count', { index: 'product_category_id' })
  l1_category_id?: CategoryIds;

  @LevelField(2, 'of the products, as loaded now, whose sales count, under their own level 1', {
    index: 'l2_category_id',
  })
  l2_category_id?: CategoryIds;

  @LevelField(3, 'of the products, as loaded now, whose sales count, under their own level 1', {
    index: 'l3_category_id',
  })
  l3_category_id?: CategoryIds;

  @SalesOfField('Product ID', 'product_id')
  product_id?: string[];

  @NamedField('Shop ID')
  seller_id?: string[];
}

export class CategoryTopSellingFilter extends TopSellingFilter {
  @RegionField('Region code of the creators; every figure and the order then count only the sales of its creators.', {
    index: 'creator_region',
  })
  region?: Region;

  @ChoiceField(
    [1, 2, 3],
    'Level of the categories: 1 when not set. Those of level 2 and 3 are the products’ as loaded now, under the level 1 of ' +
      'their sales; sales of products without one are the row whose category is null.',
  )
  level?: number;

  @LevelField(1, 'of the rows, which keep their rank among all; with level 2 or 3 of the rows below it')
  l1_category_id?: CategoryIds;
}
