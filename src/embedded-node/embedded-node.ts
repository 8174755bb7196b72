import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chown, cp, lchown, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkFailure } from '../errors/work-failure.js';
import { FolderLock, FolderLockedError } from './folder-lock.js';
import { letNodeUserRead, nodeUser } from './data-directory.js';
import { isAlive, pidOf, processIdentity } from './process-identity.js';

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
  /** Undefined for a single-node cluster. */
  readonly membership?: ClusterMembership;
}

/** The cluster of several nodes on this machine that a node joins. */
export interface ClusterMembership {
  readonly name: string;
  readonly transportPort: number;
  /** The port that the other nodes connect to. */
  readonly publishedPort: number;
  /** The transport addresses of all nodes. */
  readonly seedHosts: readonly string[];
  /** The names of the nodes that elect the first master. */
  readonly initialMasterNodes: readonly string[];
}

/** The processes that use a data directory, stored in it for the next start. */
interface NodeState {
  readonly port: number;
  /** Identity of the node's process, which leads a process group. */
  readonly node: string;
  /** Identity of the service that started the node. */
  readonly owner: string;
}

/** Another service uses the data folder or the port. */
export class NodeInUseError extends WorkFailure {}

const CLUSTER = 'commerce-analytics-embedded';
/** Output of the node before it opens its log. A file, because an unread pipe would block the node. */
const CONSOLE = 'console.log';
const START_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 20_000;
const KILL_GRACE_MS = 5_000;
const KILL_POLL_MS = 20;
const LONGEST_BACK_OFF_MS = 30_000;
const STEADY_AFTER_MS = 60_000;

/** An Elasticsearch node that runs as a child process of the service, in its own process group. */
export class EmbeddedNode {
  private process: ChildProcess | undefined;
  private stopping = false;
  private ready = false;
  private restarts = 0;

  private constructor(
    private readonly options: EmbeddedNodeOptions,
    private readonly lock: FolderLock,
    readonly port: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Starts a node on a data directory. Stops a node that an earlier service left running. Of several concurrent starts,
   * one succeeds.
   * @throws NodeInUseError when a running service uses the data folder, or another process uses the port; WorkFailure when
   * the folder can't be written or Elasticsearch does not start
   */
  static async start(options: EmbeddedNodeOptions): Promise<EmbeddedNode> {
    const { dataDir } = options;
    letNodeUserRead();
    const lock = await lockFolder(dataDir);
    try {
      await endLeftOver(dataDir, options.onProgress);
      if (options.fresh === true) await emptyFolder(dataDir);
      const node = new EmbeddedNode(options, lock, await freePort(options.port));
      await node.prepareFolders();
      await node.launch();
      try {
        await node.waitUntilReady();
      } catch (error) {
        await node.stop();
        throw error;
      }
      return node;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Stops the node with SIGTERM, and its process group with SIGKILL after a grace period. Its data stays. */
  async stop(): Promise<void> {
    this.stopping = true;
    const child = this.process;
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const ended = await Promise.race([exited.then(() => true), sleep(STOP_GRACE_MS, false, { ref: false })]);
      if (!ended) killGroup(child.pid);
      await exited;
      await groupGone(child.pid);
    }
    await rm(stateFile(this.options.dataDir), { force: true });
    await this.lock.release();
  }

  private async prepareFolders(): Promise<void> {
    const { dataDir, serverDir } = this.options;
    const config = join(dataDir, 'config');
    await rm(config, { recursive: true, force: true });
    await cp(join(serverDir, 'config'), config, { recursive: true });
    await writeFile(join(config, 'elasticsearch.yml'), this.settings());
    const folders = [...['nodes', 'logs', 'tmp'].map((name) => join(dataDir, name)), this.snapshotsDir];
    for (const folder of folders) await mkdir(folder, { recursive: true });
    const user = nodeUser();
    if (user !== undefined) for (const folder of [config, ...folders]) await chownTree(folder, user);
  }

  /** Folder for snapshots; the nodes of a cluster share it. */
  private get snapshotsDir(): string {
    const { dataDir, membership } = this.options;
    return join(membership === undefined ? dataDir : dirname(dataDir), 'snapshots');
  }

  private settings(): string {
    const { membership } = this.options;
    const settings = {
      'cluster.name': CLUSTER,
      'node.name': membership?.name ?? 'embedded',
      'path.data': join(this.options.dataDir, 'nodes'),
      'path.logs': join(this.options.dataDir, 'logs'),
      'path.repo': this.snapshotsDir,
      'network.host': '127.0.0.1',
      'http.port': this.port,
      'transport.port': membership?.transportPort ?? 0,
      ...(membership === undefined
        ? { 'discovery.type': 'single-node' }
        : {
            'transport.publish_port': membership.publishedPort,
            'discovery.seed_hosts': membership.seedHosts,
            'cluster.initial_master_nodes': membership.initialMasterNodes,
          }),
      'xpack.security.enabled': false,
      'action.auto_create_index': false,
      'cluster.routing.allocation.disk.threshold_enabled': false,
      // Without the threshold, disk checks would only remove the blocks of a full disk.
      'cluster.info.update.interval': '1d',
    };
    return Object.entries(settings)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join('');
  }

  private async launch(): Promise<void> {
    const { dataDir, serverDir, javaHome, heap } = this.options;
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
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject)).finally(() =>
      console.close(),
    );
    this.process = child;
    if (this.stopping && child.pid !== undefined) killGroup(child.pid);
    const launchedAt = Date.now();
    child.once('exit', () => {
      if (child.pid !== undefined) killGroup(child.pid);
      if (!this.stopping && this.ready) void this.relaunch(Date.now() - launchedAt);
    });
    await this.writeState(child.pid as number);
  }

