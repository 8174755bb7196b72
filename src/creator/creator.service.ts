import { Inject, Injectable } from '@nestjs/common';
import { filterPlan } from '../http/validation/request-field.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import type { SuggestRequest } from '../records/suggest.requests.js';
import { Suggestions, type SuggestPlan } from '../records/suggestions.js';
import { type CreatorDocument, CreatorRecord } from './creator.record.js';
import { CREATOR_SORTS, CreatorFilter } from './creator.requests.js';

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

/** Searches, exports, counts and suggests creators. */
@Injectable()
export class CreatorService extends RecordsService<CreatorFilter, CreatorDocument> {
  protected readonly plan = CREATOR_PLAN;
  @Inject(Suggestions) private readonly suggestions: Suggestions;

  /** What begins with the keywords. @throws as `Suggestions` does */
  suggest(request: SuggestRequest) {
    return this.suggestions.page(CREATOR_SUGGESTIONS, request);
  }
}
