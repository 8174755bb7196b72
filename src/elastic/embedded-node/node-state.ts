import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The processes that use a data folder, as its `node.json` names them. */
export interface NodeState {
  /** The service that starts the node, with its command line: another process may have the same number later. */
  readonly owner: { readonly pid: number; readonly command: string };
  /** The leader of the node's process group; missing until it is started. */
  readonly pid?: number;
  readonly port?: number;
}

const stateFile = (dataDir: string): string => join(dataDir, 'node.json');

export async function readState(dataDir: string): Promise<NodeState | undefined> {
  try {
    return JSON.parse(await readFile(stateFile(dataDir), 'utf8')) as NodeState;
  } catch {
    return undefined;
  }
}

/** Writes the state of a node that this process starts. @throws Error with code EEXIST when `isFirst` and there is a state */
export async function writeState(dataDir: string, node: Omit<NodeState, 'owner'>, isFirst = false): Promise<void> {
  const owner = { pid: process.pid, command: (await commandOf(process.pid)) ?? '' };
  await writeFile(stateFile(dataDir), JSON.stringify({ ...node, owner }), { flag: isFirst ? 'wx' : 'w' });
}

export const removeState = (dataDir: string): Promise<void> => rm(stateFile(dataDir), { force: true });

/** Whether the service that wrote a state is running. */
export async function ownerRuns({ owner }: NodeState): Promise<boolean> {
  return (await commandOf(owner.pid)) === owner.command;
}

/** Whether the node of a state is running: its command line names the data folder. */
export async function nodeRuns({ pid }: NodeState, dataDir: string): Promise<boolean> {
  return pid !== undefined && ((await commandOf(pid)) ?? '').includes(join(dataDir, 'config'));
}

/** The command line of a process; undefined when it has ended. */
async function commandOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')) || undefined;
    return (await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
