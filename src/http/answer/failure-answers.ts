import { HttpException } from '@nestjs/common';
import {
  Failure,
  type FailureKind,
  InternalFailure,
  RequestFailure,
  UnavailableFailure,
} from '../../common/errors/failure.js';
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

/** The envelope code and the HTTP status of each kind of failure. */
const ANSWERS: Readonly<Record<FailureKind, readonly [ErrorCode, status: number]>> = {
  broken_rules: [ErrorCode.Parameter, 400],
  unreadable: [ErrorCode.Parameter, 400],
  wrong_method: [ErrorCode.Parameter, 405],
  too_large: [ErrorCode.Parameter, 413],
  not_json: [ErrorCode.Parameter, 415],
  unknown_path: [ErrorCode.NotFound, 404],
  gone: [ErrorCode.NotFound, 410],
  unauthenticated: [ErrorCode.Unauthorized, 401],
  forbidden: [ErrorCode.Unauthorized, 403],
  quota_used: [ErrorCode.QuotaExhausted, 429],
  too_many_requests: [ErrorCode.TooManyRequests, 429],
  unavailable: [ErrorCode.Service, 503],
  internal: [ErrorCode.Service, 500],
};

/** The parts of the answer of a failure. */
export interface FailureAnswer {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer of a failure, in a language as far as its sentence is known in it. */
export function answerOf(failure: Failure, lang: Lang = DEFAULT_LANG): FailureAnswer {
  const { kind, text } = failure;
  const [code, status] = ANSWERS[kind];
  const headers = {
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...((status === 429 || status === 503) && {
      'Retry-After': String(Math.max(1, Math.ceil(failure.retryAfterSeconds ?? 1))),
    }),
    ...failure.headers,
  };
  const errors = failure instanceof RequestFailure ? failure.rules.map((rule) => fieldError(rule, lang)) : [];
  const sentence = typeof text === 'string' ? text : text[lang];
  const message = errors.length > 0 ? errors.map((error) => error.message).join(' ') : sentence;
  return { code, status, message, errors, headers };
}

/** The failures that exceptions of Nest and Express stand for, by their status. */
const BY_STATUS: Readonly<Record<number, readonly [FailureKind, text: string]>> = {
  401: ['unauthenticated', 'A valid token is required.'],
  403: ['forbidden', 'This token has no access to this operation.'],
  404: ['unknown_path', 'There is no such path.'],
  405: ['wrong_method', 'The request is not valid.'],
  413: ['too_large', 'The body is too large.'],
  415: ['not_json', 'The request is not valid.'],
  429: ['too_many_requests', 'Too many requests; try again shortly.'],
};

/** Converts an exception to a failure: those of Nest and Express by their status, unknown ones to an internal one. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  // Errors of Express and its parsers that may be shown are marked.
  const { status: known, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  const ofExpress = expose === true && typeof known === 'number' ? known : 500;
  const status = error instanceof HttpException ? error.getStatus() : ofExpress;
  const failure = BY_STATUS[status];
  if (failure !== undefined) return new Failure(...failure);
  if (status >= 400 && status < 500) return new Failure('unreadable', 'The request could not be read.');
  if (status >= 502 && status <= 504) return new UnavailableFailure('not_able', { cause: error });
  return new InternalFailure('failed', { cause: error });
}
