import type { CreatorDocument } from '../../../documents/creator.document.js';
import type { SuggestPlan } from '../../../search/suggestions.js';

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
