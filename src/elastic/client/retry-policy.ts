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
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A function that repeats work after transient errors, with exponential back-off and jitter. It throws a WorkFailure after
 * too long without success.
 */
export const retryBy =
  ({ giveUpAfterMs, signal, onPause }: RetryOptions): Retry =>
  (work) => {
    let failingSince: number | undefined;
    const pauseAfter = (error: unknown, tries: number): number | undefined => {
      if (!isTransient(error)) return undefined;
      const reason = messageOf(error);
      failingSince ??= performance.now();
      if (performance.now() - failingSince >= giveUpAfterMs)
        throw new WorkFailure(`Gave up after ${Math.round(giveUpAfterMs / 1000)} s without progress: ${reason}`);
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
      const pauseMs = Math.round(longest * (0.5 + Math.random() / 2));
      onPause?.(reason, pauseMs);
      return pauseMs;
    };
    return retry(work, pauseAfter, signal);
  };
