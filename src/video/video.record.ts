import { idOrder } from '../common/documents/id-order.js';
import { CategoryRecord } from '../common/categories/category.record.js';
import {
  DecimalField,
  FlagField,
  IdField,
  ListField,
  ObjectField,
  TextField,
  WholeField,
  wholeRecord,
} from '../common/fields/field.js';
import type { Loadable } from '../common/fields/field.js';
import { PriceInfo, RateInfo, toRateInfo } from '../common/records/figure-info.record.js';
import { gmvParts } from '../common/money.js';
import { presentTexts, searchedTexts } from '../common/records/indexed-fields.js';

/** The creator of a video. */
export class VideoCreator {
  @IdField('Creator UID', { example: '7129384756102938475' })
  uid: string | null;

  @TextField('Avatar URL')
  avatar: string | null;

  @TextField('Creator unique ID (handle)', { example: 'mia.beauty', rule: 'name' })
  unique_id: string | null;

  @TextField('Creator nickname', { rule: 'name' })
  nickname: string | null;

  @TextField('Country/region code of the creator', { example: 'US', rule: 'region' })
  region: string | null;

  @ObjectField(() => CategoryRecord, 'Creator category')
  category: CategoryRecord;

  @WholeField('Followers of the creator')
  follower_count: number | null;

  @WholeField('Creator category ID, equal to category.id', { rule: 'signed' })
  category_id: number | null;

  @TextField('Creator category name, equal to category.name')
  category_name: string | null;
}

/** Category of a product shown in a video: level 1 alone. */
export class VideoProductCategory {
  @ObjectField(() => CategoryRecord, 'Level 1 category')
  l1: CategoryRecord;
}

/** A product shown in a video. */
export class VideoProduct {
  @IdField('Product ID', { example: '1729384756102938475' })
  product_id: string | null;

  @TextField('Product title')
  title: string | null;

  @TextField('Product cover URL')
  cover: string | null;

  @TextField('Country/region code of the product', { example: 'US', rule: 'region' })
  region: string | null;

  @TextField('Currency code of price and gmv (ISO 4217)', { example: 'USD' })
  currency: string | null;

  @TextField('Price with currency symbol in the region’s style', { example: '$12.50' })
  price: string | null;

  @ObjectField(() => PriceInfo, 'Price as a number, as loaded')
  price_info: PriceInfo;

  @WholeField('Units sold through this video')
  units_sold: number | null;

  @DecimalField('Sales amount through this video, in `currency`')
  gmv: number | null;

  @ObjectField(() => VideoProductCategory, 'Product category')
  category: VideoProductCategory;

  @TextField('Name of the shop platform')
  source: string | null;

  @TextField('URL of the product’s page')
  detail_url: string | null;
}

/** A video as the API returns it (docs/api.md, "Records"). */
export class VideoRecord {
  @IdField('Video ID, a string because real ones pass 2^53', { required: true, example: '7491823746501928374' })
  video_id: string;

  @TextField('Video description')
  desc: string | null;

  @IdField('Creator UID', { example: '7129384756102938475' })
  uid: string | null;

  @FlagField('1 ad, 0 non-ad')
  is_ad: number | null;

  @TextField('Country/region code', { example: 'US', rule: 'region' })
  region: string | null;

  @WholeField('Publish time, Unix seconds', { required: true, example: 1781234567, rule: 'unix-seconds' })
  publish_time: number;

  @WholeField('Comments')
  comment_count: number | null;

  @WholeField('Plays')
  play_count: number | null;

  @WholeField('Likes')
  digg_count: number | null;

  @WholeField('Shares')
  share_count: number | null;

  @WholeField('Favorites')
  forward_count: number | null;

  @WholeField('Duration in seconds')
  duration: number | null;

  @TextField('Cover URL')
  cover: string | null;

  @DecimalField('Engagement rate in percent: 10 means 10 %; use interact_rate_info', { deprecated: true })
  interact_rate: number | null;

  @ObjectField(() => RateInfo, 'Engagement rate with its unit')
  interact_rate_info: RateInfo;

  @FlagField('1 e-commerce video, 0 otherwise')
  is_ecommerce: number | null;

  @TextField('URL of the video on its source platform')
  video_url: string | null;

  @WholeField('Products sold, in units')
  units_sold: number | null;

  @DecimalField('Sales amount in the currency of the video’s region')
  gmv: number | null;

  @ObjectField(() => VideoCreator, 'Creator of the video')
  creator: VideoCreator;

  @ListField(() => VideoProduct, 'Products of the video')
  product_info: VideoProduct[];
}

/** A video as it may be loaded: the record itself; only `video_id` and `publish_time` are required. */
export type VideoLoad = Loadable<VideoRecord, 'video_id' | 'publish_time'>;

/** The record as it is stored and returned, with every field; fields that repeat others are equal to them. */
export function toVideoRecord(load: VideoLoad): VideoRecord {
  const record = wholeRecord(VideoRecord, load);
  const { creator } = record;
  const id = creator.category.id ?? creator.category_id;
  const name = creator.category.name ?? creator.category_name;
  const uid = record.uid ?? creator.uid;
  const interact_rate = record.interact_rate ?? record.interact_rate_info.rate;
  return {
    ...record,
    uid,
    interact_rate,
    interact_rate_info: toRateInfo(interact_rate),
    creator: {
      ...creator,
      uid: creator.uid ?? uid,
      category: { id, name },
      category_id: id,
      category_name: name,
    },
  };
}

/**
 * The document of the `videos` index. `record` is returned with localized category names; the other fields are for search,
 * filters and sort. Keywords search the description, creator nickname and unique ID.
 */
export function toVideoDocument(load: VideoLoad) {
  const record = toVideoRecord(load);
  const { creator } = record;
  const categoryIds = record.product_info.map((product) => product.category.l1.id).filter((id) => id !== null);
  return {
    video_id: record.video_id,
    ...idOrder(record.video_id),
    ...searchedTexts(record.desc, creator.nickname, creator.unique_id),
    names: presentTexts(record.video_id, creator.unique_id, creator.nickname),
    uid: record.uid,
    product_ids: [...new Set(record.product_info.flatMap(({ product_id }) => product_id ?? []))],
    region: record.region,
    is_ecommerce: record.is_ecommerce === null ? null : record.is_ecommerce === 1,
    publish_time: record.publish_time,
    creator_category_id: creator.category.id,
    product_category_ids: [...new Set(categoryIds)],
    follower_count: creator.follower_count,
    play_count: record.play_count,
    digg_count: record.digg_count,
    units_sold: record.units_sold,
    interact_rate: record.interact_rate,
    ...gmvParts(record.gmv),
    record: JSON.stringify(record),
  };
}
