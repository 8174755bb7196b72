import { type Client, errors } from '@elastic/elasticsearch';
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import type { IndexKind } from '../../common/record-kind.js';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { PING_PATH, PING_TIMEOUT_MS, type TriedNodes } from './elastic-client.js';
import { retry } from './retry-policy.js';
import { clusterFailure, isTransient, refusalOf, statusOf } from './elastic-error.js';

/** Options of one try, passed to the client unchanged. */
export interface TryOptions {
  /** Absent when the signal has the deadline: one timer less for each request. */
  readonly requestTimeout?: number;
  /** Not shared with other tries when there is a `requestTimeout`: the client ends a late request by an event at it. */
  readonly signal: AbortSignal;
  readonly context: TriedNodes;
}

interface ReadBounds {
  /** Includes retries. */
  readonly timeoutMs: number;
  /**
   * Replaces `timeoutMs` as the deadline. It is aborted with an `UnavailableFailure` or a `TimeoutError` at the deadline,
   * and with any other reason when the client has disconnected. Elasticsearch then cancels the query.
   */
  readonly signal?: AbortSignal | undefined;
}

/** State of the circuit breaker. `closed`: reads pass. `open`: reads are refused. `half-open`: one read tests the cluster. */
type BreakerState = 'closed' | 'open' | 'half-open';

type Send<T> = (options: TryOptions) => Promise<T>;

/** Share of the remaining time that a try gets while untried nodes are left: a silent node must not use it up. */
const SHARE_OF_TRY = 0.6;
/** Further tries after one per node, each after a pause in which the cluster may recover from the loss of a node. */
const TRIES_AFTER_PAUSE = 4;
const FIRST_PAUSE_MS = 50;
/**
 * The signal of a try is aborted this long after the client's own time-out. The time-out ends an answer that has not begun
 * and marks the node as dead; the signal ends an answer that stalls.
 */
const ABORT_AFTER_TIMEOUT_MS = 25;

/** The circuit breaker opens after this many failures without a success in between. */
const FAILURES_TO_OPEN = 5;
/** Interval of test reads while a breaker is open; reads must pass at most 5 s after the cluster has recovered. */
const TEST_AFTER_MS = 1000;
/** A test read that takes longer has failed. */
const LONGEST_TEST_MS = 2000;

/**
 * Reads that survive the loss of a node: another one gets the read within the same deadline. A circuit breaker refuses
 * reads while the cluster is down. Commands, which may wait for minutes, use `retryBy` instead.
 */
