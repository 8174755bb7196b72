import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findJavaHome } from '../../../dist/modules/tools/embedded-node/java-home.js';

const SOURCES = join(import.meta.dirname, 'node');
const SERVER = 'opensearch-3.3.0';
/** The folder of the node's data; a new build may analyse texts in another way, so that they are loaded anew. */
export const DATA = 'nodes';
const MAVEN = ['-B', '-q', '-Dstyle.color=never', 'package'];
const BUILD_TIMEOUT_MS = 900_000;
const LAST_LINES = 12;
const run = promisify(execFile);

/** One sentence that says what the server lacks on this machine; undefined when it is built or can be. */
export async function missingForServer(folder) {
  try {
    await findJavaHome(process.env);
  } catch {
    return 'No JDK 21 or newer was found, which OpenSearch runs on.';
  }
  if (existsSync(await builtServer(folder))) return undefined;
  return run('mvn', ['-v']).then(
    () => undefined,
    () => 'Maven (mvn) was not found, which fetches OpenSearch.',
  );
}

/**
 * The server in a folder: fetched and built by Maven the first time, found there afterwards.
 * @throws Error with Maven's own lines when the build fails
 */
export async function buildServer(folder, onProgress) {
  const built = await builtServer(folder);
  if (existsSync(built)) return built;
  onProgress('OpenSearch: fetching the server and compiling its ICU analysis');
  const work = join(folder, 'build');
  await rm(work, { recursive: true, force: true });
  await cp(SOURCES, work, { recursive: true });
  const env = { ...process.env, JAVA_HOME: await findJavaHome(process.env) };
  try {
    await run('mvn', MAVEN, { cwd: work, env, timeout: BUILD_TIMEOUT_MS });
  } catch (error) {
    const lines = `${error.stdout}${error.stderr}`.split('\n').filter((line) => line.includes('ERROR'));
    throw new Error(`Maven could not build OpenSearch:\n${lines.slice(0, LAST_LINES).join('\n')}`, { cause: error });
  }
  for (const name of await readdir(folder)) {
    if (name === DATA || name.startsWith(`${SERVER}-`)) await rm(join(folder, name), { recursive: true });
  }
  await rename(join(work, 'target', 'server', SERVER), built);
  await rm(work, { recursive: true });
  return built;
}

async function builtServer(folder) {
  const hash = createHash('sha256');
  const entries = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file.slice(SOURCES.length)).update(await readFile(file));
  return join(folder, `${SERVER}-${hash.digest('hex').slice(0, 12)}`);
}
