import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import type { AccessToken } from '../../common/access-token.js';

/** The state of a request that Express does not keep. Times are milliseconds. */
export interface RequestContext {
  readonly requestId: string;
  /** `performance.now()` at arrival. */
  readonly startedAt: number;
  /** Aborted at the request's deadline and on client disconnect. */
  readonly signal: AbortSignal;
  /** Only a client disconnect aborts the signal from here on. Used by answers that are sent in parts. */
  readonly liftDeadline: () => void;
  /** false for `Cache-Control: no-store`: the page cache is neither read nor written. */
  readonly useCache: boolean;
  token?: AccessToken;
  /** The version of the data that its answer has at least, as `<epoch>.<number>`. */
  dataVersion?: string | undefined;
  /** The tool that an assistant called. */
  tool?: string;
  /** Records in the answer's list. */
  hits?: number | undefined;
  /** The envelope's code of a failed request. */
  code?: number;
  /** The first broken rules with their paths: `page_window page`. */
  broken?: readonly string[];
  /** Time during which at least one call to Elasticsearch was in progress for it. */
  elasticMs?: number;
  /** The number of its calls in progress, and when the first of them began. */
  calls?: { readonly underWay: number; readonly since: number };
  /** The bodies of its searches. */
  searches?: unknown[];
  /** Whether the page came from the page cache; absent without a lookup. */
  cached?: boolean;
  /** Its span, when tracing is on. */
  span?: unknown;
  /** The id of its trace. */
  traceId?: string;
}

/** Milliseconds that a request has waited for Elasticsearch; undefined without a call. */
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
