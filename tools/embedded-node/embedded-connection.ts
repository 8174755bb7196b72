import type {
  ConnectOptions,
  ElasticConnection,
  EmbeddedNodeState,
  InspectOptions,
} from '../../src/bin/process/elastic-connection.js';
import type { ElasticsearchConfig } from '../../src/config/config.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { EmbeddedNode, findRunningNode, freePort } from './embedded-node.js';
import { findJavaHome } from './java-home.js';
import { nodeFolder, serverCacheDir } from './data-directory.js';
import { buildServer, findMaven } from './server-build.js';

type EmbeddedConfig = Extract<ElasticsearchConfig, { kind: 'embedded' }>;

const dataDirOf = async ({ dataDir }: EmbeddedConfig): Promise<string> => dataDir ?? (await nodeFolder('.data'));

/** Looks at what the node needs and whether it runs; starts nothing. */
export async function inspectEmbeddedNode(
  config: EmbeddedConfig,
  { environment, javaFolders }: InspectOptions,
): Promise<EmbeddedNodeState> {
  const orError = <T>(look: Promise<T>): Promise<T | Error> => look.catch((error: unknown) => error as Error);
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
 * Connects to the embedded node that runs on the data folder, or starts one for this connection and stops it with it.
 * @throws MissingToolError; NodeInUseError; WorkFailure when the node can't be built or does not start; the signal's reason
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
