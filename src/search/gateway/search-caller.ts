import type { IndexKind } from '../../common/index-kind.js';

/** The request that a search is for. The search notes on it what the log and the metrics need. */
export interface SearchCaller {
  /** Aborted at the request's deadline, or when its client has disconnected. */
  readonly signal: AbortSignal;
  /** false: the page cache is neither read nor filled. */
  readonly useCache: boolean;
  /** Whether the page came from the page cache. */
  cached?: boolean;
  /** The version of the data that its answer has at least, as `<epoch>.<number>`. */
  dataVersion?: string | undefined;
  /** Milliseconds with at least one call of Elasticsearch in flight for it. */
  elasticMs?: number;
  /** Calls in flight, and the time at which the first of them began. */
  calls?: { underWay: number; since: number };
  /** The parent span of its calls, where traces are kept. */
  span?: unknown;
  /** The searches sent to Elasticsearch. */
  searches?: unknown[];
  /** Requests that wait for its result: its calls count as theirs meanwhile. */
  waiting?: SearchCaller[];
}

/** Is notified of every call of Elasticsearch for a search, where traces are kept. */
export abstract class SearchTracer {
  /** @returns a function that ends the call's span, with the error of a failed call */
  abstract calling(caller: SearchCaller, index: IndexKind): (error?: unknown) => void;
}

/** Is notified of every call of Elasticsearch for searches, and of searches refused because too many wait. */
export abstract class SearchObserver {
  /** One call has ended; several requests may have waited for it, and one request may need several. */
  abstract called(index: IndexKind, tookMs: number, failed: boolean): void;
  /** A request was refused because too many searches are in flight. */
  abstract shed(): void;
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

/** Counts a call for its caller and for the requests that wait for the caller's result. */
export async function withTiming<Result>(caller: SearchCaller, call: Promise<Result>): Promise<Result> {
  [caller, ...(caller.waiting ?? [])].forEach(begin);
  try {
    return await call;
  } finally {
    [caller, ...(caller.waiting ?? [])].forEach(end);
  }
}

/** Waits for the result of another caller, and notes that caller's calls and searches on this one. */
export async function waitFor<Result>(
  caller: SearchCaller,
  other: SearchCaller,
  result: Promise<Result>,
): Promise<Result> {
  const waiting = (other.waiting ??= []);
  const underWay = (): number => other.calls?.underWay ?? 0;
  waiting.push(caller);
  for (let calls = underWay(); calls > 0; calls -= 1) begin(caller);
  try {
    return await result;
  } finally {
    waiting.splice(waiting.indexOf(caller), 1);
    for (let calls = underWay(); calls > 0; calls -= 1) end(caller);
    (caller.searches ??= []).push(...(other.searches ?? []));
  }
}
