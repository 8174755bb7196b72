import type { Type } from '@nestjs/common';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorCode } from '../../errors/error-code.js';
import type { FieldError } from '../../errors/field-error.js';
import { LiveErrorAnswer } from '../answer/error-answer.dto.js';

interface DocumentedError {
  readonly status: number;
  readonly description: string;
  readonly headers?: DocumentedHeaders;
  /** Every code that comes with the status, with a text it comes with. */
  readonly examples: Readonly<Record<string, { readonly code: ErrorCode; readonly message: string }>>;
  readonly faults?: readonly FieldError[];
}

type DocumentedHeaders = Readonly<Record<string, ReturnType<typeof header>>>;

export const header = (description: string, type: 'string' | 'integer' = 'string', required = true) => ({
  description,
  required,
  schema: { type },
});

/** On every answer. */
const REQUEST_ID = { 'X-Request-Id': header('Equal to `request_id`') };
/** On every answer to a token that has limits, but for those that are given before it is looked at. */
const RATE_LIMIT: DocumentedHeaders = {
  'RateLimit-Policy': header('Every limit of the token, as in `10;w=1;burst=20, 300;w=60`', 'string', false),
  'RateLimit-Limit': header('Requests of the limit that will be met first', 'integer', false),
  'RateLimit-Remaining': header('What is left of it', 'integer', false),
  'RateLimit-Reset': header('Seconds until it begins anew', 'integer', false),
};
const RETRY_AFTER = { 'Retry-After': header('Seconds to wait before the next try', 'integer') };
const EXAMPLE_TIMESTAMP = 1782864000;
const EXAMPLE_REQUEST_ID = '8f14e45f-ceea-467f-a0e6-5b6d3f3d2c11';
const TOO_LARGE_A_PAGE = 'pagesize must be at most 100, but is 200.';

/** What any operation may answer instead of its data (decisions page, "Envelope, codes, statuses"). */
const ERRORS: readonly DocumentedError[] = [
  {
    status: 400,
    description: '10001: the request breaks rules; all of them are listed',
    headers: RATE_LIMIT,
    examples: { parameter: { code: ErrorCode.Parameter, message: TOO_LARGE_A_PAGE } },
    faults: [{ path: 'pagesize', rule: 'max', message: TOO_LARGE_A_PAGE, limit: 100 }],
  },
  {
    status: 401,
    description: '30001: no token, or one that is unknown, expired or revoked',
    headers: { 'WWW-Authenticate': header('`Bearer`') },
    examples: {
      token: { code: ErrorCode.Unauthorized, message: 'The token is not valid: it is unknown, expired or revoked.' },
    },
  },
  {
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
    status: 413,
    description: '10001: the body has more than 64 KiB',
    examples: { size: { code: ErrorCode.Parameter, message: 'The body must have at most 65536 bytes.' } },
  },
  {
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
    status: 429,
    description: '30002: the daily quota is used up; 30003: too many requests',
    headers: { ...RATE_LIMIT, ...RETRY_AFTER },
    examples: {
      quota: { code: ErrorCode.QuotaExhausted, message: 'The daily quota of the token is used up.' },
      too_many: { code: ErrorCode.TooManyRequests, message: 'Too many requests; try again shortly.' },
    },
  },
  {
    status: 500,
    description: '40001: the service is at fault, and waiting won’t help',
    headers: RATE_LIMIT,
    examples: { fault: { code: ErrorCode.Service, message: 'The service failed to answer.' } },
  },
  {
    status: 503,
    description: '40001: the service can’t answer now; a partial answer is never given instead',
    headers: { ...RATE_LIMIT, ...RETRY_AFTER },
    examples: {
      late: { code: ErrorCode.Service, message: 'The search took too long; try again shortly.' },
    },
  },
];

/** What stands in the head of a success. */
export const SUCCESS_HEADERS: DocumentedHeaders = { ...REQUEST_ID, ...RATE_LIMIT };

/** Documents every error an operation may answer with, in the envelope of the class given. */
export function ApiErrorResponses(errorClass: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(errorClass),
    ...ERRORS.map((error) =>
      ApiResponse({
        status: error.status,
        description: error.description,
        headers: { ...REQUEST_ID, ...error.headers },
        content: { 'application/json': contentOf(error, errorClass) },
      }),
    ),
  );
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
          value: {
            code,
            data: { errors: faults },
            message,
            timestamp: EXAMPLE_TIMESTAMP,
            request_id: EXAMPLE_REQUEST_ID,
            ...(isLive && { msg: message }),
          },
        },
      ]),
    ),
  };
}
