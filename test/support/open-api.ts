import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Schema {
  properties?: object;
  additionalProperties?: boolean;
  [key: string]: unknown;
}
interface Header {
  readonly required: boolean;
  readonly schema: { readonly type: string };
}
interface DocumentedResponse {
  /** The codes of an error's answers. */
  readonly 'x-codes'?: readonly number[];
  readonly description: string;
  readonly headers?: Record<string, Header | Reference>;
}
interface Reference {
  readonly $ref: string;
}
interface DocumentedOperation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly schema: { readonly examples?: readonly unknown[] };
  }[];
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly 'x-rules': readonly { readonly name: string; readonly limit?: number }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: Reference | { readonly anyOf: readonly [Reference, unknown] };
        readonly examples: Record<string, { readonly value: object }>;
      };
    };
  };
  /** References have their description beside them. */
  readonly responses: Record<string, DocumentedResponse | (DocumentedResponse & Reference)>;
}
interface OpenApi {
  readonly paths: Record<string, Record<string, DocumentedOperation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

export const OPEN_API = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
export const RANKING_PATHS = Object.keys(OPEN_API.paths).filter((path) => /\/rank\/top\w+$/.test(path));

/** What a reference of the document leads to; anything else as it is. */
export function dereferenced<Part extends object>(part: Part | Reference): Part {
  if (!('$ref' in part)) return part;
  const names = part.$ref.split('/').slice(1);
  return dereferenced(names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], OPEN_API) as Part);
}

/** An example of an operation: the whole body of a POST, one parameter of a GET. */
export interface DocumentedExample {
  /** Of method, path and name: `POST /video/v1/search, most_played`. */
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly name: string;
  /** Of the query parameter that it is an example for. */
  readonly parameter?: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export const EXAMPLES: readonly DocumentedExample[] = Object.entries(OPEN_API.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([verb, { operationId, tags, requestBody, parameters = [] }]) => {
    const method = verb === 'get' ? 'GET' : 'POST';
    const common = { method, path, operationId, tag: tags[0] } as const;
    const title = (name: string): string => `${method} ${path}, ${name}`;
    const bodies = Object.entries(requestBody?.content['application/json'].examples ?? {});
    return [
      ...bodies.map(([name, { value }]) => ({ ...common, title: title(name), name, value: { ...value } })),
      ...parameters.flatMap(({ name: parameter, schema: { examples = [] } }) =>
        examples.map((value) => ({
          ...common,
          title: title(`${parameter} ${String(value)}`),
          name: parameter,
          parameter,
          value: { [parameter]: value },
        })),
      ),
    ];
  }),
);

const ID = 'openapi.json';
const integerOf = (bits: number) => ({
  type: 'number' as const,
  validate: (value: number): boolean => value >= -(2 ** (bits - 1)) && value < 2 ** (bits - 1),
});
const isDay = (text: string): boolean =>
  (new Date(text) as { toJSON(): string | null }).toJSON()?.slice(0, 10) === text;
/** OpenAPI's formats: how wide numbers are, and the days of the calendar. Addresses are as they were loaded. */
export const FORMATS = { int32: integerOf(32), int64: integerOf(64), double: true, date: isDay, uri: true } as const;
const WHOLE_ID = 'whole-rows.json';
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS })
  .addSchema({ $id: ID, ...closed(OPEN_API) })
  .addSchema({ $id: WHOLE_ID, ...closed(ofWholeRows()) });
const validators = new Map<string, ValidateFunction>();

/** The document of requests that choose no `fields`: its rows have all that they have unless these are chosen. */
function ofWholeRows(): OpenApi {
  return JSON.parse(JSON.stringify(OPEN_API).replaceAll('"x-required":', '"required":')) as OpenApi;
}

/** The document with objects closed: a property that it does not name is a fault of the answer. */
function closed(document: OpenApi): OpenApi {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    schema.properties === undefined ? schema : { additionalProperties: false, ...schema },
  ]);
  const components = { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> };
  return { ...document, components };
}

