import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const START_TIME_AFTER_NAME = 19;

/** `pid@start time`, which differs from a later process with the same number; undefined when there is no such process. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${pid}@${fields[START_TIME_AFTER_NAME]}`;
  } catch {
    return process.platform === 'linux' ? undefined : identityByPs(pid);
  }
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
