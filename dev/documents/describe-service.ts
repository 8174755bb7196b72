import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from '../../src/app.module.js';
import { loadConfig } from '../../src/config/config.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { createServiceLogger } from '../../src/telemetry/service-logger.js';
import { createOpenApiDocument } from '../../src/http/open-api/open-api-document.js';

/** Creates the OpenAPI document without starting the service or a cluster. */
export async function describeService(config = loadConfig({})): Promise<OpenAPIObject> {
  const client = createElasticClient({ url: 'http://127.0.0.1:9200' });
  const app = await NestFactory.create(await AppModule.forRoot(config, client, createServiceLogger('silent')), {
    logger: false,
  });
  const document = createOpenApiDocument(app);
  await app.close();
  await client.close();
  return document;
}
