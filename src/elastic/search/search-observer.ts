import type { IndexKind } from '../../documents/index-kind.js';
import type { CompiledSearch } from '../../query/types.js';

/** A search of a request while it is under way. */
export interface TracedSearch {
  /** A node is asked; several times when nodes fail, never when another request's search that asks the same is waited for. */
  tried(): void;
  /** The search ends when its answer is there, or has failed. */
  endsWith(answer: Promise<unknown>): void;
}

/** Told of every search of a request when it begins, where traces are kept; undefined: this one is not. */
export interface SearchTracer {
  searching(signal: AbortSignal, index: IndexKind): TracedSearch | undefined;
}

/** Told how long Elasticsearch takes. Times are milliseconds. */
export interface SearchObserver {
  /** A request has its answer, or has failed, after so long. */
  searched(signal: AbortSignal, search: CompiledSearch, tookMs: number): void;

  /** One call of Elasticsearch has ended; several requests may have waited for it, and one request may need several. */
  called(index: IndexKind, tookMs: number, failed: boolean): void;
}
