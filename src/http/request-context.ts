import type { Request } from 'express';

/** The scopes of tokens: which operations they open. `any` needs a valid token and no scope. */
export const SCOPES = ['video', 'product', 'live', 'ranking'] as const;
export type Scope = (typeof SCOPES)[number];

/** The token a request came with, as the rest of the service knows it: by name, never by value. */
export interface AccessToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** What is known of a request beside what Express knows. */
export interface RequestContext {
  requestId: string;
  /** `performance.now()` at arrival. */
  startedAt: number;
  token?: AccessToken;
  /** Records in the answer's list. */
  hits?: number;
}

/** A request that has passed the request id middleware. */
export type ServiceRequest = Request & { context: RequestContext };
