import { HttpException } from '@nestjs/common';
import { failureText } from '../../common/errors/error-texts.js';
import { Failure, type FailureKind, RequestFailure } from '../../common/errors/failure.js';
import { DEFAULT_LANG, type Lang } from '../../common/lang.js';
import { type FieldError, fieldError } from './field-error.js';

/** Envelope codes of failures (docs/api.md, "Envelope"); 0 is success. */
export const ErrorCode = {
  Parameter: 10001,
  NotFound: 20001,
  Unauthorized: 30001,
  QuotaExhausted: 30002,
  TooManyRequests: 30003,
  Service: 40001,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** The HTTP status of each kind of failure. */
const STATUSES: Readonly<Record<FailureKind, number>> = {
  broken_rules: 400,
  unreadable: 400,
  unauthenticated: 401,
  forbidden: 403,
  unknown_path: 404,
  wrong_method: 405,
  too_large: 413,
  not_json: 415,
  quota_used: 429,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: ErrorCode.Unauthorized,
  403: ErrorCode.Unauthorized,
  404: ErrorCode.NotFound,
  429: ErrorCode.TooManyRequests,
  500: ErrorCode.Service,
  503: ErrorCode.Service,
};

/** The parts of the answer of a failure. */
export interface FailureAnswer {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer of an error, in a language as far as its sentence is known in it. */
export function answerOf(error: unknown, lang: Lang = DEFAULT_LANG): FailureAnswer {
  const failure = error instanceof Failure ? error : undefined;
  const status = failure === undefined ? statusOf(error) : STATUSES[failure.kind];
  const code = failure?.kind === 'quota_used' ? ErrorCode.QuotaExhausted : (CODES[status] ?? ErrorCode.Parameter);
  const headers = {
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...((status === 429 || status === 503) && {
      'Retry-After': String(Math.max(1, Math.ceil(failure?.retryAfterSeconds ?? 1))),
    }),
    ...failure?.headers,
  };
  const errors = failure instanceof RequestFailure ? failure.rules.map((rule) => fieldError(rule, lang)) : [];
  const text = failure?.text ?? (status === 500 ? failureText('failed') : status === 404 ? NO_PATH : NOT_READ);
  const sentence = typeof text === 'string' ? text : text[lang];
  const message = errors.length > 0 ? errors.map((each) => each.message).join(' ') : sentence;
  return { code, status, message, errors, headers };
}

const NO_PATH = 'There is no such path.';
const NOT_READ = 'The request could not be read.';

/** The status of a client's error that Nest or Express reports, which marks those that may be shown; 500 of any other. */
function statusOf(error: unknown): number {
  const { status, expose } = (error ?? {}) as { readonly status?: unknown; readonly expose?: unknown };
  const shown = error instanceof HttpException ? error.getStatus() : expose === true ? status : undefined;
  return typeof shown === 'number' && shown >= 400 && shown < 500 ? shown : 500;
}
