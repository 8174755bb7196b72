import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { EncodedData } from '../../records/encoded-data.js';
import type { RequestContext, ServiceRequest } from '../request/request-context.js';

/** The shape of every answer (docs/api.md, "Envelope"). */
export interface Envelope<Data = unknown> {
  code: number;
  data: Data;
  message: string;
  /** Unix seconds. */
  timestamp: number;
  request_id: string;
  /** Live search alone: `success`, or the text of the error. */
  msg?: string;
}

const LIVE_SEARCH = '/live/v1/search';

/** The envelope of the answer to a request of that path; live search has `msg` next to `message`. */
export function envelopeOf(
  { requestId, path }: { readonly requestId: string; readonly path: string },
  code: number,
  data: unknown,
  message: string,
): Envelope {
  const answer = bareEnvelope(requestId, code, data, message);
  if (path === LIVE_SEARCH) answer.msg = code === 0 ? 'success' : message;
  return answer;
}

/** The envelope of an answer to an unknown path. */
export function bareEnvelope(requestId: string, code: number, data: unknown, message: string): Envelope {
  return { code, data, message, timestamp: Math.floor(Date.now() / 1000), request_id: requestId };
}

const WITHOUT_ENVELOPE = 'without envelope';
const NO_DATA = '"data":null';

/** Leaves an answer without the envelope: health, metrics and exports (docs/api.md, "Envelope"). */
export const WithoutEnvelope = () => SetMetadata(WITHOUT_ENVELOPE, true);

/**
 * The global interceptor: wraps the data that a handler returns, encoded or not, in the envelope, and sets the hits of
 * the request's context for the log.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<object, unknown> {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    if (this.reflector.getAllAndOverride(WITHOUT_ENVELOPE, [context.getHandler(), context.getClass()]) === true) {
      return next.handle();
    }
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    const response = http.getResponse<Response>();
    return next.handle().pipe(map((data) => inEnvelope(EncodedData.of(data), request, response)));
  }
}

/** The source of the data: memory, or Elasticsearch with its milliseconds. Browsers and the explorer show it. */
function serverTiming({ cached, elasticMs }: RequestContext): string | undefined {
  if (cached === true) return 'memory';
  return elasticMs === undefined ? undefined : `elasticsearch;dur=${elasticMs.toFixed(1)}`;
}

function inEnvelope({ json, hits, ageSeconds }: EncodedData, request: ServiceRequest, response: Response): Buffer {
  request.context.hits = hits;
  if (ageSeconds !== undefined && !response.headersSent) response.setHeader('Age', ageSeconds);
  const timing = serverTiming(request.context);
  if (timing !== undefined && !response.headersSent) response.setHeader('Server-Timing', timing);
  const { requestId } = request.context;
  const around = JSON.stringify(envelopeOf({ requestId, path: request.path }, 0, null, ''));
  const at = around.indexOf(NO_DATA);
  const [before, after] = [`${around.slice(0, at)}"data":`, around.slice(at + NO_DATA.length)];
  return Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
}
