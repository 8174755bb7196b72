import { readFileSync } from 'node:fs';
import { Client, ClusterConnectionPool } from '@elastic/elasticsearch';
import type { ElasticsearchConfig } from '../../config/config.js';
import { addressesOf } from '../../config/config.js';

const PING_TIMEOUT_MS = 1000;
/** A node that failed is asked whether it is back this often, in the background of the requests that go elsewhere. */
const PING_AFTER_MS = 1000;

/** The context of a request that may be tried again: the nodes it has been to. */
export type TriedNodes = Record<'tried', Set<string>>;

type Pool = ClusterConnectionPool;

/** Takes the nodes in turn, leaves out those that failed, and lets them in again once they answer a ping. */
class NodePool extends ClusterConnectionPool {
  override resurrectTimeout = PING_AFTER_MS;
  override resurrectTimeoutCutoff = 0;

  /** A request that is tried again, as its context says, goes to a node that it has not been to. */
  override getConnection(options: Parameters<Pool['getConnection']>[0]): ReturnType<Pool['getConnection']> {
    const { tried } = (options.context ?? {}) as Partial<TriedNodes>;
    if (tried === undefined) return super.getConnection(options);
    const { filter = () => true } = options;
    const notYetTried: typeof filter = (other) => filter(other) && !tried.has(other.id);
    let node = super.getConnection(Object.assign({}, options, { filter: notYetTried }));
    if (node === null) {
      tried.clear();
      node = super.getConnection(options);
    }
    if (node !== null) tried.add(node.id);
    return node;
  }

  /** One ping at a time: the pool of the client would send one with every request while the first is under way. */
  override resurrect(options: Parameters<Pool['resurrect']>[0]): void {
    const [longestDead] = this.dead;
    const node = this.connections.find(({ id }) => id === longestDead);
    if (longestDead === undefined || node === undefined || options.now < node.resurrectTimeout) return;
    super.resurrect(options);
    node.resurrectTimeout = options.now + PING_TIMEOUT_MS + PING_AFTER_MS;
    this.dead = [...this.dead.slice(1), longestDead];
  }
}

/**
 * A client for the nodes of a cluster; retries are the caller's (`ClusterReads`, `RetryPolicy`), so that deadlines hold.
 * Its errors carry neither headers nor connection: to copy those into each error took seconds for a hundred of them.
 */
export function createElasticClient(cluster: Omit<ElasticsearchConfig & { kind: 'cluster' }, 'kind'>): Client {
  const { url, apiKey, username, password, caFile } = cluster;
  return new Client({
    nodes: addressesOf(url),
    ConnectionPool: NodePool,
    pingTimeout: PING_TIMEOUT_MS,
    maxRetries: 0,
    compression: false,
    redaction: { type: 'remove' },
    ...(apiKey !== undefined && { auth: { apiKey } }),
    ...(username !== undefined && password !== undefined && { auth: { username, password } }),
    ...(caFile !== undefined && { tls: { ca: readFileSync(caFile) } }),
  });
}

/** The client as other folders may name it. */
export type ElasticClient = Client;
