import { idOrder } from '../common/id-order.js';
import { CategoryRecord, encodeRecord, type Naming } from '../documents/category.record.js';
import {
  DecimalField,
  Fields,
  FlagField,
  IdField,
  ListField,
  type Loadable,
  ObjectField,
  TextField,
  WholeField,
  wholeRecord,
} from '../fields/field.js';
import { PriceInfo, RateInfo, toRateInfo } from '../money/figure-info.record.js';
import { amountPer, gmvParts } from '../common/numbers.js';
import { Rates } from '../money/rates.record.js';
import { flag, handleOf, pick, presentTexts, searchedTexts, tagsIn } from '../documents/indexed-fields.js';
import { currencyOf, marketClock } from '../common/regions.js';

class VideoCreator extends Fields({
  uid: IdField('Creator UID', { example: '7129384756102938475' }),
  avatar: TextField('Avatar URL', { format: 'uri' }),
  unique_id: TextField('Creator unique ID (handle)', { example: 'mia.beauty', rule: 'name' }),
  nickname: TextField('Creator nickname', { rule: 'name' }),
  region: TextField('Country/region code of the creator', { example: 'US', rule: 'region' }),
  category: ObjectField(() => CategoryRecord, 'Creator category'),
  follower_count: WholeField('Followers of the creator'),
  category_id: WholeField('Creator category ID, equal to category.id', { rule: 'signed' }),
  category_name: TextField('Creator category name, equal to category.name'),
}) {}

/** Category of a product shown in a video: only level 1. */
class VideoProductCategory extends Fields({ l1: ObjectField(() => CategoryRecord, 'Level 1 category') }) {}

class VideoProduct extends Fields({
  product_id: IdField('Product ID', { example: '1729384756102938475' }),
  title: TextField('Product title'),
  cover: TextField('Product cover URL', { format: 'uri' }),
  region: TextField('Country/region code of the product', { example: 'US', rule: 'region' }),
  currency: TextField('Currency code of price and gmv (ISO 4217)', { example: 'USD' }),
  price: TextField('Price with currency symbol in the region’s style', { example: '$12.50' }),
  price_info: ObjectField(() => PriceInfo, 'Price as a number, as loaded'),
  units_sold: WholeField('Units sold through this video'),
  gmv: DecimalField('Sales amount through this video, in `currency`', { unit: 'currency' }),
  category: ObjectField(() => VideoProductCategory, 'Product category'),
  source: TextField('Name of the shop platform'),
  detail_url: TextField('URL of the product’s page', { format: 'uri' }),
}) {}

/** A video as the API returns it (docs/api.md, "Records"). */
export class VideoRecord extends Fields({
  video_id: IdField('Video ID, a string because real ones pass 2^53', {
    required: true,
    example: '7491823746501928374',
  }),
  desc: TextField('Video description'),
  uid: IdField('Creator UID', { example: '7129384756102938475' }),
  is_ad: FlagField('1 ad, 0 non-ad'),
  region: TextField('Country/region code', { example: 'US', rule: 'region' }),
  publish_time: WholeField('Publish time, Unix seconds', { required: true, example: 1781234567, rule: 'unix-seconds' }),
  comment_count: WholeField('Comments'),
  play_count: WholeField('Plays', { rule: 'added-count' }),
  digg_count: WholeField('Likes'),
  share_count: WholeField('Shares'),
  forward_count: WholeField('Favorites'),
  duration: WholeField('Duration in seconds'),
  cover: TextField('Cover URL', { format: 'uri' }),
  interact_rate: DecimalField('Engagement rate in percent: 10 means 10 %; use interact_rate_info', {
    deprecated: ['1.0.0', 'interact_rate_info'],
    unit: '%',
  }),
  interact_rate_info: ObjectField(() => RateInfo, 'Engagement rate with its unit'),
  is_ecommerce: FlagField('1 e-commerce video, 0 otherwise'),
  video_url: TextField('URL of the video on its source platform', { format: 'uri' }),
  units_sold: WholeField('Products sold, in units', { rule: 'added-count' }),
  gmv: DecimalField('Sales amount in the currency of the video’s region', { rule: 'added-amount', unit: 'region' }),
  usd_gmv: DecimalField('gmv in USD at the rate of the load; null without a rate; what is loaded here is ignored'),
  usd_gmv_per_1000_plays: DecimalField('usd_gmv for 1,000 plays; null without plays; what is loaded here is ignored'),
  creator: ObjectField(() => VideoCreator, 'Creator of the video'),
  product_info: ListField(() => VideoProduct, 'Products of the video'),
}) {}

/** A video as it may be loaded: the record itself; only `video_id` and `publish_time` are required. */
export type VideoLoad = Loadable<VideoRecord, 'video_id' | 'publish_time'>;

/** The record as it is stored and returned, with every field; fields that repeat others are equal to them. */
export function toVideoRecord(load: VideoLoad, rates = new Rates()): VideoRecord {
  const record = wholeRecord(VideoRecord, load);
  const { creator } = record;
  const id = creator.category.id ?? creator.category_id;
  const name = creator.category.name ?? creator.category_name;
  const uid = record.uid ?? creator.uid;
  const interact_rate = record.interact_rate ?? record.interact_rate_info.rate;
  const usd_gmv = rates.keepUsd(load.usd_gmv, record.gmv, currencyOf(record.region));
  return {
    ...record,
    uid,
    interact_rate,
    interact_rate_info: toRateInfo(interact_rate),
    usd_gmv,
    usd_gmv_per_1000_plays: amountPer(usd_gmv, record.play_count, 1000),
    creator: {
      ...creator,
      uid: creator.uid ?? uid,
      category: { id, name },
      category_id: id,
      category_name: name,
    },
  };
}

/** The document of the `videos` index. Keywords search the description, creator nickname and unique ID. */
export function toVideoDocument(load: VideoLoad, rates = new Rates(), naming?: Naming) {
  const record = toVideoRecord(load, rates);
  const { creator } = record;
  const { hour, weekday } = marketClock(record.region, record.publish_time);
  const categoryIds = record.product_info.map((product) => product.category.l1.id).filter((id) => id !== null);
  return {
    video_id: record.video_id,
    ...idOrder(record.video_id),
    ...searchedTexts(record.desc, creator.nickname, creator.unique_id),
    names: presentTexts(record.video_id, creator.unique_id, creator.nickname),
    uid: record.uid,
    handle: handleOf(creator.unique_id),
    product_ids: [...new Set(record.product_info.flatMap(({ product_id }) => product_id ?? []))],
    region: record.region,
    is_ecommerce: flag(record.is_ecommerce),
    is_ad: flag(record.is_ad),
    duration: record.duration,
    tags: tagsIn(record.desc),
    publish_time: record.publish_time,
    publish_hour: hour,
    publish_weekday: weekday,
    creator_category_id: creator.category.id,
    product_category_ids: [...new Set(categoryIds)],
    follower_count: creator.follower_count,
    ...pick(record, 'play_count', 'digg_count', 'units_sold', 'interact_rate'),
    ...gmvParts(record.gmv, 'gmv'),
    usd_gmv: record.usd_gmv,
    usd_gmv_per_1000_plays: record.usd_gmv_per_1000_plays,
    ...gmvParts(record.usd_gmv, 'usd_gmv'),
    record: encodeRecord(record, naming),
  };
}

/** A document of the `videos` index, as its mapper makes it. */
export type VideoDocument = ReturnType<typeof toVideoDocument>;
