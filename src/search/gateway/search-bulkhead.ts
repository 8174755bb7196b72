import { Inject, Injectable, Optional } from '@nestjs/common';
import { type Config, CONFIG } from '../../config/config.js';
import type { FailureName } from '../../common/errors/error-texts.js';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { Metrics } from '../../telemetry/metrics.js';

/** The event loop counts as busy when it was at work for this share of the time. */
const BUSY_SHARE = 0.8;
const LOOK_EVERY_MS = 25;

/** Tells whether this process is overloaded: how much of the last moment its event loop was at work. */
export class BusyLoop {
  private lookedAt = 0;
  private before = performance.eventLoopUtilization();
  private wasBusy = false;

  get isBusy(): boolean {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_EVERY_MS) return this.wasBusy;
    const sinceStart = performance.eventLoopUtilization();
    this.wasBusy = performance.eventLoopUtilization(sinceStart, this.before).utilization > BUSY_SHARE;
    this.before = sinceStart;
    this.lookedAt = now;
    return this.wasBusy;
  }
}

/** Bounds searches in flight and those that wait. Cockatiel’s bulkhead keeps the place of a search whose client has left. */
@Injectable()
export class SearchBulkhead {
  protected readonly lane: string = 'usual';
  protected readonly refusal: FailureName = 'searches_waiting';
  private active = 0;
  /** An array, because its entries come and go with requests: docs/decisions.md, "One plain read path". */
  private readonly queue: { readonly since: number; readonly begin: () => void }[] = [];

  constructor(
    @Inject(CONFIG) readonly limits: Pick<Config, 'requestsAtOnce' | 'requestsWaiting'>,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'countShed'>,
    @Optional() @Inject(BusyLoop) private readonly loop: Pick<BusyLoop, 'isBusy'> = new BusyLoop(),
  ) {}

  /** Searches in flight, and searches that wait. */
  get state() {
    return { active: this.active, waiting: this.queue.length };
  }

  /** Runs the work when there is room, oldest requests first: under load some are answered, instead of all being late. */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>, since = 0): Promise<Result> {
    signal.throwIfAborted();
    if (this.active < this.atOnce) this.active += 1;
    else if (this.queue.length < this.limits.requestsWaiting) await this.turn(signal, since);
    else {
      this.metrics.countShed(this.lane);
      throw new UnavailableFailure(this.refusal);
    }
    try {
      return await work();
    } finally {
      this.active -= 1;
      for (let next; this.active < this.atOnce && (next = this.queue.shift()) !== undefined;) {
        this.active += 1;
        next.begin();
      }
    }
  }

  protected get atOnce(): number {
    return this.limits.requestsAtOnce;
  }

  /** Whether a request must be refused before it is read: no room, and this process itself is overloaded. Counts the refusal. */
  refusesUnread(): boolean {
    const isFull = this.active >= this.atOnce && this.queue.length >= this.limits.requestsWaiting;
    if (!isFull || !this.loop.isBusy) return false;
    this.metrics.countShed(this.lane);
    return true;
  }

  private turn(signal: AbortSignal, since: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const turn = { since, begin };
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      const later = this.queue.findIndex((other) => other.since > since);
      this.queue.splice(later < 0 ? this.queue.length : later, 0, turn);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

/** The slots and the queue of expensive requests: they leave search threads of Elasticsearch to the others. */
@Injectable()
export class ExpensiveBulkhead extends SearchBulkhead {
  protected override readonly lane = 'expensive';
  protected override readonly refusal = 'expensive_waiting';

  constructor(
    @Inject(CONFIG) { expensive }: Pick<Config, 'expensive'>,
    @Inject(Metrics) metrics: Pick<Metrics, 'countShed'>,
    @Inject(SearchBulkhead) private readonly usual: Pick<SearchBulkhead, 'state'>,
  ) {
    super(expensive, metrics);
  }

  /** Half of the slots, at least one, while other searches are in flight. */
  protected override get atOnce(): number {
    const { requestsAtOnce } = this.limits;
    return this.usual.state.active > 0 ? Math.max(1, Math.floor(requestsAtOnce / 2)) : requestsAtOnce;
  }
}
