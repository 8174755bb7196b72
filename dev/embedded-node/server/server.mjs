import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import {
  access,
  chmod,
  constants,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

/*
 * Makes the embedded Elasticsearch of the official server and the module that it lacks. It uses only Node, because
 * `npm start` runs it while packages are installed.
 */

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

const NAME = 'commerce-analytics-elasticsearch';
const OLDEST_JAVA = 21;
const JVM_FOLDERS = ['/usr/lib/jvm', '/usr/java', '/opt/java', '/opt', '/Library/Java/JavaVirtualMachines'];
const BUILD_PREFIX = 'build-';
const LONGEST_BUILD_MS = 3_600_000;
const LAST_LINES = 12;

/** The embedded server can't be made. The message says why, and what to do. */
export class ServerFailure extends Error {}

/** An error with the three solutions when a tool is missing. @param {string} problem */
const missingTool = (problem) =>
  new ServerFailure(
    [
      `${problem}. Solutions:`,
      `  1. install a JDK ${OLDEST_JAVA} or newer and Maven (Debian: apt-get install openjdk-21-jdk-headless maven), or set JAVA_HOME to one;`,
      '  2. use your own cluster: ELASTICSEARCH_URL=http://host:9200 npm start;',
      '  3. with Docker: docker compose up.',
    ].join('\n'),
  );

/**
 * Makes the server unless it is in the cache.
 * @param {{ environment: Environment, signal?: AbortSignal | undefined, onProgress: (text: string) => void, sources: string }} options
 * @throws {ServerFailure} when a tool is missing, or the server can't be fetched or written
 */
export async function provideServer({ environment, signal, onProgress, sources }) {
  const javaHome = await findJavaHome(environment);
  const cacheDir = await serverCacheDir(environment);
  const serverDir = await buildServer({ cacheDir, javaHome, environment, signal, onProgress, sources });
  return { javaHome, serverDir };
}

/**
 * Fails when a tool is missing that the server needs on this machine.
 * @param {Environment} environment @param {string} sources
 * @throws {ServerFailure}
 */
export async function requireTools(environment, sources) {
  await findJavaHome(environment);
  const cacheDir = await serverCacheDir(environment);
  if (existsSync(join(cacheDir, await serverName(sources)))) return;
  if ((await missingArtifacts(cacheDir, sources)).length > 0) await requireMaven(environment);
}

/** Whether a folder has a compiler of Java 21 or newer, as its file `release` says. @param {string} home */
async function hasJdk(home) {
  try {
    await stat(join(home, 'bin', 'javac'));
    const [, major] = /^JAVA_VERSION="(\d+)/m.exec(await readFile(join(home, 'release'), 'utf8')) ?? [];
    return Number(major) >= OLDEST_JAVA;
  } catch {
    return false;
  }
}

/** @param {string} folder */
const javaHomeOn = (folder) =>
  realpath(join(folder, 'java')).then(
    (java) => dirname(dirname(java)),
    () => '',
  );

/** @param {string} folder */
async function javaHomesIn(folder) {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => [join(folder, name), join(folder, name, 'Contents', 'Home')]);
}

/**
 * The first JDK that is new enough, of the environment, PATH and the usual folders.
 * @param {Environment} environment @param {readonly string[]} folders
 * @throws {ServerFailure}
 */
export async function findJavaHome({ ES_JAVA_HOME = '', JAVA_HOME = '', PATH = '' }, folders = JVM_FOLDERS) {
  const onPath = await Promise.all(PATH.split(delimiter).map(javaHomeOn));
  const usual = await Promise.all(folders.map(javaHomesIn));
  for (const home of [ES_JAVA_HOME, JAVA_HOME, ...onPath, ...usual.flat()]) {
    if (home !== '' && (await hasJdk(home))) return home;
  }
  throw missingTool(`No JDK ${OLDEST_JAVA} or newer was found, which the embedded Elasticsearch runs on`);
}

/** @param {Environment} environment */
async function requireMaven({ PATH = '' }) {
  for (const folder of PATH.split(delimiter)) {
    const isThere = await access(join(folder, 'mvn'), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
  throw missingTool('Maven (mvn) was not found, which fetches the embedded Elasticsearch');
}

/**
 * The folder of built servers, shared by all checkouts: the user's cache, or a folder that the node's user can enter.
 * @param {Environment} environment
 */
export async function serverCacheDir(environment) {
  const candidates = [join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), NAME), join('/var/cache', NAME)];
  for (const candidate of candidates) {
    if (await isReachable(candidate)) return candidate;
  }
  return join(tmpdir(), `${NAME}-${nodeUser() === undefined ? process.getuid?.() : 'root'}`);
}

