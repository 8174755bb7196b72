/** The request that a search is for; the search notes on it what the log and the metrics tell. */
export interface SearchCaller {
  /** Aborted at the request's deadline, or when its client has gone. */
  readonly signal: AbortSignal;
  /** false: no page is taken from the page cache, and none is kept. */
  readonly useCache: boolean;
  /** Whether the page came from the page cache. */
  cached?: boolean;
  /** Milliseconds spent waiting for Elasticsearch. */
  elasticMs?: number;
  /** What was asked of Elasticsearch. */
  searches?: unknown[];
}
