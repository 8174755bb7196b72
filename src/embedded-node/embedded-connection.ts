import { stat } from 'node:fs/promises';
import type { ElasticsearchConfig } from '../config/config.js';
import type { ElasticClient } from '../elastic/client/elastic-client.js';
import { createElasticClient } from '../elastic/client/elastic-client.js';
import { WorkFailure } from '../errors/work-failure.js';
import { NODE_SOURCES, nodeFolder, serverCacheDir } from './data-directory.js';
import { EmbeddedNode, findRunningNode, freePort } from './embedded-node.js';
import { findJavaHome } from './java-home.js';
import { buildServer, findMaven } from './server-build.js';

type EmbeddedConfig = Extract<ElasticsearchConfig, { kind: 'embedded' }>;
type Environment = Readonly<Record<string, string | undefined>>;

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

export interface ConnectOptions {
  /** `shared` uses a node that another process runs; `own`, for the service, always starts one. */
  readonly node: 'own' | 'shared';
  /** Whether a node that is started begins without data. */
  readonly fresh?: boolean;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal;
  readonly environment: Environment;
  readonly onProgress: (text: string) => void;
}

export interface InspectOptions {
  readonly environment: Environment;
  /** Folders to search for JDKs instead of the usual ones. */
  readonly javaFolders?: readonly string[];
}

/** The tools of the embedded node and its address. A missing tool is an error whose message says how to install it. */
export interface EmbeddedNodeState {
  readonly dataDir: string;
  /** Undefined when the node does not run. */
  readonly url?: string;
  readonly java: string | Error;
  readonly maven: string | Error;
  /** Why the node can't use its port; undefined when it can, or runs on it. */
  readonly portTrouble?: Error;
}

/** @throws WorkFailure in an installation without the sources of the node, such as the image */
async function dataDirOf({ dataDir }: EmbeddedConfig): Promise<string> {
  await stat(NODE_SOURCES).catch((error: unknown) => {
    const message = 'Set ELASTICSEARCH_URL to the address of a cluster: this installation has no embedded node.';
    throw new WorkFailure(message, { cause: error });
  });
  return dataDir ?? (await nodeFolder('.data'));
}

/**
 * Checks the tools of the node and whether it runs; starts nothing.
 * @throws WorkFailure when this installation has no embedded node
 */
export async function inspectEmbeddedNode(
  config: EmbeddedConfig,
  { environment, javaFolders }: InspectOptions,
): Promise<EmbeddedNodeState> {
  const orError = <T>(check: Promise<T>): Promise<T | Error> => check.catch((error: unknown) => error as Error);
  const dataDir = await dataDirOf(config);
  const url = await findRunningNode(dataDir);
  const java = await orError(findJavaHome(environment, javaFolders));
  const maven = await orError(findMaven(await serverCacheDir(environment), environment));
  const port = url === undefined ? await orError(freePort(config.port)) : config.port;
  return {
    dataDir,
    java,
    maven,
    ...(url !== undefined && { url }),
    ...(port instanceof Error && { portTrouble: port }),
  };
}

/**
 * Connects to the node that runs on the data directory, or starts one, which stops with the connection.
 * @throws WorkFailure when this installation has no embedded node, a tool is missing, another process uses the node, or it
 * can't be built or started; the signal's reason when aborted
 */
export async function connectEmbeddedNode(
  config: EmbeddedConfig,
  { node: sharing, environment, onProgress, fresh = false, signal }: ConnectOptions,
): Promise<ElasticConnection> {
  const dataDir = await dataDirOf(config);
  const running = sharing === 'shared' ? await findRunningNode(dataDir) : undefined;
  if (running !== undefined) {
    const client = createElasticClient({ url: running });
    return { client, url: running, dataDir, close: () => client.close() };
  }
  const javaHome = await findJavaHome(environment);
  const cacheDir = await serverCacheDir(environment);
  const serverDir = await buildServer({ cacheDir, javaHome, environment, signal, onProgress });
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
