import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, Inject, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { RequestLog } from '../request/request-log.js';
import type { ServiceRequest } from '../request/request-context.js';
import {
  Failure,
  ForbiddenFailure,
  HttpFailure,
  InternalFailure,
  LimitFailure,
  NotFoundFailure,
  UnauthenticatedFailure,
  UnavailableFailure,
} from '../../errors/failure.js';
import { envelopeOf } from './envelope.interceptor.js';
import { ErrorCode } from '../../errors/error-code.js';

/** Turns whatever is thrown into the envelope: its code, status, faults and headers. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(RequestLog) private readonly log: Pick<RequestLog, 'failed'>) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(http.getRequest<ServiceRequest>(), http.getResponse<Response>(), error);
  }

  /** Answers a request with what went wrong, unless it has been answered or its client has gone. */
  answer(request: ServiceRequest, response: Response, error: unknown): void {
    if (response.destroyed || response.writableEnded) return;
    const failure = toFailure(error);
    this.log.failed(request, failure, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(failure.status).set(failure.headers);
    response.json(failureBody({ requestId: request.context.requestId, path: request.path }, failure));
  }
}

/** Where assistants call tools. */
export const MCP_PATH = '/mcp';
/** JSON-RPC's code of an error that the server defines. */
const SERVER_ERROR = -32000;

/** What is said of a failure. */
type Told = Pick<Failure, 'code' | 'status' | 'errors' | 'message'>;

/** The body of an answer to a request that failed: the envelope, or the error of JSON-RPC that clients of /mcp read. */
export function failureBody(
  { requestId, path }: { readonly requestId: string; readonly path: string },
  { code, status, errors, message }: Told,
): object {
  // Without MCP=on /mcp is a path like any other that is not there.
  if (path !== MCP_PATH || status === 404) return envelopeOf({ requestId, path }, code, { errors }, message);
  const data = { code, errors, request_id: requestId };
  return { jsonrpc: '2.0', id: null, error: { code: SERVER_ERROR, message, data } };
}

/** The failure an error stands for: ours as it is, those of Nest and of Express by their status, any other a 500. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const status = error instanceof HttpException ? error.getStatus() : statusOfExpressError(error);
  switch (status) {
    case 401:
      return new UnauthenticatedFailure('A valid token is required.');
    case 403:
      return new ForbiddenFailure('The token does not open this operation.');
    case 404:
      return new NotFoundFailure('There is no such path.');
    case 405:
    case 413:
    case 415:
      return new HttpFailure(status, 'The request can’t be taken as it is.');
    case 429:
      return new LimitFailure(ErrorCode.TooManyRequests, 'Too many requests; try again shortly.', 1);
    case 502:
    case 503:
    case 504:
      return new UnavailableFailure('The service is not able to answer; try again shortly.', { cause: error });
    default:
      if (status >= 400 && status < 500) return new HttpFailure(400, 'The request could not be read.');
      return new InternalFailure('The service could not carry out this request.', { cause: error });
  }
}

/** The errors of Express and its parsers carry a status and say that it may be shown; no other error is believed. */
function statusOfExpressError(error: unknown): number {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return expose === true && typeof status === 'number' ? status : 500;
}