export class ClusterReads {
  private readonly breaker = circuitBreaker(
    handleWhen((error) => this.counted.has(error)),
    { halfOpenAfter: TEST_AFTER_MS, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
  );
  /** The failures that say something about the cluster. */
  private readonly counted = new WeakSet<Error>();
  private probe: Promise<boolean> | undefined;
  /** How Elasticsearch refused the last read of an index; absent once a read is answered. */
  private readonly refusals = new Map<IndexKind, string>();

  constructor(private readonly client: Client) {}

  get breakerState(): BreakerState {
    const { state } = this.breaker;
    if (state === CircuitState.Closed) return 'closed';
    return state === CircuitState.HalfOpen ? 'half-open' : 'open';
  }

  /** The indices whose reads Elasticsearch refuses for want of rights, each in a sentence. */
  get missingRights(): readonly string[] {
    return [...this.refusals].map(([kind, refusal]) => `Elasticsearch refuses reads of ${kind} ${refusal}.`);
  }

  /**
   * Sends a read of one index until it is answered.
   * @throws UnavailableFailure (503), InternalFailure (500), or the signal's reason when the client has disconnected
   */
  async run<T>(kind: IndexKind, send: Send<T>, bounds: ReadBounds): Promise<T> {
    if (this.breaker.state === CircuitState.HalfOpen) throw openFailure();
    // A test read has no signal: only the cluster's answer may decide.
    const test = { timeoutMs: Math.min(bounds.timeoutMs, LONGEST_TEST_MS) };
    try {
      const answer = await this.breaker.execute(() =>
        this.countFailure(this.withRetries(send, this.breaker.state === CircuitState.Closed ? bounds : test)),
      );
      this.refusals.delete(kind);
      return answer;
    } catch (error) {
      const refusal = refusalOf((error as Error).cause);
      if (refusal !== undefined) this.refusals.set(kind, refusal);
      throw error instanceof BrokenCircuitError ? openFailure() : error;
    }
  }

  /** Like `run`, but ignores the circuit breaker. Used by health checks. */
  async withRetries<T>(send: Send<T>, { timeoutMs, signal }: ReadBounds): Promise<T> {
    const giveUpAt = performance.now() + timeoutMs;
    const nodes = this.client.connectionPool.size;
    const ending = signal ?? AbortSignal.timeout(timeoutMs);
    const context: TriedNodes = { tried: new Set() };
    const tryOnce = (tries: number): Promise<T> => {
      if (nodes === 1) return send({ signal: ending, context });
      const share = tries < nodes ? SHARE_OF_TRY : 1;
      const leftMs = Math.max(1, Math.floor((giveUpAt - performance.now()) * share));
      const late = AbortSignal.timeout(leftMs + ABORT_AFTER_TIMEOUT_MS);
      const signal = AbortSignal.any([ending, late]);
      return send({ requestTimeout: leftMs, signal, context }).catch((error: unknown) => {
        throw late.aborted && !ending.aborted ? new errors.TimeoutError('Too late.') : error;
      });
    };
    const tryAgain = (first: unknown): Promise<T> => {
      const isWorthIt = isWorthRetrying(nodes);
      const pauseAfter = (error: unknown, tries: number) =>
        tries < nodes + TRIES_AFTER_PAUSE && isWorthIt(error) ? pauseBefore(tries - nodes) : undefined;
      return retry((tries) => (tries === 1 ? Promise.reject(first as Error) : tryOnce(tries)), pauseAfter, ending);
    };
    try {
      ending.throwIfAborted();
      return await tryOnce(1).catch(tryAgain);
    } catch (error) {
      throw clusterFailure(ending.aborted ? ending.reason : error);
    }
  }

  /** Counts the failure of a read only when the cluster fails a cheap probe as well: a slow read says nothing about it. */
  private async countFailure<T>(read: Promise<T>): Promise<T> {
    try {
      return await read;
    } catch (error) {
      if (error instanceof UnavailableFailure && !(await this.answersProbe())) this.counted.add(error);
      throw error;
    }
  }

  /** Reads that fail at the same time share one probe. */
  private answersProbe(): Promise<boolean> {
    const send: Send<unknown> = (options) => this.client.transport.request({ method: 'GET', path: PING_PATH }, options);
    this.probe ??= this.withRetries(send, { timeoutMs: PING_TIMEOUT_MS })
      .then(() => true)
      .catch(() => false)
      .finally(() => (this.probe = undefined));
    return this.probe;
  }
}

/**
 * Errors to retry. After a refusal of work (429), one other node is tried: more requests would add to the overload. After
 * a missing index (404), every other node is: one that is cut off does not know an index that was made since.
 */
function isWorthRetrying(nodes: number): (error: unknown) => boolean {
  let refusals = 0;
  let missing = 0;
  return (error) => {
    const status = statusOf(error);
    if (status === 429) return nodes > 1 && isTransient(error) && ++refusals === 1;
    if (status === 404) return ++missing < nodes;
    return isTransient(error);
  };
}

/** @param round number of the pause; negative while untried nodes are left */
const pauseBefore = (round: number): number =>
  round < 0 ? 0 : FIRST_PAUSE_MS * 2 ** round * (0.5 + Math.random() / 2);

const openFailure = (): UnavailableFailure => new UnavailableFailure('cluster_failing');
