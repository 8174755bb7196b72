import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';

/** The scopes of tokens: which operations they open, `export` beside another one. `any` needs a valid token and no scope. */
export const SCOPES = ['video', 'product', 'live', 'ranking', 'export'] as const;
export type Scope = (typeof SCOPES)[number];

/** How much a token may ask; what is absent is not limited. */
export interface Limits {
  /** Requests in any one second. */
  readonly perSecond?: number;
  /** Requests beyond those, in any ten seconds. */
  readonly burst?: number;
  /** Requests in any one minute. */
  readonly perMinute?: number;
  /** Requests of one day of UTC, in all processes together. */
  readonly perDay?: number;
}

/** Which limit a request met. */
export type LimitName = 'second' | 'minute' | 'day' | 'guesses' | 'exports';

/** The token of a request, by name and never by value. */
export interface AccessToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Absent when it is not limited. */
  readonly limits?: Limits;
}

/** What the service knows of a request beside what Express knows. Times are milliseconds. */
export interface RequestContext {
  readonly requestId: string;
  /** `performance.now()` at arrival. */
  readonly startedAt: number;
  /** Aborted at the request's deadline, or when its client has gone. */
  readonly signal: AbortSignal;
  /** From now on the client's leaving alone aborts the signal: for an answer that is sent step by step. */
  readonly liftDeadline: () => void;
  /** false: `Cache-Control: no-store` asks for a page that is neither taken from the page cache nor kept in it. */
  readonly useCache: boolean;
  token?: AccessToken;
  /** The tool that an assistant calls. */
  tool?: string;
  /** Records in the answer's list. */
  hits?: number | undefined;
  /** Code of the envelope when it is not 0. */
  code?: number;
  /** The first rules that the request breaks and where: `page_window page`. */
  broken?: readonly string[];
  /** Time in which a call of Elasticsearch was under way for it, however many there were at once. */
  elasticMs?: number;
  /** Its calls that are under way, and since when there is one. */
  calls?: { readonly underWay: number; readonly since: number };
  /** The bodies of its searches. */
  searches?: unknown[];
  /** Whether the page came from the page cache; absent when it was not looked up. */
  cached?: boolean;
  /** What is traced of it, and the id of the trace that it is part of, where traces are kept. */
  span?: unknown;
  traceId?: string;
}

/** Milliseconds of a request at Elasticsearch so far; undefined when it has asked nothing. */
export function elasticMsOf({ elasticMs, calls }: Pick<RequestContext, 'elasticMs' | 'calls'>): number | undefined {
  if (calls === undefined || calls.underWay === 0) return elasticMs;
  return (elasticMs ?? 0) + performance.now() - calls.since;
}

/** A request that has passed `RequestContextMiddleware`. */
export type ServiceRequest = Request & { context: RequestContext };

/** The context of a handler's request, as its parameter. */
export const Context = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ServiceRequest>().context,
);
