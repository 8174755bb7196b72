import type { Type } from '@nestjs/common';
import { applyDecorators, HttpCode, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import type { ApiResponseMetadata, ApiResponseOptions } from '@nestjs/swagger';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtension,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
} from '@nestjs/swagger';
import { ErrorAnswer } from '../answer/answer.dto.js';
import type { NeededScope } from '../access/route-metadata.js';
import { SCOPE } from '../access/route-metadata.js';
import { ApiErrorResponses, SUCCESS_HEADERS } from './error-responses.js';
import type { OperationDocs, OperationRule } from './operation-docs.js';
import { rulesOf } from './operation-docs.js';
import type { FieldsClass, Schema } from '../../records/fields/schema.js';
import { documentOf, fieldsOf, needsAny } from '../validation/request-field.js';

export interface OperationMarks {
  readonly summary: string;
  readonly description: string;
  /** The class of the body. */
  readonly request: FieldsClass;
  /** The class of the whole answer, envelope included; content and own headers of an answer without it. */
  readonly response: Type | ResponseContent;
  /** The class of an error, where it is not the common one. */
  readonly error?: Type;
  readonly docs: OperationDocs;
}

type ResponseContent = Required<Pick<ApiResponseMetadata, 'headers' | 'content'>>;

/**
 * Documents a route as an operation of the API. It stands above the marks of its scope and its route, and reads them. The
 * name of the handler is the operation's id, and so the name of the method in generated clients: `searchProducts`. A GET
 * takes its fields from the query string.
 */
export function Operation({
  summary,
  description,
  request,
  response,
  error = ErrorAnswer,
  docs,
}: OperationMarks): MethodDecorator {
  return (controller, name, descriptor) => {
    const handler = descriptor.value as object;
    const scope = Reflect.getMetadata(SCOPE, handler) as NeededScope;
    const isGet = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
    const { own, shared } = rulesOf(request, docs);
    applyDecorators(
      HttpCode(200),
      ApiOperation({ summary, description: `${description} ${inWordsOf(scope)} ${LINKS}${inWords(own)}` }),
      ApiExtension('x-rules', [...own, ...shared]),
      ApiBearerAuth(),
      ApiHeader(DATA_VERSION),
      ...(isGet
        ? queryParameters(request, docs)
        : [ApiBody({ type: request, required: needsAny(request), examples: { ...docs.examples } })]),
      ApiOkResponse(answerOf(response)),
      ApiErrorResponses(error),
    )(controller, name, descriptor);
  };
}

const DATA_VERSION = {
  name: 'X-Data-Version',
  description: 'The version of an earlier answer. The answer has this version or a newer one.',
  required: false,
};

/** HTML, because Swagger UI opens the links of Markdown in another tab. */
const LINKS = 'See <a href="#errors">errors</a> and <a href="#rules">rules of all operations</a>.';

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

/** The rules as a list for readers of a description. */
export const inWords = (rules: readonly Pick<OperationRule, 'description'>[]): string =>
  rules.map(({ description }, index) => `${index === 0 ? '\n\n' : '\n'}- ${description}`).join('');

/** The fields as parameters. Their examples are the schema's: with an `example` Swagger UI would fill in the form. */
function queryParameters(request: FieldsClass, { examples }: OperationDocs): MethodDecorator[] {
  return [...fieldsOf(request)].flatMap(([name, field]) => {
    const given = [...new Set(Object.values(examples).flatMap(({ value }) => (name in value ? [value[name]] : [])))];
    const { description = '', required = false, ...shown } = documentOf(field) as Schema & ParameterText;
    const schema = { ...shown, example: undefined, ...(given.length > 0 && { examples: given }) };
    return ApiQuery({ name, description, required, schema: schema as object });
  });
}

interface ParameterText {
  readonly description?: string;
  readonly required?: boolean;
}
