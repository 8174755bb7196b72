import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { execute, findClientEnvironment } from '../testing/python-package.js';

const OPENAPI_TYPESCRIPT = join(PROJECT_DIR, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');

/** Whether generated files are written, or compared with the current ones. */
export type Mode = 'write' | 'check';

/** The records that the TypeScript client's command prints. */
const PRINTED = [
  ...['VideoRecord', 'ProductRecord', 'LiveRecord', 'CreatorRecord', 'TopEcommerceRecord', 'TopGrowthRecord'],
  ...['ProductTopSellingRecord', 'ShopTopSellingRecord', 'CategoryTopSellingRecord', 'BreakdownRecord'],
  ...['HistoryRecord', 'ProductHistoryRecord', 'SellingHistoryRecord', 'SuggestionItem'],
];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const checking = (mode: Mode): string[] => (mode === 'check' ? ['--check'] : []);

/**
 * Generates the types of the TypeScript client, and the columns of its command, from docs/openapi.json.
 * @throws in mode `check` when they are stale
 */
export async function generateTypeScriptSources(mode: Mode): Promise<void> {
  await generateColumns(mode);
  const target = join('clients', 'typescript', 'src', 'schema.ts');
  const options = ['--root-types', '--root-types-no-schema-prefix', '--output', target, ...checking(mode)];
  const document = join('docs', 'openapi.json');
  await execute(process.execPath, [OPENAPI_TYPESCRIPT, document, ...options], { cwd: PROJECT_DIR });
}

async function generateColumns(mode: Mode): Promise<void> {
  const document = JSON.parse(readFileSync(join(PROJECT_DIR, 'docs', 'openapi.json'), 'utf8')) as {
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const { schemas } = document.components;
  const fieldsOf = ({ $ref, properties, allOf = [], oneOf = [] }: Schema = {}): [string, Schema][] => [
    ...Object.entries(properties ?? schemas[$ref?.split('/').at(-1) ?? '']?.properties ?? {}),
    ...((allOf[0] ?? oneOf[0]) ? fieldsOf(allOf[0] ?? oneOf[0]) : []),
  ];
  const pathsIn = (schema: Schema | undefined): string[] =>
    fieldsOf(schema).flatMap(([name, field]) => {
      const inner = pathsIn(field);
      return inner.length === 0 ? [name] : inner.map((path) => `${name}.${path}`);
    });
  const columns = Object.fromEntries(PRINTED.map((name) => [name, pathsIn(schemas[name])]));
  const text = await format(
    `// Made from docs/openapi.json by \`npm run clients\`.\n
/** The paths of each record's fields that are no objects, in its order. */
export const COLUMNS = ${JSON.stringify(columns)} as const;`,
    { parser: 'typescript', singleQuote: true, printWidth: 120 },
  );
  const path = join(PROJECT_DIR, 'clients', 'typescript', 'src', 'columns.ts');
  if (mode === 'write') writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) throw new Error('clients/typescript/src/columns.ts is stale.');
}

/**
 * Runs `clients/python/generate.py`: the models from docs/openapi.json, and the synchronous client.
 * @param bin commands of the client's Python environment
 * @throws in mode `check` when they are stale
 */
export async function generatePythonSources(mode: Mode, bin: string): Promise<void> {
  const program = join('clients', 'python', 'generate.py');
  await execute(join(bin, 'python'), [program, ...checking(mode)], { cwd: PROJECT_DIR });
}

/** Generates the sources of both clients. Skips the Python client without Python 3 or PyPI. */
export async function generateClientSources(): Promise<void> {
  await generateTypeScriptSources('write');
  const bin = await findClientEnvironment();
  if (bin !== undefined) await generatePythonSources('write', bin);
}
