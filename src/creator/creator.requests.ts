import { AnswerOf } from '../http/answer/answer.dto.js';
import { ExportOf, PageOf } from '../http/export/export-request.js';
import { CategoryIdField, ChoiceField, KeywordsField, LangField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { OrderbyField } from '../http/validation/orderby.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { NestedField } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/paging.js';
import type { MatchRequest, Range, Selection, SortItem } from '../search/compiler/request.js';
import { CreatorRecord } from './creator.record.js';
import { FoundOf } from '../common/records/keyword-data.record.js';
import type { Lang } from '../common/lang.js';
import type { Region } from '../common/regions.js';
import { FacetsOf } from '../http/requests/facets.requests.js';
import type { CreatorSort } from './creator.definition.js';
import { CREATOR_FACETS, CREATOR_SORT_NAMES } from './creator.definition.js';
import type { OperationDocs } from '../http/open-api/operation.decorator.js';

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

export class CreatorSearchRequest extends PageOf(CreatorSelection, SEARCH_WINDOW, CreatorRecord) {
  @LangField()
  lang: Lang;
}

export class CreatorExportRequest extends ExportOf(CreatorSelection, CreatorRecord) {
  @LangField()
  override lang: Lang;
}

export class CreatorFacetsRequest extends FacetsOf(CreatorMatch, CREATOR_FACETS, []) {}

export class CreatorSearchData extends FoundOf(CreatorRecord, 'creators') {}

export class CreatorSearchResponse extends AnswerOf(CreatorSearchData, 'Total and page') {}

export const CREATOR_DOCS: OperationDocs = {
  examples: {
    largest_shops: {
      summary: 'Shop accounts of the US with the most followers',
      value: { filter: { region: 'US', account_type: 2 }, orderby: [{ field: 'follower_count' }], pagesize: 5 },
    },
    by_keywords: { summary: 'Creators whose nickname or handle says beauty', value: { keywords: 'beauty' } },
    busy_in_chinese: {
      summary: 'Creators with 1,000 to 100,000 followers, those with the most videos first, categories in Chinese',
      value: {
        filter: { follower_count_range: { min: 1000, max: 100_000 } },
        orderby: [{ field: 'video_count' }],
        lang: 'ZH_CN',
      },
    },
  },
};

export const CREATOR_EXPORT_DOCS: OperationDocs = {
  examples: {
    region_as_ndjson: {
      summary: 'Creators of Indonesia, one a line',
      value: { filter: { region: 'ID' }, limit: 200 },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of the most followed creators as CSV that a spreadsheet opens',
      value: { limit: 100, format: 'csv', fields: ['uid', 'unique_id', 'follower_count'], excel: true },
    },
    shops: {
      summary: 'Shop accounts by their videos',
      value: { filter: { account_type: 2 }, orderby: [{ field: 'video_count' }], limit: 50 },
    },
  },
};

export const CREATOR_FACETS_DOCS: OperationDocs = {
  examples: {
    by_region: {
      summary: 'Creators with 1,000 followers or more by region and category',
      value: {
        filter: { follower_count_range: { min: 1000 } },
        facets: [{ field: 'region', size: 20 }, { field: 'creator_category_id' }],
      },
    },
    by_account_type: {
      summary: 'Personal and shop accounts of Indonesia',
      value: { filter: { region: 'ID' }, facets: [{ field: 'account_type' }] },
    },
    by_followers: { summary: 'Creators by their followers', value: { facets: [{ field: 'follower_count_range' }] } },
  },
};
