import type { CircuitBreakerPolicy } from 'cockatiel';
import { BrokenCircuitError, circuitBreaker, CircuitState, handleWhen, SamplingBreaker } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { IndexKind } from '../../documents/index-kind.js';
import { UnavailableFailure } from '../../errors/failure.js';

/** `closed`: reads pass; `open`: they are refused; `half-open`: one is under way to find out. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** Told when reads of an index begin to be refused, are tried out, and pass again. */
export interface BreakerObserver {
  breakerChanged(kind: IndexKind, state: BreakerState): void;
}

/** Reads are refused when this share of those in the window failed, */
const SHARE_FAILED = 0.5;
const WINDOW_MS = 5000;
/** and there were this many of them a second. */
const FEWEST_PER_SECOND = 2;
/** One read finds out so long after, and again after each failure: well within the 5 s of recovery that are promised. */
const TRY_OUT_AFTER_MS = 1000;

/** So long the answer of a probe stands for the reads whose clients leave. */
const PROBED_FOR_MS = 1000;
/** More than there are indices. */
const MOST_PROBES = 100;

/** The client has left, which tells nothing of the cluster: counts as neither success nor failure. */
class Abandoned extends Error {}

/** One circuit breaker per index, so that a red index of videos leaves products alone. */
export class Breakers {
  private readonly policies = new Map<IndexKind, CircuitBreakerPolicy>();

  private readonly probes: LRUCache<IndexKind, object>;

  /** @param probe a small read of an index that no client can end; throws UnavailableFailure when there is no answer */
  constructor(
    probe: (kind: IndexKind) => Promise<object>,
    private readonly observer?: BreakerObserver,
  ) {
    this.probes = new LRUCache({ max: MOST_PROBES, ttl: PROBED_FOR_MS, fetchMethod: probe });
  }

  get troubled(): readonly IndexKind[] {
    return [...this.policies].filter(([, { state }]) => state !== CircuitState.Closed).map(([kind]) => kind);
  }

  isClosed(kind: IndexKind): boolean {
    return this.policyOf(kind).state === CircuitState.Closed;
  }

  /**
   * Does the work unless most of its like has failed lately. Only an `UnavailableFailure` counts as failed, not a fault
   * of ours (500).
   * @param signal the client's, if its leaving ends the work: it then counts as failed only if the index is silent
   * @throws UnavailableFailure at once while the work is refused; else what the work throws
   */
  async run<T>(kind: IndexKind, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const policy = this.policyOf(kind);
    if (policy.state === CircuitState.HalfOpen) throw refused();
    try {
      return await policy.execute(() =>
        work().catch((error: unknown) => {
          throw isAbandoned(signal) ? new Abandoned('The client has left.', { cause: error }) : error;
        }),
      );
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw refused();
      if (!(error instanceof Abandoned)) throw error;
      void this.countSilence(kind);
      throw error.cause;
    }
  }

  /** Counts a read whose client has left as failed, if the index does not answer a probe either. */
  private async countSilence(kind: IndexKind): Promise<void> {
    const probing = async (): Promise<never> => {
      await this.probes.fetch(kind);
      throw new Abandoned('The client has left; the index answers.');
    };
    await this.policyOf(kind)
      .execute(probing)
      .catch(() => undefined);
  }

  private policyOf(kind: IndexKind): CircuitBreakerPolicy {
    const known = this.policies.get(kind);
    if (known !== undefined) return known;
    const policy = circuitBreaker(
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
    policy.onStateChange((state) => this.observer?.breakerChanged(kind, nameOf(state)));
    this.policies.set(kind, policy);
    return policy;
  }
}

/** Whether the signal was aborted for another reason than that the deadline has passed. */
function isAbandoned(signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true || signal.reason instanceof UnavailableFailure) return false;
  const { name } = (signal.reason ?? {}) as { name?: unknown };
  return name !== 'TimeoutError';
}

const refused = (): UnavailableFailure =>
  new UnavailableFailure('The search cluster has been failing; it is being tried out, try again shortly.');

function nameOf(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half-open' : 'open';
}
