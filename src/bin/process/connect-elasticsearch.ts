import type { ElasticsearchConfig } from '../../config/config.js';
import { addressesOf } from '../../config/config.js';
import { createElasticClient } from '../../elastic/client/elastic-client.js';
import { WorkFailure } from '../../errors/work-failure.js';
import type { ConnectOptions, ElasticConnection, EmbeddedNodeState, InspectOptions } from './elastic-connection.js';

/**
 * Connects to the configured cluster, or else to the embedded node, which only a checkout of the project has.
 * @throws WorkFailure when there is no address and no embedded node, when its tools are missing, another process uses it,
 * or it does not start; the signal's reason
 */
export async function connectElasticsearch(
  config: ElasticsearchConfig,
  options: ConnectOptions,
): Promise<ElasticConnection> {
  if (config.kind === 'embedded') return (await loadEmbeddedNode()).connectEmbeddedNode(config, options);
  const client = createElasticClient(config);
  return { client, url: shownUrl(config.url), close: () => client.close() };
}

/** The addresses of a cluster as they may be shown: without credentials. */
const shownUrl = (url: string): string =>
  addressesOf(url)
    .map((address) => new URL(address).origin)
    .join(', ');

/**
 * Looks at what the embedded node needs and whether it runs; starts nothing.
 * @throws WorkFailure when this installation has no embedded node
 */
export async function inspectEmbeddedNode(
  config: Extract<ElasticsearchConfig, { kind: 'embedded' }>,
  options: InspectOptions,
): Promise<EmbeddedNodeState> {
  return (await loadEmbeddedNode()).inspectEmbeddedNode(config, options);
}

async function loadEmbeddedNode() {
  try {
    return await import('../../../tools/embedded-node/embedded-connection.js');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new WorkFailure(
      'Set ELASTICSEARCH_URL to the address of a cluster: this installation has no embedded node.',
      {
        cause: error,
      },
    );
  }
}
