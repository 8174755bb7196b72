import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PROJECT_DIR } from '../../tools/build/bootstrap.mjs';

/**
 * Folders of src with the minutes that each gets, the compiled specs that run against its mutants besides its own, and the
 * share of mutants that are run. Code that a hook or the start of a module runs needs all tests of the folder for each.
 */
const FOLDERS = {
  'common/period': { minutes: 2 },
  'search/compiler': { minutes: 14, specs: ['dist/src/*/*.spec.js'] },
  figures: { minutes: 6, specs: ['dist/test/rankings/*.e2e-spec.js'], share: 0.2 },
  'http/validation': { minutes: 8, share: 0.2 },
  access: { minutes: 10, specs: ['dist/test/edge/access.e2e-spec.js'] },
  'loading/reading': { minutes: 14, share: 0.3 },
  'loading/writing': { minutes: 6, specs: ['dist/test/loading/modes.e2e-spec.js'], share: 0.5 },
};
/** Stryker is no dependency of the project: only this proof needs it. */
const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/mocha-runner@9.6.1', 'mocha@11.7.5'];
const HOME = join(PROJECT_DIR, '.cache', 'stryker');
const MODULES = join(HOME, 'node_modules', '@stryker-mutator');

/** Mutates the sources of each folder, or of the given ones, and prints the mutants that no test notices. */
export async function runMutation(folders, elasticsearchUrl) {
  const install = ['install', '--no-save', '--prefix', HOME, ...PACKAGES];
  mkdirSync(HOME, { recursive: true });
  if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) return 1;
  for (const folder of folders.length > 0 ? folders : Object.keys(FOLDERS)) {
    const { minutes = 8, specs = [], share = 1 } = FOLDERS[folder] ?? {};
    const results = join(HOME, folder.replaceAll('/', '-'));
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results);
    const environment = {
      MUTATED: folder,
      MUTATION_RESULTS: results,
      MUTATION_SPECS: [`dist/src/${folder}/**/*.spec.js`, ...specs].join(),
      MUTATION_SHARE: share,
      STRYKER_MODULES: MODULES,
      TEST_ELASTICSEARCH_URL: elasticsearchUrl,
    };
    const stryker = join(MODULES, 'core', 'bin', 'stryker.js');
    const child = spawn(process.execPath, [stryker, 'run', join('lab', 'mutation', 'stryker.config.mjs')], {
      cwd: PROJECT_DIR,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: minutes * 60_000,
      env: { ...process.env, ...environment },
    });
    await once(child, 'exit');
    print(folder, results);
  }
  return 0;
}

/** Results are written one by one, so that those of a folder that ran out of time count too. */
function print(folder, results) {
  const mutants = readdirSync(results)
    .filter((file) => file.includes('MutantTested'))
    .map((file) => JSON.parse(readFileSync(join(results, file), 'utf8')))
    .filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const counts = {};
  for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
  console.log(folder, counts);
  for (const { status, fileName, location, mutatorName, replacement } of mutants) {
    if (status !== 'Survived') continue;
    console.log(`  ${relative(PROJECT_DIR, fileName)}:${location.start.line} ${mutatorName}: ${replacement}`);
  }
}
