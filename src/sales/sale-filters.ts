import { Fields } from '../fields/field.js';
import { CONVERSIONS } from '../figures/figures.record.js';
import type { SaleDocument } from '../figures/facts.record.js';
import { ChoiceField, FlagFilterField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { FilterFields, filterFields } from '../http/validation/request-field.js';
import { figureRanges, LevelField, VideoTagsField } from '../records/record.fields.js';
import { OTHER_FIGURES } from './sales.definition.js';

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
};

/** Adds the filters of sales to a class. */
export const withSaleFilters = <Base extends object>(base: abstract new () => Base) =>
  FilterFields<SaleDocument>()(FIELDS, base);

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
abstract class SelectedSales extends FilterFields<SaleDocument>()({
  uid: IdListField('Creator UID, or a list of 1 to 100 of them.', { index: 'uid' }),
  product_id: IdListField('Product ID, or a list of 1 to 100 of them.', { index: 'product_id' }),
  seller_id: IdListField('Shop ID, or a list of 1 to 100 of them: the products that the shops have now.', {
    index: 'seller_id',
  }),
  video_id: IdListField('Video ID, or a list of 1 to 100 of them. With room_id, the sales of either.'),
  room_id: IdListField('Live room ID, or a list of 1 to 100 of them. With video_id, the sales of either.'),
  l1_category_id: LevelField(1, 'of the sales', { index: 'product_category_id' }),
  l2_category_id: LevelField(2, 'of the products, as loaded now, under the level 1 of the sales', {
    index: 'l2_category_id',
  }),
  l3_category_id: LevelField(3, 'of the products, as loaded now, under the level 1 of the sales', {
    index: 'l3_category_id',
  }),
  region: RegionField('Region code of the creators, as loaded now.', { index: 'creator_region' }),
  channel: ChoiceField(['video', 'live'], 'Where the sales were made.', { index: 'channel' }),
  average_usd_price_range: RangeField(
    'usd',
    'Sales amount in USD for one unit sold, of the rows that are listed and added up.',
  ),
}) {}

/** The same, and by the dimensions of sales. */
class SoldFilter extends withSaleFilters(SelectedSales) {}

export class BreakdownFilter extends Fields(figureRanges(OTHER_FIGURES), SoldFilter) {}

/** The field of sales that each filter looks at. */
export const SOLD_FILTERS = filterFields(SoldFilter);
