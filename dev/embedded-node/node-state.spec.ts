import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readState, writeState } from './node-state.js';

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
