import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkFailure } from '../../common/errors/work-failure.js';
import { missingTool } from './java-home.js';
import { letNodeUserRead, NODE_SOURCES } from './data-directory.js';

const SERVER = 'elasticsearch-9.2.8';
const SOURCES = ['pom.xml', 'src'];

const BUILD_PREFIX = 'build-';
const LONGEST_BUILD_MS = 3_600_000;
const LAST_LINES = 12;

export interface ServerBuild {
  /** Folder of built servers. */
  readonly cacheDir: string;
  readonly javaHome: string;
  /** Passed to Maven, because it may set proxies, mirrors and certificates. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Stops Maven and aborts the build. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
}

/**
 * Builds the server with Maven, unless it is in the cache, and returns its folder. Two builds at once give one complete
 * server. The next build deletes the remains of one that was killed an hour ago.
 * @throws MissingToolError without Maven; WorkFailure when the build fails or the cache can't be written
 */
export async function buildServer(build: ServerBuild): Promise<string> {
  const { cacheDir } = build;
  const built = join(cacheDir, `${SERVER}-${await hashSources()}`);
  if (await exists(built)) return built;
  letNodeUserRead();
  const work = await beginBuild(cacheDir);
  try {
    for (const source of SOURCES) await cp(join(NODE_SOURCES, source), join(work, source), { recursive: true });
    await runMaven(work, build);
    const server = join(work, 'target', 'server', SERVER);
    await cp(join(work, 'target', 'module'), join(server, 'modules', 'commerce-analysis'), { recursive: true });
    await rename(server, built).catch(async (error: unknown) => {
      if (!(await exists(built))) throw error;
    });
    return built;
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

const noMaven = () => missingTool('Maven (mvn) was not found, which fetches the embedded Elasticsearch');

/** Creates a build folder and deletes those of killed builds. */
async function beginBuild(cacheDir: string): Promise<string> {
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o755 });
    await deleteLeftOvers(cacheDir);
    return await mkdtemp(join(cacheDir, BUILD_PREFIX));
  } catch (error) {
    throw new WorkFailure(
      `The cache folder ${cacheDir}, where the embedded Elasticsearch is kept, can’t be written: ${(error as Error).message}. Make it writable, or set XDG_CACHE_HOME to a folder that is.`,
      { cause: error },
    );
  }
}

async function deleteLeftOvers(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith(BUILD_PREFIX)) continue;
    const folder = join(cacheDir, name);
    const facts = await stat(folder).catch(() => undefined);
    if (facts === undefined || Date.now() - facts.mtimeMs < LONGEST_BUILD_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(NODE_SOURCES, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${NODE_SOURCES}/target/`))
    .sort();
  for (const file of files) hash.update(file.slice(NODE_SOURCES.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

function runMaven(
  folder: string,
  { javaHome, environment, signal, onProgress }: Omit<ServerBuild, 'cacheDir'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const lines: string[] = [];
    const maven = spawn('mvn', ['-B', '-Dstyle.color=never', 'package'], {
      cwd: folder,
      env: { ...environment, JAVA_HOME: javaHome },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const end = (): void => endGroup(maven.pid);
    signal?.addEventListener('abort', end);
    process.once('exit', end);
    const forget = (): void => {
      signal?.removeEventListener('abort', end);
      process.removeListener('exit', end);
    };
    const read = (chunk: Buffer): void => {
      for (const line of chunk.toString().split('\n').filter(Boolean)) {
        lines.push(line);
        const artifact = /^(?:\[INFO\] )?Downloading from \S+: \S*\/([^/\s]+\.(?:jar|zip))/.exec(line)?.[1];
        if (artifact !== undefined) onProgress(`fetching ${artifact}`);
        else if (line.includes('compiler:')) onProgress('compiling the analysis module');
      }
    };
    maven.stdout.on('data', read);
    maven.stderr.on('data', read);
    maven.once('error', (error: NodeJS.ErrnoException) => {
      forget();
      reject(error.code === 'ENOENT' ? noMaven() : error);
    });
    maven.once('close', (code) => {
      forget();
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (code === 0) resolve();
      else reject(new WorkFailure(`Maven could not build the embedded Elasticsearch:\n${errorsAmong(lines)}`));
    });
  });
}

/** The error lines of Maven, or its last lines when there are none. */
function errorsAmong(lines: readonly string[]): string {
  const errors = lines.filter((line) => line.includes('ERROR')).slice(0, LAST_LINES);
  return (errors.length > 0 ? errors : lines.slice(-LAST_LINES)).join('\n');
}

/** Stops Maven and its child processes. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGTERM');
  } catch {
    // Maven has ended.
  }
}
