import { Injectable } from '@nestjs/common';
import { filterPlan } from '../http/validation/request-field.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import type { SuggestRequest } from '../records/suggest.requests.js';
import { Suggestions, type SuggestPlan } from '../records/suggestions.js';
import { type CreatorDocument, CreatorRecord } from './creator.record.js';
import {
  CREATOR_SORTS,
  type CreatorExportRequest,
  type CreatorFacetsRequest,
  CreatorFilter,
  type CreatorSearchRequest,
} from './creator.requests.js';

/** How a request for creators becomes a query. The filters name their index fields themselves. */
export const CREATOR_PLAN: RecordPlan<CreatorFilter, CreatorDocument> = {
  index: 'creators',
  ...filterPlan(CreatorFilter),
  sorts: CREATOR_SORTS,
  mainMetric: 'follower_count',
  popularity: 'follower_count',
  record: CreatorRecord,
  named: ['creator'],
};

/** Suggests creators by handle and nickname, and their categories. */
const CREATOR_SUGGESTIONS: SuggestPlan<CreatorDocument> = {
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
};

/** Compiles requests for creators into queries, by the plan of their kind. */
@Injectable()
export class CreatorService {
  constructor(
    private readonly records: RecordsService,
    private readonly suggestions: Suggestions,
  ) {}

  /** One page of creators. @throws as `RecordsService.search` does */
  search(request: CreatorSearchRequest) {
    return this.records.search(CREATOR_PLAN, request);
  }

  /** All creators in their order, at most `limit` of them. @throws as `search` does, with any page */
  export(request: CreatorExportRequest, limit: number) {
    return this.records.export(CREATOR_PLAN, request, limit);
  }

  /** Counts of creators by the values of filters. @throws as `Facets` does */
  facets(request: CreatorFacetsRequest) {
    return this.records.facets(CREATOR_PLAN, request);
  }

  /** What begins with the keywords. @throws as `Suggestions` does */
  suggest(request: SuggestRequest) {
    return this.suggestions.page(CREATOR_SUGGESTIONS, request);
  }
}
