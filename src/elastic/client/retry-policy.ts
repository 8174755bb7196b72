import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient, messageOf } from './elastic-error.js';
import { WorkFailure } from '../../common/errors/failure.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** How long work is retried while the cluster is down or refuses it. */
export interface RetryOptions {
  /** Milliseconds without progress before the work fails. */
  readonly giveUpAfterMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called before each pause, with the error of Elasticsearch. */
  readonly onPause?: ((reason: string, pauseMs: number) => void) | undefined;
}

/**
 * Repeats work until it succeeds; `pauseAfter` is undefined for a final error. An aborted signal ends a pause at once.
 * @throws the final error; the signal's reason when it is aborted between tries
 */
export async function retry<T>(
  work: (tries: number) => Promise<T>,
  pauseAfter: (error: unknown, tries: number) => number | undefined,
  signal?: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await work(tries);
    } catch (error) {
      const pauseMs = pauseAfter(error, tries);
      if (pauseMs === undefined) throw error;
      await pauseUnlessAborted(pauseMs, signal);
    }
  }
}

async function pauseUnlessAborted(pauseMs: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  signal?.throwIfAborted();
}

/** Runs work until it succeeds, and repeats it after transient errors. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

/** A function that retries each piece of work by a policy of its own. */
export const retryBy =
  (options: RetryOptions): Retry =>
  (work) =>
    new RetryPolicy(options).run(work);

/** Retries one piece of work with exponential back-off and jitter. */
export class RetryPolicy {
  private failures = 0;
  private stuckSince: number | undefined;

  constructor(private readonly options: RetryOptions) {}

  /** Resets the back-off after a success. */
  reset(): void {
    this.failures = 0;
    this.stuckSince = undefined;
  }

  /** Waits before the next try. @throws WorkFailure after too long without progress; the signal's reason */
  async pause(reason: string): Promise<void> {
    await pauseUnlessAborted(this.nextPause(reason), this.options.signal);
  }

  /** Runs `work` until it succeeds. Pauses after transient errors; throws others. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const pauseAfter = (error: unknown) => (isTransient(error) ? this.nextPause(messageOf(error)) : undefined);
    return retry(work, pauseAfter, this.options.signal);
  }

  private nextPause(reason: string): number {
    const now = performance.now();
    this.stuckSince ??= now;
    const { giveUpAfterMs, onPause } = this.options;
    if (now - this.stuckSince >= giveUpAfterMs) {
      throw new WorkFailure(`Gave up after ${Math.round(giveUpAfterMs / 1000)} s without progress: ${reason}`);
    }
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures++);
    const pauseMs = Math.round(longest * (0.5 + Math.random() / 2));
    onPause?.(reason, pauseMs);
    return pauseMs;
  }
}
