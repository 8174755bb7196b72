import { UnavailableFailure } from '../../errors/failure.js';
import { BusyLoop } from './busy-loop.js';
import type { SearchObserver } from './search-observer.js';

/** How many searches are in flight, and how many wait. */
export interface BulkheadState {
  readonly active: number;
  readonly waiting: number;
}

/** How many searches may be in flight, and how many may wait. */
export interface BulkheadLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * Bounds the searches that are in flight at Elasticsearch and those that wait, oldest first; further ones are refused at
 * once. One whose client has gone leaves the queue (cockatiel's bulkhead keeps its place, and then starts none of those
 * behind it).
 */
export class SearchBulkhead {
  private active = 0;
  /** Arrays of what comes and goes with requests: docs/adr/0020-one-plain-read-path.md. */
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly most: BulkheadLimits,
    private readonly observer: Pick<SearchObserver, 'shed'>,
    private readonly loop: Pick<BusyLoop, 'isBusy'> = new BusyLoop(),
  ) {}

  get state(): BulkheadState {
    return { active: this.active, waiting: this.queue.length };
  }

  /**
   * Does the work when there is room for it.
   * @param signal ends the waiting, with its reason
   * @throws UnavailableFailure (503) when too many wait
   */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.active < this.most.atOnce) this.active += 1;
    else if (this.queue.length < this.most.waiting) await this.turn(signal);
    else {
      this.observer.shed();
      throw new UnavailableFailure('Too many requests are in progress; try again shortly.');
    }
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.active -= 1;
      else next();
    }
  }

  /** Whether a request is refused before it is read, which is noted: there is no room, and this process itself is what is short. */
  refusesUnread(): boolean {
    const isFull = this.active >= this.most.atOnce && this.queue.length >= this.most.waiting;
    if (!isFull || !this.loop.isBusy) return false;
    this.observer.shed();
    return true;
  }

  /** Waits for the place of one that ends. */
  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      this.queue.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
