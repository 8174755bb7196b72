import type { Region } from '../common/regions.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { FacetsRequestOf } from '../records/facets.requests.js';
import { ExportableRequest, FoundData, PagedRequest, SelectionOf } from '../records/record-requests.js';
import { ChoiceField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/clauses.js';
import type { Range } from '../search/compiler/types.js';
import { type CreatorDocument, CreatorRecord } from './creator.record.js';
import { SearchKeywordsField, CreatorCategoryField, HandlesField } from '../records/record.fields.js';

export class CreatorFilter extends DocumentFilter<CreatorDocument> {
  @IdListField('Creator UID, or a list of 1 to 100 of them.', { index: 'uid' })
  uid?: string[];

  @HandlesField({ index: 'handle' })
  unique_id?: string[];

  @RegionField('Region code of the creator.', { index: 'region', facet: 'region' })
  region?: Region;

  @CreatorCategoryField({ index: 'category_id', facet: 'creator-categories' })
  creator_category_id?: number;

  @ChoiceField([1, 2], '1 personal, 2 shop.', { index: 'account_type', facet: 'account_type' })
  account_type?: number;

  @RangeField('count', 'Followers as loaded with the creator.', { index: 'follower_count', facet: 'count' })
  follower_count_range?: Range;
}

/** The index field of each value of `orderby`. */
export const CREATOR_SORTS = { follower_count: 'follower_count', video_count: 'video_count' } as const;

const CreatorSelection = SelectionOf(CreatorFilter, {
  keywords: SearchKeywordsField('Words of the nickname or the unique ID, or a UID', 'mia'),
  sorts: CREATOR_SORTS,
  order: 'follower_count',
});

export class CreatorSearchRequest extends PagedRequest(CreatorSelection, SEARCH_WINDOW, CreatorRecord) {}

export class CreatorExportRequest extends ExportableRequest(CreatorSelection, CreatorRecord) {}

export class CreatorFacetsRequest extends FacetsRequestOf(CreatorSelection, CreatorFilter) {}

class CreatorSearchData extends FoundData(CreatorRecord, 'creators') {}
export class CreatorSearchResponse extends AnswerEnvelope(CreatorSearchData, 'Total and page') {}
