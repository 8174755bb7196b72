import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from '../../src/app.module.js';
import { loadConfig } from '../../src/config/config.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { createServiceLogger } from '../../src/telemetry/service-logger.js';
import { createOpenApiDocument, publishedDocument } from '../../src/http/open-api/open-api-document.js';

/** Creates the OpenAPI document without starting the service or a cluster. */
export async function describeService(config = loadConfig({}), create = publishedDocument): Promise<OpenAPIObject> {
  const client = createElasticClient({ url: 'http://127.0.0.1:9200' });
  const app = await NestFactory.create(await AppModule.forRoot(config, client, createServiceLogger('silent')), {
    logger: false,
  });
  const document = create(app);
  await app.close();
  await client.close();
  return document;
}

/** The document without the names that it is published with: the explorer and the clients have their own. */
export const describeUnnamed = (): Promise<OpenAPIObject> => describeService(loadConfig({}), createOpenApiDocument);
