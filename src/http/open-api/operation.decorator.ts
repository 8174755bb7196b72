import type { Type } from '@nestjs/common';
import { applyDecorators, Get, HttpCode, Post } from '@nestjs/common';
import type { ApiResponseMetadata, ApiResponseOptions } from '@nestjs/swagger';
import { ApiBearerAuth, ApiBody, ApiExtension, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { ErrorAnswer } from '../answer/error-answer.dto.js';
import type { NeededScope } from '../access/route-metadata.js';
import { RequiresScope } from '../access/route-metadata.js';
import { ApiErrorResponses, SUCCESS_HEADERS } from './error-responses.js';
import type { OperationDocs, OperationRule } from './operation-docs.js';
import { rulesOf } from './operation-docs.js';
import type { RequestClass } from '../validation/request-field.js';
import { fieldsOf } from '../validation/request-field.js';

export interface OperationMarks {
  /** Full path, `/video/v1/search`. */
  readonly path: string;
  /** `GET` takes the fields in the query string; without it the operation is a POST. */
  readonly method?: 'GET';
  readonly scope: NeededScope;
  readonly summary: string;
  readonly description: string;
  /** The class of the body. */
  readonly request: RequestClass;
  /** The class of the whole answer, envelope included; content and own headers of an answer without it. */
  readonly response: Type | ResponseContent;
  /** The class of an error, where it is not the common one. */
  readonly error?: Type;
  readonly docs: OperationDocs;
}

type ResponseContent = Required<Pick<ApiResponseMetadata, 'headers' | 'content'>>;

/** An operation of the API: its route, the scope of its tokens and its documentation, stated together. */
export function Operation(marks: OperationMarks): MethodDecorator {
  const { path, method, scope, summary, description, request, response, error = ErrorAnswer, docs } = marks;
  const isGet = method === 'GET';
  const rules = rulesOf(request, docs);
  return applyDecorators(
    isGet ? Get(path) : Post(path),
    HttpCode(200),
    RequiresScope(scope),
    ApiOperation({
      operationId: operationIdOf(method ?? 'POST', path),
      summary,
      description: `${description} ${inWordsOf(scope)}\n\n${inWords(rules)}`,
    }),
    ApiExtension('x-rules', rules),
    ApiBearerAuth(),
    ...(isGet
      ? queryParameters(request, docs)
      : [ApiBody({ type: request, required: false, examples: { ...docs.examples } })]),
    ApiOkResponse(answerOf(response)),
    ApiErrorResponses(error),
  );
}

/** `postVideoSearch` for POST /video/v1/search: the names of generated clients' methods. */
function operationIdOf(method: string, path: string): string {
  const words = path.split('/').filter((word) => word !== '' && !/^v\d+$/.test(word));
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** What a token must open, as in `scope \`video\``. */
function inWordsOf(scope: NeededScope): string {
  if (scope === 'any') return 'Takes any valid token.';
  const [first, ...others] = [scope].flat();
  return `Needs a token with the scope \`${first}\`${others.map((other) => ` and \`${other}\``).join('')}.`;
}

const answerOf = (response: Type | ResponseContent): ApiResponseOptions =>
  typeof response === 'function'
    ? { type: response, description: 'code 0', headers: { ...SUCCESS_HEADERS } }
    : { content: response.content, description: 'The records', headers: { ...SUCCESS_HEADERS, ...response.headers } };

/** The rules as a list for readers of the description. */
const inWords = (rules: readonly OperationRule[]): string =>
  `Rules beside the schema:\n${rules.map(({ description }) => `- ${description}`).join('\n')}`;

function queryParameters(request: RequestClass, { examples }: OperationDocs): MethodDecorator[] {
  return [...fieldsOf(request)].flatMap(([name, field]) => {
    const { description, ...schema } = field.schema as { description: string };
    const given = Object.entries(examples).filter(([, { value }]) => name in value);
    return ApiQuery({
      name,
      description,
      required: field.required === true,
      schema,
      ...(given.length > 0 && {
        examples: Object.fromEntries(given.map(([key, { summary, value }]) => [key, { summary, value: value[name] }])),
      }),
    });
  });
}
