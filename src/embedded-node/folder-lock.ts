import { createHash } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isAlive, processIdentity } from './process-identity.js';

const LOCK = 'owner.lock';
const SUCCESSOR = `${LOCK}.after-`;

/** The folder is locked by a running process. */
export class FolderLockedError extends Error {
  /** @param holder identity of the process */
  constructor(readonly holder: string) {
    super(`Locked by the process ${holder}.`);
  }
}

/** A process's lock on a folder. The lock file names its holder. Exactly one process takes over from a dead holder. */
export class FolderLock {
  private constructor(
    private readonly file: string,
    private readonly holder: string,
  ) {}

  /** @throws FolderLockedError when a running process holds the lock, even this one */
  static async acquire(folder: string): Promise<FolderLock> {
    const me = (await processIdentity(process.pid)) ?? String(process.pid);
    const file = join(folder, LOCK);
    const mine = join(folder, `${LOCK}.${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`);
    await writeFile(mine, me);
    try {
      while (!(await claim(file, mine))) continue;
      return new FolderLock(file, me);
    } finally {
      await rm(mine, { force: true });
    }
  }

  async release(): Promise<void> {
    if ((await read(this.file)) === this.holder) await rm(this.file, { force: true });
  }
}

/**
 * Tries once to make `mine` the lock. To take over from a dead holder, a process creates a link named after that holder,
 * which only one process can do. A successor that dies before it finishes is replaced in the same way.
 * @returns false when another process was faster
 */
async function claim(lock: string, mine: string): Promise<boolean> {
  const first = await read(lock);
  const successions: string[] = [];
  let place = lock;
  for (let holder = first; holder !== undefined; holder = await read(place)) {
    if (await isAlive(holder)) throw new FolderLockedError(holder);
    place = join(lock, '..', `${SUCCESSOR}${digest(holder)}`);
    successions.push(place);
  }
  if (!(await linked(mine, place))) return false;
  if (place === lock) return true;
  // Another process that took over has changed the first link before it removed the others.
  if ((await read(lock)) !== first) {
    await rm(place, { force: true });
    return false;
  }
  const temporary = `${mine}-first`;
  await link(mine, temporary);
  await rename(temporary, lock);
  for (const name of await readdir(join(lock, '..'))) {
    if (name.startsWith(basename(SUCCESSOR))) await rm(join(lock, '..', name), { force: true });
  }
  return true;
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
