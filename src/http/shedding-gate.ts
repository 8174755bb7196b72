import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { UnavailableFailure } from '../errors/failure.js';
import { envelope } from './envelope.js';
import type { ServiceRequest } from './request-context.js';

/** Told of every request that is refused because too many wait already. */
export interface ShedObserver {
  shed(): void;
}

/** How busy the gate is. */
export interface GateState {
  readonly active: number;
  readonly waiting: number;
}

const BUSY = 'Too many requests are under way; try again shortly.';

interface Waiting {
  readonly request: ServiceRequest;
  readonly response: Response;
  readonly next: NextFunction;
}

/**
 * Lets so many requests work for Elasticsearch at once, and some wait for their turn; what comes beyond is refused at
 * once, so that those that are let in are answered soon.
 */
export class SheddingGate {
  private active = 0;
  private readonly queue = new Set<Waiting>();

  /**
   * @param atOnce requests at work
   * @param mostWaiting requests that wait, oldest first
   */
  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
    private readonly observer: ShedObserver,
  ) {}

  get state(): GateState {
    return { active: this.active, waiting: this.queue.size };
  }

  /** Middleware for the requests of the paths given; fails with UnavailableFailure (503) those it has no room for. */
  before(paths: ReadonlySet<string>): RequestHandler {
    return (request: Request, response: Response, next: NextFunction): void => {
      if (paths.has(request.path)) this.enter({ request: request as ServiceRequest, response, next });
      else next();
    };
  }

  private enter(arrived: Waiting): void {
    if (this.active < this.atOnce) return this.begin(arrived);
    if (this.queue.size >= this.mostWaiting) return this.refuse(arrived);
    this.queue.add(arrived);
    const { signal } = arrived.request.context;
    const leave = (): void => {
      if (this.queue.delete(arrived)) arrived.next(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
  }

  /** Answers at once, by the shortest way: who asks too much must not cost much. */
  private refuse({ request, response }: Waiting): void {
    this.observer.shed();
    const { code, status, headers, message } = new UnavailableFailure(BUSY);
    request.context.code = code;
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(envelope(request, code, { errors: [] }, message)));
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
    const [first] = this.queue;
    if (first === undefined) return;
    this.queue.delete(first);
    this.begin(first);
  }
}
