import { HttpException } from '@nestjs/common';
import { failureText } from '../../common/errors/error-texts.js';
import { Failure, type FailureKind, RequestFailure } from '../../common/errors/failure.js';
import { DEFAULT_LANG, type Lang } from '../../common/lang.js';
import { type ErrorFault, fieldError } from './field-error.js';

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

/** The HTTP status and the code of each kind of failure. */
const ANSWERS: Readonly<Record<FailureKind, readonly [status: number, code: ErrorCode]>> = {
  broken_rules: [400, ErrorCode.Parameter],
  unreadable: [400, ErrorCode.Parameter],
  unauthenticated: [401, ErrorCode.Unauthorized],
  forbidden: [403, ErrorCode.Unauthorized],
  unknown_path: [404, ErrorCode.NotFound],
  wrong_method: [405, ErrorCode.Parameter],
  gone: [410, ErrorCode.NotFound],
  too_large: [413, ErrorCode.Parameter],
  not_json: [415, ErrorCode.Parameter],
  too_many_requests: [429, ErrorCode.TooManyRequests],
  quota_used: [429, ErrorCode.QuotaExhausted],
  internal: [500, ErrorCode.Service],
  unavailable: [503, ErrorCode.Service],
};

/** The parts of the answer of a failure. */
export interface FailureAnswer {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly errors: readonly ErrorFault[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer of an error, in a language as far as its sentence is known in it. */
export function answerOf(error: unknown, lang: Lang = DEFAULT_LANG): FailureAnswer {
  const failure = error instanceof Failure ? error : undefined;
  const [status, code] = failure === undefined ? foreignAnswer(error) : ANSWERS[failure.kind];
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

/** Status and code of a client's error that Nest or Express reports, which marks those that may be shown; 500 of any other. */
function foreignAnswer(error: unknown): (typeof ANSWERS)[FailureKind] {
  const { status, expose } = (error ?? {}) as { readonly status?: unknown; readonly expose?: unknown };
  const shown = error instanceof HttpException ? error.getStatus() : expose === true ? status : undefined;
  if (typeof shown !== 'number' || shown < 400 || shown >= 500) return ANSWERS.internal;
  return Object.values(ANSWERS).find(([one]) => one === shown) ?? [shown, ErrorCode.Parameter];
}
