import { ListField, WholeField } from '../fields/field.js';
import type { Lang } from '../common/lang.js';
import { KeywordData } from '../documents/keyword-data.record.js';
import type { Region } from '../common/regions.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { ExportableRequest, PagedRequest } from '../records/request-mixins.js';
import { FacetsField } from '../records/facets.requests.js';
import { ChoiceField, LangField, OrderbyField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter, NestedField } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/clauses.js';
import type { FacetItem, Match, Range, SortItem } from '../search/compiler/types.js';
import { type CreatorDocument, CreatorRecord } from './creator.record.js';
import { MatchField, SearchKeywordsField, CreatorCategoryField, HandlesField } from '../records/record.fields.js';

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

class CreatorMatch {
  @SearchKeywordsField('Words of the nickname or the unique ID, or a UID', 'mia')
  keywords: string;

  @MatchField()
  match?: Match;

  @NestedField(() => CreatorFilter, 'Filter; all its fields are optional.')
  filter: CreatorFilter;

  @LangField()
  lang: Lang;
}

class CreatorSelection extends CreatorMatch {
  @OrderbyField(
    Object.keys(CREATOR_SORTS),
    'Sort items applied in turn. Default: relevance with keywords, else follower_count.',
  )
  orderby: SortItem[];
}

export class CreatorSearchRequest extends PagedRequest(CreatorSelection, SEARCH_WINDOW, CreatorRecord) {}

export class CreatorExportRequest extends ExportableRequest(CreatorSelection, CreatorRecord) {}

export class CreatorFacetsRequest extends CreatorMatch {
  @FacetsField(CreatorFilter)
  facets: FacetItem[];
}

class CreatorSearchData extends KeywordData {
  @WholeField('Creators that match, exact', { required: true })
  total: number;

  @ListField(() => CreatorRecord, 'The creators of the page')
  list: CreatorRecord[];
}

export class CreatorSearchResponse extends AnswerEnvelope(CreatorSearchData, 'Total and page') {}
