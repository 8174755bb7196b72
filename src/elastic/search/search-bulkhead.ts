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
/** The load is more than a burst when so many are refused for each that is let in. */
const REFUSED_FOR_EACH = 2;
/** How long what was let in and refused is remembered, about. */
const REMEMBERED_MS = 300;

interface Waiting {
  readonly begin: () => void;
}

/**
 * Bounds the searches that are in flight at Elasticsearch and those that wait, oldest first; further ones are refused at
 * once. A burst may fill the queue. While far more is refused than let in, it is kept short, because a long one only makes
 * everybody late; that is over as soon as less comes, whatever is refused then (docs/adr/0011-overload.md).
 */
export class SearchBulkhead {
  private active = 0;
  private overloaded = false;
  /** Searches lately, each worth less the longer ago it came. */
  private letIn = 0;
  private refused = 0;
  private countedAt = 0;
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
    if (this.isFull) throw this.refusal();
    this.count(1, 0);
    if (this.active >= this.limits.atOnce) await this.turn(signal);
    else this.active += 1;
    try {
      return await work();
    } finally {
      this.active -= 1;
      this.beginNext();
    }
  }

  /** Whether a request may be refused before it is read: there is no room, and this process itself is overloaded. */
  refusesUnread(): boolean {
    if (!this.isShedding || !this.isFull || !this.isOverloaded) return false;
    this.noteRefusal();
    return true;
  }

  /** Waits for a place, which the caller then holds. */
  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
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
    if (!this.isShedding) return this.most;
    const fewest = Math.max(OVERLOADED_FEWEST_ACTIVE, Math.ceil(this.most.atOnce * OVERLOADED_SHARE_ACTIVE));
    const atOnce = this.isOverloaded ? Math.min(this.most.atOnce, fewest) : this.most.atOnce;
    return { atOnce, waiting: Math.min(this.most.waiting, Math.ceil(atOnce * SHEDDING_SHARE_WAITING)) };
  }

  private get isShedding(): boolean {
    return this.refused > REFUSED_FOR_EACH * this.letIn;
  }

  /** Whether this process was overloaded at any time since far more began to be refused than let in. */
  private get isOverloaded(): boolean {
    this.overloaded ||= this.loop.isBusy;
    return this.overloaded;
  }

  private refusal(): UnavailableFailure {
    this.noteRefusal();
    return new UnavailableFailure('Too many requests are in progress; try again shortly.');
  }

  private noteRefusal(): void {
    this.observer.shed();
    this.count(0, 1);
  }

  private count(letIn: number, refused: number): void {
    const now = this.now();
    const share = Math.exp((this.countedAt - now) / REMEMBERED_MS);
    this.letIn = this.letIn * share + letIn;
    this.refused = this.refused * share + refused;
    this.countedAt = now;
    if (!this.isShedding) this.overloaded = false;
  }
}
