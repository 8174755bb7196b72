import type { Request } from 'express';
import type { Limits } from '../access/limits.js';
import type { EncodedData } from '../answer/encoded-data.js';

/** The scopes of tokens: which operations they open. `any` needs a valid token and no scope. */
export const SCOPES = ['video', 'product', 'live', 'ranking'] as const;
export type Scope = (typeof SCOPES)[number];

/** The token a request came with, as the rest of the service knows it: by name, never by value. */
export interface AccessToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Absent when it may ask as much as it likes. */
  readonly limits?: Limits;
}

/** What is known of a request beside what Express knows. */
export interface RequestContext {
  requestId: string;
  /** `performance.now()` at arrival. */
  startedAt: number;
  /** Aborted at the request's deadline, or when its client has gone. */
  readonly signal: AbortSignal;
  token?: AccessToken;
  /** Records in the answer's list. */
  hits?: number | undefined;
  /** Code of the envelope when it is not 0. */
  code?: number;
  /** Milliseconds spent waiting for Elasticsearch. */
  elasticMs?: number;
  /** What was asked of Elasticsearch. */
  searches?: unknown[];
  /** Whether the page was in memory; absent when it was not looked for. */
  cached?: boolean;
  /** Of the trace that the request is part of, if it is of one. */
  traceId?: string;
  /** Takes the page that is made for the request, for requests that ask the same. */
  keep?: (page: EncodedData) => void;
}

/** A request that has passed the request id middleware. */
export type ServiceRequest = Request & { context: RequestContext };
