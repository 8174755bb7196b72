import 'reflect-metadata';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import type { ElasticClient } from './elastic/client/elastic-client.js';
import { useMiddleware } from './http/http.module.js';
import { GracefulShutdown } from './http/server/graceful-shutdown.js';
import { NestLogger } from './http/request/service-logger.js';
import { BoundedExpressAdapter, serverBounds } from './http/server/http-server.js';
import { TRACES } from './health/metrics.js';
import type { Traces } from './health/traces.js';

/** A service that answers at `url` until it is closed. */
export interface RunningService {
  readonly url: string;
  readonly app: NestExpressApplication;
  /**
   * Says that it is not ready, goes on for the configured delay, then takes no new connection, lets the requests that are
   * under way finish within their deadline, and ends.
   */
  close(): Promise<void>;
}

/** Boots the application over a cluster and listens on the configured address. */
export async function serve(config: Config, client: ElasticClient, logger: Logger): Promise<RunningService> {
  return serveModule(await AppModule.forRoot(config, client, logger), config, logger);
}

/** Boots a module that imports the application, as `serve` does. Tests add their own handlers to it. */
export async function serveModule(module: DynamicModule, config: Config, logger: Logger): Promise<RunningService> {
  const app = await NestFactory.create<NestExpressApplication>(
    module,
    new BoundedExpressAdapter(serverBounds(config.requestTimeoutMs)),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      abortOnError: false,
    },
  );
  useMiddleware(app);
  const server: Server = app.getHttpServer();
  const shutdown = app.get(GracefulShutdown);
  const traces = app.get<Traces | undefined>(TRACES);
  shutdown.watch(server);
  await app.listen(config.port, config.host);
  return {
    url: await app.getUrl(),
    app,
    close: async () => {
      shutdown.begin();
      await sleep(config.shutdownDelayMs);
      await closeWithin(app, server, config.requestTimeoutMs);
      await shutdown.responsesClosed();
      await traces?.close();
    },
  };
}

const GRACE_BEYOND_DEADLINE_MS = 1000;

async function closeWithin(app: NestExpressApplication, server: Server, requestTimeoutMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), requestTimeoutMs + GRACE_BEYOND_DEADLINE_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
