import type { ElasticsearchConfig } from '../../config/config.js';
import { itemsOf } from '../../config/setting.js';
import { createElasticClient } from '../../elastic/client/elastic-client.js';
import {
  connectEmbeddedNode,
  type ConnectOptions,
  type ElasticConnection,
} from '../../elastic/embedded-node/embedded-connection.js';

/**
 * Connects to the configured cluster, or else to the embedded node.
 * @throws WorkFailure when the embedded node can't be used; the signal's reason when aborted
 */
export async function connectElasticsearch(
  config: ElasticsearchConfig,
  options: ConnectOptions,
): Promise<ElasticConnection> {
  if (config.kind === 'embedded') return connectEmbeddedNode(config, options);
  const client = createElasticClient(config);
  const origins = itemsOf(config.url).map((address) => new URL(address).origin);
  return { client, url: origins.join(', '), close: () => client.close() };
}
