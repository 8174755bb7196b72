import type { IndexKind } from '../../documents/index-kind.js';
import type { SearchCaller } from './search-caller.js';

/** Told of every call of Elasticsearch for a search when it begins, where traces are kept. */
export interface SearchTracer {
  /** @returns what is told that the call has ended, and what it failed of */
  calling(caller: SearchCaller, index: IndexKind): (error?: unknown) => void;
}

/** Told of every call of Elasticsearch for searches, and of searches that are refused for want of room. */
export interface SearchObserver {
  /** One call has ended; several requests may have waited for it, and one request may need several. */
  called(index: IndexKind, tookMs: number, failed: boolean): void;
  /** A request was refused because too many searches are in flight. */
  shed(): void;
}
