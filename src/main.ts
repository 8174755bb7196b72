import 'reflect-metadata';
import { once } from 'node:events';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { type CommandContext, CommandError, runCommand } from './cli/process/command.js';
import type { Config } from './config/config.js';
import { retrying } from './elastic/client/retry-policy.js';
import { tryPort } from './elastic/embedded-node/embedded-node.js';
import { useMiddleware } from './http/http.module.js';
import { createServiceLogger, nestLogger } from './http/request/service-logger.js';
import { BoundedExpressAdapter, serverBounds } from './http/server/http-server.js';

/** Creates the application from `AppModule`, or in tests from a module with further handlers. */
export async function createApp(
  module: DynamicModule,
  { requestTimeoutMs }: Config,
  logger: Logger,
): Promise<NestExpressApplication> {
  const adapter = new BoundedExpressAdapter(serverBounds(requestTimeoutMs));
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    bodyParser: false,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  useMiddleware(app);
  return app;
}

/**
 * Serves over the configured cluster, or a node of its own, until SIGINT or SIGTERM. It listens before the cluster answers:
 * until then health checks and requests get 503 with the reason. An uncaught exception or rejection ends it with status 1.
 * @param announce tells the user that the service is ready
 * @param first the first work at the cluster, as soon as it answers
 * @param prepare runs before the service starts
 */
export function bootstrap(
  announce: (context: CommandContext, app: NestExpressApplication) => Promise<void>,
  first: (context: CommandContext) => Promise<unknown>,
  prepare?: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const serve = async (context: CommandContext): Promise<void> => {
    const { config, client, signal, fail } = context;
    const logger = createServiceLogger(config.logLevel);
    process.once('uncaughtException', (error, origin) => {
      logger.fatal({ err: error, origin }, 'The service ends after an uncaught exception or rejection');
      fail(error);
    });
    await prepare?.(context);
    const app = await createApp(await AppModule.forRoot(config, client, logger), config, logger);
    try {
      await app.listen(config.port, config.host);
      await onceReachable(context, first);
      await announce(context, app);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await app.close();
    }
  };
  return runCommand(serve, { node: 'own', statuses: { SIGINT: 130, SIGTERM: 0 }, check: requireListenAddress });
}

async function requireListenAddress({ port, host }: Config): Promise<void> {
  await tryPort(port, host).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is in use. Is the service already running? Set PORT to another port to run a second one.`
        : `${host}:${port} can’t be listened on: ${error.message}.`,
    );
  });
}

/** Does the work as soon as the cluster answers. */
async function onceReachable(
  context: CommandContext,
  work: (context: CommandContext) => Promise<unknown>,
): Promise<void> {
  const { url, signal } = context;
  let shown = '';
  const onPause = (reason: string): void => {
    if (reason !== shown) console.log(`Not ready: Elasticsearch at ${url} does not answer (${reason}). Retrying.`);
    shown = reason;
  };
  await retrying({ giveUpAfterMs: Infinity, signal, onPause })(() => work(context));
}
