import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServer } from './server-build.js';

/** What Maven leaves behind, made in no time. */
const BUILDS = `
mkdir -p target/server/elasticsearch-9.2.8/modules target/module
echo built > target/server/elasticsearch-9.2.8/made
echo module > target/module/plugin.jar
echo "[INFO] Downloading from central: https://repo/elasticsearch-9.2.8.zip"
`;

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
    cacheDir = join(folder, 'cache');
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Builds with a Maven that is this script. */
  async function build(script: string, signal?: AbortSignal): Promise<{ server: string; said: string[] }> {
    const bin = join(folder, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'mvn'), `#!/bin/sh\n${script}`);
    await chmod(join(bin, 'mvn'), 0o755);
    const said: string[] = [];
    const environment = { PATH: `${bin}:/usr/bin:/bin` };
    const onProgress = (text: string): void => void said.push(text);
    return { server: await buildServer({ cacheDir, javaHome: '/jdk', environment, signal, onProgress }), said };
  }

  it('builds once, with the module in its place, says what it fetches, and finds the server afterwards', async () => {
    const { server, said } = await build(`${BUILDS}echo "$JAVA_HOME" > target/server/elasticsearch-9.2.8/java\n`);
    expect(said).toEqual(['fetching elasticsearch-9.2.8.zip']);
    expect(await readFile(join(server, 'java'), 'utf8')).toBe('/jdk\n');
    expect(existsSync(join(server, 'modules', 'commerce-analysis', 'plugin.jar'))).toBe(true);
    expect((await readdir(cacheDir)).map((name) => join(cacheDir, name))).toEqual([server]);
    expect((await build('exit 1')).server).toBe(server);
  });

  it('ends with one whole server when it is built twice at once', async () => {
    const both = await Promise.all([build(`sleep 0.2${BUILDS}`), build(`sleep 0.2${BUILDS}`)]);
    expect(both[0].server).toBe(both[1].server);
    expect(await readdir(cacheDir)).toHaveLength(1);
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
    await build(BUILDS);
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
    expect(await readdir(cacheDir)).toEqual([]);
  });

  it('says what Maven said when it fails, and what is missing without it', async () => {
    const failing = build('echo "[INFO] fine"; echo "[ERROR] Could not resolve dependencies"; exit 1');
    await expect(failing).rejects.toThrow(
      /^Maven could not build the embedded Elasticsearch:\n\[ERROR\] Could not resolve dependencies$/,
    );
    await expect(build('echo "no java here" >&2; exit 127')).rejects.toThrow('no java here');
    expect(await readdir(cacheDir)).toEqual([]);
    const environment = { PATH: join(folder, 'nothing') };
    const without = buildServer({ cacheDir, javaHome: '/jdk', environment, onProgress: () => undefined });
    await expect(without).rejects.toThrow('Maven (mvn) was not found');
  });

  it('says plainly which folder can’t be written', async () => {
    await writeFile(join(folder, 'cache'), 'a file');
    await expect(build(BUILDS)).rejects.toThrow(
      /^The cache folder .*cache, where the embedded Elasticsearch is kept, can’t be written: EEXIST.* Make it writable, or set XDG_CACHE_HOME/,
    );
  });
});
