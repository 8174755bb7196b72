import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { EncodedData, toLatin1 } from '../../encoding/encoded-data.js';
import type { ServiceRequest } from '../request/request-context.js';
import { envelope } from './envelope.js';

const WITHOUT_ENVELOPE = 'without envelope';
const NO_DATA = '"data":null';

/** Sends what a handler returns as it is: for health and metrics (decisions page, "Envelope"). */
export const WithoutEnvelope = () => SetMetadata(WITHOUT_ENVELOPE, true);

/**
 * The global interceptor: puts the envelope around the data that a handler returns, encoded already or not, as the bytes
 * of the answer, and notes its hits for the log.
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

function inEnvelope({ json, hits, ageSeconds }: EncodedData, request: ServiceRequest, response: Response): Buffer {
  request.context.hits = hits;
  if (ageSeconds !== undefined && !response.headersSent) response.setHeader('Age', ageSeconds);
  const around = toLatin1(JSON.stringify(envelope(request, 0, null, '')));
  const at = around.indexOf(NO_DATA);
  return Buffer.from(`${around.slice(0, at)}"data":${json}${around.slice(at + NO_DATA.length)}`, 'latin1');
}
