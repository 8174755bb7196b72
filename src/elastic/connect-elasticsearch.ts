import type { ElasticsearchConfig } from '../config/config.js';
import { itemsOf } from '../config/setting.js';
import { WorkFailure } from '../common/errors/work-failure.js';
import { createElasticClient, type ElasticClient } from './client/elastic-client.js';

/** A connection to Elasticsearch, until its client is closed. */
export interface ElasticConnection {
  readonly client: ElasticClient;
  /** The addresses of Elasticsearch, without credentials. */
  readonly url: string;
}

/** Connects to the configured cluster. @throws WorkFailure without one */
export function connectElasticsearch({ url, ...credentials }: ElasticsearchConfig): ElasticConnection {
  if (url === undefined) throw new WorkFailure('Set ELASTICSEARCH_URL to the address of a cluster.');
  const origins = itemsOf(url).map((address) => new URL(address).origin);
  return { client: createElasticClient({ url, ...credentials }), url: origins.join(', ') };
}
