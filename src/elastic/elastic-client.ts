import { readFileSync } from 'node:fs';
import { Client } from '@elastic/elasticsearch';
import type { ElasticsearchConfig } from '../config/config.js';

/** A client for a cluster; retries are the caller's, so that deadlines hold. */
export function createElasticClient(cluster: Omit<ElasticsearchConfig & { kind: 'cluster' }, 'kind'>): Client {
  const { url, apiKey, username, password, caFile } = cluster;
  return new Client({
    node: url,
    maxRetries: 0,
    compression: false,
    ...(apiKey !== undefined && { auth: { apiKey } }),
    ...(username !== undefined && password !== undefined && { auth: { username, password } }),
    ...(caFile !== undefined && { tls: { ca: readFileSync(caFile) } }),
  });
}

/** The client as other folders may name it. */
export type ElasticClient = Client;