  private async relaunch(ranMs: number): Promise<void> {
    this.restarts = ranMs > STEADY_AFTER_MS ? 0 : this.restarts + 1;
    const waitMs = Math.min(LONGEST_BACK_OFF_MS, 500 * 2 ** this.restarts);
    this.options.onProgress(`Elasticsearch ended unexpectedly. Restarting in ${waitMs / 1000} s`);
    await sleep(waitMs, undefined, { ref: false });
    if (this.stopping) return;
    await this.launch().catch(() => this.relaunch(0));
  }

  private async writeState(pid: number): Promise<void> {
    const [node, owner] = await Promise.all([processIdentity(pid), processIdentity(process.pid)]);
    const state: NodeState = { port: this.port, node: node ?? '', owner: owner ?? '' };
    await writeFile(stateFile(this.options.dataDir), JSON.stringify(state));
  }

  private async waitUntilReady(): Promise<void> {
    const giveUpAt = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < giveUpAt) {
      this.options.signal?.throwIfAborted();
      if (this.process?.exitCode !== null || this.process.signalCode !== null) break;
      if (await answers(this.url)) {
        this.ready = true;
        return;
      }
      await sleep(250);
    }
    const logs = await Promise.all([`${CLUSTER}.log`, CONSOLE].map((name) => this.lastLines(name)));
    throw new WorkFailure(`Elasticsearch did not start. Its last lines:\n${logs.join('\n')}`);
  }

  private async lastLines(log: string): Promise<string> {
    const text = await readFile(join(this.options.dataDir, 'logs', log), 'utf8').catch(() => '');
    return text.trim().split('\n').slice(-12).join('\n');
  }
}

/** The address of a running node on this data folder; undefined when there is none. */
export async function findRunningNode(dataDir: string): Promise<string | undefined> {
  const state = await readState(dataDir);
  if (state === undefined || !(await isAlive(state.owner)) || !(await isAlive(state.node))) return undefined;
  const url = `http://127.0.0.1:${state.port}`;
  return (await answers(url)) ? url : undefined;
}

/** @throws NodeInUseError when a running process uses the folder; WorkFailure when it can't be written */
async function lockFolder(dataDir: string): Promise<FolderLock> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    return await FolderLock.acquire(dataDir);
  } catch (error) {
    if (error instanceof FolderLockedError) {
      throw new NodeInUseError(
        `The data folder ${dataDir} is in use by a running service (process ${pidOf(error.holder)}); stop that process, or set DATA_DIR to another folder.`,
      );
    }
    throw new WorkFailure(
      `The data folder ${dataDir} can’t be written: ${(error as Error).message}. Make it writable, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Stops the node that a dead service left running on a data folder. The caller holds the folder's lock. */
async function endLeftOver(dataDir: string, onProgress: (text: string) => void): Promise<void> {
  const state = await readState(dataDir);
  if (state === undefined) return;
  if (await isAlive(state.node)) {
    onProgress('stopping Elasticsearch of an earlier run');
    const pid = pidOf(state.node);
    signal(pid, 'SIGTERM');
    for (let waited = 0; waited < STOP_GRACE_MS && (await isAlive(state.node)); waited += 100) await sleep(100);
    killGroup(pid);
    await groupGone(pid);
  }
  await rm(stateFile(dataDir), { force: true });
}

/** Deletes everything in a data folder except the locks. */
async function emptyFolder(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('owner.lock')) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

const stateFile = (dataDir: string): string => join(dataDir, 'node.json');

async function readState(dataDir: string): Promise<NodeState | undefined> {
  try {
    return JSON.parse(await readFile(stateFile(dataDir), 'utf8')) as NodeState;
  } catch {
    return undefined;
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
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

function killGroup(pid: number): void {
  signal(-pid, 'SIGKILL');
}

/** Waits up to KILL_GRACE_MS until a killed process group has ended, and so released its files and ports. */
async function groupGone(leader: number): Promise<void> {
  for (let waited = 0; waited < KILL_GRACE_MS && signal(-leader, 0); waited += KILL_POLL_MS) await sleep(KILL_POLL_MS);
}

/** Returns the port if it is free, or any free port for 0. @throws NodeInUseError when another process uses it */
export function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new NodeInUseError(
              `Port ${port} is in use by another process; set ELASTICSEARCH_PORT to a free one, or ELASTICSEARCH_URL if an Elasticsearch of yours runs there.`,
            )
          : error,
      );
    });
    probe.listen(port, '127.0.0.1', () => {
      const taken = (probe.address() as { port: number }).port;
      probe.close(() => resolve(taken));
    });
  });
}

/** Makes a user the owner of a folder and its content, unless it owns the folder already. */
async function chownTree(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  if ((await stat(folder)).uid === uid) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(folder, uid, gid);
}
