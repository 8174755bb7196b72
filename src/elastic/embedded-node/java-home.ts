import { execFile } from 'node:child_process';
import { readdir, realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { WorkFailure } from '../../common/errors/work-failure.js';

const OLDEST_MAJOR = 21;
const JVM_FOLDERS = ['/usr/lib/jvm', '/usr/java', '/opt/java', '/opt', '/Library/Java/JavaVirtualMachines'];

const run = promisify(execFile);

/** A tool is missing on this machine. The message says what to do. */
export class MissingToolError extends WorkFailure {}

/** An error with the three solutions when the embedded node lacks a tool. */
export function missingTool(problem: string): MissingToolError {
  return new MissingToolError(
    [
      `${problem}. Solutions:`,
      `  1. install a JDK ${OLDEST_MAJOR} or newer and Maven (Debian: apt-get install openjdk-21-jdk-headless maven), or set JAVA_HOME to one;`,
      '  2. use your own cluster: ELASTICSEARCH_URL=http://host:9200 npm start;',
      '  3. with Docker: docker compose up.',
    ].join('\n'),
  );
}

/** The major version of the Java in a folder; undefined when there is none. */
async function majorVersion(home: string): Promise<number | undefined> {
  try {
    const { stderr, stdout } = await run(join(home, 'bin', 'java'), ['-version']);
    const version = /version "(\d+)/.exec(stderr + stdout)?.[1];
    return version === undefined ? undefined : Number(version);
  } catch {
    return undefined;
  }
}

async function javaHomesOn(path: string): Promise<string[]> {
  const homes: string[] = [];
  for (const folder of path.split(delimiter)) {
    try {
      homes.push(dirname(dirname(await realpath(join(folder, 'java')))));
    } catch {
      continue;
    }
  }
  return homes;
}

async function javaHomesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => [join(folder, name), join(folder, name, 'Contents', 'Home')]);
}

/**
 * Finds the first JDK of version 21 or newer: ES_JAVA_HOME, JAVA_HOME, `java` on PATH, then the usual folders.
 * @throws MissingToolError with the three solutions
 */
export async function findJavaHome(
  environment: Readonly<Record<string, string | undefined>>,
  folders: readonly string[] = JVM_FOLDERS,
): Promise<string> {
  const named = [environment.ES_JAVA_HOME, environment.JAVA_HOME].filter((home) => home !== undefined && home !== '');
  const candidates = [
    ...(named as string[]),
    ...(await javaHomesOn(environment.PATH ?? '')),
    ...(await Promise.all(folders.map(javaHomesIn))).flat(),
  ];
  for (const home of new Set(candidates)) {
    const hasCompiler = await stat(join(home, 'bin', 'javac')).catch(() => undefined);
    if (hasCompiler !== undefined && ((await majorVersion(home)) ?? 0) >= OLDEST_MAJOR) return home;
  }
  throw missingTool(`No JDK ${OLDEST_MAJOR} or newer was found, which the embedded Elasticsearch runs on`);
}
