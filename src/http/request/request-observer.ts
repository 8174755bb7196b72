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

/** Told of every request when it has arrived and at its end, where traces are kept. */
export interface RequestTracer {
  begun(request: ServiceRequest): void;
  ended(request: ServiceRequest, end: EndedRequest): void;
}

/** Told of every request at its end. */
export interface RequestObserver {
  ended(request: EndedRequest): void;
}
