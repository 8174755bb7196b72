import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';

interface Schema {
  readonly $ref?: string;
  readonly pattern?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** A field of a request that takes an id or a number, by its names from the body down. */
export interface FoundField {
  readonly path: string;
  readonly operation: string;
  readonly names: readonly string[];
  readonly takes: 'id' | 'number';
}

const document = JSON.parse(readFileSync(join(PROJECT_DIR, 'docs', 'openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function fieldsIn(schema: Schema, names: readonly string[]): Pick<FoundField, 'names' | 'takes'>[] {
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

/** A body with a value in one field. */
export const bodyWith = ({ names }: Pick<FoundField, 'names'>, value: unknown): object =>
  [...names].reverse().reduce<unknown>((inner, name) => ({ [name]: inner }), value) as object;
