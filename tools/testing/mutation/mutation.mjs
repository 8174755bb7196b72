import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PROJECT_DIR } from '../../build/bootstrap.mjs';

/** Folders of src with the minutes that each gets; a folder's own unit specs run against its mutants. */
const FOLDERS = { period: 8, query: 14, boards: 8, 'http/validation': 8, 'http/access': 4, 'loading/writing': 3 };
/** Stryker is no dependency of the project: only this proof needs it. */
const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/mocha-runner@9.6.1', 'mocha@11.7.5'];
const HOME = join(PROJECT_DIR, '.cache', 'stryker');
const MODULES = join(HOME, 'node_modules', '@stryker-mutator');

/** Mutates the sources of each folder, or of the given ones, and prints the mutants that no unit test notices. */
export function runMutation(folders) {
  const install = ['install', '--no-save', '--prefix', HOME, ...PACKAGES];
  mkdirSync(HOME, { recursive: true });
  if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) return false;
  for (const folder of folders.length > 0 ? folders : Object.keys(FOLDERS)) {
    const results = join(HOME, folder.replaceAll('/', '-'));
    rmSync(results, { recursive: true, force: true });
    const stryker = join(MODULES, 'core', 'bin', 'stryker.js');
    const environment = { MUTATED: folder, MUTATION_RESULTS: results, STRYKER_MODULES: MODULES, MUTATION_SPECS: `src/${folder}/**/*.spec.js`, MUTATION_SHARE: '1' };
    spawnSync(process.execPath, [stryker, 'run', join('tools', 'testing', 'mutation', 'stryker.config.mjs')], {
      cwd: PROJECT_DIR,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: (FOLDERS[folder] ?? 8) * 60_000,
      env: { ...process.env, ...environment, },
    });
    print(folder, results);
  }
  return true;
}

/** Results are written one by one, so that those of a folder that ran out of time count too. */
function print(folder, results) {
  const mutants = readdirSync(results)
    .filter((file) => file.includes('MutantTested'))
    .map((file) => JSON.parse(readFileSync(join(results, file), 'utf8')))
    .filter(({ status }) => status !== 'Ignored');
  const counts = {};
  for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
  console.log(folder, counts);
  for (const { status, fileName, location, mutatorName, replacement } of mutants) {
    if (status !== 'Survived') continue;
    console.log(`  ${relative(PROJECT_DIR, fileName)}:${location.start.line} ${mutatorName}: ${replacement}`);
  }
}
