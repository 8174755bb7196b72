import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client, ClusterConnectionPool } from '@elastic/elasticsearch';
import type { ElasticsearchConfig } from '../../config/config.js';
import { itemsOf } from '../../config/setting.js';
import { WorkFailure } from '../../common/errors/failure.js';

/** The client, for injection and for folders that may not import the package. */
export { Client as ElasticClient };

export const PING_TIMEOUT_MS = 1000;
/** A failed node is pinged at this interval, in the background of requests to other nodes. */
const PING_INTERVAL_MS = 1000;
/** Costs a node nothing. Answered with 503 by one that is cut off from the elected master, as `/` is not. */
export const PING_PATH = '/_cluster/health?filter_path=status&master_timeout=500ms';

/** Context of a request that may be retried: the nodes that were tried. */
export type TriedNodes = Record<'tried', Set<string>>;

type Pool = ClusterConnectionPool;

/** Uses the nodes in turn, skips those that failed, and uses them again when they answer a ping. */
class NodePool extends ClusterConnectionPool {
  override resurrectTimeout = PING_INTERVAL_MS;
  override resurrectTimeoutCutoff = 0;

  /** Prefers a node that the context does not list as tried. */
  override getConnection(options: Parameters<Pool['getConnection']>[0]): ReturnType<Pool['getConnection']> {
    const { tried } = (options.context ?? {}) as Partial<TriedNodes>;
    if (tried === undefined || this.connections.length === 1) return super.getConnection(options);
    const { filter = () => true } = options;
    const isUntried: typeof filter = (other) => filter(other) && !tried.has(other.id);
    let node = super.getConnection(Object.assign({}, options, { filter: isUntried }));
    if (node === null) {
      tried.clear();
      node = super.getConnection(options);
    }
    if (node !== null) tried.add(node.id);
    return node;
  }

  /** Sends one ping at a time. The client's own pool would send one with every request until the first is answered. */
  override resurrect({ now, requestId, name }: Parameters<Pool['resurrect']>[0]): void {
    const [longestDead] = this.dead;
    if (longestDead === undefined) return;
    const node = this.connections.find(({ id }) => id === longestDead);
    if (node === undefined || now < node.resurrectTimeout) return;
    const ping = { timeout: PING_TIMEOUT_MS, requestId, name, context: null };
    node.request({ method: 'GET', path: PING_PATH }, ping).then(
      ({ statusCode }) => (statusCode < 500 ? this.markAlive(node) : this.markDead(node)),
      () => this.markDead(node),
    );
    node.resurrectTimeout = now + PING_TIMEOUT_MS + PING_INTERVAL_MS;
    this.dead = [...this.dead.slice(1), longestDead];
  }
}

/**
 * The client retries nothing, so that deadlines hold: callers retry with `ClusterReads` or `retryBy`. Its errors lack
 * headers and connection: copying those took seconds. @throws WorkFailure when the certificate can't be read
 */
export function createElasticClient(cluster: ElasticsearchConfig & { readonly url: string }): Client {
  const { url, apiKey, username, password, caFile } = cluster;
  return new Client({
    nodes: itemsOf(url),
    ConnectionPool: NodePool,
    maxRetries: 0,
    compression: false,
    redaction: { type: 'remove' },
    ...(apiKey !== undefined && { auth: { apiKey } }),
    ...(username !== undefined && password !== undefined && { auth: { username, password } }),
    ...(caFile !== undefined && { tls: { ca: readCertificate(caFile) } }),
  });
}

function readCertificate(file: string): Buffer {
  try {
    const certificate = readFileSync(file);
    new X509Certificate(certificate);
    return certificate;
  } catch (error) {
    throw new WorkFailure(
      `ELASTICSEARCH_CA_FILE is "${file}"; it must be a PEM certificate: ${(error as Error).message}.`,
    );
  }
}

export type ElasticConnection = Readonly<ReturnType<typeof connectElasticsearch>>;

/** Connects to the configured cluster; the `url` of the connection has no credentials. @throws WorkFailure without one */
export function connectElasticsearch({ url, ...credentials }: ElasticsearchConfig) {
  if (url === undefined) throw new WorkFailure('Set ELASTICSEARCH_URL to the address of a cluster.');
  const origins = itemsOf(url).map((address) => new URL(address).origin);
  return { client: createElasticClient({ url, ...credentials }), url: origins.join(', ') };
}

/** A request gets its own signal: the client ends a late one by an event that would end all others at its signal. */
export const requestOptions = (timeoutMs: number, signal: AbortSignal | undefined) => ({
  requestTimeout: timeoutMs,
  ...(signal && { signal: AbortSignal.any([signal]) }),
});
