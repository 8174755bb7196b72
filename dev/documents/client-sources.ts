import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { format } from 'prettier';
import ts from 'typescript';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import type { Document, Operation, Schema } from './api-document.js';
import { commandLists, explorerSubjects } from './subject-sources.js';
import { execute, findClientEnvironment } from '../../tools/testing/python-package.js';

const SOURCES = join('clients', 'typescript', 'src');
const EXPLORER_SUBJECTS = join('..', '..', '..', 'explorer', 'model', 'subjects.ts');
const STYLE = { parser: 'typescript', singleQuote: true, printWidth: 120 } as const;

/** Whether generated files are written, or compared with the current ones. */
export type Mode = 'write' | 'check';

const checking = (mode: Mode): string[] => (mode === 'check' ? ['--check'] : []);

/**
 * Generates from the unnamed OpenAPI document the types and methods of the TypeScript client, what its command reads of records and
 * subjects, and the subjects of the explorer.
 * @throws in mode `check` when they are stale
 */
export async function generateTypeScriptSources(mode: Mode): Promise<void> {
  const document = JSON.parse(await unnamedText(), wholeRows) as Document;
  const operations = operationsOf(document);
  put('columns.ts', await format(`${columnsOf(document, operations)}\n${commandLists(operations)}`, STYLE), mode);
  put(EXPLORER_SUBJECTS, await format(explorerSubjects(document, operations), STYLE), mode);
  const client = readFileSync(join(PROJECT_DIR, SOURCES, 'commerce-client.ts'), 'utf8');
  const [, before, after] = MADE.exec(client) ?? [];
  if (before === undefined || after === undefined) throw new Error('commerce-client.ts has no place for methods.');
  const methods = `${before}${operations.map(methodsOf).join('\n')}\n\n${after}`;
  put('commerce-client.ts', await format(methods, STYLE), mode);
  // The methods stand for the paths.
  const types = await openapiTS(JSON.stringify({ ...document, paths: {} }), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) =>
      schema.format === BIGINT ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword) : undefined,
  });
  put('schema.ts', `${COMMENT_HEADER}${astToString(types)}`, mode);
}

/** The document as text. Loaded when needed, because it makes an application. */
async function unnamedText(): Promise<string> {
  const { describeUnnamed } = await import('./describe-service.js');
  return JSON.stringify(await describeUnnamed());
}

const BIGINT = 'bigint';

/** Requires what rows always have, as the methods derive their types from the fields of the request; marks ids. */
function wholeRows(_key: string, value: unknown): unknown {
  const { oneOf: [text, whole64] = [], type, pattern, 'x-required': always } = (value ?? {}) as Schema;
  // An id: a number of JavaScript would round it.
  if (text?.pattern !== undefined && whole64?.format === 'int64') whole64.format = BIGINT;
  if (Array.isArray(type) && type.includes('integer') && pattern !== undefined)
    return { oneOf: [{ type: 'string' }, { type: 'integer', format: BIGINT }] };
  return always === undefined ? value : { ...(value as Schema), required: always };
}

/** What stands before and after the methods that are made. */
const MADE = /^(.*\n {2}\/\/ Made from docs\/openapi\.json[^\n]*\n).*( {2}\/\/ The end of what is made\.\n.*)$/s;

function put(name: string, text: string, mode: Mode): void {
  const path = join(PROJECT_DIR, SOURCES, name);
  if (mode === 'write') writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) throw new Error(`${name} is stale: npm run clients writes it.`);
}

/** The name of the schema that one refers to; empty without one. */
const nameIn = ({ $ref, allOf = [], anyOf = [], oneOf = [] }: Schema = {}): string =>
  ($ref ?? [...allOf, ...anyOf, ...oneOf][0]?.$ref ?? '').split('/').at(-1) ?? '';

function operationsOf({ paths, components: { schemas } }: Document): Operation[] {
  const propertyOf = (name: string, property: string) => schemas[name]?.properties?.[property];
  const operations = Object.entries(paths).flatMap(([path, { post, get }]): Operation[] => {
    if (post === undefined) return [];
    const { operationId: id, summary, requestBody, responses, 'x-rules': rules, 'x-subject': about } = post;
    const request = nameIn(requestBody.content['application/json']?.schema);
    const data = nameIn(propertyOf(nameIn(responses[200].content['application/json']?.schema), 'data'));
    const row = nameIn(propertyOf(data, 'list')?.items);
    const window = rules.find(({ name }) => name === 'page_window')?.limit;
    const isOptional = requestBody.required !== true;
    const hasTotal = propertyOf(data, 'total') !== undefined;
    const takesFields = propertyOf(request, 'fields') !== undefined;
    const names = { id, path, summary, about, request, row, data: data || undefined };
    return [{ ...names, isOptional, isHeld: get !== undefined, takesFields, hasTotal, window }];
  });
  // An export has the rows of its search or ranking.
  return operations.map((operation) => {
    const searched = operations.find(({ path, window }) => window && operation.path === exportPathOf(path));
    return searched === undefined ? operation : { ...operation, row: searched.row };
  });
}

const exportPathOf = (path: string): string =>
  path.endsWith('/search') ? path.replace(/search$/, 'export') : `${path}/export`;

