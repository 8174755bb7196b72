import type { Type } from '@nestjs/common';
import { applyDecorators } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorCode } from '../../errors/error-code.js';
import type { FieldError } from '../../errors/failure.js';
import { ErrorAnswer, EXAMPLE_ENVELOPE, LiveErrorAnswer } from '../answer/answer.dto.js';

interface DocumentedError {
  /** Of the response among the document's components. */
  readonly name: string;
  readonly status: number;
  readonly description: string;
  readonly headers?: DocumentedHeaders;
  /** Every code that comes with the status, with a text it comes with. */
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

/** On every answer. */
const REQUEST_ID = headers('X-Request-Id');
/** On every answer to a token that has limits, but for those that are given before it is looked at. */
const RATE_LIMIT = headers('RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');
const RETRY_AFTER = headers('Retry-After');
/** On what was searched for. */
const SERVER_TIMING = headers('Server-Timing');
const TOO_LARGE_A_PAGE = 'pagesize must be at most 100, but is 200.';

/** What any operation may answer instead of its data (docs/api.md, "Envelope"). */
const ERRORS: readonly DocumentedError[] = [
  {
    name: 'InvalidRequest',
    status: 400,
    description: '10001: the request breaks rules; all of them are listed',
    headers: RATE_LIMIT,
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
    headers: RATE_LIMIT,
    examples: { fault: { code: ErrorCode.Service, message: 'The service failed to answer.' } },
  },
  {
    name: 'Unavailable',
    status: 503,
    description: '40001: the service can’t answer now; a partial answer is never given instead',
    headers: { ...RATE_LIMIT, ...RETRY_AFTER },
    examples: {
      late: { code: ErrorCode.Service, message: 'The search took too long; try again shortly.' },
    },
  },
];

/** What stands in the head of a success. */
export const SUCCESS_HEADERS: DocumentedHeaders = { ...REQUEST_ID, ...RATE_LIMIT, ...SERVER_TIMING };

const ERROR_CLASSES = { '': ErrorAnswer, Live: LiveErrorAnswer };

const prefixOf = (errorClass: Type): string => (errorClass === LiveErrorAnswer ? 'Live' : '');

/** Documents every error an operation may answer with, in the envelope of the class given. */
export function ApiErrorResponses(errorClass: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(errorClass),
    ...ERRORS.map(({ name, status, description }) => {
      const $ref = `#/components/responses/${prefixOf(errorClass)}${name}`;
      return ApiResponse({ status, description, $ref } as { status: number; description: string });
    }),
  );
}

/** Adds the headers and the error responses that operations refer to. */
export function addErrorComponents(document: OpenAPIObject): void {
  const responses = Object.entries(ERROR_CLASSES).flatMap(([prefix, errorClass]) =>
    ERRORS.map((error) => [
      `${prefix}${error.name}`,
      {
        description: error.description,
        headers: { ...REQUEST_ID, ...error.headers },
        content: { 'application/json': contentOf(error, errorClass) },
      },
    ]),
  );
  Object.assign((document.components ??= {}), { headers: HEADERS, responses: Object.fromEntries(responses) as object });
}

function contentOf({ examples, faults = [] }: DocumentedError, errorClass: Type) {
  const codes = [...new Set(Object.values(examples).map(({ code }) => code))];
  const isLive = errorClass === LiveErrorAnswer;
  return {
    schema: {
      allOf: [{ $ref: getSchemaPath(errorClass) }, { type: 'object', properties: { code: { enum: codes } } }],
    },
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, { code, message }]) => [
        name,
        {
          summary: message,
          value: { ...EXAMPLE_ENVELOPE, code, data: { errors: faults }, message, ...(isLive && { msg: message }) },
        },
      ]),
    ),
  };
}
