import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './elastic-error.js';
import { WorkFailure } from '../../errors/work-failure.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** How long work is retried against a cluster that is down or refuses it. */
export interface RetryOptions {
  /** Milliseconds without any progress after which it gives up. */
  readonly giveUpAfterMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told of every pause: what Elasticsearch said and for how many milliseconds the work waits. */
  readonly onPause?: ((reason: string, pauseMs: number) => void) | undefined;
}

/** Exponential back-off with jitter, for one piece of work at a time. */
export class RetryPolicy {
  private failures = 0;
  private stuckSince: number | undefined;

  constructor(private readonly options: RetryOptions) {}

  /** Something went well: the next pause is a short one again. */
  progressed(): void {
    this.failures = 0;
    this.stuckSince = undefined;
  }

  /**
   * Waits before the next try.
   * @throws WorkFailure when nothing has gone well for too long; the signal's reason when it is aborted
   */
  async pause(reason: string): Promise<void> {
    const now = performance.now();
    this.stuckSince ??= now;
    const { giveUpAfterMs, signal, onPause } = this.options;
    if (now - this.stuckSince >= giveUpAfterMs) {
      throw new WorkFailure(`Gave up after ${Math.round(giveUpAfterMs / 1000)} s without progress: ${reason}`);
    }
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures++);
    const pauseMs = Math.round(longest * (0.5 + Math.random() / 2));
    onPause?.(reason, pauseMs);
    try {
      await sleep(pauseMs, undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }

  /** Runs `work` until it goes well, pausing after each failure that may pass. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      this.options.signal?.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!isTransient(error)) throw error;
        await this.pause((error as Error).message);
      }
    }
  }
}
