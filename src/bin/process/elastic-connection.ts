import type { ElasticClient } from '../../elastic/client/elastic-client.js';

/** A connection to Elasticsearch, until it is closed. */
export interface ElasticConnection {
  readonly client: ElasticClient;
  /** Its addresses, without credentials. */
  readonly url: string;
  /** The data directory of the embedded node; undefined for a cluster of your own. */
  readonly dataDir?: string;
  /** Ends the node too if this connection started it. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** `own` never uses a node that another process runs: the service wants its own. */
  readonly node: 'own' | 'shared';
  /** Whether a node that is started begins without data. */
  readonly fresh?: boolean;
  /** Ends a start that is in progress. */
  readonly signal?: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onProgress: (text: string) => void;
}
