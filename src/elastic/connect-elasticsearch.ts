import { existsSync } from 'node:fs';
import type { ElasticsearchConfig } from '../config/config.js';
import { itemsOf } from '../config/setting.js';
import { WorkFailure } from '../common/errors/work-failure.js';
import { createElasticClient, type ElasticClient } from './client/elastic-client.js';
import { NODE_SOURCES, nodeFolder } from './embedded-node/data-directory.js';
import { EmbeddedNode, findRunningNode } from './embedded-node/embedded-node.js';
import { provideServer } from './embedded-node/server.js';

/** A connection to Elasticsearch, until it is closed. */
export interface ElasticConnection {
  readonly client: ElasticClient;
  /** The addresses of Elasticsearch, without credentials. */
  readonly url: string;
  /** The data directory of the embedded node; undefined for another cluster. */
  readonly dataDir?: string;
  /** Closes the client, and stops the node if this connection started it. */
  close(): Promise<void>;
}

interface ConnectOptions {
  /** `running` uses the node that another process runs; `shared` starts one if there is none; `own` always starts one. */
  readonly node: 'own' | 'shared' | 'running';
  /** Whether a node that is started begins without data. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onProgress: (text: string) => void;
}

/**
 * Connects to the configured cluster, or else to the embedded node: the one that runs on the data directory, or one that
 * is started and stops with the connection.
 * @throws WorkFailure when the embedded node can't be built, started or used; the signal's reason when aborted
 */
export async function connectElasticsearch(
  config: ElasticsearchConfig,
  { node: sharing, environment, onProgress, fresh = false, signal }: ConnectOptions,
): Promise<ElasticConnection> {
  if (config.kind === 'cluster') {
    const client = createElasticClient(config);
    const origins = itemsOf(config.url).map((address) => new URL(address).origin);
    return { client, url: origins.join(', '), close: () => client.close() };
  }
  if (!existsSync(NODE_SOURCES)) {
    throw new WorkFailure('Set ELASTICSEARCH_URL to the address of a cluster: this installation has no embedded node.');
  }
  const dataDir = config.dataDir ?? (await nodeFolder('.data'));
  const running = sharing === 'own' ? undefined : await findRunningNode(dataDir);
  const connection = (url: string, stop?: () => Promise<void>): ElasticConnection => {
    const client = createElasticClient({ url });
    return { client, url, dataDir, close: () => client.close().then(stop) };
  };
  if (running !== undefined) return connection(running);
  if (sharing === 'running') throw new WorkFailure('The embedded node is not running: run npm start.');
  const { javaHome, serverDir } = await provideServer({ environment, signal, onProgress });
  signal?.throwIfAborted();
  const { port, heap } = config;
  const node = await EmbeddedNode.start({ dataDir, serverDir, javaHome, port, heap, fresh, signal, onProgress });
  return connection(node.url, () => node.stop());
}
