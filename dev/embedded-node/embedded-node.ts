import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WorkFailure } from '../../src/common/errors/failure.js';
import {
  endGroup,
  isInUse,
  NODE_SOURCES,
  nodesFolder,
  type NodeState,
  readState,
  removeState,
  runningNode,
  writeState,
} from './data-directory.js';
import { letNodeUserRead, nodeUser, provideServer as provide, ServerFailure } from './server/server.mjs';

/** Makes the server of the embedded node, unless it is in the cache. @throws WorkFailure; the signal's reason */
export async function provideServer(
  options: Omit<Parameters<typeof provide>[0], 'sources'>,
): Promise<{ javaHome: string; serverDir: string }> {
  try {
    return await provide({ ...options, sources: NODE_SOURCES });
  } catch (error) {
    throw error instanceof ServerFailure ? new WorkFailure(error.message, { cause: error }) : error;
  }
}

export interface EmbeddedNodeOptions {
  /** Folder of the node's data, logs, configuration and state file. */
  readonly dataDir: string;
  readonly serverDir: string;
  readonly javaHome: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly heap: string;
  /** Seconds without progress after which a start is given up; 120 unless told otherwise. */
  readonly patience?: number | undefined;
  /** Whether the data of earlier runs is deleted first. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
  /** Settings of Elasticsearch besides those of a single node. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

const CLUSTER = 'commerce-analytics-embedded';
/** Output of the node before it opens its log. A file, because an unread pipe would block the node. */
const CONSOLE = 'console.log';
const LOGS = [`${CLUSTER}.log`, CONSOLE];
const STOP_GRACE_MS = 20_000;
const COMPILE_ONCE = '-XX:TieredStopAtLevel=1';
const HEALTH = 'wait_for_status=yellow&timeout=1s&filter_path=active_shards';

/** An Elasticsearch node that runs as a child process of the service, in its own process group. */
export class EmbeddedNode {
  readonly url: string;
  readonly ended: Promise<void>;
  private isServing = false;

  private constructor(
    private readonly child: ChildProcess,
    { dataDir, onProgress }: EmbeddedNodeOptions,
    readonly port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.ended = once(child, 'exit').then(async () => {
      await endGroup(child.pid as number, 0);
      if (this.isServing) onProgress(`Elasticsearch ended unexpectedly. Read ${dataDir}/logs, then start again.`);
      await removeState(dataDir);
    });
  }

  /** Starts a node on a data folder, in place of one that an earlier service left running. @throws WorkFailure */
  static async start(options: EmbeddedNodeOptions): Promise<EmbeddedNode> {
    const { dataDir, onProgress } = options;
    letNodeUserRead();
    await acquireFolder(dataDir, onProgress);
    onProgress('starting Elasticsearch');
    let node: EmbeddedNode | undefined;
    try {
      const port = await freePort(options.port);
      const hasData = options.fresh !== true && existsSync(nodesFolder(dataDir));
      await prepareFolders(options, port);
      const child = await launch(options, hasData);
      node = new EmbeddedNode(child, options, port);
      const state = { pid: child.pid as number, port };
      await writeState(dataDir, state);
      await node.waitUntilReady(options);
      options.signal?.addEventListener('abort', () => {
        // A node that was killed has no exit code.
        if ((child.exitCode ?? child.signalCode) === null) void writeState(dataDir, { ...state, isEnding: true });
      });
      return node;
    } catch (error) {
      await node?.stop();
      await removeState(dataDir);
      throw error;
    }
  }

  /** Stops the node with SIGTERM, and its process group with SIGKILL after a grace period. Its data stays. */
  async stop(): Promise<void> {
    this.isServing = false;
    await endGroup(this.child.pid as number, STOP_GRACE_MS);
    await this.ended;
  }

