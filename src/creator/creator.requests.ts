import type { Region } from '../common/regions.js';
import { recordOperations } from '../http/requests/record-operations.js';
import { suggestController } from '../http/requests/suggest.requests.js';
import { ChoiceField, RegionField } from '../http/validation/fields.js';
import { CreatorCategoryField, IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter, filterPlan } from '../http/validation/request-field.js';
import type { Range } from '../search/compiler/request.js';
import type { RecordPlan } from '../search/record.service.js';
import type { WrittenCreatorDocument } from './creator.document.js';
import EXAMPLES from './creator.examples.json' with { type: 'json' };
import { CreatorRecord } from './creator.record.js';

/** Filter of creator search. */
export class CreatorFilter extends DocumentFilter<WrittenCreatorDocument> {
  @IdListField('Creator UID, or a list of 1 to 100 of them.', { index: 'uid' })
  uid?: string[];

  @RegionField('Region code of the creator.', { index: 'region', facet: 'region' })
  region?: Region;

  @CreatorCategoryField({ index: 'category_id', facet: 'creator-categories' })
  creator_category_id?: number;

  @ChoiceField([1, 2], '1 personal, 2 shop.', { index: 'account_type', facet: 'account_type' })
  account_type?: number;

  @RangeField('count', 'Followers as loaded with the creator.', { index: 'follower_count', facet: 'count' })
  follower_count_range?: Range;
}

/** Search, export and facets of creators as data. `sorts` has the index field of each `orderby` value. */
export const CREATOR_PLAN: RecordPlan<CreatorFilter, WrittenCreatorDocument> = {
  index: 'creators',
  ...filterPlan(CreatorFilter),
  sorts: { follower_count: 'follower_count', video_count: 'video_count' },
  mainMetric: 'follower_count',
  popularity: 'follower_count',
  record: CreatorRecord,
  named: ['creator'],
};

/** The requests, answers and controller of search, export and facets of creators. */
export const CREATOR_OPERATIONS = recordOperations({
  plan: CREATOR_PLAN,
  filter: CreatorFilter,
  name: 'Creator',
  records: 'creators',
  path: 'creator',
  scope: 'ranking',
  description: 'Creators by nickname or unique ID, with filters, sorted.',
  keywords: ['Words of the nickname or the unique ID, or a UID', 'mia'],
  examples: EXAMPLES,
});
export const { SearchRequest: CreatorSearchRequest, FacetsRequest: CreatorFacetsRequest } = CREATOR_OPERATIONS;

/** Suggests creators by handle and nickname, and their categories. */
export const CreatorSuggestController = suggestController<WrittenCreatorDocument>('suggestCreators', {
  path: '/creator/v1/suggest',
  scope: 'ranking',
  summary: 'Suggest creators',
  description: 'Creators by handle or nickname, and creator categories, while somebody types.',
  firstLetter: 'm',
  plan: {
    index: 'creators',
    tree: 'creator-categories',
    source: ['uid', 'unique_id', 'nickname', 'region', 'follower_count'],
    nameOf: ({ uid, unique_id, nickname, region, follower_count }) => ({
      kind: 'creator',
      text: [nickname, unique_id === null ? null : `@${unique_id}`].filter((name) => name !== null).join(' '),
      filter: { uid, keywords: unique_id ?? nickname ?? uid },
      region,
      follower_count,
    }),
    filterOf: ({ id }) => ({ creator_category_id: id }),
  },
});
