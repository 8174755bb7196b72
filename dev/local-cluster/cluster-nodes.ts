import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedNode, freePort, provideServer } from '../embedded-node/embedded-node.js';

export interface ClusterNodesOptions {
  /** Folder with one folder per node: data, logs, configuration. */
  readonly dataDir: string;
  /** HTTP port of the first node; the others follow. 0 takes free ones. */
  readonly firstPort: number;
  /** As of one node. */
  readonly patience?: number | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
  /** The port that the other nodes connect to instead of a node's own; its own unless given. */
  readonly publish?: (transportPort: number) => Promise<number>;
  /** Further settings of Elasticsearch. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A node of the cluster on this machine. */
export interface ClusterNode {
  readonly name: string;
  readonly url: string;
  readonly transportPort: number;
  readonly dataDir: string;
}

const NAMES = ['node-1', 'node-2', 'node-3'];
const HEAP = '400m';
const RESTART_AFTER_MS = 1000;
const LOOPBACK = '127.0.0.1';

/** A cluster of three Elasticsearch nodes on loopback. A killed node is restarted. */
export class ClusterNodes {
  private isStopping = false;

  private constructor(
    readonly all: readonly ClusterNode[],
    private readonly processes: EmbeddedNode[],
  ) {}

  /**
   * Starts the nodes and waits until they have found each other.
   * @throws WorkFailure when a tool is missing, a folder or port is in use, or a node does not start; the signal's reason
   */
  static async start(options: ClusterNodesOptions): Promise<ClusterNodes> {
    const {
      dataDir,
      firstPort,
      environment,
      signal,
      onProgress,
      publish = async (port) => port,
      settings,
      patience,
    } = options;
    const { javaHome, serverDir } = await provideServer({ environment, signal, onProgress });
    signal?.throwIfAborted();
    const transportPorts = await freePorts(NAMES.length);
    const publishedPorts = await Promise.all(transportPorts.map(publish));
    const seedHosts = publishedPorts.map((port) => `${LOOPBACK}:${port}`);
    onProgress('starting three nodes');
    const startNode = (name: string, index: number, port: number): Promise<EmbeddedNode> =>
      EmbeddedNode.start({
        dataDir: join(dataDir, name),
        serverDir,
        javaHome,
        port,
        heap: HEAP,
        patience,
        signal,
        onProgress: (text) => onProgress(`${name}: ${text}`),
        settings: {
          'node.name': name,
          'path.repo': join(dataDir, 'snapshots'),
          'transport.port': transportPorts[index],
          'transport.publish_port': publishedPorts[index],
          'discovery.type': 'multi-node',
          'discovery.seed_hosts': seedHosts,
          'cluster.initial_master_nodes': NAMES,
          ...settings,
        },
      });
    const started = await Promise.allSettled(
      NAMES.map((name, index) => startNode(name, index, firstPort === 0 ? 0 : firstPort + index)),
    );
    const processes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failed = started.find((result) => result.status === 'rejected');
    if (failed !== undefined) {
      await Promise.all(processes.map((node) => node.stop()));
      throw failed.reason;
    }
    const nodes = processes.map(({ url }, index) => {
      const name = NAMES[index] as string;
      return { name, url, transportPort: transportPorts[index] as number, dataDir: join(dataDir, name) };
    });
    const cluster = new ClusterNodes(nodes, processes);
    for (const index of processes.keys()) void cluster.keepRunning(index, startNode);
    return cluster;
  }

  /** Value for ELASTICSEARCH_URL. */
  get url(): string {
    return this.all.map(({ url }) => url).join(',');
  }

  /** Starts a node again, on the same port, each time it is killed. */
  private async keepRunning(
    index: number,
    startNode: (name: string, index: number, port: number) => Promise<EmbeddedNode>,
  ): Promise<void> {
    for (;;) {
      const ended = this.processes[index] as EmbeddedNode;
      await ended.ended;
      await sleep(RESTART_AFTER_MS, undefined, { ref: false });
      if (this.isStopping) return;
      this.processes[index] = await startNode(NAMES[index] as string, index, ended.port).catch(() => ended);
      if (this.isStopping) await this.processes[index].stop();
    }
  }

  /** Stops the nodes. Their data stays. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.processes.map((node) => node.stop()));
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort(0));
  return [...ports];
}
