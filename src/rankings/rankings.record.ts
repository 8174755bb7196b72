import { CategoryRecord } from '../documents/category.record.js';
import { RateInfo } from '../money/figure-info.record.js';
import {
  DecimalField,
  Fields,
  FlagField,
  IdField,
  NullableObjectField,
  ObjectField,
  ON_REQUEST,
  TextField,
  WholeField,
} from '../fields/field.js';
import { CONVERSION, PAGE_FIGURES, SERIES, SHARE_AND_PRICE } from '../figures/figures.record.js';
import { RankedCreator, SalesCreator } from '../subjects/creator.js';
import { SalesLive } from '../subjects/live.js';
import { RankedProduct } from '../subjects/product.js';
import { RankedShop, SalesShop } from '../subjects/shop.js';
import { SalesVideo } from '../subjects/video.js';

/** The places of a row by the figure of the ranking, which orders by a change answer. */
const PLACES_BY_FIGURE = {
  rank_by_figure: WholeField(
    'Place by the figure that orders the rows unless orderby is set; always there by a change',
    ON_REQUEST,
  ),
  previous_rank_by_figure: WholeField('The same in the period before; null as previous_rank is', ON_REQUEST),
  rank_change: WholeField('previous_rank_by_figure less rank_by_figure: places gained; null without both', {
    ...ON_REQUEST,
    rule: 'signed',
  }),
};
export const PLACES = Object.keys(PLACES_BY_FIGURE);

/** The fields of a row's place. @param without the filters that its place takes no account of */
const placeFields = (without: string) => ({
  rank: WholeField(`Place, from 1, on the list that the request without ${without} gives`, { required: true }),
  previous_rank: WholeField(
    'Place in the period before, under the same filters and in the same order; null when it was not there',
  ),
  ...PLACES_BY_FIGURE,
  is_new: FlagField('1 when it was not there in the period before, under the same filters; null without facts before'),
});

const GrowthRateField = (figure: string) =>
  ObjectField(
    () => RateInfo,
    `Growth of ${figure} since the period before; its rate is null unless both periods are complete and the figure before is above 0`,
  );

const changeOf = (figure: string) =>
  DecimalField(`${figure} less that of the period before; null unless both periods are complete`);

const { largest_product, largest_creator, estimated_commission } = PAGE_FIGURES;

const CREATOR = {
  creator: ObjectField(() => RankedCreator, 'Creator, as loaded now'),
  uid: IdField('Creator UID, a string because real ones pass 2^53', { required: true }),
  ...placeFields('`uid`'),
};

/** What a field says whose value is elsewhere. */
const deprecatedFor = (use: string) => [`Use ${use}`, { deprecated: ['1.0.0', use] }] as const;

/** Fields of `creator` that a row repeats. */
const REPEATED = {
  nickname: TextField(...deprecatedFor('creator.nickname')),
  unique_id: TextField(...deprecatedFor('creator.unique_id')),
  avatar: TextField(...deprecatedFor('creator.avatar')),
  region: TextField(...deprecatedFor('creator.region')),
  category: ObjectField(() => CategoryRecord, ...deprecatedFor('creator.category')),
};

/** A row of the top e-commerce creators ranking (docs/api.md, "Records"). */
export class TopEcommerceRecord extends Fields({
  ...CREATOR,
  follower_count: WholeField('Followers on the latest day of the period that is known'),
  product_count: WholeField('Products sold: distinct products with sales in the period', { required: true }),
  units_sold: WholeField('Units sold', { required: true }),
  creator_gmv: DecimalField('Total GMV in the currency of the creator’s region: video_gmv + live_gmv', {
    required: true,
  }),
  creator_usd_gmv: DecimalField('Total GMV in USD', { required: true }),
  creator_usd_gmv_growth_rate_info: GrowthRateField('creator_usd_gmv'),
  usd_gmv_change: changeOf('creator_usd_gmv'),
  series: SERIES,
  ...SHARE_AND_PRICE,
  video_count: WholeField('Videos with sales in the period', { required: true }),
  video_gmv: DecimalField('Video GMV in the currency of the creator’s region', { required: true }),
  video_usd_gmv: DecimalField('Video GMV in USD', { required: true }),
  live_count: WholeField('Live streams with sales in the period', { required: true }),
  live_gmv: DecimalField('Live GMV in the currency of the creator’s region', { required: true }),
  live_usd_gmv: DecimalField('Live GMV in USD', { required: true }),
  ...CONVERSION,
  ...{ largest_product, estimated_commission },
  ...REPEATED,
}) {}

