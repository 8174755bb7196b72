import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chown, cp, lchown, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkFailure } from '../../common/errors/work-failure.js';
import { letNodeUserRead, nodeUser } from './data-directory.js';
import { nodeRuns, ownerRuns, readState, removeState, writeState } from './node-state.js';

export interface EmbeddedNodeOptions {
  /** Folder of the node's data, logs, configuration and state file. */
  readonly dataDir: string;
  /** The built server. */
  readonly serverDir: string;
  readonly javaHome: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly heap: string;
  /** Whether the data folder is emptied first. */
  readonly fresh?: boolean;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
  /** Settings of Elasticsearch besides those of a single node. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Another service uses the data folder or the port. */
export class NodeInUseError extends WorkFailure {}

const CLUSTER = 'commerce-analytics-embedded';
/** Output of the node before it opens its log. A file, because an unread pipe would block the node. */
const CONSOLE = 'console.log';
const START_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 20_000;
const KILL_GRACE_MS = 5_000;
const POLL_MS = 20;

/** An Elasticsearch node that runs as a child process of the service, in its own process group. */
export class EmbeddedNode {
  readonly url: string;
  /** Resolves when the node has ended. */
  readonly ended: Promise<void>;
  private isStopping = false;
  private isReady = false;

  private constructor(
    private readonly child: ChildProcess,
    { dataDir, onProgress }: EmbeddedNodeOptions,
    readonly port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.ended = once(child, 'exit').then(() => {
      killGroup(child.pid as number);
      if (this.isReady && !this.isStopping) {
        onProgress(`Elasticsearch ended unexpectedly. Read ${dataDir}/logs, then start again.`);
      }
      return removeState(dataDir);
    });
  }

  /**
   * Starts a node on a data folder. Stops a node that an earlier service left running.
   * @throws NodeInUseError when a running service uses the data folder, or another process uses the port; WorkFailure when
   * the folder can't be written or Elasticsearch does not start
   */
  static async start(options: EmbeddedNodeOptions): Promise<EmbeddedNode> {
    const { dataDir, fresh, onProgress } = options;
    letNodeUserRead();
    await acquireFolder(dataDir, onProgress);
    let node: EmbeddedNode | undefined;
    try {
      if (fresh === true) await emptyFolder(dataDir);
      const port = await freePort(options.port);
      await prepareFolders(options, port);
      const child = await launch(options);
      node = new EmbeddedNode(child, options, port);
      await writeState(dataDir, { pid: child.pid, port });
      await node.waitUntilReady(options);
      return node;
    } catch (error) {
      await node?.stop();
      await removeState(dataDir);
      throw error;
    }
  }

