import { ShutdownSignal } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { failPlainly, failWithoutOutput } from './cli/process/command.js';
import { loadConfig, misspeltSettings } from './config/config.js';
import { createApp } from './create-app.js';
import { retryBy } from './elastic/client/retry-policy.js';
import { connectElasticsearch } from './elastic/client/elastic-client.js';
import { isTransient, NotYetError } from './elastic/client/elastic-error.js';
import { HealthModule } from './health/health.module.js';
import { createServiceLogger } from './telemetry/service-logger.js';
import { listenFailure } from './common/errors/failure.js';

failWithoutOutput();
await serve().catch(failPlainly);

/**
 * Serves the configured cluster until SIGINT or SIGTERM. It listens before it is ready: until then it prints the troubles and
 * how to mend each, and health checks get 503 with them. An uncaught exception or rejection ends it with status 1.
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
    if (reason !== shown) console.log(reason.replace(/^/gm, 'Not ready: '));
    shown = reason;
  };
  await retryBy({ giveUpAfterMs: Infinity, onPause })(async () => {
    await client.cluster.health().catch((error: unknown) => {
      const text = `Elasticsearch at ${cluster} does not answer (${(error as Error).message}). Retrying.`;
      throw isTransient(error) ? new NotYetError(text) : error;
    });
    const troubles = await app.get(HealthModule).troubles();
    if (troubles.length > 0) throw new NotYetError(troubles.join('\n'));
  });
  const url = await app.getUrl();
  console.log(`Serving at ${url}, Swagger UI at ${url}/docs`);
}
