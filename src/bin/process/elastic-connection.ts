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

export interface InspectOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where JDKs usually are, in the place of the folders of this machine. */
  readonly javaFolders?: readonly string[];
}

/** What the embedded node needs, and where it runs. A tool that is missing is the error that says what to do. */
export interface EmbeddedNodeState {
  readonly dataDir: string;
  /** Its address; undefined when it does not run. */
  readonly url?: string;
  readonly java: string | Error;
  readonly maven: string | Error;
  /** Why it could not take its port; undefined when it could, or has it. */
  readonly portTrouble?: Error;
}
