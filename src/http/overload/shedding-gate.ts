import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { BusyLoop } from './busy-loop.js';
import { busyBody, BUSY_ANSWER } from './busy-answer.js';
import type { ServiceRequest } from '../request/request-context.js';

/** Told of every request that is refused because too many wait already. */
export interface ShedObserver {
  shed(): void;
}

/** How busy the gate is. */
export interface GateState {
  readonly active: number;
  readonly waiting: number;
}

/** How many requests may be at work, and how many may wait. */
interface GateLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

const CALM_AFTER_MS = 1000;
/** While requests are refused, as many may wait as this share of those at work; */
const SHARE_WAITING = 0.5;
/** and where this process is what is short, this share of those it may have at work is enough to keep it so. */
const SHARE_AT_WORK = 1 / 6;

interface Waiting {
  readonly request: ServiceRequest;
  readonly response: Response;
  readonly next: NextFunction;
}

/**
 * Lets so many requests work for Elasticsearch at once, and some wait for their turn; what comes beyond is refused at
 * once, so that those that are let in are answered soon. A burst may fill the queue. Once that has overflowed, a long
 * queue would only make everybody late: until nothing has been refused for a second, few may wait.
 */
export class SheddingGate {
  private active = 0;
  private calmAt = 0;
  private overwhelmed = false;
  /** An array, as of all that comes and goes with each request: see docs/adr/0009-arrays-of-what-is-under-way.md. */
  private readonly queue: Waiting[] = [];

  /**
   * @param most requests at work, and requests that wait, oldest first
   * @param loop of this process
   */
  constructor(
    private readonly most: GateLimits,
    private readonly observer: ShedObserver,
    private readonly loop: Pick<BusyLoop, 'isBusy'> = new BusyLoop(),
  ) {}

  get state(): GateState {
    return { active: this.active, waiting: this.queue.length };
  }

  /** Middleware for the requests of the paths given; fails with UnavailableFailure (503) those it has no room for. */
  before(paths: ReadonlySet<string>): RequestHandler {
    return (request: Request, response: Response, next: NextFunction): void => {
      if (paths.has(request.path)) this.enter({ request: request as ServiceRequest, response, next });
      else next();
    };
  }

  /**
   * Whether a request is refused that nobody has read yet: there is no room for it and the process itself is what is
   * short, so that reading it, even to find its page in memory, would take from those that were let in.
   */
  refusesUnread(): boolean {
    if (!this.isOverwhelmed || !this.isFull) return false;
    this.noteRefusal();
    return true;
  }

  private enter(arrived: Waiting): void {
    if (this.active < this.limits.atOnce) return this.begin(arrived);
    if (this.isFull) return this.refuse(arrived);
    this.queue.push(arrived);
    const { signal } = arrived.request.context;
    const leave = (): void => {
      const place = this.queue.indexOf(arrived);
      if (place < 0) return;
      this.queue.splice(place, 1);
      arrived.next(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
  }

  private get isFull(): boolean {
    const { atOnce, waiting } = this.limits;
    return this.active >= atOnce && this.queue.length >= waiting;
  }

  private get limits(): GateLimits {
    if (!this.isShedding) return this.most;
    const atOnce = this.isOverwhelmed ? Math.ceil(this.most.atOnce * SHARE_AT_WORK) : this.most.atOnce;
    return { atOnce, waiting: Math.min(this.most.waiting, Math.ceil(atOnce * SHARE_WAITING)) };
  }

  private get isShedding(): boolean {
    return performance.now() < this.calmAt;
  }

  /** Whether this process was short at any time since it began to refuse. */
  private get isOverwhelmed(): boolean {
    this.overwhelmed = this.isShedding && (this.overwhelmed || this.loop.isBusy);
    return this.overwhelmed;
  }

  /** Answers at once, by the shortest way: who asks too much must not cost much. */
  private refuse({ request, response }: Waiting): void {
    this.noteRefusal();
    request.context.code = BUSY_ANSWER.code;
    response.statusCode = BUSY_ANSWER.status;
    for (const [name, value] of Object.entries(BUSY_ANSWER.headers)) response.setHeader(name, value);
    response.end(busyBody(request.context.requestId, request.path));
  }

  private noteRefusal(): void {
    this.observer.shed();
    this.calmAt = performance.now() + CALM_AFTER_MS;
  }

  /** A request is at work until it is answered, its deadline has passed or its client has gone: then its work is cancelled. */
  private begin({ request, response, next }: Waiting): void {
    this.active += 1;
    let ended = false;
    const end = (): void => {
      if (ended) return;
      ended = true;
      this.active -= 1;
      this.beginNext();
    };
    response.once('close', end);
    request.context.signal.addEventListener('abort', end, { once: true });
    next();
  }

  private beginNext(): void {
    while (this.active < this.limits.atOnce) {
      const first = this.queue.shift();
      if (first === undefined) return;
      this.begin(first);
    }
  }
}
