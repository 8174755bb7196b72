import { ErrorCode } from './error-code.js';

/** One thing wrong with a request, as listed in `data.errors` of the error envelope. */
export interface FieldError {
  /** Where: `filter.price_range.min`, `orderby[0].field`; `body` for the body as a whole. */
  path: string;
  /** Which rule: `required`, `type`, `unknown`, `max`, `one_of`, … */
  rule: string;
  /** One readable sentence that repeats the offending value, cut at 100 characters. */
  message: string;
  /** The closed list of valid values, where there is one. */
  valid?: readonly (string | number | boolean)[];
  /** The valid value that the offending one was probably meant to be. */
  did_you_mean?: string;
  /** The limit that was passed, where the rule is one. */
  limit?: number;
}

/** An error with its answer: envelope code, HTTP status, text, errors and headers. */
export abstract class Failure extends Error {
  abstract readonly code: ErrorCode;
  abstract readonly status: number;
  readonly errors: readonly FieldError[] = [];
  readonly headers: Readonly<Record<string, string>> = {};
}

/** The request broke rules of the interface: 400 with every error. */
export class RequestFailure extends Failure {
  readonly code = ErrorCode.Parameter;
  readonly status: number = 400;

  constructor(override readonly errors: readonly FieldError[]) {
    super(errors.map(({ message }) => message).join(' '));
  }
}

/** A request that is not valid HTTP here: wrong method (405), body too large (413), not JSON (415). */
export class HttpFailure extends Failure {
  readonly code = ErrorCode.Parameter;

  constructor(
    readonly status: 400 | 405 | 413 | 415,
    message: string,
    override readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** No operation at this path: 404. */
export class NotFoundFailure extends Failure {
  readonly code = ErrorCode.NotFound;
  readonly status = 404;
}

/** No token or a bad one: 401. */
export class UnauthenticatedFailure extends Failure {
  readonly code = ErrorCode.Unauthorized;
  readonly status = 401;
  override readonly headers = { 'WWW-Authenticate': 'Bearer' };
}

/** The token lacks the operation's scope: 403. */
export class ForbiddenFailure extends Failure {
  readonly code = ErrorCode.Unauthorized;
  readonly status = 403;
}

/** Too many requests, or the daily quota used up: 429 with `Retry-After` in seconds. */
export class LimitFailure extends Failure {
  readonly status = 429;
  override readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: typeof ErrorCode.QuotaExhausted | typeof ErrorCode.TooManyRequests,
    message: string,
    retryAfterSeconds: number,
  ) {
    super(message);
    this.headers = { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  }
}

/** Elasticsearch is down, too slow, refusing or answering in part: 503 with `Retry-After`. */
export class UnavailableFailure extends Failure {
  readonly code = ErrorCode.Service;
  readonly status = 503;
  override readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.headers = { 'Retry-After': String(options.retryAfterSeconds ?? 1) };
  }
}

/** The service itself is at fault (missing alias, wrong mapping version, a bug): 500. */
export class InternalFailure extends Failure {
  readonly code = ErrorCode.Service;
  readonly status = 500;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause });
  }
}
