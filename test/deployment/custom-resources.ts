import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

interface CustomResource {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Where `tools/release/install-chart-tools.mjs` puts the definitions of the operators whose resources the chart makes. */
const FOLDER = join('.cache', 'go', 'definitions');

/** The definitions of custom resources; undefined when they are not installed. */
export function readDefinitions(): readonly Definition[] | undefined {
  if (!existsSync(FOLDER)) return undefined;
  return readdirSync(FOLDER).map((file) => parse(readFileSync(join(FOLDER, file), 'utf8')) as Definition);
}

/**
 * What an operator would refuse of a resource, or drop from it as unknown; an empty list when nothing.
 * @throws Error when there is no definition of it
 */
export function problemsOf(resource: CustomResource, definitions: readonly Definition[]): string[] {
  const { apiVersion, kind } = resource;
  const [group, version] = apiVersion.split('/');
  const definition = definitions.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  const schema = definition?.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema;
  if (schema === undefined) throw new Error(`There is no definition of ${kind} in ${apiVersion}.`);
  // "int32" and the like are formats of OpenAPI that JSON schema does not know.
  const options = { strict: false, allErrors: true, validateFormats: false, code: { regExp: goRegExp } };
  const check = new Ajv(options).compile(closed(schema));
  check(resource);
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The schema, refusing the fields that Kubernetes would drop without a word. */
function closed(schema: Schema): Schema {
  const { properties, items } = schema;
  const open =
    properties === undefined ||
    schema.additionalProperties !== undefined ||
    schema['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
    }),
    ...(items !== undefined && { items: closed(items) }),
    ...(!open && { additionalProperties: false }),
  };
}

const IGNORE_CASE = '(?i)';

/** A pattern as Go reads it, which may say within it that case does not count. */
function goRegExp(pattern: string, flags: string): RegExp {
  return new RegExp(pattern.replace(IGNORE_CASE, ''), pattern.includes(IGNORE_CASE) ? `${flags}i` : flags);
}
goRegExp.code = 'new RegExp';
