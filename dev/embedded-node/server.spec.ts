import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServer, findJavaHome, requireTools, serverCacheDir } from './server/server.mjs';

/** A Maven that leaves the artifacts behind, in no time. */
const FETCHES = `
for parameter; do case $parameter in -Dmaven.repo.local=*) repository=\${parameter#*=};; esac; done
mkdir -p $repository/es $repository/icu
printf server > $repository/es/elasticsearch-9.2.8.zip
printf library > $repository/icu/icu.jar
echo "[INFO] Downloading from central: https://repo/elasticsearch-9.2.8.zip"
`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** The tools of a JDK, which do as much as a test sees. */
const JDK = {
  jar: `case $1 in
  --extract) mkdir -p elasticsearch-9.2.8/bin; cp $3 elasticsearch-9.2.8/made; echo run > elasticsearch-9.2.8/bin/elasticsearch;;
  *) cp classes/compiled $3;;
esac`,
  javac: 'mkdir classes; echo "$@" > classes/compiled',
};

/** Whether a process runs and is no zombie. */
const isRunning = (pid: number): boolean =>
  execFileSync('ps', ['-A', '-o', 'pid=,stat='])
    .toString()
    .split('\n')
    .some((line) => new RegExp(`^\\s*${pid} +[^Z]`).test(line));

describe('buildServer', () => {
  let folder: string;
  let cacheDir: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'server-build-'));
    await chmod(folder, 0o755);
    cacheDir = join(folder, 'cache');
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  async function tool(path: string, script: string): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `#!/bin/sh\n${script}`);
    await chmod(join(folder, path), 0o755);
  }

  /** Builds with a Maven that is this script, from sources of a test. */
  async function build(script: string, signal?: AbortSignal): Promise<{ server: string; said: string[] }> {
    await tool('bin/mvn', script);
    for (const [name, text] of Object.entries(JDK)) await tool(`jdk/bin/${name}`, text);
    const java = join(folder, 'sources', 'src', 'main', 'java');
    await mkdir(java, { recursive: true });
    await writeFile(join(java, 'Plugin.java'), '');
    for (const [name, text] of [
      ['pom.xml', '<project/>'],
      ['plugin-descriptor.properties', 'elasticsearch.version=${version}\n'],
      ['artifacts.sha256', `${sha256('server')}  es/elasticsearch-9.2.8.zip\n${sha256('library')}  icu/icu.jar\n`],
    ] as const)
      await writeFile(join(folder, 'sources', name), text);
    const said: string[] = [];
    const onProgress = (text: string): void => void said.push(text);
    return { server: await buildServer({ ...options(), signal, onProgress }), said };
  }

  const options = () => ({
    cacheDir,
    javaHome: join(folder, 'jdk'),
    environment: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
    sources: join(folder, 'sources'),
    onProgress: () => undefined,
  });
  const made = async (): Promise<string[]> => (await readdir(cacheDir)).filter((name) => name !== 'maven');

  it('builds once, with the module in its place, says what it fetches, and finds the server afterwards', async () => {
    const { server, said } = await build(`${FETCHES}echo "$JAVA_HOME" > ${join(folder, 'java')}\n`);
    expect(said).toEqual(['fetching elasticsearch-9.2.8.zip', 'compiling the analysis module']);
    expect(await readFile(join(folder, 'java'), 'utf8')).toBe(`${join(folder, 'jdk')}\n`);
    expect(await readFile(join(server, 'made'), 'utf8')).toBe('server');
    expect((await stat(join(server, 'bin', 'elasticsearch'))).mode & 0o111).toBe(0o111);
    const module = join(server, 'modules', 'commerce-analysis');
    expect((await readdir(module)).sort()).toEqual([
      'commerce-analysis.jar',
      'icu.jar',
      'plugin-descriptor.properties',
    ]);
    expect(await readFile(join(module, 'plugin-descriptor.properties'), 'utf8')).toBe('elasticsearch.version=9.2.8\n');
    expect(await readFile(join(module, 'commerce-analysis.jar'), 'utf8')).toMatch(
      / -cp \S+\/lib\/\*:\S+icu.jar \S+Plugin.java$/m,
    );
    expect((await made()).map((name) => join(cacheDir, name))).toEqual([server]);
    expect((await build('exit 1')).server).toBe(server);
  });

  it('keeps what was fetched for other sources, and fetches it again when it is not what was expected', async () => {
    await build(FETCHES);
    await rm(join(cacheDir, ...(await made()).slice(0, 1)), { recursive: true });
    expect((await build('exit 1')).said).toEqual(['compiling the analysis module']);
    await rm(join(cacheDir, ...(await made()).slice(0, 1)), { recursive: true });
    await writeFile(join(cacheDir, 'maven', 'icu', 'icu.jar'), 'forged');
    await expect(build('exit 0')).rejects.toThrow(
      'icu.jar was not fetched, or is not what artifacts.sha256 expects; try again.',
    );
    expect(existsSync(join(cacheDir, 'maven', 'icu', 'icu.jar'))).toBe(false);
    expect((await build(FETCHES)).said).toContain('fetching elasticsearch-9.2.8.zip');
  });

  it('ends with one whole server when it is built twice at once', async () => {
    const both = await Promise.all([build(`sleep 0.2${FETCHES}`), build(`sleep 0.2${FETCHES}`)]);
    expect(both[0].server).toBe(both[1].server);
    expect(await made()).toHaveLength(1);
    expect(existsSync(join(both[0].server, 'made'))).toBe(true);
  });

  it('deletes what a build has left behind that was killed an hour ago, and not what another one is at', async () => {
    for (const [name, ageMs] of [
      ['build-running', 0],
      ['build-killed', 2 * 3_600_000],
    ] as const) {
      await mkdir(join(cacheDir, name), { recursive: true });
      const then = new Date(Date.now() - ageMs);
      await utimes(join(cacheDir, name), then, then);
    }
    await build(FETCHES);
    expect((await readdir(cacheDir)).filter((name) => name.startsWith('build-'))).toEqual(['build-running']);
  });

  it('ends Maven and all it has started when it is told to stop, and leaves nothing behind', async () => {
    const stop = new AbortController();
    const pids = join(folder, 'pids');
    const building = build(`sleep 300 & echo $! > ${pids}; wait`, stop.signal);
    building.catch(() => undefined);
    while (!existsSync(pids) || (await readFile(pids, 'utf8')) === '') await sleep(20);
    const child = Number(await readFile(pids, 'utf8'));
    expect(isRunning(child)).toBe(true);
    stop.abort(new Error('Stopped by a test.'));
    await expect(building).rejects.toThrow('Stopped by a test.');
    while (isRunning(child)) await sleep(20);
    expect(isRunning(child)).toBe(false);
    expect(await made()).toEqual([]);
  });

  it('says what Maven said when it fails, and what is missing without it', async () => {
    const failing = build('echo "[INFO] fine"; echo "[ERROR] Could not resolve dependencies"; exit 1');
    await expect(failing).rejects.toThrow(
      /^Maven could not fetch the embedded Elasticsearch:\n\[ERROR\] Could not resolve dependencies$/,
    );
    await expect(build('echo "no java here" >&2; exit 127')).rejects.toThrow('no java here');
    expect(await made()).toEqual([]);
    const environment = { PATH: join(folder, 'nothing') };
    await expect(buildServer({ ...options(), environment })).rejects.toThrow('Maven (mvn) was not found');
  });

  it('needs Maven until it has fetched, and a JDK always', async () => {
    await build('exit 1').catch(() => undefined);
    await writeFile(join(folder, 'jdk', 'release'), 'JAVA_VERSION="21.0.1"');
    const { sources, javaHome: JAVA_HOME } = options();
    const environment = { JAVA_HOME, PATH: join(folder, 'nothing'), XDG_CACHE_HOME: join(folder, 'xdg') };
    await expect(requireTools(environment, sources)).rejects.toThrow('Maven (mvn) was not found');
    await requireTools({ ...environment, PATH: join(folder, 'bin') }, sources);
    cacheDir = await serverCacheDir(environment);
    expect(cacheDir).toBe(join(folder, 'xdg', 'commerce-analytics-elasticsearch'));
    await build(FETCHES);
    await requireTools(environment, sources);
  });

  it('says plainly which folder can’t be written', async () => {
    await writeFile(join(folder, 'cache'), 'a file');
    await expect(build(FETCHES)).rejects.toThrow(
      /^The cache folder .*cache, where the embedded Elasticsearch is kept, can’t be written: EEXIST.* Make it writable, or set XDG_CACHE_HOME/,
    );
  });
});

