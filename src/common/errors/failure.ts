/** Envelope codes of failures (docs/api.md, "Envelope"); 0 is success. */
export const ErrorCode = {
  /** The request is not valid: HTTP 400, 405, 413 or 415. */
  Parameter: 10001,
  /** The path does not exist: HTTP 404. */
  NotFound: 20001,
  /** The token is missing or invalid (HTTP 401), or does not have the scope of the operation (403). */
  Unauthorized: 30001,
  /** The token's daily quota is used up: HTTP 429. */
  QuotaExhausted: 30002,
  /** The token has sent too many requests: HTTP 429. */
  TooManyRequests: 30003,
  /** The service has a fault: HTTP 503 when a retry may succeed, otherwise 500. */
  Service: 40001,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** An error of a request. The error envelope lists it in `data.errors`. */
export interface FieldError {
  /** The path of the field, such as `filter.price_range.min` or `orderby[0].field`; `body` for the whole body. */
  path: string;
  /** The name of the broken rule: `required`, `type`, `unknown`, `max`, `one_of`, … */
  rule: string;
  /** One sentence. It repeats the first 100 characters of the invalid value. */
  message: string;
  /** All valid values, when they are a closed list. */
  valid?: readonly (string | number | boolean)[];
  /** The valid value that the client probably meant. */
  did_you_mean?: string;
  /** The limit that the value exceeds, when the rule has one. */
  limit?: number;
}

/** An error and the parts of its answer: envelope code, HTTP status, message, errors and headers. */
export abstract class Failure extends Error {
  abstract readonly code: ErrorCode;
  abstract readonly status: number;
  readonly errors: readonly FieldError[] = [];
  readonly headers: Readonly<Record<string, string>> = {};
}

/** The request breaks rules of the interface. It is answered with 400 and all its errors. */
export class RequestFailure extends Failure {
  readonly code = ErrorCode.Parameter;
  readonly status: number = 400;

  constructor(override readonly errors: readonly FieldError[]) {
    super(errors.map(({ message }) => message).join(' '));
  }
}

/** The service can’t read the request: wrong syntax (400), wrong method (405), body too large (413) or not JSON (415). */
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

const failureClass = (code: ErrorCode, status: number, headers: Failure['headers'] = {}) =>
  class extends Failure {
    readonly code = code;
    readonly status = status;
    override readonly headers: Failure['headers'];

    constructor(message: string, { headers: own, ...options }: ErrorOptions & Partial<Pick<Failure, 'headers'>> = {}) {
      super(message, options);
      this.headers = { ...headers, ...own };
    }
  };

export class NotFoundFailure extends failureClass(ErrorCode.NotFound, 404) {}

export class UnauthenticatedFailure extends failureClass(ErrorCode.Unauthorized, 401, {
  'WWW-Authenticate': 'Bearer',
}) {}

export class ForbiddenFailure extends failureClass(ErrorCode.Unauthorized, 403) {}

/** Elasticsearch is down, is too slow, refuses work or answers in part. */
export class UnavailableFailure extends failureClass(ErrorCode.Service, 503, { 'Retry-After': '1' }) {}

/** The service itself has a fault, such as a missing alias, a wrong mapping version or a bug. */
export class InternalFailure extends failureClass(ErrorCode.Service, 500) {}

/** The token has sent too many requests, or has used up its daily quota: 429 with `Retry-After` in seconds. */
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

/** A command can't go on. The message says why, and what the command has left behind. */
export class WorkFailure extends Error {}

/** Why the service can't listen. */
export const listenFailure = (error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error =>
  new WorkFailure(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Is the service already running? Set PORT to another port to run a second one.`
      : `${host}:${port} can’t be listened on: ${error.message}.`,
  );
