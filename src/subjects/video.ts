import { createHash } from 'node:crypto';
import { bilingual } from '../common/lang.js';
import { memoize } from '../common/memoize.js';
import {
  Fields,
  FlagField,
  IdField,
  NullableObjectField,
  ON_REQUEST,
  SOMETIMES,
  TextField,
  TextListField,
  WholeField,
} from '../fields/field.js';
import { BY_SALES, contentOf, SELLING_FIELDS, type SubjectEntry } from './subject.js';

/** The video of a row, as loaded now. */
export class SalesVideo extends Fields({
  video_id: IdField('Video ID', { required: true }),
  desc: TextField('Video description'),
  cover: TextField('Cover URL'),
  publish_time: WholeField('Publish time, Unix seconds', { rule: 'unix-seconds' }),
  uid: IdField('Creator UID'),
  is_ad: FlagField('1 ad, 0 non-ad', ON_REQUEST),
  play_count: WholeField('Plays', ON_REQUEST),
  digg_count: WholeField('Likes', ON_REQUEST),
  duration: WholeField('Duration in seconds', ON_REQUEST),
  tags: TextListField('Tags of the description', ON_REQUEST),
}) {}

/** The fields of a video that facts take. */
export interface FactVideo {
  readonly is_ad: boolean | null;
  readonly duration: number | null;
  readonly tags: readonly string[] | null;
}

/** The dimensions of sales of live streams, and of videos that are not loaded: left out of the many documents. */
const NO_VIDEO = { is_ad: undefined, duration: undefined, tags: undefined, video_dimensions: undefined };

/** `video_dimensions` stands for the others where facts are compared; 36 bits tell the few values of one video apart. */
function dimensionsOf({ is_ad, duration, tags }: FactVideo) {
  const values = { is_ad, duration, tags: tags === null || tags.length === 0 ? null : [...tags].sort() };
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('base64url');
  return { ...values, video_dimensions: hash.slice(0, 6) };
}

/** Computed once for the many facts of a video. */
const keptDimensions = memoize(dimensionsOf, new WeakMap<FactVideo, ReturnType<typeof dimensionsOf>>());

/** The dimensions of sales by their video; undefined stands for one that is not loaded. */
export const videoDimensions = (video: FactVideo | undefined) =>
  video === undefined ? NO_VIDEO : keptDimensions(video);

export const VIDEO = {
  ...contentOf('video'),
  id: 'video_id',
  index: 'videos',
  record: SalesVideo,
  dimensions: { from: ['is_ad', 'duration', 'tags'], make: videoDimensions },
  row: {
    video_id: IdField('by video: video ID', SOMETIMES),
    video: NullableObjectField(() => SalesVideo, 'by video: the video; null when nobody loaded it'),
  },
  narrowedBy: ['filter.video_id', 'filter.uid', 'fewer_days'],
  rankings: {
    videoTopSelling: {
      ...BY_SALES,
      operation: 'rankTopSellingVideos',
      list: 'topVideos',
      fields: `${SELLING_FIELDS} product_count uid creator.unique_id video_id video.desc`,
    },
  },
  tools: {
    next: 'break_down_sales by product with a video_id for what it sells; history of creator with its uid.',
    breakdown: 'video_id video.desc',
    search: {
      about: 'Videos by keywords and filters.',
      fields:
        'video_id desc region publish_time play_count interact_rate_info.rate units_sold gmv usd_gmv uid creator.unique_id creator.follower_count',
    },
  },
  shownAs: { title: 'video.desc', subtitle: 'creator.nickname', picture: 'video.cover' },
  name: bilingual('Video', '视频'),
  plural: 'videos',
} as const satisfies SubjectEntry;
