import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccessToken } from './access-token.js';
import type { Lang } from './lang.js';
import type { IndexKind } from './record-kind.js';

/** What a link opens: one export, for whom and until when. Times are Unix seconds. */
export interface Link {
  /** The id of the operation, such as `exportProducts`. */
  readonly operation: string;
  readonly request: object;
  /** The name of the token that made it, and when that name was first made. */
  readonly name: string;
  readonly nameMadeAt: number;
  readonly expiresAt: number;
}

/** The data that a request is answered from. */
export interface DataSnapshot {
  /** `<epoch>.<number>`: answers have this version at least. Undefined before the first read of the state. */
  readonly dataVersion: string | undefined;
  /** The index behind each alias in that version. */
  readonly indices: ReadonlyMap<IndexKind, string>;
}

/** Sends a search of a point in time, with the signal that ends it. */
type ReadPointInTime = <Answer extends { readonly pit_id?: string }>(
  send: (pit: object, signal: AbortSignal) => Promise<Answer>,
) => Promise<Answer>;

/** Measures the time during which at least one call is in flight. */
export class CallTimer {
  private inFlight = 0;
  private since = 0;
  private ended: number | undefined;

  /** Milliseconds until now; undefined without a call. */
  get ms(): number | undefined {
    return this.inFlight === 0 ? this.ended : (this.ended ?? 0) + performance.now() - this.since;
  }

  async time<Result>(call: Promise<Result>): Promise<Result> {
    if (this.inFlight === 0) this.since = performance.now();
    this.inFlight += 1;
    try {
      return await call;
    } finally {
      this.inFlight -= 1;
      if (this.inFlight === 0) this.ended = (this.ended ?? 0) + performance.now() - this.since;
    }
  }
}

/** The state of a request, for everything that works for it. Times are milliseconds. */
export interface RequestScope {
  readonly requestId: string;
  /** `performance.now()` at arrival. */
  readonly startedAt: number;
  /** Aborted at the request's deadline and on client disconnect. */
  readonly signal: AbortSignal;
  /** Only a client disconnect aborts the signal from here on. Used by answers that are sent in parts. */
  readonly liftDeadline: () => void;
  /** false for exports and `Cache-Control: no-store`: pages, lists and days of facts are neither taken from memory nor kept. */
  useCache: boolean;
  /** The address of the service as the client knows it, without a slash at its end; none in shared work. */
  readonly publicUrl: string;
  /** The hosts of whose pages fields of ids take addresses. */
  readonly pageHosts?: readonly string[];
  readonly elastic: CallTimer;
  readonly searches: unknown[];
  /** Set by the envelope interceptor, and replaced when the data changes while it is read. */
  snapshot?: DataSnapshot;
  /** The indices that an export reads as they were when it began. */
  pointsInTime?: ReadonlyMap<IndexKind, ReadPointInTime>;
  token?: AccessToken;
  link?: Link;
  request?: object;
  /** Why its token was refused: one word of a closed list. */
  refused?: string;
  /** The language of its errors, once the request is read; English before. */
  lang?: Lang;
  /** Its searches take the slots of expensive requests. */
  isExpensive?: boolean;
  tool?: string;
  hits?: number | undefined;
  /** The envelope's code of a failed request. */
  code?: number;
  /** The first broken rules with their paths: `page_window page`. */
  broken?: readonly string[];
  /** Whether the page came from the page cache; absent without a lookup. */
  cached?: boolean;
  span?: unknown;
  traceId?: string;
}

const STORAGE = new AsyncLocalStorage<RequestScope>();

/** Runs work, and everything that it awaits, in the scope of a request. */
export const inScope = <Result>(scope: RequestScope, work: () => Result): Result => STORAGE.run(scope, work);

/** The scope of the request that the caller works for. @throws Error outside of a request */
export function requestScope(): RequestScope {
  const scope = STORAGE.getStore();
  if (scope === undefined) throw new Error('This runs outside of a request.');
  return scope;
}

/** The scope of work that several requests wait for: that of the first, which it counts for, without token and language. */
export const sharedScope = (
  { requestId, startedAt, liftDeadline, elastic, searches, snapshot, pointsInTime, isExpensive, span }: RequestScope,
  signal: AbortSignal,
): RequestScope => ({
  requestId,
  startedAt,
  signal,
  liftDeadline,
  useCache: true,
  publicUrl: '',
  elastic,
  searches,
  snapshot,
  pointsInTime,
  isExpensive,
  span,
});

/** Rejects when the signal is aborted first. `Promise.race` with one long promise would keep every result in memory. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
