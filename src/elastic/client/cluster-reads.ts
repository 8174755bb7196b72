import type { Client } from '@elastic/elasticsearch';
import { errors } from '@elastic/elasticsearch';
import type { CircuitBreakerPolicy } from 'cockatiel';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  DelegateBackoff,
  handleWhen,
  retry,
  SamplingBreaker,
} from 'cockatiel';
import type { IndexKind } from '../../documents/index-kind.js';
import { UnavailableFailure } from '../../errors/failure.js';
import type { TriedNodes } from './elastic-client.js';
import { isTransient, statusOf } from './elastic-error.js';
import { translateElasticError } from './failure-translation.js';

/** What a read passes to the client, as it is: the options of one try. */
export interface TryOptions {
  /** Absent when the signal alone ends the try: a timer for each would be felt. */
  readonly requestTimeout?: number;
  /** Of this try alone where there is a `requestTimeout`: the client ends a late request by an event at it. */
  readonly signal: AbortSignal;
  readonly context: TriedNodes;
}

/** How long a read may take, retries included, and who may end it before. */
export interface ReadBounds {
  readonly timeoutMs: number;
  /**
   * Carries the deadline, where there is one: aborted with an `UnavailableFailure` or a `TimeoutError` when it has passed,
   * or with anything else when whoever asked has gone. The query is then cancelled at Elasticsearch.
   */
  readonly signal?: AbortSignal | undefined;
}

/** `closed`: reads pass; `open`: they are refused; `half-open`: one is under way to find out. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** Told when reads of an index begin to be refused, are tried out, and pass again. */
export interface BreakerObserver {
  breakerChanged(kind: IndexKind, state: BreakerState): void;
}

type Send<T> = (options: TryOptions) => Promise<T>;

/** Where there is another node, a try gets this share of the time left, so that a silent node leaves the others enough. */
const SHARE_OF_TRY = 0.6;
/** Tries beyond one per node, each after a pause: a cluster that has just lost a node needs a moment. */
const TRIES_AFTER_PAUSE = 4;
const FIRST_PAUSE_MS = 50;
/** Ends an answer that has begun and stalls; the client's own time-out ends one that has not, and tells the pool. */
const ABORT_AFTER_TIMEOUT_MS = 25;

/** Reads are refused when this share of those in the window failed, */
const SHARE_FAILED = 0.5;
const WINDOW_MS = 5000;
/** and there were this many of them a second. */
const FEWEST_PER_SECOND = 2;
/** One read finds out so long after, and again after each failure: well within the 5 s of recovery that are promised. */
const TRY_OUT_AFTER_MS = 1000;
/** It may not take longer, so that the next one can soon follow. */
const LONGEST_TRY_OUT_MS = 2000;

/**
 * Reads that outlast the loss of a node: what a node cuts, refuses or leaves unanswered is asked of another one within
 * the same deadline. While most reads of an index fail all the same, further ones of that index are refused at once.
 */
export class ClusterReads {
  private readonly breakers = new Map<IndexKind, CircuitBreakerPolicy>();

  constructor(
    private readonly client: Client,
    private readonly observer?: BreakerObserver,
  ) {}

  /** The indices whose reads are refused for now, or tried out again after having been. */
  get troubled(): readonly IndexKind[] {
    return [...this.breakers].filter(([, { state }]) => state !== CircuitState.Closed).map(([kind]) => kind);
  }

  /**
   * Sends a read of one index until it is answered.
   * @param send passes the options on to the client; what it throws itself counts as an answer of Elasticsearch
   * @throws UnavailableFailure (503) when no node answers in time, or none has lately; InternalFailure (500) else; the
   * signal's reason when whoever asked has gone
   */
  async run<T>(kind: IndexKind, send: Send<T>, bounds: ReadBounds): Promise<T> {
    const breaker = this.breakerOf(kind);
    if (breaker.state === CircuitState.HalfOpen) throw refused();
    // No client ends the read that finds out whether the index is back: the cluster's answer alone decides.
    const tryOut = { timeoutMs: Math.min(bounds.timeoutMs, LONGEST_TRY_OUT_MS) };
    try {
      return await breaker.execute(() => this.outlast(send, breaker.state === CircuitState.Closed ? bounds : tryOut));
    } catch (error) {
      throw error instanceof BrokenCircuitError ? refused() : error;
    }
  }

  /** As `run`, whatever became of reads before: for those who look how the cluster is. */
  async outlast<T>(send: Send<T>, { timeoutMs, signal }: ReadBounds): Promise<T> {
    const giveUpAt = performance.now() + timeoutMs;
    const nodes = this.client.connectionPool.size;
    const ending = signal ?? AbortSignal.timeout(timeoutMs);
    const context: TriedNodes = { tried: new Set() };
    const tryOnce = ({ attempt }: { readonly attempt: number }): Promise<T> => {
      if (nodes === 1) return send({ signal: ending, context });
      const share = attempt + 1 < nodes ? SHARE_OF_TRY : 1;
      const leftMs = Math.max(1, Math.floor((giveUpAt - performance.now()) * share));
      const late = AbortSignal.timeout(leftMs + ABORT_AFTER_TIMEOUT_MS);
      const signal = AbortSignal.any([ending, late]);
      return send({ requestTimeout: leftMs, signal, context }).catch((error: unknown) => {
        throw late.aborted && !ending.aborted ? new errors.TimeoutError('Too late.') : error;
      });
    };
    const policy = retry(mayHelp(nodes), {
      maxAttempts: nodes + TRIES_AFTER_PAUSE - 1,
      backoff: new DelegateBackoff(({ attempt }) => pauseBefore(attempt - nodes)),
    });
    try {
      return await policy.execute(tryOnce, ending);
    } catch (error) {
      throw translateElasticError(ending.aborted ? ending.reason : error);
    }
  }

  private breakerOf(kind: IndexKind): CircuitBreakerPolicy {
    const known = this.breakers.get(kind);
    if (known !== undefined) return known;
    const breaker = circuitBreaker(
      handleWhen((error) => error instanceof UnavailableFailure),
      {
        halfOpenAfter: TRY_OUT_AFTER_MS,
        breaker: new SamplingBreaker({
          threshold: SHARE_FAILED,
          duration: WINDOW_MS,
          minimumRps: FEWEST_PER_SECOND,
        }),
      },
    );
    breaker.onStateChange((state) => this.observer?.breakerChanged(kind, nameOf(state)));
    this.breakers.set(kind, breaker);
    return breaker;
  }
}

/** Errors that another try may help. A node that refuses work (429) is asked once in the place of another: more would add to what it suffers from. */
function mayHelp(nodes: number) {
  let refusals = 0;
  return handleWhen((error) => {
    if (statusOf(error) !== 429) return isTransient(error);
    refusals += 1;
    return nodes > 1 && refusals === 1;
  });
}

/** @param round of tries of all nodes, 0 being the first after each node has been asked */
const pauseBefore = (round: number): number =>
  round < 0 ? 0 : FIRST_PAUSE_MS * 2 ** round * (0.5 + Math.random() / 2);

const refused = (): UnavailableFailure =>
  new UnavailableFailure('The search cluster has been failing; it is being tried out, try again shortly.');

function nameOf(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half-open' : 'open';
}
