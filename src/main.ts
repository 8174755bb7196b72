import { ShutdownSignal } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { failPlainly, failWithoutOutput } from './cli/process/command.js';
import { loadConfig, misspeltSettings } from './config/config.js';
import { createApp } from './create-app.js';
import { retryBy } from './elastic/client/retry-policy.js';
import { connectElasticsearch } from './elastic/client/elastic-client.js';
import { createServiceLogger } from './telemetry/service-logger.js';
import { listenFailure } from './common/errors/failure.js';

failWithoutOutput();
await serve().catch(failPlainly);

/**
 * Serves the configured cluster until SIGINT or SIGTERM. It listens before the cluster answers: until then health checks and
 * requests get 503 with the reason. An uncaught exception or rejection ends it with status 1.
 */
async function serve(): Promise<void> {
  for (const warning of misspeltSettings(process.env)) console.error(warning);
  const config = loadConfig(process.env);
  const { client, url: cluster } = connectElasticsearch(config.elasticsearch);
  const logger = createServiceLogger(config.logLevel);
  const app = await createApp(await AppModule.forRoot(config, client, logger), config, logger);
  process.once('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'The service ends after an uncaught exception or rejection');
    void app.close().finally(() => failPlainly(error));
  });
  await app.listen(config.port, config.host).catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, config);
  });
  app.enableShutdownHooks([ShutdownSignal.SIGINT, ShutdownSignal.SIGTERM], { useProcessExit: true });
  let shown = '';
  const onPause = (reason: string): void => {
    if (reason !== shown) console.log(`Not ready: Elasticsearch at ${cluster} does not answer (${reason}). Retrying.`);
    shown = reason;
  };
  // Another role of Elasticsearch creates indices, with `npm run indices -- create`.
  await retryBy({ giveUpAfterMs: Infinity, onPause })(() => client.cluster.health());
  const url = await app.getUrl();
  console.log(`Serving at ${url}, Swagger UI at ${url}/docs`);
}
