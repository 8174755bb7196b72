import type { Type } from '@nestjs/common';
import { applyDecorators } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorCode } from '../../common/errors/error-code.js';
import type { FieldError } from '../../common/errors/failure.js';
import { ErrorAnswer, EXAMPLE_ENVELOPE } from '../answer/answer.dto.js';
import type { EnvelopeShape } from '../answer/envelope.interceptor.js';

interface DocumentedError {
  /** The name of the response among the document's components. */
  readonly name: string;
  readonly status: number;
  readonly description: string;
  readonly headers?: DocumentedHeaders;
  /** Each code of the status with a sample text. */
  readonly examples: Readonly<Record<string, { readonly code: ErrorCode; readonly message: string }>>;
  readonly faults?: readonly FieldError[];
}

type DocumentedHeaders = Readonly<Record<string, { readonly $ref: string }>>;

export const header = (description: string, type: 'string' | 'integer', required = true) => ({
  description,
  required,
  schema: { type, ...(type === 'integer' && { format: 'int32' }) },
});

const HEADERS = {
  'Server-Timing': header(
    'Where the data came from: `memory`, or `elasticsearch;dur=` and the milliseconds waited',
    'string',
    false,
  ),
  'X-Data-Version': header('The version of the data that the answer has at least: `<epoch>.<number>`', 'string', false),
  'X-Data-Changed': header('`1` when that is another version than the request sent', 'string', false),
  'X-Request-Id': header('Equal to `request_id`', 'string'),
  'RateLimit-Policy': header('Every limit of the token, as in `10;w=1;burst=20, 300;w=60`', 'string', false),
  'RateLimit-Limit': header('Requests of the limit that will be met first', 'integer', false),
  'RateLimit-Remaining': header('What is left of it', 'integer', false),
  'RateLimit-Reset': header('Seconds until it begins anew', 'integer', false),
  'Retry-After': header('Seconds to wait before the next try', 'integer'),
  'WWW-Authenticate': header('`Bearer`', 'string'),
};

const headers = (...names: (keyof typeof HEADERS)[]): DocumentedHeaders =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of every answer. */
const REQUEST_ID = headers('X-Request-Id');
/** The headers of answers to a limited token, unless the refusal comes before the token is read. */
const RATE_LIMIT = headers('RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');
const RETRY_AFTER = headers('Retry-After');
/** The headers of answers to a request that the guard has passed. */
const DATA_VERSION = headers('X-Data-Version', 'X-Data-Changed');
/** The headers of searches. */
const SERVER_TIMING = headers('Server-Timing');
const TOO_LARGE_A_PAGE = 'pagesize must be at most 100, but is 200.';

