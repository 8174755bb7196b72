import type { DataState } from './data-version.js';

const POLL_EVERY_MS = 350;
/** What was confirmed longer ago than this is not relied on: a change is seen within one second. */
const CONFIRMED_FOR_MS = 900;

/** What else is read and kept for a while, and is read anew when the data changes. */
export interface Follower {
  refresh(): Promise<void>;
}

/** Follows the version of the data, so that what was made of older data is known to be out of date within one second. */
export class DataVersionWatch {
  private state: DataState | undefined;
  /** Counts the states of the data that this process has met. */
  private version = 0;
  /** `performance.now()` before the state was read last. */
  private confirmedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  /** A new state was read, and not every follower has read anew yet. */
  private changing = false;

  constructor(
    private readonly readState: () => Promise<DataState>,
    private readonly followers: readonly Follower[],
  ) {}

  /** The version of what is read from now on; undefined while it is not confirmed. */
  current(): number | undefined {
    return performance.now() - this.confirmedAt < CONFIRMED_FOR_MS ? this.version : undefined;
  }

  /**
   * The version that was confirmed last, and how long ago; undefined before the first one, and from the moment that a
   * change is seen until it is taken over.
   */
  lastKnown(): { readonly version: number; readonly ageMs: number } | undefined {
    if (this.state === undefined || this.changing) return undefined;
    return { version: this.version, ageMs: performance.now() - this.confirmedAt };
  }

  /** Whether nobody was changing the data when it was looked at last, so that no change goes unsaid. */
  isSettled(): boolean {
    return this.state?.settled === true;
  }

  onModuleInit(): void {
    void this.poll();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async poll(): Promise<void> {
    const at = performance.now();
    try {
      const state = await this.readState();
      if (state.text !== this.state?.text) await this.takeOver(state);
      this.confirmedAt = at;
    } catch {
      // What was confirmed ages until a read succeeds.
    }
    if (!this.stopped) this.timer = setTimeout(() => void this.poll(), POLL_EVERY_MS).unref();
  }

  /** Pages are made with what the followers have read, so a version counts only once all of them have read it. */
  private async takeOver(state: DataState): Promise<void> {
    this.changing = true;
    this.confirmedAt = -Infinity;
    await Promise.all(this.followers.map((follower) => follower.refresh()));
    this.version += 1;
    this.state = state;
    this.changing = false;
  }
}
