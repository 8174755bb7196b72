import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { WorkFailure } from '../../common/errors/work-failure.js';

const OLDEST_MAJOR = 21;
const JVM_FOLDERS = ['/usr/lib/jvm', '/usr/java', '/opt/java', '/opt', '/Library/Java/JavaVirtualMachines'];

/** An error with the three solutions when the embedded node lacks a tool. */
export function missingTool(problem: string): WorkFailure {
  return new WorkFailure(
    [
      `${problem}. Solutions:`,
      `  1. install a JDK ${OLDEST_MAJOR} or newer and Maven (Debian: apt-get install openjdk-21-jdk-headless maven), or set JAVA_HOME to one;`,
      '  2. use your own cluster: ELASTICSEARCH_URL=http://host:9200 npm start;',
      '  3. with Docker: docker compose up.',
    ].join('\n'),
  );
}

/** Whether a folder has a compiler of Java 21 or newer, as its file `release` says. */
async function hasJdk(home: string): Promise<boolean> {
  try {
    await stat(join(home, 'bin', 'javac'));
    const [, major] = /^JAVA_VERSION="(\d+)/m.exec(await readFile(join(home, 'release'), 'utf8')) ?? [];
    return Number(major) >= OLDEST_MAJOR;
  } catch {
    return false;
  }
}

const javaHomeOn = (folder: string): Promise<string> =>
  realpath(join(folder, 'java')).then(
    (java) => dirname(dirname(java)),
    () => '',
  );

async function javaHomesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => [join(folder, name), join(folder, name, 'Contents', 'Home')]);
}

/** The first JDK that is new enough, of the environment, PATH and the usual folders. @throws WorkFailure */
export async function findJavaHome(
  { ES_JAVA_HOME = '', JAVA_HOME = '', PATH = '' }: Readonly<Record<string, string | undefined>>,
  folders: readonly string[] = JVM_FOLDERS,
): Promise<string> {
  const onPath = await Promise.all(PATH.split(delimiter).map(javaHomeOn));
  const usual = await Promise.all(folders.map(javaHomesIn));
  for (const home of [ES_JAVA_HOME, JAVA_HOME, ...onPath, ...usual.flat()]) {
    if (home !== '' && (await hasJdk(home))) return home;
  }
  throw missingTool(`No JDK ${OLDEST_MAJOR} or newer was found, which the embedded Elasticsearch runs on`);
}
