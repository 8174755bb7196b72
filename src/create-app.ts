import 'reflect-metadata';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import { useMiddleware } from './http/http.module.js';
import { nestLogger } from './telemetry/service-logger.js';
import { BoundedExpressAdapter, serverBounds } from './http/server/http-server.js';

/** Creates the application from `AppModule`, or in tests from a module with further handlers. */
export async function createApp(
  module: DynamicModule,
  { requestTimeoutMs, compression }: Config,
  logger: Logger,
): Promise<NestExpressApplication> {
  const adapter = new BoundedExpressAdapter(serverBounds(requestTimeoutMs), compression);
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    bodyParser: false,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  useMiddleware(app);
  return app;
}
