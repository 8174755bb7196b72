import type { VideoLoad } from '../../../src/video/video.record.js';
import { between, equals, flag, includes, listed, type Oracle } from './oracle.js';

/** Video search as docs/api.md states it. */
export const VIDEO_ORACLE: Oracle<VideoLoad> = {
  id: (video) => video.video_id,
  always: { create_time_range: { min: 0 } },
  filters: {
    video_id: listed((video) => [video.video_id]),
    uid: listed((video) => [video.uid ?? video.creator?.uid]),
    product_id: listed((video) => (video.product_info ?? []).map((product) => product.product_id)),
    region: equals((video) => video.region),
    is_ecommerce: flag((video) => video.is_ecommerce),
    creator_category_id: equals((video) => video.creator?.category?.id),
    product_category_id: includes((video) => (video.product_info ?? []).map((product) => product.category?.l1?.id)),
    create_time_range: between((video) => video.publish_time),
    follower_count_range: between((video) => video.creator?.follower_count),
    play_count_range: between((video) => video.play_count),
    digg_count_range: between((video) => video.digg_count),
    interact_rate_range: between((video) => video.interact_rate, false),
  },
  sorts: {
    follower_count: (video) => video.creator?.follower_count,
    create_time: (video) => video.publish_time,
    play_count: (video) => video.play_count,
    digg_count: (video) => video.digg_count,
    units_sold: (video) => video.units_sold,
    interact_rate: (video) => video.interact_rate,
  },
  defaultSort: (video) => video.play_count,
};
