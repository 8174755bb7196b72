import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { EncodedData } from '../../common/records/encoded-data.js';
import { DataVersionWatch } from '../../search/state/data-watch.js';
import type { RequestContext, ServiceRequest } from '../request/request-context.js';

/** The shape of every answer (docs/api.md, "Envelope"). */
export interface Envelope<Data = unknown> {
  code: number;
  data: Data;
  message: string;
  /** Unix seconds. */
  timestamp: number;
  request_id: string;
}

/** How the envelopes of a path are written where the common one is not enough. */
export type EnvelopeShape = (envelope: Envelope) => object;

const SHAPES = new Map<string, EnvelopeShape>();

/** Gives the envelopes of a path another shape, those of its failures included. */
export const shapeEnvelopes = (path: string, shape: EnvelopeShape): void => void SHAPES.set(path, shape);

/** The envelope of the answer to a request of that path. */
export function envelopeOf(
  { requestId, path }: { readonly requestId: string; readonly path: string },
  code: number,
  data: unknown,
  message: string,
): object {
  const envelope = { code, data, message, timestamp: Math.floor(Date.now() / 1000), request_id: requestId };
  return SHAPES.get(path)?.(envelope) ?? envelope;
}

const WITHOUT_ENVELOPE = 'without envelope';
const NO_DATA = '"data":null';

/** Leaves an answer without the envelope: health, metrics and exports (docs/api.md, "Envelope"). */
export const WithoutEnvelope = () => SetMetadata(WITHOUT_ENVELOPE, true);

/**
 * The global interceptor. A handler begins when the data has at least the `X-Data-Version` of the request (docs/api.md,
 * "Versions of the data"); what it returns, encoded or not, is wrapped in the envelope. Sets the hits of the request's
 * context for the log.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<object, unknown> {
  constructor(
    private readonly reflector: Reflector,
    private readonly versions: DataVersionWatch,
  ) {}

  /** @throws what `DataVersionWatch.reach` throws */
  async intercept(context: ExecutionContext, next: CallHandler<object>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    const response = http.getResponse<Response>();
    request.context.signal.throwIfAborted();
    if (request.context.token !== undefined) {
      const sent = request.headers['x-data-version'] as string | undefined;
      if (sent !== undefined) await this.versions.reach(sent);
      request.context.dataVersion = this.versions.dataVersion;
      showVersion(request, response);
    }
    const bare = this.reflector.getAllAndOverride<boolean>(WITHOUT_ENVELOPE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (bare === true) return next.handle();
    return next.handle().pipe(map((data) => inEnvelope(EncodedData.of(data), request, response)));
  }
}

/** Sets the headers about the version of the data, unless the head of the answer is sent. */
export function showVersion({ context: { dataVersion }, headers }: ServiceRequest, response: Response): void {
  const sent = headers['x-data-version'];
  if (dataVersion === undefined || response.headersSent) return;
  response.setHeader('X-Data-Version', dataVersion);
  if (sent !== undefined && sent !== dataVersion) response.setHeader('X-Data-Changed', '1');
}

/** The source of the data: memory, or Elasticsearch with its milliseconds. Browsers and the explorer show it. */
function serverTiming({ cached, elasticMs }: RequestContext): string | undefined {
  if (cached === true) return 'memory';
  return elasticMs === undefined ? undefined : `elasticsearch;dur=${elasticMs.toFixed(1)}`;
}

function inEnvelope({ json, hits, ageSeconds }: EncodedData, request: ServiceRequest, response: Response): Buffer {
  request.context.hits = hits;
  showVersion(request, response);
  if (ageSeconds !== undefined && !response.headersSent) response.setHeader('Age', ageSeconds);
  const timing = serverTiming(request.context);
  if (timing !== undefined && !response.headersSent) response.setHeader('Server-Timing', timing);
  const { requestId } = request.context;
  const around = JSON.stringify(envelopeOf({ requestId, path: request.path }, 0, null, ''));
  const at = around.indexOf(NO_DATA);
  const [before, after] = [`${around.slice(0, at)}"data":`, around.slice(at + NO_DATA.length)];
  return Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
}
