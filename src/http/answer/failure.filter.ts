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

/** Answers every error with the envelope: code, status, faults and headers. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(RequestLog) private readonly log: Pick<RequestLog, 'failed'>) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(http.getRequest<ServiceRequest>(), http.getResponse<Response>(), error);
  }

  /** Answers a request with its error, unless it has been answered or its client has disconnected. */
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

/** The path at which assistants call tools. */
export const MCP_PATH = '/mcp';
const MCP_OFF = 'Tools of assistants are off; the service offers them when it is started with MCP=on.';
/** JSON-RPC's code of server-defined errors. */
const SERVER_ERROR = -32000;

type DescribedFailure = Pick<Failure, 'code' | 'status' | 'errors' | 'message'>;

/** The body of a failed request: the envelope, or at /mcp an error of JSON-RPC. */
export function failureBody(
  { requestId, path }: { readonly requestId: string; readonly path: string },
  { code, status, errors, message }: DescribedFailure,
): object {
  if (path !== MCP_PATH) return envelopeOf({ requestId, path }, code, { errors }, message);
  if (status === 404) return envelopeOf({ requestId, path }, code, { errors }, MCP_OFF);
  const data = { code, errors, request_id: requestId };
  return { jsonrpc: '2.0', id: null, error: { code: SERVER_ERROR, message, data } };
}

/** Converts an error to a failure: errors of Nest and Express by their status, unknown ones to 500. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const status = error instanceof HttpException ? error.getStatus() : statusOfExpressError(error);
  switch (status) {
    case 401:
      return new UnauthenticatedFailure('A valid token is required.');
    case 403:
      return new ForbiddenFailure('This token has no access to this operation.');
    case 404:
      return new NotFoundFailure('There is no such path.');
    case 405:
    case 413:
    case 415:
      return new HttpFailure(status, 'The request is not valid.');
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

/** The status of an error of Express or its parsers, which mark it as exposable; 500 for any other error. */
function statusOfExpressError(error: unknown): number {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return expose === true && typeof status === 'number' ? status : 500;
}
