import type { Type } from '@nestjs/common';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorCode } from '../../errors/error-code.js';

interface DocumentedError {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const RETRY_AFTER = { 'Retry-After': 'Seconds to wait before the next try' };

/** What any operation may answer instead of its data (decisions page, "Envelope, codes, statuses"). */
const ERRORS: readonly DocumentedError[] = [
  { status: 400, codes: [ErrorCode.Parameter], description: '10001: the request breaks rules; all of them are listed' },
  {
    status: 401,
    codes: [ErrorCode.Unauthorized],
    description: '30001: no token, or one that is unknown, expired or revoked',
    headers: { 'WWW-Authenticate': '`Bearer`' },
  },
  { status: 403, codes: [ErrorCode.Unauthorized], description: '30001: the token lacks the scope of the operation' },
  { status: 413, codes: [ErrorCode.Parameter], description: '10001: the body has more than 64 KiB' },
  { status: 415, codes: [ErrorCode.Parameter], description: '10001: the body is not plain JSON in UTF-8' },
  {
    status: 429,
    codes: [ErrorCode.QuotaExhausted, ErrorCode.TooManyRequests],
    description: '30002: the daily quota is used up; 30003: too many requests',
    headers: RETRY_AFTER,
  },
  { status: 500, codes: [ErrorCode.Service], description: '40001: the service is at fault, and waiting won’t help' },
  {
    status: 503,
    codes: [ErrorCode.Service],
    description: '40001: the service can’t answer now; a partial answer is never given instead',
    headers: RETRY_AFTER,
  },
];

export const REQUEST_ID_HEADER = {
  'X-Request-Id': { description: 'Equal to `request_id`', schema: { type: 'string' } },
};

/** Documents every error an operation may answer with, in the envelope of the class given. */
export function ApiErrorResponses(errorClass: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(errorClass),
    ...ERRORS.map(({ status, codes, description, headers = {} }) =>
      ApiResponse({
        status,
        description,
        headers: {
          ...REQUEST_ID_HEADER,
          ...Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
          ),
        },
        schema: {
          allOf: [{ $ref: getSchemaPath(errorClass) }, { type: 'object', properties: { code: { enum: [...codes] } } }],
        },
      }),
    ),
  );
}
