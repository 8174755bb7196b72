import type { IndexKind } from '../../documents/index-kind.js';
import type { SearchCaller } from './search-caller.js';

/** A traced search of a request while it is in flight. */
export interface TracedSearch {
  /** A node is asked: several times when nodes fail, never when another request's equal search is waited for. */
  tried(): void;
  /** The search ends when its answer is there, or has failed. */
  endsWith(answer: Promise<unknown>): void;
}

/** Told of every search of a request when it begins, where traces are kept; undefined: this one is not traced. */
export interface SearchTracer {
  searching(caller: SearchCaller, index: IndexKind): TracedSearch | undefined;
}

/** Told of every call of Elasticsearch for searches, and of searches that are refused for want of room. */
export interface SearchObserver {
  /** One call has ended; several requests may have waited for it, and one request may need several. */
  called(index: IndexKind, tookMs: number, failed: boolean): void;
  /** A request was refused because too many searches are in flight. */
  shed(): void;
}
