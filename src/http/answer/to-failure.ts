import { HttpException } from '@nestjs/common';
import { ErrorCode } from '../../errors/error-code.js';
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