  /** Stops the node with SIGTERM, and its process group with SIGKILL after a grace period. Its data stays. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const pid = this.child.pid as number;
    this.child.kill('SIGTERM');
    const ended = await Promise.race([this.ended.then(() => true), sleep(STOP_GRACE_MS, false, { ref: false })]);
    if (!ended) killGroup(pid);
    await this.ended;
    await groupGone(pid);
  }

  private async waitUntilReady({ dataDir, signal }: EmbeddedNodeOptions): Promise<void> {
    const giveUpAt = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < giveUpAt && this.child.exitCode === null && this.child.signalCode === null) {
      signal?.throwIfAborted();
      if (await answers(this.url)) {
        this.isReady = true;
        return;
      }
      await sleep(250);
    }
    const logs = await Promise.all([`${CLUSTER}.log`, CONSOLE].map((name) => lastLines(dataDir, name)));
    throw new WorkFailure(`Elasticsearch did not start. Its last lines:\n${logs.join('\n')}`);
  }
}

/** The address of a running node on this data folder; undefined when there is none. */
export async function findRunningNode(dataDir: string): Promise<string | undefined> {
  const state = await readState(dataDir);
  if (state === undefined || !(await ownerRuns(state)) || !(await nodeRuns(state, dataDir))) return undefined;
  const url = `http://127.0.0.1:${state.port}`;
  return (await answers(url)) ? url : undefined;
}

/**
 * Claims a data folder by its state file, and stops the node that a killed service left running. Elasticsearch's own
 * `node.lock` keeps a second node from the data in any case.
 * @throws NodeInUseError when a running service uses the folder; WorkFailure when it can't be written
 */
async function acquireFolder(dataDir: string, onProgress: (text: string) => void): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    const state = await readState(dataDir);
    if (state !== undefined && !(await ownerRuns(state))) {
      if (await nodeRuns(state, dataDir)) {
        onProgress('stopping Elasticsearch of an earlier run');
        const pid = state.pid as number;
        signalProcess(pid, 'SIGTERM');
        await waitWhile(STOP_GRACE_MS, () => nodeRuns(state, dataDir));
        killGroup(pid);
        await groupGone(pid);
      }
      await removeState(dataDir);
    }
    await writeState(dataDir, {}, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(dataDir)).isDirectory()) {
      const owner = (await readState(dataDir))?.owner.pid ?? 'unknown';
      throw new NodeInUseError(
        `The data folder ${dataDir} is in use by a running service (process ${owner}); stop that process, or set DATA_DIR to another folder.`,
      );
    }
    throw new WorkFailure(
      `The data folder ${dataDir} can’t be written: ${(error as Error).message}. Make it writable, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

async function prepareFolders({ dataDir, serverDir, settings }: EmbeddedNodeOptions, port: number): Promise<void> {
  const all: Readonly<Record<string, unknown>> = {
    'cluster.name': CLUSTER,
    'node.name': 'embedded',
    'path.data': join(dataDir, 'nodes'),
    'path.logs': join(dataDir, 'logs'),
    'path.repo': join(dataDir, 'snapshots'),
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': 0,
    'discovery.type': 'single-node',
    'xpack.security.enabled': false,
    'action.auto_create_index': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    // Without the threshold, disk checks would only remove the blocks of a full disk.
    'cluster.info.update.interval': '1d',
    ...settings,
  };
  const config = join(dataDir, 'config');
  await rm(config, { recursive: true, force: true });
  await cp(join(serverDir, 'config'), config, { recursive: true });
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  await writeFile(join(config, 'elasticsearch.yml'), lines.join(''));
  const folders = [...['nodes', 'logs', 'tmp'].map((name) => join(dataDir, name)), all['path.repo'] as string];
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const user = nodeUser();
  if (user !== undefined) for (const folder of [config, ...folders]) await chownTree(folder, user);
}

async function launch({ dataDir, serverDir, javaHome, heap }: EmbeddedNodeOptions): Promise<ChildProcess> {
  const console = await open(join(dataDir, 'logs', CONSOLE), 'w');
  const child = spawn(join(serverDir, 'bin', 'elasticsearch'), ['--quiet'], {
    cwd: join(dataDir, 'tmp'),
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      ES_JAVA_HOME: javaHome,
      ES_PATH_CONF: join(dataDir, 'config'),
      ES_TMPDIR: join(dataDir, 'tmp'),
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap} -Xlog:disable -Xlog:all=warning:stderr`,
    },
    stdio: ['ignore', console.fd, console.fd],
    detached: true,
    ...nodeUser(),
  });
  await once(child, 'spawn').finally(() => console.close());
  return child;
}

async function lastLines(dataDir: string, log: string): Promise<string> {
  const text = await readFile(join(dataDir, 'logs', log), 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-12).join('\n');
}

/** Deletes everything in a data folder except its state. */
async function emptyFolder(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name !== 'node.json') await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, {
      signal: AbortSignal.timeout(2000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Sends a signal to a process. @returns false when the process does not exist */
function signalProcess(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

function killGroup(pid: number): void {
  signalProcess(-pid, 'SIGKILL');
}

/** Waits until a killed process group has ended, and so released its files and ports. */
const groupGone = (leader: number): Promise<void> => waitWhile(KILL_GRACE_MS, async () => signalProcess(-leader, 0));

async function waitWhile(longestMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + longestMs;
  while (Date.now() < giveUpAt && (await isSo())) await sleep(POLL_MS);
}

/** Returns the port if it is free, or any free port for 0. @throws NodeInUseError when another process uses it */
export function freePort(port: number): Promise<number> {
  return tryPort(port, '127.0.0.1').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new NodeInUseError(
      `Port ${port} is in use by another process; set ELASTICSEARCH_PORT to a free one, or ELASTICSEARCH_URL if an Elasticsearch of yours runs there.`,
    );
  });
}

/** Listens on a port for a moment. @returns the port, which is a free one for 0 */
export async function tryPort(port: number, host: string): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const taken = (probe.address() as { port: number }).port;
  await new Promise((resolve) => probe.close(resolve));
  return taken;
}

/** Makes a user the owner of a folder and its content, unless it owns the folder already. */
async function chownTree(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  if ((await stat(folder)).uid === uid) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(folder, uid, gid);
}
