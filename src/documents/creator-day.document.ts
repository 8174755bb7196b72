import type { FactDigest } from './sale.document.js';

/** A document of the `creator-days` index: followers and videos of a creator on one day. Its id is made of date and uid. */
export interface CreatorDayDocument extends FactDigest {
  /** Calendar day of the creator's market, YYYY-MM-DD. */
  date: string;
  uid: string;
  follower_count: number;
  video_count: number | null;
}
