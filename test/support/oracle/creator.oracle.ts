import type { CreatorLoad } from '../../../src/creator/creator.record.js';
import { between, equals, listed, type Oracle } from './oracle.js';

/** Creator search as docs/api.md states it. */
export const CREATOR_ORACLE: Oracle<CreatorLoad> = {
  id: (creator) => creator.uid,
  filters: {
    uid: listed((creator) => [creator.uid]),
    region: equals((creator) => creator.region),
    creator_category_id: equals((creator) => creator.category_id),
    account_type: equals((creator) => creator.account_type, [1, 2]),
    follower_count_range: between((creator) => creator.follower_count),
  },
  sorts: {
    follower_count: (creator) => creator.follower_count,
    video_count: (creator) => creator.video_count,
  },
  defaultSort: (creator) => creator.follower_count,
};
