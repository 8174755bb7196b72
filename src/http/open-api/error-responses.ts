import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiResponse,
  type ApiResponseOptions,
  getSchemaPath,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { EXAMPLE_ENVELOPE } from '../answer/answer.dto.js';
import type { EnvelopeShape } from '../answer/envelope.interceptor.js';
import RESPONSES from './responses.json' with { type: 'json' };

interface ErrorExample {
  readonly name: string;
  readonly code: number;
  readonly message: string;
  readonly errors?: readonly object[];
}

const references = (headers: readonly string[]) =>
  Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const SUCCESS_HEADERS = references(RESPONSES.success);

/** The response of an export of records of this schema. */
export function exportResponse(record: string) {
  const { headers, ...response } = RESPONSES.export;
  const filled = JSON.parse(JSON.stringify(response).replace('{record}', record)) as typeof response;
  return { ...filled, headers: { ...SUCCESS_HEADERS, ...headers } };
}

/** Classes of errors with the shape of their envelopes, by the prefix of their responses: `Live` for `LiveErrorAnswer`. */
const KINDS = new Map<string, { readonly errorClass: Type; readonly shape: EnvelopeShape }>();

/** Documents every error of an operation (docs/api.md, "Envelope"), in the envelope of the given class. */
export function ApiErrorResponses(errorClass: Type, shape: EnvelopeShape = (envelope) => envelope): MethodDecorator {
  const prefix = errorClass.name.replace(/ErrorAnswer$/, '');
  KINDS.set(prefix, { errorClass, shape });
  return applyDecorators(
    ApiExtraModels(errorClass),
    ...RESPONSES.errors.map(({ name, status, description }) => {
      const $ref = `#/components/responses/${prefix}${name}`;
      return ApiResponse({ status, description, $ref } as ApiResponseOptions);
    }),
  );
}

/** Adds the headers and the error responses that operations refer to. */
export function addErrorComponents(document: OpenAPIObject): void {
  const responses = [...KINDS].flatMap(([prefix, { errorClass, shape }]) =>
    RESPONSES.errors.map(({ name, description, headers, examples }) => {
      const samples: readonly ErrorExample[] = examples;
      const codes = samples.map(({ code }) => code);
      const schema = { $ref: getSchemaPath(errorClass) };
      const shown = samples.map(({ name: title, code, message, errors = [] }) => [
        title,
        { summary: message, value: shape({ ...EXAMPLE_ENVELOPE, code, data: { errors }, message }) },
      ]);
      const content = { 'application/json': { schema, examples: Object.fromEntries(shown) as object } };
      return [`${prefix}${name}`, { description, headers: references(headers), 'x-codes': codes, content }];
    }),
  );
  const components = { headers: RESPONSES.headers, responses: Object.fromEntries(responses) as object };
  Object.assign((document.components ??= {}), components);
}
