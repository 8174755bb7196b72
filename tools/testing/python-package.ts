import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_DIR } from '../../src/config/project-dir.js';

const INSTALL_TIMEOUT_MS = 600_000;
/** Only what is imported is compiled, then. */
const PIP = '-m pip install --quiet --disable-pip-version-check --no-compile --retries 1 --timeout 10'.split(' ');

export const execute = promisify(execFile);

const runs = (command: string, parameters = ['--version']): Promise<boolean> =>
  execute(command, parameters).then(
    () => true,
    () => false,
  );

/**
 * Installs a package from PyPI in its own Python environment, unless it is installed.
 * @returns the folder of the environment's commands; undefined, with a message on standard error, without Python 3 or PyPI
 */
export function findPythonPackage(name: string, version: string): Promise<string | undefined> {
  return findEnvironment(`${name}-${version}`, name, [`${name}==${version}`]);
}

/** Installs a package that has no command in the same way. */
export function findPythonLibrary(name: string, version: string): Promise<string | undefined> {
  return findEnvironment(`${name}-${version}`, 'python', [`${name}==${version}`], ['-c', `import ${name}`]);
}

/**
 * Installs the development packages of the Python client (`requirements-dev.txt`) in the same way, without the client.
 */
export function findClientEnvironment(): Promise<string | undefined> {
  return findRequirements('python-client', 'pytest', join('clients', 'python', 'requirements-dev.txt'));
}

/** Installs pyarrow, pandas, Polars and DuckDB in the same way. */
export function findParquetEnvironment(): Promise<string | undefined> {
  return findRequirements('parquet', 'python', join('test', 'support', 'parquet-requirements.txt'));
}

/** Installs DuckDB, pandas and what they fetch links with in the same way. */
export function findLinkEnvironment(): Promise<string | undefined> {
  return findRequirements('links', 'python', join('test', 'support', 'link-requirements.txt'));
}

function findRequirements(name: string, command: string, file: string): Promise<string | undefined> {
  const requirements = join(PROJECT_DIR, file);
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  return findEnvironment(`${name}-${version}`, command, ['--requirement', requirements]);
}

/** @param command a command that succeeds where the packages are installed */
async function findEnvironment(
  name: string,
  command: string,
  packages: readonly string[],
  parameters?: string[],
): Promise<string | undefined> {
  const folder = join(PROJECT_DIR, '.cache', name);
  const bin = join(folder, 'bin');
  if (await runs(join(bin, command), parameters)) return bin;
  try {
    await execute('python3', ['-m', 'venv', '--clear', folder]);
    await execute(join(bin, 'python'), [...PIP, ...packages], { timeout: INSTALL_TIMEOUT_MS });
    return bin;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const reason = (error as Error).message.trim().split('\n').at(-1);
    process.stderr.write(`Skipped: ${name} can’t be installed, it needs Python 3 and PyPI (${reason}).\n`);
    return undefined;
  }
}
