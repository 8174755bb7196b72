import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** These steps run before packages are installed, so they use only Node. */
export const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of what is built. */
const BUILT = ['src', 'dev', 'explorer', 'skills', join('tools', 'build'), join('clients', 'typescript', 'src')];

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

const STAMP = join(PROJECT_DIR, 'dist', '.built');
const LOCKFILE = join(PROJECT_DIR, 'package-lock.json');
const PACKAGES = join(PROJECT_DIR, 'node_modules');

/**
 * Installs the packages of the lockfile unless they are installed. A failed installation leaves `node_modules` unchanged.
 */
export function installPackages() {
  if (arePackagesInstalled()) return;
  const folder = join(PROJECT_DIR, '.cache', 'install');
  const replaced = join(folder, 'replaced');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    if (existsSync(join(PROJECT_DIR, file))) copyFileSync(join(PROJECT_DIR, file), join(folder, file));
  }
  runStep('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]);
  if (existsSync(PACKAGES)) renameSync(PACKAGES, replaced);
  renameSync(join(folder, 'node_modules'), PACKAGES);
  rmSync(folder, { recursive: true, force: true });
}

/** Ends the process with a message when packages of the lockfile are missing. */
export function requirePackages() {
  if (arePackagesInstalled()) return;
  console.error('The packages of package-lock.json are not installed. Run: npm ci');
  process.exit(1);
}

/** Whether npm has installed every package of the lockfile that is not for other platforms only. */
function arePackagesInstalled() {
  const installed = packagesOf(join(PACKAGES, '.package-lock.json'));
  return Object.entries(packagesOf(LOCKFILE)).every(([path, { version, integrity, optional, link }]) => {
    if (path === '' || optional || link) return true;
    return installed[path]?.version === version && installed[path].integrity === integrity;
  });
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** Runs `npm run build` unless the sources are unchanged. */
export function build() {
  if (isBuilt()) return;
  requirePackages();
  runStep('Building', 'npm', ['run', '--silent', 'build']);
}

/** @type {Promise<void> | undefined} */
let building;

/** As `build`, in a process beside this one; the same build at each call. @throws Error when it fails */
export const buildBeside = () => (building ??= isBuilt() ? Promise.resolve() : runBuild());

async function runBuild() {
  const script = `import(${JSON.stringify(import.meta.url)}).then(({ build }) => build())`;
  const [status] = await once(spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 2, 2] }), 'close');
  if (status !== 0) throw new Error('The sources could not be built.');
}

/** Marks `dist` as built from these sources. */
export const markBuilt = () => writeFileSync(STAMP, hashOfSources());

/** Whether `dist` has been built from these sources. */
export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfSources();

function hashOfSources() {
  const hash = createHash('sha256');
  const configuration = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
  const files = [
    ...configuration.map((file) => join(PROJECT_DIR, file)),
    ...BUILT.map((folder) => join(PROJECT_DIR, folder))
      .filter((folder) => existsSync(folder))
      .flatMap(filesBelow),
  ];
  for (const file of files) hash.update(file.slice(PROJECT_DIR.length)).update(readFileSync(file));
  return hash.digest('hex');
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

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