function faultsOf(pointer: readonly string[], value: unknown, id = ID): string[] {
  const $ref = `${id}#/${pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
  const validate = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * How an answer departs from what the document says of its operation and status; empty when it does not, or when the
 * path is none of an operation.
 * @param isOfSomeFields whether the request chose fields, so that rows may lack others
 */
export function undocumentedIn(
  method: string,
  address: string,
  status: number,
  body: unknown,
  isOfSomeFields = false,
): string[] {
  const path = address.replace(/\?.*$/s, '');
  const methods = OPEN_API.paths[path];
  if (methods === undefined) return [];
  const verb = method.toLowerCase();
  const operation = methods[verb];
  if (operation === undefined) {
    const error = path === '/live/v1/search' ? 'LiveErrorAnswer' : 'ErrorAnswer';
    return status === 405
      ? faultsOf(['components', 'schemas', error], body)
      : [`${method} is not documented, but gave ${status}`];
  }
  const response = operation.responses[status];
  if (response === undefined) return [`status ${status} is not documented`];
  const at = '$ref' in response ? response.$ref.split('/').slice(1) : ['paths', path, verb, 'responses', `${status}`];
  const { 'x-codes': codes } = dereferenced(response);
  const { code } = (body ?? {}) as { readonly code?: number };
  return [
    ...(codes?.includes(code as number) === false ? [`/code ${code} is not documented`] : []),
    ...faultsOf([...at, 'content', 'application/json', 'schema'], body, isOfSomeFields ? ID : WHOLE_ID),
  ];
}

const NOTHING: DocumentedResponse = { description: '' };

/** How the head of an answer departs from what the document says of its operation and status. */
export function undocumentedInHead(method: string, address: string, status: number, head: Headers): string[] {
  const path = address.replace(/\?.*$/s, '');
  const { headers = {} } = dereferenced(OPEN_API.paths[path]?.[method.toLowerCase()]?.responses[status] ?? NOTHING);
  return Object.entries(headers).flatMap(([name, documented]) => {
    const { required, schema } = dereferenced(documented);
    const value = head.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    return schema.type !== 'integer' || /^\d+$/.test(value) ? [] : [`the header ${name} is no whole number: ${value}`];
  });
}

export function requestNameOf({ requestBody }: Pick<DocumentedOperation, 'requestBody'>): string {
  const schema = requestBody?.content['application/json'].schema;
  if (schema === undefined) return '';
  const { $ref } = '$ref' in schema ? schema : schema.anyOf[0];
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** How a request departs from the schema of its operation's body. */
export function undocumentedInRequest(path: string, body: unknown): string[] {
  return faultsOf(['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'], body);
}

interface FieldSchema {
  readonly $ref?: string;
  readonly pattern?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly allOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly anyOf?: readonly FieldSchema[];
}

interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: FieldSchema }>> };
}

/** A field of a request that takes an id or a number, by its names from the body down. */
export interface FoundField {
  readonly path: string;
  readonly operation: string;
  readonly names: readonly string[];
  readonly takes: 'id' | 'number';
}

const document = OPEN_API as unknown as {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> };
};

function fieldsIn(schema: FieldSchema, names: readonly string[]): Pick<FoundField, 'names' | 'takes'>[] {
  const { $ref, properties = {}, allOf = [], oneOf = [], anyOf = [], type } = schema;
  if ($ref !== undefined) return fieldsIn(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, names);
  if (oneOf.some(({ pattern, type: own }) => pattern !== undefined && own === 'string'))
    return [{ names, takes: 'id' }];
  if ([type].flat().some((one) => one === 'number' || one === 'integer')) return [{ names, takes: 'number' }];
  return [
    ...[...allOf, ...oneOf, ...anyOf].flatMap((one) => fieldsIn(one, names)),
    ...Object.entries(properties).flatMap(([name, inner]) => fieldsIn(inner, [...names, name])),
  ];
}

/** The fields of all operations' requests that take an id, or a number, as the OpenAPI document has them. */
export const foundFields = (takes: FoundField['takes']): FoundField[] =>
  Object.entries(document.paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody.content['application/json']?.schema;
    if (post === undefined || schema === undefined) return [];
    return fieldsIn(schema, [])
      .filter((field) => field.takes === takes)
      .map((field) => ({ path, operation: post.operationId, ...field }));
  });

export const bodyWith = ({ names }: Pick<FoundField, 'names'>, value: unknown): object =>
  [...names].reverse().reduce<unknown>((inner, name) => ({ [name]: inner }), value) as object;
