/** The request that a search is for; the search notes on it what the log and the metrics tell. */
export interface SearchCaller {
  /** Aborted at the request's deadline, or when its client has gone. */
  readonly signal: AbortSignal;
  /** false: no page is taken from the page cache, and none is kept. */
  readonly useCache: boolean;
  /** Whether the page came from the page cache. */
  cached?: boolean;
  /** Milliseconds in which a call of Elasticsearch was under way for it, however many there were at once. */
  elasticMs?: number;
  /** Its calls that are under way, and since when there is one. */
  calls?: { underWay: number; since: number };
  /** What its calls are traced below, where traces are kept. */
  span?: unknown;
  /** What was asked of Elasticsearch. */
  searches?: unknown[];
}

function begin(caller: SearchCaller): void {
  const calls = (caller.calls ??= { underWay: 0, since: 0 });
  if (calls.underWay === 0) calls.since = performance.now();
  calls.underWay += 1;
}

function end(caller: SearchCaller): void {
  const { calls } = caller;
  if (calls === undefined) return;
  calls.underWay -= 1;
  if (calls.underWay === 0) caller.elasticMs = (caller.elasticMs ?? 0) + performance.now() - calls.since;
}

/** Counts what is awaited as a call for the caller. */
export async function atElasticsearch<Result>(caller: SearchCaller, call: Promise<Result>): Promise<Result> {
  begin(caller);
  try {
    return await call;
  } finally {
    end(caller);
  }
}