/** The errors of every operation (docs/api.md, "Envelope"). */
const ERRORS: readonly DocumentedError[] = [
  {
    name: 'InvalidRequest',
    status: 400,
    description: '10001: the request breaks rules; all of them are listed',
    headers: { ...RATE_LIMIT, ...DATA_VERSION },
    examples: { parameter: { code: ErrorCode.Parameter, message: TOO_LARGE_A_PAGE } },
    faults: [{ path: 'pagesize', rule: 'max', message: TOO_LARGE_A_PAGE, limit: 100 }],
  },
  {
    name: 'InvalidToken',
    status: 401,
    description: '30001: no token, or one that is unknown, expired or revoked',
    headers: headers('WWW-Authenticate'),
    examples: {
      token: { code: ErrorCode.Unauthorized, message: 'The token is not valid: it is unknown, expired or revoked.' },
    },
  },
  {
    name: 'MissingScope',
    status: 403,
    description: '30001: the token lacks the scope of the operation',
    headers: RATE_LIMIT,
    examples: {
      scope: {
        code: ErrorCode.Unauthorized,
        message: 'The token lacks the scope "video" that this operation needs; it has ranking.',
      },
    },
  },
  {
    name: 'BodyTooLarge',
    status: 413,
    description: '10001: the body has more than 64 KiB',
    examples: { size: { code: ErrorCode.Parameter, message: 'The body must have at most 65536 bytes.' } },
  },
  {
    name: 'UnsupportedBody',
    status: 415,
    description: '10001: the body is not plain JSON in UTF-8',
    headers: { ...RATE_LIMIT, ...DATA_VERSION },
    examples: {
      format: {
        code: ErrorCode.Parameter,
        message: 'The body must be JSON in UTF-8 (Content-Type: application/json), not "text/plain".',
      },
    },
  },
  {
    name: 'LimitReached',
    status: 429,
    description: '30002: the daily quota is used up; 30003: too many requests',
    headers: { ...RATE_LIMIT, ...RETRY_AFTER },
    examples: {
      quota: { code: ErrorCode.QuotaExhausted, message: 'The daily quota of the token is used up.' },
      too_many: { code: ErrorCode.TooManyRequests, message: 'Too many requests; try again shortly.' },
    },
  },
  {
    name: 'ServiceFault',
    status: 500,
    description: '40001: the service is at fault, and waiting won’t help',
    headers: { ...RATE_LIMIT, ...DATA_VERSION },
    examples: { fault: { code: ErrorCode.Service, message: 'The service failed to answer.' } },
  },
  {
    name: 'Unavailable',
    status: 503,
    description: '40001: the service can’t answer now; a partial answer is never given instead',
    headers: { ...RATE_LIMIT, ...DATA_VERSION, ...RETRY_AFTER },
    examples: {
      late: { code: ErrorCode.Service, message: 'The search took too long; try again shortly.' },
    },
  },
];

/** The headers of a success. */
export const SUCCESS_HEADERS: DocumentedHeaders = { ...REQUEST_ID, ...RATE_LIMIT, ...SERVER_TIMING, ...DATA_VERSION };

/** A class of errors and the shape of their envelopes. */
interface ErrorKind {
  readonly errorClass: Type;
  readonly shape: EnvelopeShape;
}

const unchanged: EnvelopeShape = (envelope) => envelope;

/** By the prefix of their responses: `Live` for `LiveErrorAnswer`. */
const KINDS = new Map<string, ErrorKind>([['', { errorClass: ErrorAnswer, shape: unchanged }]]);

/** Documents every error of an operation, in the envelope of the given class. */
export function ApiErrorResponses(errorClass: Type, shape = unchanged): MethodDecorator {
  const prefix = errorClass.name.replace(/ErrorAnswer$/, '');
  KINDS.set(prefix, { errorClass, shape });
  return applyDecorators(
    ApiExtraModels(errorClass),
    ...ERRORS.map(({ name, status, description }) => {
      const $ref = `#/components/responses/${prefix}${name}`;
      return ApiResponse({ status, description, $ref } as { status: number; description: string });
    }),
  );
}

/** Adds the headers and the error responses that operations refer to. */
export function addErrorComponents(document: OpenAPIObject): void {
  const responses = [...KINDS].flatMap(([prefix, kind]) =>
    ERRORS.map((error) => [
      `${prefix}${error.name}`,
      {
        description: error.description,
        headers: { ...REQUEST_ID, ...error.headers },
        content: { 'application/json': contentOf(error, kind) },
      },
    ]),
  );
  Object.assign((document.components ??= {}), { headers: HEADERS, responses: Object.fromEntries(responses) as object });
}

function contentOf({ examples, faults = [] }: DocumentedError, { errorClass, shape }: ErrorKind) {
  const codes = [...new Set(Object.values(examples).map(({ code }) => code))];
  return {
    schema: {
      allOf: [{ $ref: getSchemaPath(errorClass) }, { type: 'object', properties: { code: { enum: codes } } }],
    },
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, { code, message }]) => [
        name,
        {
          summary: message,
          value: shape({ ...EXAMPLE_ENVELOPE, code, data: { errors: faults }, message }),
        },
      ]),
    ),
  };
}
