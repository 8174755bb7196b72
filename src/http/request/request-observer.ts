import type { LimitName } from '../access/limits.js';
import type { ServiceRequest } from './request-context.js';

/** A request that has been answered, or whose client has gone. Times are milliseconds. */
export interface EndedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Of the envelope; undefined when the client has gone before the answer. */
  readonly code: number | undefined;
  readonly tookMs: number;
  /** Of that, waiting for Elasticsearch. */
  readonly elasticMs: number;
}

/** Told of every request when it arrives and when it ends, where traces are kept; bound by the ops module. */
export abstract class RequestTracer {
  abstract begun(request: ServiceRequest): void;
  abstract ended(request: ServiceRequest, end: EndedRequest): void;
}

/** Counts requests, and those that are refused because of limits or load; bound by the ops module. */
export abstract class RequestObserver {
  abstract ended(request: EndedRequest): void;
  /** A request passed a limit of its token, or too many guesses came from its address (429). */
  abstract limited(limit: LimitName): void;
}
