import { posix } from 'node:path';
import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtension,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  type ApiResponseExamples,
  type ApiResponseMetadata,
} from '@nestjs/swagger';
import { ErrorAnswer } from '../answer/answer.dto.js';
import ANSWERS from './answers.json' with { type: 'json' };
import { type NeededScope, RequiresScope, WithoutEnvelope } from '../../common/route-metadata.js';
import { ApiErrorResponses, exportResponse, SUCCESS_HEADERS } from './error-responses.js';
import type { FieldsClass, Schema } from '../../fields/schema.js';
import { documentOf, fieldsOf, needsAny } from '../validation/request-field.js';
import { type PublishedRule, publishedRules } from '../validation/broken-rule.js';
import { type EnvelopeShape } from '../answer/envelope.interceptor.js';
import type { JsonObject } from '../../common/json-object.js';

/** Requests of an operation that return hits on the default seed. */
type RequestExamples = Readonly<Record<string, { readonly summary: string; readonly value: JsonObject }>>;

export interface OperationMarks {
  readonly scope: NeededScope;
  readonly summary: string;
  readonly description: string;
  /** The class of the whole answer, envelope included; the response of an answer without it. */
  readonly response: Type | ApiResponseMetadata;
  /** The class of an error, where it is not the common one. */
  readonly error?: Type;
  /** How its envelopes are written, where the common one is not enough (`shapeEnvelopes`). */
  readonly envelope?: EnvelopeShape;
  readonly examples: RequestExamples;
  /** What its rows are about, for programs: published as `x-subject`. */
  readonly subject?: object;
  /** Whether the fields of the request are parameters of the query string, as those of a GET are. */
  readonly inQuery?: true;
}

/** The metadata of a handler with its operation. */
const OPERATION = 'operation';

/** The marks of an operation, and the class of its request. */
interface MarkedOperation extends OperationMarks {
  readonly request: FieldsClass;
}

/**
 * Makes the handler of a route an operation of the API: its scope and its documentation. The name of the handler is the
 * operation's id, and so the name of the method in generated clients: `searchProducts`. The type of its first parameter is
 * the class of the request.
 */
export function Operation(marks: OperationMarks): MethodDecorator {
  const { scope, summary, description, response, subject, examples } = marks;
  return (type, name, descriptor) => {
    const [request] = Reflect.getMetadata('design:paramtypes', type, name) as [FieldsClass];
    const decorators = [
      RequiresScope(scope),
      SetMetadata(OPERATION, { ...marks, request } satisfies MarkedOperation),
      HttpCode(200),
      ApiOperation({ summary, description: `${description} ${inWordsOf(scope)} ${LINKS}` }),
      ApiExtension('x-rules', rulesOf(request)),
      ...(subject === undefined ? [] : [ApiExtension('x-subject', subject)]),
      ApiBearerAuth(),
      ApiHeader({
        name: 'X-Data-Version',
        description: 'The version of an earlier answer. The answer has this version or a newer one.',
        required: false,
      }),
      ...(marks.inQuery
        ? [...queryParameters(request, examples), ...HELD]
        : [ApiBody({ type: request, required: needsAny(request), examples: { ...examples } })]),
      ApiOkResponse(typeof response === 'function' ? answerOf(response, String(name)) : response),
      ApiErrorResponses(marks.error ?? ErrorAnswer, marks.envelope),
    ];
    applyDecorators(...decorators)(type, name, descriptor);
  };
}

/** An answer, with that on the default seed as an example (`npm run answers`). */
function answerOf(type: Type, operation: string): ApiResponseMetadata {
  const on_the_seed = (ANSWERS as Readonly<Record<string, ApiResponseExamples>>)[operation];
  return { type, description: 'code 0', headers: SUCCESS_HEADERS, ...(on_the_seed && { examples: { on_the_seed } }) };
}

const HELD = [
  ApiHeader({ name: 'If-None-Match', description: 'The `ETag` of the answer that the client has.', required: false }),
  ApiResponse({ status: 304, description: 'The client has the answer: `If-None-Match` has its `ETag`' }),
];

