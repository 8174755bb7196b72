import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { missingTool } from './java-home.js';
import { letNodeUserRead } from './node-user.js';
import { NODE_SOURCES } from './places.js';

const SERVER = 'elasticsearch-9.2.8';
const SOURCES = ['pom.xml', 'src'];

/**
 * The folder of the built server: made by Maven the first time, found in the cache afterwards.
 * Two builds at once end with one whole server.
 * @throws MissingToolError without Maven; Error with Maven's last lines when the build fails
 */
export async function buildServer(
  cacheDir: string,
  javaHome: string,
  onProgress: (text: string) => void,
): Promise<string> {
  const built = join(cacheDir, `${SERVER}-${await hashSources()}`);
  if (await exists(built)) return built;
  letNodeUserRead();
  await mkdir(cacheDir, { recursive: true, mode: 0o755 });
  const work = join(cacheDir, `build-${process.pid}-${Date.now()}`);
  try {
    for (const source of SOURCES) await cp(join(NODE_SOURCES, source), join(work, source), { recursive: true });
    await runMaven(work, javaHome, onProgress);
    const server = join(work, 'target', 'server', SERVER);
    await cp(join(work, 'target', 'module'), join(server, 'modules', 'commerce-analysis'), { recursive: true });
    await rename(server, built).catch(async (error: unknown) => {
      if (!(await exists(built))) throw error;
    });
    return built;
  } finally {
    await rm(work, { recursive: true, force: true });
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

function runMaven(folder: string, javaHome: string, onProgress: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const maven = spawn('mvn', ['-B', '-Dstyle.color=never', 'package'], {
      cwd: folder,
      env: { ...mavenEnvironment(), JAVA_HOME: javaHome },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
      reject(
        error.code === 'ENOENT'
          ? missingTool('Maven (mvn) was not found, which fetches the embedded Elasticsearch')
          : error,
      );
    });
    maven.once('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `Maven could not build the embedded Elasticsearch:\n${lines
              .filter((line) => line.includes('ERROR'))
              .slice(0, 12)
              .join('\n')}`,
          ),
        );
    });
  });
}

/** Maven gets the whole environment: its proxies, mirrors and certificates may be set there. */
// eslint-disable-next-line no-restricted-properties -- a child process inherits it, nothing is read from it
const mavenEnvironment = (): NodeJS.ProcessEnv => process.env;
