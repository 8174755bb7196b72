import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { execute, findClientEnvironment } from '../testing/python-package.js';

const OPENAPI_TYPESCRIPT = join(PROJECT_DIR, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');

/** Whether generated files are written, or compared with the current ones. */
export type Mode = 'write' | 'check';

const checking = (mode: Mode): string[] => (mode === 'check' ? ['--check'] : []);

/**
 * Generates the types of the TypeScript client from docs/openapi.json.
 * @throws in mode `check` when they are stale
 */
export async function generateTypeScriptTypes(mode: Mode): Promise<void> {
  const target = join('clients', 'typescript', 'src', 'schema.ts');
  const options = ['--root-types', '--root-types-no-schema-prefix', '--output', target, ...checking(mode)];
  const document = join('docs', 'openapi.json');
  await execute(process.execPath, [OPENAPI_TYPESCRIPT, document, ...options], { cwd: PROJECT_DIR });
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
  await generateTypeScriptTypes('write');
  const bin = await findClientEnvironment();
  if (bin !== undefined) await generatePythonSources('write', bin);
}
