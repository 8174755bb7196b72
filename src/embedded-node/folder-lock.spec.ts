import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderLock, FolderLockedError } from './folder-lock.js';
import { processIdentity } from './process-identity.js';

const DEAD = `${process.pid}@another start`;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

describe('FolderLock', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folder-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is held by one at a time, is named to the others, and leaves nothing behind', async () => {
    const lock = await FolderLock.acquire(folder);
    const refused = await FolderLock.acquire(folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FolderLockedError);
    expect((refused as FolderLockedError).holder).toBe(await processIdentity(process.pid));
    expect(await readdir(folder)).toEqual(['owner.lock']);
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
    await (await FolderLock.acquire(folder)).release();
  });

  it.each([
    ['that is free', []],
    ['of a holder who died', [DEAD]],
    ['of a holder whose successor died while succeeding him', [DEAD, '1@never']],
  ])('lets exactly one of many in at once, into a folder %s', async (_, dead) => {
    for (let round = 0; round < 25; round += 1) {
      if (dead[0] !== undefined) await writeFile(join(folder, 'owner.lock'), dead[0]);
      if (dead[1] !== undefined) await writeFile(join(folder, `owner.lock.after-${digestOf(DEAD)}`), dead[1]);
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => FolderLock.acquire(folder)));
      const locks = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      expect(locks).toHaveLength(1);
      for (const attempt of attempts) {
        if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(FolderLockedError);
      }
      expect(await readdir(folder)).toEqual(['owner.lock']);
      await locks[0]?.release();
    }
  });

  it('is not given back by one who holds it no more', async () => {
    const lock = await FolderLock.acquire(folder);
    await writeFile(join(folder, 'owner.lock'), 'another');
    await lock.release();
    expect(await readdir(folder)).toEqual(['owner.lock']);
  });

  it('says what is wrong with a folder that can’t be written', async () => {
    await expect(FolderLock.acquire(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});