  private async waitUntilReady(options: EmbeddedNodeOptions): Promise<void> {
    const isRunning = (): boolean => this.child.exitCode === null && this.child.signalCode === null;
    this.isServing = (await untilReady(options, () => (isRunning() ? this.url : undefined))) !== undefined;
    if (!this.isServing) throw await startFailure(options.dataDir);
  }
}

type Waiting = Pick<EmbeddedNodeOptions, 'dataDir' | 'signal' | 'patience'>;

/**
 * Waits until a node answers and has its data. @returns its address; undefined when it has none any more, because it ended
 * @throws WorkFailure when it makes no progress
 */
async function untilReady(
  { dataDir, signal, patience = 120 }: Waiting,
  find: () => string | undefined | Promise<string | undefined>,
): Promise<string | undefined> {
  let progress = '';
  let giveUpAt = Infinity;
  for (let url = await find(); url !== undefined; url = await find()) {
    signal?.throwIfAborted();
    const { ok, text } = await health(url);
    if (ok) return url;
    const logs = await Promise.all(LOGS.map((name) => readLog(dataDir, name)));
    const seen = `${text} ${logs.map(progressIn).join(' ')}`;
    if (seen !== progress) giveUpAt = Date.now() + patience * 1000;
    progress = seen;
    if (Date.now() >= giveUpAt) throw await startFailure(dataDir);
    await sleep(250);
  }
  return undefined;
}

async function startFailure(dataDir: string): Promise<WorkFailure> {
  const logs = await Promise.all(LOGS.map((name) => readLog(dataDir, name)));
  const lines = logs.map((text) => text.trim().split('\n').slice(-12).join('\n'));
  return new WorkFailure(`Elasticsearch did not start. Its last lines:\n${lines.join('\n')}`);
}

/** The state of a data folder while a process has a node on it. */
async function stateInUse(dataDir: string): Promise<NodeState | undefined> {
  const state = await readState(dataDir);
  return state !== undefined && (await isInUse(state, dataDir)) ? state : undefined;
}

const urlOf = ({ port }: NodeState): string => `http://127.0.0.1:${port}`;

/** The address of a running node on this data folder; undefined when there is none. */
export async function findRunningNode(dataDir: string): Promise<string | undefined> {
  const state = await stateInUse(dataDir);
  return state !== undefined && (await health(urlOf(state))).ok ? urlOf(state) : undefined;
}

/**
 * The address of the node on this data folder, for which it waits while another process starts it; undefined when there is
 * none. @throws WorkFailure when it makes no progress
 */
export async function waitForNode(options: Waiting & Pick<EmbeddedNodeOptions, 'onProgress'>) {
  const { dataDir, onProgress } = options;
  const running = await findRunningNode(dataDir);
  if (running !== undefined) return running;
  return untilReady(options, async () => {
    const state = await stateInUse(dataDir);
    if (state !== undefined) onProgress(`waiting for the node that process ${state.owner.pid} starts`);
    return state && urlOf(state);
  });
}

/** Waits until the node that another process is stopping has ended. */
export async function waitForEnd({
  dataDir,
  signal,
  onProgress,
}: Omit<Waiting, 'patience'> & Pick<EmbeddedNodeOptions, 'onProgress'>) {
  for (let state = await stateInUse(dataDir); state?.isEnding === true; state = await stateInUse(dataDir)) {
    signal?.throwIfAborted();
    onProgress(`waiting for the node that process ${state.owner.pid} stops`);
    await sleep(250);
  }
}

/** A data folder has the node of another process. */
export class FolderInUse extends WorkFailure {}

/** Claims a data folder and stops the node of a killed service. @throws WorkFailure when it is in use or read-only */
async function acquireFolder(dataDir: string, onProgress: (text: string) => void): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    const state = await readState(dataDir);
    if (state !== undefined && !(await isInUse(state, dataDir))) {
      const left = await runningNode(state, dataDir);
      if (left !== undefined) {
        onProgress('stopping Elasticsearch of an earlier run');
        await endGroup(left, STOP_GRACE_MS);
      }
      await removeState(dataDir);
    }
    await writeState(dataDir, {}, true);
  } catch (error) {
    const state = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readState(dataDir) : undefined;
    const failure = (problem: string): string =>
      `The data folder ${dataDir} ${problem}, or set DATA_DIR to another folder.`;
    throw state === undefined
      ? new WorkFailure(failure(`can’t be written: ${(error as Error).message}. Make it writable`), { cause: error })
      : new FolderInUse(failure(`is in use by a running service (process ${state.owner.pid}); stop that process`));
  }
}

