import type { IdOrder } from '../documents/id-order.js';
import type { SearchedTexts, SuggestInput } from '../documents/searched-texts.js';

/** The part of a creator's document that rankings show and filter by. */
export interface CreatorDocument {
  uid: string;
  unique_id: string | null;
  nickname: string | null;
  avatar: string | null;
  region: string | null;
  category_id: number | null;
  /** The name the category was loaded with; shown only when its id is in no tree. */
  category_name: string | null;
  /** 1 personal, 2 shop. */
  account_type: number | null;
  follower_count: number | null;
  video_count: number | null;
}

/** The fields of that part, for reads that need no more. */
export const CREATOR_FIELDS: readonly (keyof CreatorDocument)[] = [
  ...(['uid', 'unique_id', 'nickname', 'avatar', 'region', 'category_id'] as const),
  ...(['category_name', 'account_type', 'follower_count', 'video_count'] as const),
];

/** A document of the `creators` index. Keywords search the nickname and the unique ID. */
export interface WrittenCreatorDocument extends CreatorDocument, IdOrder, SearchedTexts {
  /** The unique ID as filters find it. */
  handle: string | null;
  /** A keyword may equal one of these exactly: uid, unique ID and nickname. */
  names: string[];
  /** Handle and nickname; null when they are not loaded. */
  suggest: SuggestInput | null;
  /** The record as JSON. */
  record: string;
}
