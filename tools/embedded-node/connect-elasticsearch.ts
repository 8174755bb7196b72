import type { Client } from '@elastic/elasticsearch';
import type { ElasticsearchConfig } from '../../src/config/config.js';
import { addressesOf } from '../../src/config/config.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { EmbeddedNode, findRunningNode } from './embedded-node.js';
import { findJavaHome } from './java-home.js';
import { nodeFolder, serverCacheDir } from './data-directory.js';
import { buildServer } from './server-build.js';

/** Elasticsearch as a command or the service uses it, until it is closed. */
export interface ElasticConnection {
  readonly client: Client;
  /** Its addresses, without credentials. */
  readonly url: string;
  /** The data folder of the embedded node; undefined for a cluster of one's own. */
  readonly dataDir?: string;
  /** Ends the node too if this connection started it. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** `own` never uses a node that another process runs: the service wants its own. */
  readonly node: 'own' | 'shared';
  /** Whether a node that is started begins without data. */
  readonly fresh?: boolean;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onProgress: (text: string) => void;
}

/**
 * Reaches Elasticsearch: the configured cluster, else the embedded node that runs on the data folder, else one started
 * for this connection and ended with it.
 * @throws MissingToolError; NodeInUseError; WorkFailure when the node can't be built or does not start; the signal's reason
 */
export async function connectElasticsearch(
  config: ElasticsearchConfig,
  options: ConnectOptions,
): Promise<ElasticConnection> {
  if (config.kind === 'cluster') {
    const client = createElasticClient(config);
    const url = addressesOf(config.url)
      .map((address) => new URL(address).origin)
      .join(', ');
    return { client, url, close: () => client.close() };
  }
  const dataDir = config.dataDir ?? (await nodeFolder('.data'));
  const running = options.node === 'shared' ? await findRunningNode(dataDir) : undefined;
  if (running !== undefined) {
    const client = createElasticClient({ url: running });
    return { client, url: running, dataDir, close: () => client.close() };
  }
  const { environment, onProgress, fresh = false, signal } = options;
  const javaHome = await findJavaHome(environment);
  const serverDir = await buildServer({
    cacheDir: await serverCacheDir(environment),
    javaHome,
    environment,
    signal,
    onProgress,
  });
  signal?.throwIfAborted();
  onProgress('starting Elasticsearch');
  const { port, heap } = config;
  const node = await EmbeddedNode.start({ dataDir, serverDir, javaHome, port, heap, fresh, signal, onProgress });
  const client = createElasticClient({ url: node.url });
  return {
    client,
    url: node.url,
    dataDir,
    close: async () => {
      await client.close();
      await node.stop();
    },
  };
}