async function prepareFolders(options: EmbeddedNodeOptions, port: number): Promise<void> {
  const { dataDir, serverDir, settings, fresh } = options;
  const [config, data, logs] = [join(dataDir, 'config'), nodesFolder(dataDir), join(dataDir, 'logs')];
  const all = {
    'cluster.name': CLUSTER,
    'node.name': 'embedded',
    'path.logs': logs,
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
  const replaced = [config, ...(fresh === true ? [data, all['path.repo']] : [])];
  for (const folder of replaced) await rm(folder, { recursive: true, force: true });
  await cp(join(serverDir, 'config'), config, { recursive: true });
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  await writeFile(join(config, 'elasticsearch.yml'), lines.join(''));
  const folders = [data, logs, join(dataDir, 'tmp'), all['path.repo']];
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const user = nodeUser();
  if (user !== undefined) await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, config, ...folders]);
}

async function launch(
  { dataDir, serverDir, javaHome, heap }: EmbeddedNodeOptions,
  hasData: boolean,
): Promise<ChildProcess> {
  const console = await open(join(dataDir, 'logs', CONSOLE), 'w');
  // Named in the command line, by which others know that the process is this folder's node as soon as it runs.
  const child = spawn(join(serverDir, 'bin', 'elasticsearch'), ['--quiet', `-Epath.data=${nodesFolder(dataDir)}`], {
    cwd: join(dataDir, 'tmp'),
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      ES_JAVA_HOME: javaHome,
      ES_PATH_CONF: join(dataDir, 'config'),
      ES_TMPDIR: join(dataDir, 'tmp'),
      // The optimizing compiler takes a third of the processor time of a start. It pays off only while much is loaded.
      CLI_JAVA_OPTS: COMPILE_ONCE,
      ES_JAVA_OPTS: `${hasData ? COMPILE_ONCE : ''} -Xms${heap} -Xmx${heap} -Xlog:disable -Xlog:all=warning:stderr`,
    },
    stdio: ['ignore', console.fd, console.fd],
    detached: true,
    ...nodeUser(),
  });
  await once(child, 'spawn').finally(() => console.close());
  return child;
}

const readLog = (dataDir: string, log: string): Promise<string> =>
  readFile(join(dataDir, 'logs', log), 'utf8').catch(() => '');

/** Changes with each new line but warnings, which a node that waits for others repeats. */
const progressIn = (log: string): number => (log.includes('[INFO ') ? log.lastIndexOf('[INFO ') : log.length);

/** Whether a node answers and has its data, and the shards that it has so far. */
async function health(url: string): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    const signal = AbortSignal.timeout(2000);
    const answer = await fetch(`${url}/_cluster/health?${HEALTH}`, { signal });
    return { ok: answer.ok, text: await answer.text() };
  } catch {
    return { ok: false, text: '' };
  }
}

/**
 * Returns the port if it is free, or any free port for 0: one below those that the system gives to connections, which
 * would take it before a node listens on it. @throws WorkFailure when another process uses it
 */
export async function freePort(port: number): Promise<number> {
  try {
    return await tryPort(port || randomInt(10_000, 32_000), '127.0.0.1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (port === 0) return freePort(0);
    throw new WorkFailure(
      `Port ${port} is in use by another process; set ELASTICSEARCH_PORT to a free one, or ELASTICSEARCH_URL if an Elasticsearch of yours runs there.`,
    );
  }
}

/** Listens on a port for a moment. @returns the port */
export async function tryPort(port: number, host: string): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
