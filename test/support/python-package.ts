import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_DIR } from '../../src/config/project-dir.js';

const INSTALL_TIMEOUT_MS = 180_000;
const PIP = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '10'];

export const execute = promisify(execFile);

const runs = (command: string): Promise<boolean> =>
  execute(command, ['--version']).then(
    () => true,
    () => false,
  );

/**
 * A package from PyPI in a Python environment of its own, installed the first time, and when its Python has gone since.
 * @param command the command that it brings
 * @returns the folder of the environment's commands; undefined, told on standard error, where there is no Python 3 or no PyPI
 */
export async function findPythonPackage(name: string, version: string, command = name): Promise<string | undefined> {
  const folder = join(PROJECT_DIR, '.cache', `${name}-${version}`);
  const bin = join(folder, 'bin');
  if (await runs(join(bin, command))) return bin;
  try {
    await execute('python3', ['-m', 'venv', '--clear', folder]);
    await execute(join(bin, 'python'), [...PIP, `${name}==${version}`], { timeout: INSTALL_TIMEOUT_MS });
    return bin;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const reason = (error as Error).message.trim().split('\n').at(-1);
    process.stderr.write(`Skipped: ${name} can’t be installed, it needs Python 3 and PyPI (${reason}).\n`);
    return undefined;
  }
}
