import type { CreatorDocument } from '../../documents/creator.document.js';

/** Stands for a creator whom nobody has loaded. */
export const UNKNOWN_CREATOR = 'unknown';

/** What boards filter creators by, in one text: when it changes, the boards that a creator stands in are stale. */
export function creatorState(creator: CreatorDocument | undefined): string {
  if (creator === undefined) return UNKNOWN_CREATOR;
  const { region, category_id, account_type } = creator;
  return JSON.stringify([region, category_id, account_type]);
}
