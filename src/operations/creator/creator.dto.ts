import { Answer } from '../../http/answer/answer.dto.js';
import { ExportOf, PageOf } from '../../http/export/export-request.js';
import { CategoryIdField, ChoiceField, KeywordsField, LangField, RegionField } from '../../http/validation/fields.js';
import { IdListField } from '../../http/validation/id.field.js';
import { OrderbyField } from '../../http/validation/orderby.field.js';
import { RangeField } from '../../http/validation/range.field.js';
import { NestedField } from '../../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../../query/paging.js';
import type { MatchRequest, Range, Selection, SortItem } from '../../query/request.js';
import { CreatorRecord } from '../../records/creator.record.js';
import { ListField, ObjectField, WholeField } from '../../records/fields/field.js';
import { KeywordData } from '../../records/keyword-data.record.js';
import type { Lang } from '../../reference/lang.js';
import type { Region } from '../../reference/regions.js';
import { FacetsOf } from '../facets/facets.dto.js';
import type { CreatorSort } from './creator.definition.js';
import { CREATOR_FACETS, CREATOR_SORT_NAMES } from './creator.definition.js';

/** Filter of creator search. */
export class CreatorFilter {
  @IdListField('Creator UID, or a list of 1 to 100 of them.')
  uid?: string[];

  @RegionField('Region code of the creator.')
  region?: Region;

  @CategoryIdField('Creator category ID; the list is at /creator/v1/category.', 200000)
  creator_category_id?: number;

  @ChoiceField([1, 2], '1 personal, 2 shop.')
  account_type?: number;

  @RangeField('count', 'Followers as loaded with the creator.')
  follower_count_range?: Range;
}

/** The creators of a request. */
class CreatorMatch implements MatchRequest<CreatorFilter> {
  @KeywordsField('Words of the nickname or the unique ID, or a UID; slips and missing marks are forgiven.', 'mia')
  keywords: string;

  @NestedField(() => CreatorFilter, 'Filter; all its fields are optional.')
  filter: CreatorFilter;
}

/** The creators of a request and their order. */
export class CreatorSelection extends CreatorMatch implements Selection<CreatorFilter, CreatorSort> {
  @OrderbyField(
    CREATOR_SORT_NAMES,
    'Sort items applied in turn, descending. Default: relevance with keywords, else follower_count.',
  )
  orderby: SortItem<CreatorSort>[];
}

/** Body of creator search. */
export class CreatorSearchRequest extends PageOf(CreatorSelection, SEARCH_WINDOW, CreatorRecord) {
  @LangField()
  lang: Lang;
}

/** Body of an export of creators. */
export class CreatorExportRequest extends ExportOf(CreatorSelection, CreatorRecord) {
  @LangField()
  override lang: Lang;
}

/** Body of the facets of creators. */
export class CreatorFacetsRequest extends FacetsOf(CreatorMatch, CREATOR_FACETS, []) {}

/** `data` of creator search. */
export class CreatorSearchData extends KeywordData {
  @WholeField('Creators that match, exact', { required: true })
  total: number;

  @ListField(() => CreatorRecord, 'The creators of the page')
  list: CreatorRecord[];
}

/** Answer of creator search. */
export class CreatorSearchResponse extends Answer {
  @ObjectField(() => CreatorSearchData, 'Total and page')
  data: CreatorSearchData;
}
