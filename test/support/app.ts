import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TokenStore } from '../../src/access/token-store.js';
import { AppModule } from '../../src/app.module.js';
import { type Config, loadConfig } from '../../src/config/config.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { SCOPES } from '../../src/common/access-token.js';
import { createServiceLogger } from '../../src/telemetry/service-logger.js';
import { createApp } from '../../src/create-app.js';
import { ApiClient } from './api-client.js';

export interface TestAppOptions {
  /** Part of the index prefix; names the test file. */
  readonly name: string;
  /** The prefix of indices that are there already and stay; without it the application gets its own. */
  readonly indices?: string | Promise<string>;
  /** Fills its own indices, which are there and empty, before the service starts. */
  readonly load?: (elasticsearch: Client, names: IndexNames) => Promise<void>;
  /** Handlers of the test's own, beside those of the service. */
  readonly controllers?: readonly Type[];
  /** Another cluster than the node of the tests. */
  readonly cluster?: string;
  /** Stands between the service and the node of the tests, from before the service starts until it has ended. */
  readonly proxy?: { readonly url: string; up(): Promise<unknown>; down(): Promise<unknown> };
  /** Where the service finds Elasticsearch in another case. */
  readonly serviceElasticsearchUrl?: string;
  /** By what the service speaks to Elasticsearch, in the place of a client without credentials. */
  readonly serviceClient?: Client;
  readonly config?: Partial<Config>;
}

/** The real application over the node of the tests. */
export interface TestApp {
  readonly url: string;
  readonly token: string;
  /** Where indices are shared, names of tokens are shared as well. */
  readonly tokenName: string;
  readonly api: ApiClient;
  readonly app: NestExpressApplication;
  readonly config: Config;
  /** Straight to the node, whatever stands between it and the service. */
  readonly elasticsearch: Client;
  readonly names: IndexNames;
  readonly tokens: TokenStore;
  readonly log: readonly Record<string, unknown>[];
  /** Ends the service and deletes the indices that are its own. */
  close(): Promise<void>;
  /** Ends only the service, as SIGTERM does. */
  closeService(): Promise<void>;
}

export function elasticsearchUrl(): string {
  const url = process.env.TEST_ELASTICSEARCH_URL;
  if (url === undefined) throw new Error('TEST_ELASTICSEARCH_URL is not set.');
  return url;
}

/** Beside other work a request may be slow; what a deadline does is tested with a shorter one. */
const REQUEST_TIMEOUT_MS = 15_000;

/** Boots the application as it is served, on a free port. */
export async function startTestApp(options: TestAppOptions): Promise<TestApp> {
  const unique = `${options.name}-${randomBytes(4).toString('hex')}`;
  const config: Config = {
    ...loadConfig({ PORT: '0', LOG_LEVEL: 'debug', LINK_SECRET: 'a secret of 32 characters for tests' }),
    shutdownDelayMs: 0,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    indexPrefix: (await options.indices) ?? `test-${unique}-`,
    ...options.config,
  };
  const elasticsearch = createElasticClient({ url: options.cluster ?? elasticsearchUrl() });
  try {
    return await boot(options, config, elasticsearch, options.indices === undefined ? 'tests' : unique);
  } catch (error) {
    if (options.indices === undefined) await deleteIndices(elasticsearch, config.indexPrefix);
    await elasticsearch.close();
    throw error;
  }
}

async function boot(
  options: TestAppOptions,
  config: Config,
  elasticsearch: Client,
  tokenName: string,
): Promise<TestApp> {
  const names = new IndexNames(config.indexPrefix);
  if (options.indices === undefined) await ensureIndices(elasticsearch, names, config.indexShards);
  await options.load?.(elasticsearch, names);
  const tokens = new TokenStore(elasticsearch, names, new ClusterReads(elasticsearch));
  const token = await tokens.create(tokenName, SCOPES, null);
  const log: Record<string, unknown>[] = [];
  const logger = createServiceLogger(config.logLevel, {
    write: (line) => void log.push(JSON.parse(line) as Record<string, unknown>),
  });
  await options.proxy?.up();
  const serviceUrl = options.proxy?.url ?? options.serviceElasticsearchUrl ?? options.cluster ?? elasticsearchUrl();
  const serviceClient = options.serviceClient ?? createElasticClient({ url: serviceUrl });
  const main = await AppModule.forRoot(config, serviceClient, logger);
  const module = { ...main, controllers: [...(main.controllers ?? []), ...(options.controllers ?? [])] };
  const app = await createApp(module, config, logger);
  await app.listen(config.port, config.host);
  const url = await app.getUrl();
  let closing: Promise<void> | undefined;
  const closeService = (): Promise<void> => (closing ??= app.close());
  return {
    url,
    token,
    tokenName,
    api: new ApiClient(url, token),
    app,
    config,
    elasticsearch,
    names,
    tokens,
    log,
    closeService,
    close: async () => {
      await closeService();
      await serviceClient.close();
      await options.proxy?.down();
      if (options.indices === undefined) await deleteIndices(elasticsearch, config.indexPrefix);
      await elasticsearch.close();
    },
  };
}

/**
 * What a block of tests is run with: made before its tests, closed after them. Its members are there once the tests
 * run.
 */
export function during<Made extends object>(make: () => Promise<Made>, close: (made: Made) => Promise<unknown>): Made {
  let made: Made | undefined;
  beforeAll(async () => {
    made = await make();
  });
  afterAll(() => made && close(made));
  return new Proxy({} as Made, {
    get: (_, member) => {
      const value: unknown = Reflect.get(made as Made, member);
      return typeof value === 'function' ? (value.bind(made) as unknown) : value;
    },
  });
}

/** The application of the block of tests that it is declared in. */
export const testApp = (options: () => TestAppOptions | Promise<TestAppOptions>): TestApp =>
  during(
    async () => startTestApp(await options()),
    (app) => app.close(),
  );

/** Another process over the cluster and the indices of a test's application, as far as a test can tell. */
export async function startNeighbour({ config }: TestApp): Promise<{ url: string; close(): Promise<void> }> {
  const client = createElasticClient({ url: elasticsearchUrl() });
  const logger = createServiceLogger('silent');
  const app = await createApp(await AppModule.forRoot(config, client, logger), config, logger);
  await app.listen(config.port, config.host);
  return {
    url: await app.getUrl(),
    close: async () => {
      await app.close();
      await client.close();
    },
  };
}

export async function deleteIndices(elasticsearch: Client, prefix: string): Promise<void> {
  const indices = Object.keys(await elasticsearch.indices.get({ index: `${prefix}*`, features: 'aliases' }));
  if (indices.length > 0) await elasticsearch.indices.delete({ index: indices });
}
