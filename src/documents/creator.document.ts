import type { SuggestInput } from './searched-texts.js';

/** A document of the `creators` index: what the boards show of a creator and filter by. */
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

/** What is written for a creator: `suggest` can be searched, but is not read back. */
export interface WrittenCreatorDocument extends CreatorDocument {
  /** Handle and nickname; null when nobody loaded them. */
  suggest: SuggestInput | null;
}
