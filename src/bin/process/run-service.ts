import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import { loadConfig } from '../../config/config.js';
import type { ShardSetting } from '../../config/shard-setting.js';
import { isTransient, statusOf } from '../../elastic/client/elastic-error.js';
import { ensureIndices } from '../../elastic/indices/ensure-indices.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { createServiceLogger } from '../../http/request/service-logger.js';
import type { RunningService } from '../../service.js';
import { serve } from '../../service.js';
import type { CommandContext } from './command.js';
import { CommandError, failPlainly } from './command.js';
import { connectElasticsearch } from './connect-elasticsearch.js';
import type { ElasticConnection } from '../../embedded-node/embedded-connection.js';
import { requireListenAddress } from './listen-address.js';
import { onEnd } from './on-end.js';
import { endAtUncaught } from './on-uncaught.js';
import { Progress } from '../terminal/progress.js';

const WAIT_MS = 2000;
const EXIT_STATUS = { SIGINT: 130, SIGTERM: 0 } as const;

/**
 * Runs after the cluster answers and before the service starts: `npm start` seeds there, `npm run serve` does nothing.
 */
export type Prepare = (context: CommandContext) => Promise<void>;

/**
 * Starts Elasticsearch and the service; ends both, the service first, at the first SIGINT or SIGTERM. A failure ends
 * the process with a plain message.
 */
export async function runService(
  prepare: Prepare,
  announce: (config: Config, connection: ElasticConnection, service: RunningService) => Promise<void>,
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
    const config = loadConfig(process.env);
    const logger = createServiceLogger(config.logLevel);
    endAtUncaught(logger, end);
    // At once, not after minutes of preparation.
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
    await ensureIndicesOnceReachable(connection, names, config.indexShards, stop.signal);
    await prepare({ config, names, signal: stop.signal, ...connection });
    if (ending !== undefined) return;
    const service = await serve(config, connection.client, logger);
    opened.push(() => service.close());
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

/** Waits for a cluster that is not up yet. Refused credentials are a failure at once. */
async function ensureIndicesOnceReachable(
  { client, url }: ElasticConnection,
  names: IndexNames,
  shards: ShardSetting,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await ensureIndices(client, names, shards);
      return;
    } catch (error) {
      if (!isTransient(error)) throw refusal(url, error);
      console.log(`Waiting for Elasticsearch at ${url}: it does not answer yet`);
      await sleep(WAIT_MS, undefined, { signal });
    }
  }
}

function refusal(url: string, error: unknown): unknown {
  const status = statusOf(error);
  if (status !== 401 && status !== 403) return error;
  return new CommandError(`Elasticsearch at ${url} refuses the service (HTTP ${status}): check its credentials.`);
}
