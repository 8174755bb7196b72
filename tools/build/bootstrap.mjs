import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** These steps run before packages are installed, so they use only Node. */
export const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url));

/** Folders that are compiled. The image is built without the folder of the benchmark. */
const COMPILED = ['src', 'tools', 'explorer', join('clients', 'typescript', 'src'), join('bench', 'usual')];

/** From package.json: `>=20.19`. */
const { engines } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8'));
const OLDEST_NODE = engines.node.match(/\d+/g).map(Number);

/** Ends the process with a message when Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs the packages of the lockfile unless they are installed. */
export function installPackages() {
  const stamp = join(PROJECT_DIR, 'node_modules', '.installed');
  const wanted = hashOf([join(PROJECT_DIR, 'package-lock.json')]);
  if (isStamped(stamp, wanted)) return;
  runStep('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

/**
 * Compiles the sources and the plain Nest service of the benchmark to `dist/modules`, bundles them to `dist/bin` and
 * `dist/tools`, and the explorer to `dist/explorer`, unless the sources are unchanged.
 */
export function build() {
  const stamp = join(PROJECT_DIR, 'dist', '.built');
  const configuration = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  const wanted = hashOf([
    ...configuration.map((file) => join(PROJECT_DIR, file)),
    ...COMPILED.map((folder) => join(PROJECT_DIR, folder))
      .filter((folder) => existsSync(folder))
      .flatMap(filesBelow),
  ]);
  if (isStamped(stamp, wanted)) return;
  runStep('Compiling', process.execPath, [
    join(PROJECT_DIR, 'node_modules', 'typescript', 'bin', 'tsc'),
    '--project',
    'tsconfig.build.json',
  ]);
  runStep('Bundling', process.execPath, [join(PROJECT_DIR, 'tools', 'build', 'bundle.mjs')]);
  runStep('Bundling the explorer', process.execPath, [join(PROJECT_DIR, 'tools', 'build', 'explorer.mjs')]);
  writeFileSync(stamp, wanted);
}

function runStep(title, command, parameters) {
  const startedAt = Date.now();
  console.error(`${title} …`);
  const { status, error } = spawnSync(command, parameters, { cwd: PROJECT_DIR, stdio: ['inherit', 2, 2] });
  if (status !== 0) {
    console.error(error === undefined ? `${title} failed.` : `${title} failed: ${error.message}`);
    process.exit(1);
  }
  console.error(`${title}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

const isStamped = (stamp, wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(PROJECT_DIR.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
