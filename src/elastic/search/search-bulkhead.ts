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

/** While searches are refused, as many may wait as this share of those in flight. */
const SHEDDING_SHARE_WAITING = 0.5;
/** While this process is overloaded, this share of the searches in flight, and two at least, keep it busy. */
const OVERLOADED_SHARE_ACTIVE = 1 / 6;
const OVERLOADED_FEWEST_ACTIVE = 2;
/** The load is over when nobody waits for this share of the time, */
const CALM_SHARE = 0.4;
/** averaged over about so long. */
const CALM_AVERAGED_OVER_MS = 300;

interface Waiting {
  readonly begin: () => void;
}

/**
 * Bounds the searches that are in flight at Elasticsearch and those that wait, oldest first; further ones are refused at
 * once. A burst may fill the queue. Once the queue has overflowed it is kept short, because a long one only makes
 * everybody late, until there is often nobody in it: that, unlike a time without refusals, comes about under any load
 * that can be served (docs/adr/0011-overload.md).
 */
export class SearchBulkhead {
  private active = 0;
  private shedding = false;
  private overloaded = false;
  /** Share of the time in which nobody waited, as it was at `lookedAt`. */
  private calm = 1;
  private lookedAt = 0;
  /** An array: see docs/adr/0009-arrays-of-what-is-under-way.md. */
  private readonly queue: Waiting[] = [];

  /**
   * @param most searches in flight and waiting, when nothing is refused
   * @param loop of this process
   * @param now in milliseconds
   */
  constructor(
    private readonly most: BulkheadLimits,
    private readonly observer: Pick<SearchObserver, 'shed'>,
    private readonly loop: Pick<BusyLoop, 'isBusy'> = new BusyLoop(),
    private readonly now: () => number = () => performance.now(),
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
    this.look();
    if (this.active >= this.limits.atOnce) {
      if (this.isFull) throw this.refusal();
      await this.turn(signal);
    } else this.active += 1;
    try {
      return await work();
    } finally {
      this.look();
      this.active -= 1;
      this.beginNext();
    }
  }

  /** Whether a request may be refused before it is read: there is no room, and this process itself is overloaded. */
  refusesUnread(): boolean {
    this.look();
    if (!this.shedding || !this.isFull || !this.isOverloaded) return false;
    this.observer.shed();
    return true;
  }

  /** Waits for a place, which the caller then holds. */
  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.look();
        this.queue.splice(this.queue.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        this.active += 1;
        resolve();
      };
      const waiting = { begin };
      this.queue.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  private beginNext(): void {
    while (this.active < this.limits.atOnce) {
      const next = this.queue.shift();
      if (next === undefined) return;
      next.begin();
    }
  }

  private get isFull(): boolean {
    const { atOnce, waiting } = this.limits;
    return this.active >= atOnce && this.queue.length >= waiting;
  }

  private get limits(): BulkheadLimits {
    if (!this.shedding) return this.most;
    const fewest = Math.max(OVERLOADED_FEWEST_ACTIVE, Math.ceil(this.most.atOnce * OVERLOADED_SHARE_ACTIVE));
    const atOnce = this.isOverloaded ? Math.min(this.most.atOnce, fewest) : this.most.atOnce;
    return { atOnce, waiting: Math.min(this.most.waiting, Math.ceil(atOnce * SHEDDING_SHARE_WAITING)) };
  }

  /** Whether this process was overloaded at any time since requests began to be refused. */
  private get isOverloaded(): boolean {
    this.overloaded ||= this.loop.isBusy;
    return this.overloaded;
  }

  private refusal(): UnavailableFailure {
    this.observer.shed();
    if (!this.shedding) {
      this.shedding = true;
      this.overloaded = false;
      this.calm = 0;
    }
    return new UnavailableFailure('Too many requests are in progress; try again shortly.');
  }

  /** Brings the average up to date before the queue changes, and ends the shedding once there is often nobody in it. */
  private look(): void {
    const now = this.now();
    const weight = 1 - Math.exp((this.lookedAt - now) / CALM_AVERAGED_OVER_MS);
    this.calm += ((this.queue.length === 0 ? 1 : 0) - this.calm) * weight;
    this.lookedAt = now;
    if (this.calm >= CALM_SHARE) this.shedding = false;
  }
}
