import type { Config } from '../../config/config.js';
import { reasonOf, statusOf } from '../../elastic/client/elastic-error.js';
import { RetryPolicy } from '../../elastic/client/retry-policy.js';
import { ensureIndices } from '../../elastic/indices/ensure-indices.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { createServiceLogger } from '../../http/request/service-logger.js';
import type { RunningService } from '../../service.js';
import { serve } from '../../service.js';
import type { CommandContext } from './command.js';
import { CommandError, failPlainly, readConfig } from './command.js';
import { connectElasticsearch } from './connect-elasticsearch.js';
import type { ElasticConnection } from '../../elastic/embedded-node/embedded-connection.js';
import { requireListenAddress } from './listen-address.js';
import { endAtUncaught, onEnd } from './process-end.js';
import { Progress } from '../terminal/progress.js';

const EXIT_STATUS = { SIGINT: 130, SIGTERM: 0 } as const;

/** Runs before the service starts: `npm start` seeds an empty embedded node, `npm run serve` does nothing. */
export type Prepare = (context: CommandContext) => Promise<void>;

/**
 * Starts Elasticsearch and the service. At the first SIGINT or SIGTERM, ends the service and then Elasticsearch. A failure
 * ends the process with a message.
 */
export async function runService(
  prepare: Prepare,
  announce: (config: Config, connection: ElasticConnection, service: RunningService) => Promise<void>,
  { createsIndices }: { createsIndices: boolean },
): Promise<void> {
  const opened: (() => Promise<void>)[] = [];
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => (ending ??= closeAll(opened));
  const stop = new AbortController();
  onEnd((signal) => {
    stop.abort();
    void end().finally(() => process.exit(EXIT_STATUS[signal]));
  });
  try {
    const config = readConfig();
    const logger = createServiceLogger(config.logLevel);
    endAtUncaught(logger, end);
    // Before minutes of preparation.
    await requireListenAddress(config);
    const connecting = connectWithProgress(config, stop.signal);
    opened.push(() =>
      connecting.then(
        (connected) => connected.close(),
        () => undefined,
      ),
    );
    const connection = await connecting;
    if (ending !== undefined) return;
    const names = new IndexNames(config.indexPrefix);
    await prepare({ config, names, signal: stop.signal, ...connection });
    if (ending !== undefined) return;
    // Before the cluster answers: until then health checks and requests get 503 with the reason.
    const service = await serve(config, connection.client, logger);
    opened.push(() => service.close());
    await onceReachable(connection, stop.signal, () =>
      createsIndices ? ensureIndices(connection.client, names, config.indexShards) : connection.client.cluster.health(),
    );
    await announce(config, connection, service);
  } catch (error) {
    if (ending !== undefined) return;
    await end();
    failPlainly(error);
  }
}

async function closeAll(opened: (() => Promise<void>)[]): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close().catch((error: unknown) => console.error(error));
}

async function connectWithProgress(config: Config, signal: AbortSignal): Promise<ElasticConnection> {
  const progress = new Progress('Elasticsearch');
  const connection = await connectElasticsearch(config.elasticsearch, {
    node: 'own',
    environment: process.env,
    signal,
    onProgress: (text) => progress.update(text),
  });
  progress.done();
  return connection;
}

/** Does the work when the cluster answers; fails at once when it refuses the credentials. */
async function onceReachable(
  { url }: ElasticConnection,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  let shown = '';
  const onPause = (reason: string): void => {
    if (reason !== shown) console.log(`Not ready: Elasticsearch at ${url} does not answer (${reason}). Retrying.`);
    shown = reason;
  };
  try {
    const retryPolicy = new RetryPolicy({ giveUpAfterMs: Infinity, signal, onPause });
    await retryPolicy.run(work);
  } catch (error) {
    const status = statusOf(error);
    // Refused credentials and privileges are explained as in commands.
    if (status === undefined || status === 401 || status === 403) throw error;
    throw new CommandError(`Elasticsearch at ${url} refuses the service (HTTP ${status}): ${reasonOf(error)}.`);
  }
}
