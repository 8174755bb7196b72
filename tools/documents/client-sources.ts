import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { execute, findClientEnvironment } from '../testing/python-package.js';

const OPENAPI_TYPESCRIPT = join(PROJECT_DIR, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');

/** What is done with generated files: they are written, or compared with what would be. */
export type Mode = 'write' | 'check';

const checking = (mode: Mode): string[] => (mode === 'check' ? ['--check'] : []);

/**
 * The types of the TypeScript client, from docs/openapi.json.
 * @throws when they are stale and only checked
 */
export async function generateTypeScriptTypes(mode: Mode): Promise<void> {
  const target = join('clients', 'typescript', 'src', 'schema.ts');
  const options = ['--root-types', '--root-types-no-schema-prefix', '--output', target, ...checking(mode)];
  const document = join('docs', 'openapi.json');
  await execute(process.execPath, [OPENAPI_TYPESCRIPT, document, ...options], { cwd: PROJECT_DIR });
}

/**
 * What `clients/python/generate.py` makes: the models from docs/openapi.json, and the client for ordinary code.
 * @param bin commands of the client's Python environment
 * @throws when they are stale and only checked
 */
export async function generatePythonSources(mode: Mode, bin: string): Promise<void> {
  const program = join('clients', 'python', 'generate.py');
  await execute(join(bin, 'python'), [program, ...checking(mode)], { cwd: PROJECT_DIR });
}

/** Everything that is generated of both clients; the Python one's is left as it is where there is no Python 3 or no PyPI. */
export async function generateClientSources(): Promise<void> {
  await generateTypeScriptTypes('write');
  const bin = await findClientEnvironment();
  if (bin !== undefined) await generatePythonSources('write', bin);
}