describe('findJavaHome', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'java homes '));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A home whose file `release` says that it is of this version, as the real ones do. */
  async function javaHome(name: string, version: string, tools = ['java', 'javac']): Promise<string> {
    const home = join(folder, name);
    await mkdir(join(home, 'bin'), { recursive: true });
    for (const tool of tools) await writeFile(join(home, 'bin', tool), '');
    await writeFile(join(home, 'release'), `IMPLEMENTOR="Debian"\nJAVA_VERSION="${version}"\n`);
    return home;
  }

  it('takes ES_JAVA_HOME before JAVA_HOME, that before PATH, and that before the usual folders', async () => {
    const [first, second, third, fourth] = [
      await javaHome('first', '21.0.8'),
      await javaHome('second', '22'),
      await javaHome('third', '23.0.1'),
      await javaHome('jvms/fourth', '25.0.1'),
    ];
    const environment = { ES_JAVA_HOME: first, JAVA_HOME: second, PATH: `/none:${third}/bin` };
    const usual = [join(folder, 'jvms')];
    expect(await findJavaHome(environment, usual)).toBe(first);
    expect(await findJavaHome({ ...environment, ES_JAVA_HOME: '' }, usual)).toBe(second);
    expect(await findJavaHome({ PATH: environment.PATH }, usual)).toBe(third);
    expect(await findJavaHome({}, usual)).toBe(fourth);
  });

  it('passes over one that is too old, has no compiler or is not there', async () => {
    const old = await javaHome('old', '17.0.12');
    const ancient = await javaHome('ancient', '1.8.0_412');
    const runtime = await javaHome('runtime', '25', ['java']);
    const right = await javaHome('jvms/right', '21');
    await javaHome('jvms/older', '11.0.2');
    const environment = { ES_JAVA_HOME: old, JAVA_HOME: join(folder, 'gone'), PATH: `${ancient}/bin:${runtime}/bin` };
    expect(await findJavaHome(environment, [join(folder, 'jvms')])).toBe(right);
  });

  it('follows the link that PATH leads to', async () => {
    const home = await javaHome('real', '24.0.2');
    await mkdir(join(folder, 'links'));
    await symlink(join(home, 'bin', 'java'), join(folder, 'links', 'java'));
    expect(await findJavaHome({ PATH: join(folder, 'links') }, [])).toBe(home);
  });

  it('names the three ways to go on when there is none', async () => {
    const failing = findJavaHome({ JAVA_HOME: await javaHome('old', '20.0.2') }, [join(folder, 'none')]);
    await expect(failing).rejects.toThrow(
      /^No JDK 21 or newer was found.*\n.*JAVA_HOME.*\n.*ELASTICSEARCH_URL.*\n.*docker/,
    );
  });
});
