import type { LiveLoad } from '../../../src/live/live.record.js';
import { between, equals, includes, listed, type Oracle } from './oracle.js';

/** Live stream search as docs/api.md states it. */
export const LIVE_ORACLE: Oracle<LiveLoad> = {
  id: (live) => live.room_id,
  filters: {
    room_id: listed((live) => [live.room_id]),
    uid: listed((live) => [live.uid]),
    region: equals((live) => live.creator_region),
    creator_category: equals((live) => live.creator_category_id),
    product_category: includes((live) => live.product_category_ids ?? []),
    live_type: equals((live) => live.live_type, [1, 2]),
    follower_range: between((live) => live.follower_count),
    viewer_range: between((live) => live.total_viewer_count),
    sold_range: between((live) => live.total_units_sold),
    start_time: between((live) => live.start_time),
  },
  sorts: {
    start_time: (live) => live.start_time,
    total_viewer_count: (live) => live.total_viewer_count,
    total_units_sold: (live) => live.total_units_sold,
    total_gmv: (live) => live.total_gmv,
  },
  defaultSort: (live) => live.start_time,
};
