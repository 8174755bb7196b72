/** A JSON schema as the OpenAPI document has them. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | null)[];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly 'x-on-request'?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Schema } };
}

export interface Operation {
  readonly 'x-rules'?: readonly {
    readonly name: string;
    readonly fields: readonly string[];
    readonly limit?: number;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The parts of /openapi.json that the explorer reads. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly post?: Operation } | undefined>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The document with the help of its objects, which is in their order. */
export function withHelp(document: OpenApi, help: readonly string[]): OpenApi {
  let at = 0;
  const add = (_: string, value: unknown): unknown => {
    const description = value?.constructor === Object && help[at++];
    return description ? { ...value, description } : value;
  };
  return JSON.parse(JSON.stringify(document, add)) as OpenApi;
}

/** A schema with its references followed and its parts put together; that it may be null is left out. */
export function follow(document: OpenApi, schema: Schema = {}): Schema {
  const { $ref, allOf = [], anyOf = [], ...own } = schema;
  const named = document.components.schemas[$ref?.split('/').at(-1) ?? ''];
  const choices = (schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  const only = choices.length === 1 ? choices : [];
  const parts = [...(named === undefined ? [] : [named]), ...allOf, ...anyOf, ...only].filter(
    ({ type }) => type !== 'null',
  );
  return [...parts.map((part) => follow(document, part)), own].reduce<Schema>((whole, part) => {
    const properties = { ...whole.properties, ...part.properties };
    return { ...whole, ...part, ...(Object.keys(properties).length > 0 && { properties }) };
  }, {});
}

/** The POST at a path; undefined when this service has none. */
export const operationAt = (document: OpenApi, path: string): Operation | undefined => document.paths[path]?.post;

/** The rows of an operation's list that its pages show at most. */
export const pageWindow = (document: OpenApi, path: string): number =>
  operationAt(document, path)?.['x-rules']?.find(({ name }) => name === 'page_window')?.limit ?? Infinity;

/** The schema of an operation's body. */
export function requestSchema(document: OpenApi, path: string): Schema {
  return follow(document, operationAt(document, path)?.requestBody?.content?.['application/json'].schema);
}

/** The schema of the records in an operation's `data.list`. */
export function recordSchema(document: OpenApi, path: string): Schema {
  const answer = operationAt(document, path)?.responses['200']?.content?.['application/json'].schema;
  const data = follow(document, follow(document, answer).properties?.data);
  const { items } = follow(document, data.properties?.list);
  return follow(document, items);
}
