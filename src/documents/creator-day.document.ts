import type { FactDigest } from './sale.document.js';

/** A document of the `creator-days` index: a creator's counts on one day, identified by (date, uid). */
export interface CreatorDayDocument extends FactDigest {
  /** The market's calendar day, YYYY-MM-DD. */
  date: string;
  uid: string;
  follower_count: number;
  video_count: number | null;
}
