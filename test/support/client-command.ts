import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execute } from '../../tools/testing/python-package.js';

const TSC = join('node_modules', 'typescript', 'bin', 'tsc');

/** Compiles the command of the TypeScript client into a folder: `node command.js`. */
export async function makeCommand(folder: string): Promise<void> {
  await execute(process.execPath, [
    TSC,
    '-p',
    join('clients', 'typescript', 'tsconfig.build.json'),
    '--outDir',
    folder,
  ]);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
}
