import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { nodeFolder, readState, writeState } from './data-directory.js';
import { isReachable, nodeUser, serverCacheDir } from './server/server.mjs';

describe('where the embedded node is kept', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'places-'));
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is the cache folder that the environment names, though it is not there yet', async () => {
    const cache = join(folder, 'cache of mine');
    expect(await serverCacheDir({ XDG_CACHE_HOME: cache })).toBe(join(cache, 'commerce-analytics-elasticsearch'));
  });

  it('is another one when the node’s user can’t enter that', async () => {
    const locked = join(folder, 'locked');
    await mkdir(locked);
    // Root may enter everything; the user that root runs the node as may not.
    await chmod(locked, nodeUser() === undefined ? 0o000 : 0o700);
    expect(await isReachable(join(locked, 'deeper'))).toBe(false);
    expect(await isReachable(join(folder, 'deeper'))).toBe(true);
    expect(await serverCacheDir({ XDG_CACHE_HOME: locked })).not.toContain(locked);
  });

  it('has the data inside the project, or in a folder of only this project', async () => {
    const data = await nodeFolder('.data');
    const reachable = await isReachable(join(PROJECT_DIR, '.data'));
    if (reachable) expect(data).toBe(join(PROJECT_DIR, '.data'));
    else expect(data).toMatch(/^\/var\/lib\/commerce-analytics\/[0-9a-f]{12}\/\.data$/);
    expect(await nodeFolder('.other')).not.toBe(data);
  });
});

describe('the state of an embedded node', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'node-state-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('is whole for whoever reads it while it is written', async () => {
    await writeState(dataDir, {}, true);
    for (let port = 1; port <= 100; port++) {
      const written = writeState(dataDir, { port });
      const read = await Promise.all(Array.from({ length: 20 }, () => readState(dataDir)));
      expect(read).not.toContain(undefined);
      await written;
    }
    expect(await readState(dataDir)).toEqual({ owner: { pid: process.pid }, port: 100 });
  });

  it('is claimed once: a second first state is refused, and leaves the first and no other file', async () => {
    await writeState(dataDir, { port: 1 }, true);
    await expect(writeState(dataDir, { port: 2 }, true)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readState(dataDir)).toMatchObject({ port: 1 });
    expect(await readdir(dataDir)).toEqual(['node.json']);
  });
});
