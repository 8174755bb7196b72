import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { configureApp } from './configure-app.js';
import type { ElasticClient } from './elastic/elastic-client.js';
import { PinoLogger } from './http/pino-logger.js';

/** A service that answers at `url` until it is closed. */
export interface RunningService {
  readonly url: string;
  readonly app: NestExpressApplication;
  close(): Promise<void>;
}

/** Boots the application over a cluster and listens on the configured address. */
export async function serve(config: Config, client: ElasticClient, logger: Logger): Promise<RunningService> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(config, client), {
    bodyParser: false,
    logger: new PinoLogger(logger),
    abortOnError: false,
  });
  configureApp(app, config, logger);
  await app.listen(config.port, config.host);
  const { address, family, port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    app,
    close: () => app.close(),
  };
}