export class TopGrowthRecord extends Fields({
  ...CREATOR,
  follower_inc_count: WholeField('Follower growth: followers in the period less those in the period before', {
    required: true,
  }),
  follower_inc_count_growth_rate_info: GrowthRateField('follower_inc_count'),
  follower_inc_rate: TextField('Growth rate as text; null when there were no followers before', { example: '12.5%' }),
  follower_inc_rate_info: ObjectField(() => RateInfo, 'Growth rate as a number, which follower_inc_rate is made from'),
  follower_count_at_period_end: WholeField(
    'Followers on the latest day of the period that is known: those that follower_inc_count counts up to',
    { required: true },
  ),
  follower_count: WholeField(...deprecatedFor('creator.follower_count')),
  video_count: WholeField(...deprecatedFor('creator.video_count')),
  follower_rate: TextField(...deprecatedFor('follower_inc_rate')),
  ...REPEATED,
}) {}

const sales = (usdGmv: string) => ({
  ...placeFields('IDs'),
  units_sold: WholeField('Units sold', { required: true }),
  usd_gmv: DecimalField(usdGmv, { required: true }),
  ...SHARE_AND_PRICE,
  usd_gmv_growth_rate_info: GrowthRateField('usd_gmv'),
  usd_gmv_change: changeOf('usd_gmv'),
  series: SERIES,
});

/** The place and the figures of a product, shop or category in a period. */
const SELLING = {
  ...sales('Total GMV in USD: video_usd_gmv + live_usd_gmv'),
  video_usd_gmv: DecimalField('Video GMV in USD; null with channel live'),
  live_usd_gmv: DecimalField('Live GMV in USD; null with channel video'),
  creator_count: WholeField('Distinct creators with sales', { required: true }),
  video_count: WholeField('Distinct videos with sales; null with channel live'),
  live_count: WholeField('Distinct live streams with sales; null with channel video'),
};
const PRODUCTS = { product_count: WholeField('Distinct products with sales', { required: true }) };

export class ProductTopSellingRecord extends Fields({
  ...SELLING,
  product_id: IdField('Product ID', { required: true }),
  product: NullableObjectField(() => RankedProduct, 'The product; null when it is no longer loaded'),
  shop: NullableObjectField(() => SalesShop, 'The shop of the product; null where it names none'),
  largest_creator,
}) {}

export class ShopTopSellingRecord extends Fields({
  ...SELLING,
  ...PRODUCTS,
  seller_id: IdField('Shop ID', { required: true }),
  shop: NullableObjectField(() => RankedShop, 'The shop; null when none of its products is loaded any more'),
  ...{ largest_product, largest_creator },
}) {}

export class CategoryTopSellingRecord extends Fields({
  ...SELLING,
  ...PRODUCTS,
  category: NullableObjectField(
    () => CategoryRecord,
    'Product category of the level asked for; null for sales of products without one',
  ),
}) {}

/** The sales of a video or live stream, and its creator. */
const CONTENT = {
  ...sales('GMV in USD'),
  ...PRODUCTS,
  uid: IdField('Creator UID; null where its sales in the period name several'),
  creator: NullableObjectField(() => SalesCreator, 'The creator; null when not loaded'),
};

export class VideoTopSellingRecord extends Fields({
  ...CONTENT,
  video_id: IdField('Video ID', { required: true }),
  video: NullableObjectField(() => SalesVideo, 'The video; null when nobody loaded it'),
}) {}

export class LiveTopSellingRecord extends Fields({
  ...CONTENT,
  room_id: IdField('Live room ID', { required: true }),
  live: NullableObjectField(() => SalesLive, 'The live stream; null when nobody loaded it'),
}) {}
