import type { Type } from '@nestjs/common';
import type { Region } from '../common/regions.js';
import { Fields } from '../fields/field.js';
import { CONVERSIONS } from '../figures/figures.record.js';
import type { SaleChannel, SaleDocument } from '../figures/facts.record.js';
import { ChoiceField, FlagFilterField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter, filterFields } from '../http/validation/request-field.js';
import { type CategoryIds, figureRanges, LevelField, VideoTagsField } from '../records/record.fields.js';
import type { Range } from '../search/compiler/types.js';
import { OTHER_FIGURES } from './sales.definition.js';

/** Filters of sales by their video, and by the listing of their product. */
interface SaleFilters {
  readonly is_ad?: boolean;
  readonly tags?: string[];
  readonly duration_range?: Range;
  readonly product_age_range?: Range;
  readonly listed_range?: Range<string>;
}

/** Each selects sales, which every figure and the order then count: a ranking still reads its first rows alone. */
const FIELDS = {
  is_ad: FlagFilterField(
    'Whether the video is an ad, as loaded now: only its sales count. false leaves out live streams and videos that are not loaded.',
    { index: 'is_ad' },
  ),
  tags: VideoTagsField({ index: 'tags' }),
  duration_range: RangeField('count', 'Length of the video in seconds: only its sales count.', { index: 'duration' }),
  product_age_range: RangeField(
    'day_count',
    'Days from the listing of the product, as loaded now, to the sale: {max: 29} counts the sales of the first 30 days.',
    { index: 'product_age' },
  ),
  listed_range: RangeField('day', 'Day on which the product was listed, on the clock of its region, as loaded now.', {
    index: 'product_listed',
  }),
} satisfies Readonly<Record<keyof SaleFilters, (holder: DocumentFilter<SaleDocument>, field: string) => void>>;

/** Adds the filters of sales to a class. */
export const withSaleFilters = <Base extends object>(base: abstract new () => Base) =>
  Fields(FIELDS as unknown as Readonly<Record<keyof SaleFilters, PropertyDecorator>>, base) as Type<Base & SaleFilters>;

/** The field of sales that each filter looks at. */
export const SALE_FILTERS = filterFields(withSaleFilters(Object));

const RARE: readonly string[] = [
  ...['match', 'not', 'concentration'],
  ...CONVERSIONS.filter((name) => name !== 'usd_gmv_per_1000_plays'),
];

/**
 * Whether few users ask for a field: tools and forms leave it out, errors name it. @param among the fields of its request;
 * filters of sales are rare only there
 */
export const isRare = (name: string, among: readonly string[] = []): boolean =>
  RARE.includes(name.replace(/_range$/, '')) || (name in SALE_FILTERS && among.includes('listed_range'));

/** The filters by sales. Those of different names all hold, but `video_id` and `room_id` together mean either. */
abstract class SelectedSales extends DocumentFilter<SaleDocument> {
  @IdListField('Creator UID, or a list of 1 to 100 of them.', { index: 'uid' })
  uid?: string[];

  @IdListField('Product ID, or a list of 1 to 100 of them.', { index: 'product_id' })
  product_id?: string[];

  @IdListField('Shop ID, or a list of 1 to 100 of them: the products that the shops have now.', { index: 'seller_id' })
  seller_id?: string[];

  @IdListField('Video ID, or a list of 1 to 100 of them. With room_id, the sales of either.')
  video_id?: string[];

  @IdListField('Live room ID, or a list of 1 to 100 of them. With video_id, the sales of either.')
  room_id?: string[];

  @LevelField(1, 'of the sales', { index: 'product_category_id' })
  l1_category_id?: CategoryIds;

  @LevelField(2, 'of the products, as loaded now, under the level 1 of the sales', { index: 'l2_category_id' })
  l2_category_id?: CategoryIds;

  @LevelField(3, 'of the products, as loaded now, under the level 1 of the sales', { index: 'l3_category_id' })
  l3_category_id?: CategoryIds;

  @RegionField('Region code of the creators, as loaded now.', { index: 'creator_region' })
  region?: Region;

  @ChoiceField(['video', 'live'], 'Where the sales were made.', { index: 'channel' })
  channel?: SaleChannel;

  @RangeField('usd', 'Sales amount in USD for one unit sold, of the rows that are listed and added up.')
  average_usd_price_range?: Range;
}

/** The same, and by the dimensions of sales. */
class SoldFilter extends withSaleFilters(SelectedSales) {}

export class BreakdownFilter extends Fields(figureRanges(OTHER_FIGURES), SoldFilter) {}

/** The field of sales that each filter looks at. */
export const SOLD_FILTERS = filterFields(SoldFilter);