/** HTML, because Swagger UI opens the links of Markdown in another tab. */
const LINKS = 'See <a href="#errors">errors</a> and <a href="#rules">rules</a>.';

function inWordsOf(scope: NeededScope): string {
  return scope === 'any'
    ? 'Takes any valid token.'
    : `Needs a token with the scope \`${[scope].flat().join('\` and \`')}\`.`;
}

/** The fields as parameters. Their examples are the schema's: with an `example` Swagger UI would fill in the form. */
function queryParameters(request: FieldsClass, examples: RequestExamples): MethodDecorator[] {
  return [...fieldsOf(request)].flatMap(([name, field]) => {
    const values = [...new Set(Object.values(examples).flatMap(({ value }) => (name in value ? [value[name]] : [])))];
    const { description = '', required = false, ...shown } = documentOf(field) as ParameterText;
    const schema = { ...shown, example: undefined, ...(values.length > 0 && { examples: values }) };
    return ApiQuery({ name, description, required, schema: schema as object });
  });
}

type ParameterText = Schema & { readonly description?: string; readonly required?: boolean };

/** A rule of an operation that its schemas can't express, with the paths of its fields; published under `x-rules`. */
type OperationRule = Pick<PublishedRule, 'name' | 'limit'> & { readonly fields: readonly string[] };

/** The rules of a request's fields. A rule that is about each of several fields is listed once, with all of them. */
function rulesOf(type: FieldsClass, holder = '', rules = new Map<string, OperationRule>()): OperationRule[] {
  for (const [field, { nested }] of fieldsOf(type)) {
    const path = `${holder}${field}`;
    for (const { name, others, limit } of publishedRules(type, field)) {
      const key = others.length === 0 ? name : `${name} ${path} ${others.join()}`;
      const paths = rules.get(key)?.fields ?? [];
      rules.set(key, { name, fields: [...paths, path, ...others.map((other) => `${holder}${other}`)], limit });
    }
    if (nested !== undefined) rulesOf(nested(), `${path}.`, rules);
  }
  return [...rules.values()];
}

type ExportMarks = Omit<OperationMarks, 'response'> & { readonly record: Type<object> };

const BROKEN_OFF =
  'An answer that breaks off ends with a cut connection: NDJSON with a last line `{code, message, request_id}`, CSV within quotation marks, Parquet without its footer.';

/** An export: an operation whose answer is a stream of records without the envelope. */
export function Export({ record, description, ...marks }: ExportMarks): MethodDecorator {
  return applyDecorators(
    Operation({
      ...marks,
      description: `${description} All of them in the order of the search, past the paging window, as they were at one moment; a row counts as a hundredth of a request in the token’s limits. ${BROKEN_OFF}`,
      response: exportResponse(record.name) as ApiResponseMetadata,
    }),
    WithoutEnvelope(),
  );
}

type Handler = (...parameters: object[]) => Promise<unknown>;

/** An operation as its controller serves it. */
export interface ServedOperation extends MarkedOperation {
  /** The name of its handler: `searchProducts`. */
  readonly id: string;
  readonly path: string;
  /** Its handler, whose first parameter is a checked request. */
  readonly handle: Handler;
}

/** The operations of all controllers, read back from their metadata. */
export function servedOperations(discovery: Pick<DiscoveryService, 'getControllers'>): ServedOperation[] {
  return discovery.getControllers().flatMap(({ instance }) => {
    const controller = instance as Record<string, Handler>;
    return new MetadataScanner().getAllMethodNames(controller).flatMap((id) => {
      const handler = controller[id] as Handler;
      const marks = Reflect.getMetadata(OPERATION, handler) as MarkedOperation | undefined;
      if (marks === undefined) return [];
      const [folder = '', route = ''] = [controller.constructor, handler].map(
        (routed) => Reflect.getMetadata(PATH_METADATA, routed) as string,
      );
      return { ...marks, id, path: posix.join('/', folder, route), handle: handler.bind(controller) };
    });
  });
}
