import type { IndexKind } from '../documents/index-kind.js';
import type { CompiledSearch } from '../query/types.js';

/** Told how long Elasticsearch takes. Times are milliseconds. */
export interface SearchObserver {
  /** A request has its answer, or has failed, after so long. */
  searched(signal: AbortSignal, search: CompiledSearch, tookMs: number): void;

  /** One call of Elasticsearch has ended; several requests may have waited for it, and one request may need several. */
  called(index: IndexKind, tookMs: number, failed: boolean): void;
}
