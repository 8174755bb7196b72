import type { DataState } from './data-version.js';

const POLL_EVERY_MS = 350;
/** What was confirmed longer ago than this is not relied on: a change is seen within one second. */
const CONFIRMED_FOR_MS = 900;

/** What else is read and kept for a while, and is read anew when the data changes. */
export interface Follower {
  refresh(): Promise<void>;
}

/** Follows the data, so that what was made of older data is known to be out of date within one second. */
export class GenerationWatch {
  private state: DataState | undefined;
  /** Numbers the states of the data as this process has met them. */
  private generation = 0;
  /** `performance.now()` before the state was read last. */
  private confirmedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly readState: () => Promise<DataState>,
    private readonly followers: readonly Follower[],
  ) {}

  /** The generation of what is read from now on; undefined while it is not known, when nothing kept may be used. */
  current(): number | undefined {
    return performance.now() - this.confirmedAt < CONFIRMED_FOR_MS ? this.generation : undefined;
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
      if (state.text !== this.state?.text) await this.begin(state);
      this.confirmedAt = at;
    } catch {
      this.confirmedAt = -Infinity;
    }
    if (!this.stopped) this.timer = setTimeout(() => void this.poll(), POLL_EVERY_MS).unref();
  }

  /** Pages are made with what the followers have read, so a generation counts as known only when theirs is that of it. */
  private async begin(state: DataState): Promise<void> {
    this.confirmedAt = -Infinity;
    await Promise.all(this.followers.map((follower) => follower.refresh()));
    this.generation += 1;
    this.state = state;
  }
}
