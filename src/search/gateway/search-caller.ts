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
  /** Those for whom it searches: its calls are theirs while they wait. */
  waiting?: SearchCaller[];
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

/** Counts what is awaited as a call for the caller, and for those who wait for it. */
export async function atElasticsearch<Result>(caller: SearchCaller, call: Promise<Result>): Promise<Result> {
  [caller, ...(caller.waiting ?? [])].forEach(begin);
  try {
    return await call;
  } finally {
    [caller, ...(caller.waiting ?? [])].forEach(end);
  }
}

/** Has a caller wait for what another one searches for; what that asks of Elasticsearch is noted on both. */
export async function waitFor<Result>(
  caller: SearchCaller,
  other: SearchCaller,
  made: Promise<Result>,
): Promise<Result> {
  const waiting = (other.waiting ??= []);
  const underWay = (): number => other.calls?.underWay ?? 0;
  waiting.push(caller);
  for (let calls = underWay(); calls > 0; calls -= 1) begin(caller);
  try {
    return await made;
  } finally {
    waiting.splice(waiting.indexOf(caller), 1);
    for (let calls = underWay(); calls > 0; calls -= 1) end(caller);
    (caller.searches ??= []).push(...(other.searches ?? []));
  }
}
