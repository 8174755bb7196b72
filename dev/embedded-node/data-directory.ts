import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { isReachable } from './server/server.mjs';

export const NODE_SOURCES = join(import.meta.dirname, 'server');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A folder for a node's data: in the project, or under /var/lib when the node's user can't enter the project. */
export async function nodeFolder(name: string): Promise<string> {
  const inProject = join(PROJECT_DIR, name);
  if (await isReachable(inProject)) return inProject;
  return join('/var/lib/commerce-analytics', digest(PROJECT_DIR), name);
}

const KILL_GRACE_MS = 5_000;
const POLL_MS = 20;

/** The processes that use a data folder, as its `node.json` names them. */
export interface NodeState {
  /** The service that starts the node. */
  readonly owner: { readonly pid: number };
  /** The leader of the node's process group; missing until it is started. */
  readonly pid?: number;
  readonly port?: number;
  /** Whether the service stops the node. */
  readonly isEnding?: true;
}

/** What the node of a data folder stores. */
export const nodesFolder = (dataDir: string): string => join(dataDir, 'nodes');

const stateFile = (dataDir: string): string => join(dataDir, 'node.json');

export async function readState(dataDir: string): Promise<NodeState | undefined> {
  try {
    return JSON.parse(await readFile(stateFile(dataDir), 'utf8')) as NodeState;
  } catch {
    return undefined;
  }
}

/** Writes the state of a node, never half of it. @throws Error with code EEXIST when `isFirst` and there is one */
export async function writeState(dataDir: string, node: Omit<NodeState, 'owner'>, isFirst = false): Promise<void> {
  const state: NodeState = { ...node, owner: { pid: process.pid } };
  const written = `${stateFile(dataDir)}.${process.pid}`;
  await writeFile(written, JSON.stringify(state));
  if (!isFirst) return rename(written, stateFile(dataDir));
  await link(written, stateFile(dataDir)).finally(() => rm(written));
}

export const removeState = (dataDir: string): Promise<void> => rm(stateFile(dataDir), { force: true });

/** Whether a service uses the data folder: it runs, and so does its node, unless it is about to start it. */
export async function isInUse(state: NodeState, dataDir: string): Promise<boolean> {
  if (!signalProcess(state.owner.pid, 0)) return false;
  return state.pid === undefined || (await runningNode(state, dataDir)) !== undefined;
}

/** The process of a state's node, whose command line names the data folder; undefined when it has ended. */
export async function runningNode({ pid }: NodeState, dataDir: string): Promise<number | undefined> {
  if (pid === undefined) return undefined;
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).then(({ stdout }) => stdout);
  return (await command.catch(() => '')).includes(nodesFolder(dataDir)) ? pid : undefined;
}

/** Ends a process group: SIGTERM, SIGKILL after a grace period, and a wait until its files and ports are free. */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  signalProcess(leader, 'SIGTERM');
  await groupEnds(leader, graceMs);
  signalProcess(-leader, 'SIGKILL');
  await groupEnds(leader, KILL_GRACE_MS);
}

async function groupEnds(leader: number, longestMs: number): Promise<void> {
  const giveUpAt = Date.now() + longestMs;
  while (Date.now() < giveUpAt && signalProcess(-leader, 0)) await sleep(POLL_MS);
}

/** Sends a signal to a process, or to a group by its negated leader; 0 sends none. @returns whether there is one */
function signalProcess(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
