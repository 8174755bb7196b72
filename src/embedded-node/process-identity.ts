import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const START_TIME_AFTER_NAME = 19;

/** `pid@start time`, which differs from a later process with the same number; undefined when there is no such process. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    const fields = await readStat(pid);
    return fields[0] === 'Z' ? undefined : `${pid}@${fields[START_TIME_AFTER_NAME]}`;
  } catch {
    return process.platform === 'linux' ? undefined : identityByPs(pid);
  }
}

/** The fields of a process after its name, such as its state, its parent and its group. @throws when there is no such file */
export async function readStat(pid: number): Promise<string[]> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** The process number in an identity. */
export const pidOf = (identity: string): number => Number(identity.split('@')[0]);

/** Whether the process with this identity is running. */
export async function isAlive(identity: string): Promise<boolean> {
  return identity !== '' && (await processIdentity(pidOf(identity))) === identity;
}

async function identityByPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() === '' ? undefined : `${pid}@${stdout.trim()}`;
  } catch {
    return undefined;
  }
}
