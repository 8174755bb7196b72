import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { SWAGGER_PAGE } from './swagger-page.js';
import { stateBodyRules } from './request-schemas.js';

const DESCRIPTION = `Read-only analytics of short-video e-commerce: search over videos, products and live streams, and two
rankings of creators.

To try it here: make an access token (\`npm run -s token -- create --name me\`; \`npm start\` prints one), give it to
**Authorize**, open an operation, choose one of its examples and press **Execute**. The examples return hits on the
default seed.

Every answer is the envelope \`{code, data, message, timestamp, request_id}\`; live stream search carries \`msg\` besides.
\`code\` is 0 on success (HTTP 200). Ids are strings, because real ones pass 2^53; category ids are integers; times are
Unix seconds. A figure that nobody loaded is \`null\`, never 0.

| code | HTTP | meaning |
|---|---|---|
| 10001 | 400, 405, 413, 415 | the request is at fault; \`data.errors\` lists every fault at once |
| 20001 | 404 | there is no such path |
| 30001 | 401, 403 | no token or a bad one; a token without the operation’s scope |
| 30002 | 429 | the daily quota of the token is used up |
| 30003 | 429 | too many requests |
| 40001 | 503, 500 | the service is at fault; 503 when trying again helps |

Rules that a schema can’t hold stand in the description of each operation, and for programs under \`x-rules\`.`;

/** The OpenAPI 3.1 document of an application, made from the marks on its operations. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Commerce analytics search and ranking')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer('/', 'Where this document was read')
    .addTag('Search', 'Videos, products and live streams by keywords and filters')
    .addTag('Rankings', 'Creators by sales and by follower growth, for a day, a week or a month')
    .addTag('Categories', 'The ids that category filters take')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An access token: `npm run token -- create`' })
    .build();
  return stateBodyRules(SwaggerModule.createDocument(app, description));
}

/** Serves the document at /openapi.json and Swagger UI at /docs. */
export function serveDocumentation(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => createOpenApiDocument(app), SWAGGER_PAGE);
}
