import type { CircuitBreakerPolicy } from 'cockatiel';
import { BrokenCircuitError, circuitBreaker, CircuitState, handleWhen, SamplingBreaker } from 'cockatiel';
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

/** Nobody waits for the answer any more, which tells nothing of the cluster. */
class Abandoned extends Error {}

/** One circuit breaker per index, so that a red index of videos leaves products alone. */
export class Breakers {
  private readonly policies = new Map<IndexKind, CircuitBreakerPolicy>();

  constructor(private readonly observer?: BreakerObserver) {}

  get troubled(): readonly IndexKind[] {
    return [...this.policies].filter(([, { state }]) => state !== CircuitState.Closed).map(([kind]) => kind);
  }

  isClosed(kind: IndexKind): boolean {
    return this.policyOf(kind).state === CircuitState.Closed;
  }

  /**
   * Does the work unless most of its like has failed lately. Only an `UnavailableFailure` counts as failed: neither a
   * fault of ours (500) nor a client that left.
   * @throws UnavailableFailure at once while the work is refused; else what the work throws
   */
  async run<T>(kind: IndexKind, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const policy = this.policyOf(kind);
    if (policy.state === CircuitState.HalfOpen) throw refused();
    try {
      return await policy.execute(() =>
        work().catch((error: unknown) => {
          throw isAbandoned(signal) ? new Abandoned('Nobody waits for it any more.', { cause: error }) : error;
        }),
      );
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw refused();
      throw error instanceof Abandoned ? error.cause : error;
    }
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
