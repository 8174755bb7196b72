import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkFailure } from '../../common/errors/work-failure.js';
import { missingTool } from './java-home.js';
import { letNodeUserRead, NODE_SOURCES } from './data-directory.js';
import { signalProcess } from './node-state.js';

const SERVER = 'elasticsearch-9.2.8';
const SOURCES = ['pom.xml', 'src'];

const BUILD_PREFIX = 'build-';
const LONGEST_BUILD_MS = 3_600_000;
const LAST_LINES = 12;

export interface ServerBuild {
  readonly cacheDir: string;
  readonly javaHome: string;
  /** Passed to Maven, because it may set proxies, mirrors and certificates. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Stops Maven and aborts the build. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
}

/**
 * Builds the server with Maven, unless it is in the cache. Two builds at once give one complete server.
 * @throws WorkFailure without Maven, when the build fails, or when the cache can't be written
 */
export async function buildServer(build: ServerBuild): Promise<string> {
  const { cacheDir } = build;
  const built = join(cacheDir, `${SERVER}-${await hashSources()}`);
  if (existsSync(built)) return built;
  letNodeUserRead();
  const work = await beginBuild(cacheDir);
  try {
    for (const source of SOURCES) await cp(join(NODE_SOURCES, source), join(work, source), { recursive: true });
    await runMaven(work, build);
    const server = join(work, 'target', 'server', SERVER);
    await cp(join(work, 'target', 'module'), join(server, 'modules', 'commerce-analysis'), { recursive: true });
    await rename(server, built).catch((error: unknown) => {
      if (!existsSync(built)) throw error;
    });
    return built;
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Creates a build folder and deletes those of killed builds. */
async function beginBuild(cacheDir: string): Promise<string> {
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o755 });
    for (const name of await readdir(cacheDir)) {
      const folder = join(cacheDir, name);
      const age = Date.now() - (await stat(folder)).mtimeMs;
      if (name.startsWith(BUILD_PREFIX) && age > LONGEST_BUILD_MS) await rm(folder, { recursive: true, force: true });
    }
    return await mkdtemp(join(cacheDir, BUILD_PREFIX));
  } catch (error) {
    throw new WorkFailure(
      `The cache folder ${cacheDir}, where the embedded Elasticsearch is kept, can’t be written: ${(error as Error).message}. Make it writable, or set XDG_CACHE_HOME to a folder that is.`,
      { cause: error },
    );
  }
}

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

async function runMaven(
  folder: string,
  { javaHome, environment, signal, onProgress }: Omit<ServerBuild, 'cacheDir'>,
): Promise<void> {
  signal?.throwIfAborted();
  const lines: string[] = [];
  const read = (chunk: Buffer): void => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      lines.push(line);
      const artifact = /^(?:\[INFO\] )?Downloading from \S+: \S*\/([^/\s]+\.(?:jar|zip))/.exec(line)?.[1];
      if (artifact !== undefined) onProgress(`fetching ${artifact}`);
      else if (line.includes('compiler:')) onProgress('compiling the analysis module');
    }
  };
  // In a process group of its own, with all that it starts.
  const maven = spawn('mvn', ['-B', '-Dstyle.color=never', 'package'], {
    cwd: folder,
    env: { ...environment, JAVA_HOME: javaHome },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  maven.stdout.on('data', read);
  maven.stderr.on('data', read);
  const end = (): unknown => maven.pid && signalProcess(-maven.pid, 'SIGTERM');
  signal?.addEventListener('abort', end);
  process.once('exit', end);
  try {
    await once(maven, 'close');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw missingTool('Maven (mvn) was not found, which fetches the embedded Elasticsearch');
  } finally {
    signal?.removeEventListener('abort', end);
    process.removeListener('exit', end);
  }
  signal?.throwIfAborted();
  if (maven.exitCode === 0) return;
  const errors = lines.filter((line) => line.includes('ERROR')).slice(0, LAST_LINES);
  const said = (errors.length > 0 ? errors : lines.slice(-LAST_LINES)).join('\n');
  throw new WorkFailure(`Maven could not build the embedded Elasticsearch:\n${said}`);
}