/** `nobody`: Elasticsearch refuses to run as root, so a root service runs it as this user. */
const NOBODY = { uid: 65534, gid: 65534 };

/** The user that the node runs as; undefined for the user of the service. */
export function nodeUser() {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Makes files that this process and its children create readable for the node's user, whatever the umask of root is. */
export function letNodeUserRead() {
  if (nodeUser() !== undefined) process.umask(0o022);
}

/** Whether the node's user may enter every folder on the way to `path`. @param {string} path */
export async function isReachable(path) {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const facts = await stat(folder).catch(() => undefined);
    if (facts !== undefined && !(await mayEnter(folder, facts))) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** @param {string} folder @param {{ mode: number, uid: number }} facts */
async function mayEnter(folder, { mode, uid }) {
  const user = nodeUser();
  if (user !== undefined) return (mode & (uid === user.uid ? constants.S_IXUSR : constants.S_IXOTH)) !== 0;
  return access(folder, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** What `artifacts.sha256` lists: paths in a Maven repository, with their digests. @param {string} sources */
async function listArtifacts(sources) {
  const lines = (await readFile(join(sources, 'artifacts.sha256'), 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [digest = '', path = ''] = line.split(/\s+/);
    return { digest, path };
  });
}

/** The name of the server's folder in the cache, which holds a digest of all sources. @param {string} sources */
async function serverName(sources) {
  const hash = createHash('sha256');
  const entries = await readdir(sources, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(sources.length)).update(await readFile(file));
  return `elasticsearch-${hash.digest('hex').slice(0, 12)}`;
}

/**
 * The artifacts that are not in the cache, or not as their digests say.
 * @param {string} cacheDir @param {string} sources
 */
async function missingArtifacts(cacheDir, sources) {
  const missing = [];
  for (const { digest, path } of await listArtifacts(sources)) {
    const file = join(cacheDir, 'maven', path);
    if (!existsSync(file) || (await digestOf(file)) !== digest) missing.push(file);
  }
  return missing;
}

/** @param {string} file */
async function digestOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/**
 * @typedef {object} ServerBuild
 * @property {string} cacheDir
 * @property {string} javaHome
 * @property {Environment} environment passed to Maven, because it may set proxies, mirrors and certificates
 * @property {AbortSignal | undefined} [signal] stops what runs and aborts the build
 * @property {(text: string) => void} onProgress
 * @property {string} sources the folder of the module's sources
 */

/**
 * Makes the server, unless it is in the cache: fetches it with Maven, and compiles the module. Two builds at once give one
 * complete server.
 * @param {ServerBuild} build
 * @throws {ServerFailure} without Maven, when the build fails, or when the cache can't be written
 */
export async function buildServer(build) {
  const { cacheDir, sources, onProgress } = build;
  const built = join(cacheDir, await serverName(sources));
  if (existsSync(built)) return built;
  letNodeUserRead();
  const work = await beginBuild(cacheDir);
  try {
    await fetchArtifacts(work, build);
    onProgress('compiling the analysis module');
    await rename(await assemble(work, build), built).catch((error) => {
      if (!existsSync(built)) throw error;
    });
    return built;
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Creates a build folder and deletes those of killed builds. @param {string} cacheDir */
async function beginBuild(cacheDir) {
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o755 });
    for (const name of await readdir(cacheDir)) {
      const folder = join(cacheDir, name);
      const age = Date.now() - (await stat(folder)).mtimeMs;
      if (name.startsWith(BUILD_PREFIX) && age > LONGEST_BUILD_MS) await rm(folder, { recursive: true, force: true });
    }
    return await mkdtemp(join(cacheDir, BUILD_PREFIX));
  } catch (error) {
    throw new ServerFailure(
      `The cache folder ${cacheDir}, where the embedded Elasticsearch is kept, can’t be written: ${/** @type {Error} */ (error).message}. Make it writable, or set XDG_CACHE_HOME to a folder that is.`,
      { cause: error },
    );
  }
}

/** @param {string} work @param {ServerBuild} build */
async function fetchArtifacts(work, build) {
  const { cacheDir, javaHome, environment, onProgress, sources } = build;
  if ((await missingArtifacts(cacheDir, sources)).length === 0) return;
  await requireMaven(environment);
  await cp(join(sources, 'pom.xml'), join(work, 'pom.xml'));
  const parameters = ['-B', '-Dstyle.color=never', `-Dmaven.repo.local=${join(cacheDir, 'maven')}`, 'clean'];
  const said = (/** @type {string} */ line) => {
    const artifact = /^(?:\[INFO\] )?Downloading from \S+: \S*\/([^/\s]+\.(?:jar|zip))/.exec(line)?.[1];
    if (artifact !== undefined) onProgress(`fetching ${artifact}`);
  };
  await run('Maven could not fetch the embedded Elasticsearch', 'mvn', parameters, work, build, said, {
    ...environment,
    JAVA_HOME: javaHome,
  });
  const [wrong] = await missingArtifacts(cacheDir, sources);
  if (wrong === undefined) return;
  await rm(wrong, { force: true });
  throw new ServerFailure(`${basename(wrong)} was not fetched, or is not what artifacts.sha256 expects; try again.`);
}

/**
 * Unpacks the server and adds the module. @returns the server's folder
 * @param {string} work @param {ServerBuild} build
 */
async function assemble(work, build) {
  const { cacheDir, javaHome, sources } = build;
  const artifacts = (await listArtifacts(sources)).map(({ path }) => join(cacheDir, 'maven', path));
  const archive = artifacts.find((path) => path.endsWith('.zip')) ?? '';
  const libraries = artifacts.filter((path) => path !== archive);
  const failed = 'The embedded Elasticsearch could not be built';
  const tool = (/** @type {string} */ name, /** @type {string[]} */ ...parameters) =>
    run(failed, join(javaHome, 'bin', name), parameters, work, build);
  await tool('jar', '--extract', '--file', archive);
  const server = join(work, basename(archive, '.zip'));
  // The JDK's `jar` unpacks no permissions.
  for (const name of await readdir(join(server, 'bin'))) await chmod(join(server, 'bin', name), 0o755);
  const java = await readdir(join(sources, 'src', 'main', 'java'), { recursive: true });
  const files = java.filter((file) => file.endsWith('.java')).map((file) => join(sources, 'src', 'main', 'java', file));
  const classPath = [join(server, 'lib', '*'), ...libraries].join(delimiter);
  await tool('javac', '-d', 'classes', '--release', String(OLDEST_JAVA), '-cp', classPath, ...files);
  const module = join(server, 'modules', 'commerce-analysis');
  await mkdir(module, { recursive: true });
  await tool('jar', '--create', '--file', join(module, 'commerce-analysis.jar'), '-C', 'classes', '.');
  for (const library of libraries) await cp(library, join(module, basename(library)));
  const descriptor = await readFile(join(sources, 'plugin-descriptor.properties'), 'utf8');
  const version = basename(archive, '.zip').replace('elasticsearch-', '');
  await writeFile(join(module, 'plugin-descriptor.properties'), descriptor.replace('${version}', version));
  return server;
}

/**
 * Runs a command in a process group of its own, which the signal ends with all that it starts.
 * @param {string} failure @param {string} command @param {string[]} parameters @param {string} cwd
 * @param {Pick<ServerBuild, 'signal'>} build @param {(line: string) => void} said
 * @param {Environment} environment
 * @throws {ServerFailure} with its last words when it fails
 */
async function run(failure, command, parameters, cwd, { signal }, said = () => undefined, environment = {}) {
  signal?.throwIfAborted();
  /** @type {string[]} */
  const lines = [];
  const read = (/** @type {Buffer} */ chunk) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      lines.push(line);
      said(line);
    }
  };
  const child = spawn(command, parameters, {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const end = () => {
    try {
      process.kill(-(/** @type {number} */ (child.pid)), 'SIGTERM');
    } catch {
      // It has ended.
    }
  };
  signal?.addEventListener('abort', end);
  process.once('exit', end);
  try {
    await once(child, 'close');
  } finally {
    signal?.removeEventListener('abort', end);
    process.removeListener('exit', end);
  }
  signal?.throwIfAborted();
  if (child.exitCode === 0) return;
  const errors = lines.filter((line) => /ERROR|error:/.test(line)).slice(0, LAST_LINES);
  throw new ServerFailure(`${failure}:\n${(errors.length > 0 ? errors : lines.slice(-LAST_LINES)).join('\n')}`);
}