function methodsOf(operation: Operation): string {
  const { id, path, summary, request, isOptional, isHeld, takesFields, data, hasTotal, row, window } = operation;
  const fallback = isOptional ? ' = {}' : '';
  const choice = takesFields ? `<const Fields extends FieldPaths<schema.${request}> = readonly []>` : '';
  const choosing = (type: string): string => (takesFields ? `Choosing<${type}, Fields>` : type);
  if (data === undefined) {
    return `
  /** ${summary}: all of them as they are at one moment, however many. */
  ${id}${choice}(
    request: ${choosing(`RecordExport<schema.${request}>`)}${fallback},
    options?: ExportOptions,
  ): Export<Chosen<schema.${row}, Fields>> {
    return exportRecords(this.transport, '${path}', request, options);
  }`;
  }
  const page = `
  /** ${summary}${window === undefined ? '' : ': a page'}. */
  ${id}${choice}(
    request: ${choosing(`schema.${request}`)}${fallback},
    options?: CallOptions,
  ): Promise<${takesFields ? `WithRows<schema.${data}, Fields>` : `schema.${data}`}> {
    return this.${isHeld ? 'get' : 'ask'}('${path}', request, options);
  }`;
  if (window === undefined) return page;
  const edge = hasTotal
    ? ''
    : ` They come without a total, so that exactly ${window} throw PageWindowError as more do.`;
  return `${page}

  /** ${summary}: all of them, as long as the pages reach them: ${window}.${edge} */
  all${id.replace(/^(?:search|find|rank|breakDown)/, '')}${choice}(
    request: ${choosing(`Unpaged<schema.${request}>`)}${fallback},
    options?: WalkOptions,
  ): Records<${takesFields ? `Chosen<schema.${row}, Fields>` : `schema.${row}`}> {
    return this.walk('${path}', ${window}, request, options);
  }`;
}

function columnsOf({ components: { schemas } }: Document, operations: readonly Operation[]): string {
  const fieldsOf = ({ $ref, properties, allOf = [], oneOf = [] }: Schema = {}): [string, Schema][] => [
    ...Object.entries(properties ?? schemas[$ref?.split('/').at(-1) ?? '']?.properties ?? {}),
    ...((allOf[0] ?? oneOf[0]) ? fieldsOf(allOf[0] ?? oneOf[0]) : []),
  ];
  /** The paths of the fields that are no objects, and whether each is answered only on request. */
  const pathsIn = (schema: Schema | undefined, isOnRequest = false): [path: string, isOnRequest: boolean][] =>
    fieldsOf(schema).flatMap(([name, field]) => {
      const isAsked = isOnRequest || field['x-on-request'] === true;
      const inner = pathsIn(field, isAsked);
      if (inner.length === 0) return [[name, isAsked]];
      return inner.map(([path, isInnerAsked]) => [`${name}.${path}`, isInnerAsked] as [string, boolean]);
    });
  const printed = operations.filter(({ path, row }) => row !== '' && !path.endsWith('/category'));
  const rows = [...printed.map(({ row }) => row), 'FacetValue', 'UsageData'];
  const pathsOf = (row: string, isShown: (isOnRequest: boolean) => boolean): string[] =>
    pathsIn(schemas[row]).flatMap(([path, isOnRequest]) => (isShown(isOnRequest) ? [path] : []));
  const columns = Object.fromEntries(rows.map((row) => [row, pathsOf(row, () => true)]));
  const onRequest = rows.flatMap((row) => {
    const paths = pathsOf(row, (isOnRequest) => isOnRequest);
    return paths.length === 0 ? [] : [[row, paths]];
  });
  /** The values that fields of requests take, wherever their names stand. */
  const choicesOf = (field: string, requests: RegExp): string[] => {
    const found = Object.entries(schemas).flatMap(([name, { properties }]) => {
      const { enum: own, oneOf = [] } = (requests.test(name) && properties?.[field]) || {};
      return own ?? oneOf[0]?.enum ?? [];
    });
    return [...new Set(found)].filter((one) => one !== null);
  };
  const choices = {
    breakdown: choicesOf('by', /^BreakdownRequest$/),
    measure: choicesOf('measure', /FacetsRequest$/),
    period: choicesOf('date_type', /^HistoryRequest$/),
    lang: choicesOf('lang', /Request$/),
  };
  return `// Made from docs/openapi.json by \`npm run clients\`.\n
/** The paths of each record's fields that are no objects, in its order. */
export const COLUMNS = ${JSON.stringify(columns)} as const;

/** Those that are answered only where \`fields\` names them. */
export const ON_REQUEST: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(onRequest))};

/** The values that requests take, by what the command calls them. */
export const CHOICES = ${JSON.stringify(choices)} as const;`;
}

/**
 * Runs `clients/python/generate.py`: the models and methods from the unnamed document, and the synchronous client.
 * @param bin commands of the client's Python environment
 * @throws in mode `check` when they are stale
 */
export async function generatePythonSources(mode: Mode, bin: string): Promise<void> {
  const program = join('clients', 'python', 'generate.py');
  const document = join('.cache', 'unnamed-openapi.json');
  mkdirSync(join(PROJECT_DIR, '.cache'), { recursive: true });
  writeFileSync(join(PROJECT_DIR, document), await unnamedText());
  await execute(join(bin, 'python'), [program, document, ...checking(mode)], { cwd: PROJECT_DIR });
}

/** Generates the sources of both clients. Skips the Python client without Python 3 or PyPI. */
export async function generateClientSources(): Promise<void> {
  await generateTypeScriptSources('write');
  const bin = await findClientEnvironment();
  if (bin !== undefined) await generatePythonSources('write', bin);
}
