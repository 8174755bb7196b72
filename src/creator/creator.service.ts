import { Injectable } from '@nestjs/common';
import type { CreatorDocument, WrittenCreatorDocument } from './creator.document.js';
import type { EncodedData } from '../common/records/encoded-data.js';
import { RecordService } from '../search/record.service.js';
import type { SuggestPlan } from '../search/suggestions.js';
import type { SuggestData, SuggestRequest } from '../http/requests/suggest.requests.js';
import type { CreatorFilter, CreatorSearchData } from './creator.requests.js';
import { CREATOR_PLAN } from './creator.requests.js';

/** Creators by handle and nickname, and their categories. */
export const CREATOR_SUGGEST_PLAN: SuggestPlan<Pick<CreatorDocument, 'uid' | 'unique_id' | 'nickname'>> = {
  index: 'creators',
  tree: 'creator-categories',
  source: ['uid', 'unique_id', 'nickname'],
  nameOf: ({ uid, unique_id, nickname }) => ({
    kind: 'creator',
    text: [nickname, unique_id === null ? null : `@${unique_id}`].filter((name) => name !== null).join(' '),
    filter: { uid, keywords: unique_id ?? nickname ?? uid },
  }),
  filterOf: ({ id }) => ({ creator_category_id: id }),
};

/** Searches, exports and counts creators, and suggests them. Suggestions are in English. */
@Injectable()
export class CreatorService extends RecordService<CreatorFilter, WrittenCreatorDocument, CreatorSearchData> {
  protected override readonly plan = CREATOR_PLAN;

  /** @throws as `search` does */
  suggest(request: SuggestRequest): Promise<EncodedData<SuggestData>> {
    return this.suggestions.page(CREATOR_SUGGEST_PLAN, request);
  }
}
