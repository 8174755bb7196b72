import type { CreatorDocument } from '../../documents/creator.document.js';

/** State of a creator who is not loaded. */
export const UNKNOWN_CREATOR = 'unknown';

/** The fields that boards filter creators by, in one text. When it changes, the creator's boards are stale. */
export function creatorState(creator: CreatorDocument | undefined): string {
  if (creator === undefined) return UNKNOWN_CREATOR;
  const { region, category_id, account_type } = creator;
  return JSON.stringify([region, category_id, account_type]);
}
