import { constants, gzipSync } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import type { ExpressAdapter } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, type SwaggerCustomOptions, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { entityTag, isHeld } from '../answer/entity-tag.js';
import { VERSION } from '../../config/project-dir.js';
import { memoize } from '../../common/memoize.js';
import { ERROR_TEXTS } from '../../common/error-texts.js';
import ANSWERS from './answers.json' with { type: 'json' };
import { addErrorComponents } from './error-responses.js';
import { pageHeaders, POLICY_OF_PAGES } from '../server/security-headers.middleware.js';
import { closedObject, namedSchemas, nullable, type Schema } from '../../fields/schema.js';

const TOKEN =
  'An access token: `npm start` writes one to `.data/development-token`, `npm run -s token -- create` makes another one. ' +
  'With `OIDC_ISSUER`, signed access tokens of that identity provider are accepted too.';

const DESCRIPTION = `Read-only analytics of short-video e-commerce: search over videos, products, live streams and creators;
rankings of creators, products, shops, categories, videos and live streams, with their histories; and breakdowns of sales.

To try it here, give an access token to **Authorize**, open an operation, choose one of its examples and press
**Execute**. \`npm start\` writes a token to \`.data/development-token\`; \`npm run -s token -- create\` makes another one.
The examples return hits on the default seed.

Every answer is the envelope \`{code, data, message, timestamp, request_id}\`; live stream search carries \`msg\` besides.
The rows of an export have none, nor have \`/mcp\`, \`/.well-known/oauth-protected-resource\` and the paths for operators.
Ids are strings, because real ones pass 2^53; category ids are integers; times are Unix seconds. A figure that nobody
loaded is \`null\`, never 0. A row has each of its fields under \`x-required\` unless the request names \`fields\`. Answers to a token with limits say in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\` (seconds) what is left of the limit that will be met first, and in \`RateLimit-Policy\` every limit.

<a id="errors"></a>

### Errors

| code | HTTP | meaning |
|---|---|---|
| 0 | 200 | success |
| 10001 | 400, 405, 413, 415 | the request is at fault; \`data.errors\` lists every fault at once |
| 20001 | 404 | there is no such path |
| 30001 | 401, 403 | no token or a bad one; a token without the operation’s scope |
| 30002 | 429 | the daily quota of the token is used up; \`Retry-After\` says when to try again |
| 30003 | 429 | too many requests; \`Retry-After\` |
| 40001 | 503, 500 | the service is at fault; 503 when trying again helps, with \`Retry-After\` |

<a id="rules"></a>

### Rules

Each error of a request names the rule that it breaks. \`x-rules\` of an operation has those that no schema expresses.

| rule | the error |
|---|---|
${Object.entries(ERROR_TEXTS)
  .map(([rule, { about }]) => `| \`${rule}\` | ${about} |`)
  .join('\n')}`;

/** Groups of tags in the sidebar of Redoc and similar viewers. */
const TAG_GROUPS = [
  { name: 'Find records', tags: ['Search', 'Categories'] },
  { name: 'Compare figures', tags: ['Rankings', 'Sales'] },
  { name: 'Know the token', tags: ['Access'] },
];

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: Schema }> };
  readonly responses: Readonly<Record<string, { content: Record<string, { examples?: object }> }>>;
}

/** The OpenAPI 3.1 document of an application, made from the marks on its operations. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Commerce analytics search and ranking')
    .setVersion(VERSION)
    .setExternalDoc('The operations, to try in a browser', '/docs')
    .addServer('/', 'Where this document was read')
    .addTag('Search', 'Videos, products, live streams and creators by keywords and filters')
    .addTag(
      'Rankings',
      'Creators by sales or growth, and products, shops, categories, videos and live streams by sales, of a day, a week, a month or a range of days; and histories',
    )
    .addTag('Sales', 'What sells with whom, through what')
    .addTag('Categories', 'The ids that category filters take')
    .addTag('Access', 'What the token may do')
    .addExtension('x-tagGroups', TAG_GROUPS)
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: TOKEN })
    .build();
  const document = SwaggerModule.createDocument(app, description, { operationIdFactory: (_, handler) => handler });
  completeSchemas((document.components?.schemas ?? {}) as Record<string, Schema>);
  addErrorComponents(document);
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods) as DocumentedOperation[]) completeOperation(operation);
  }
  document.info.description = DESCRIPTION;
  document.info.contact = { name: 'The team that runs this service' };
  return document;
}

/** Adds the named schemas, refuses unknown fields of requests, and lets optional ones be null (docs/api.md, "Requests"). */
function completeSchemas(schemas: Record<string, Schema>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const { properties, required } = schema as { properties: Record<string, Schema>; required?: string[] };
    if (/(?:Request|Filter)$/.test(name)) schemas[name] = { ...schema, ...closedObject(properties, required) };
  }
  for (const [name, { properties }] of Object.entries(schemas) as [string, { properties: object }][]) {
    const data = schemas[name.replace(/Request$/, 'Data')] as { properties: { list: { items: Schema } } } | undefined;
    if (!('fields' in properties) || data === undefined || data === schemas[name]) continue;
    openRow(data.properties.list.items, schemas);
  }
  Object.assign(schemas, namedSchemas());
}

/** Calls the required fields of a row `x-required`, at every depth: with `fields` of the request each may be missing. */
function openRow({ $ref, allOf = [], oneOf = [] }: Schema, schemas: Record<string, Schema>): void {
  for (const part of [...allOf, ...oneOf]) openRow(part, schemas);
  const name = $ref?.slice($ref.lastIndexOf('/') + 1) ?? '';
  const { required, properties, ...row } = schemas[name] ?? {};
  if (required === undefined) return;
  schemas[name] = { ...row, properties, 'x-required': required };
  for (const field of Object.values(properties as Record<string, Schema>)) openRow(field, schemas);
}

/** Lets an optional body be null, and adds the answer on the default seed as an example (`npm run answers`). */
function completeOperation({ operationId, requestBody, responses }: DocumentedOperation): void {
  const body = requestBody?.content['application/json'];
  if (requestBody?.required === false && body !== undefined) body.schema = nullable({ allOf: [body.schema] });
  const answer = (ANSWERS as Readonly<Record<string, object>>)[operationId];
  const content = responses['200']?.content['application/json'];
  if (answer !== undefined && content !== undefined) content.examples = { on_the_seed: answer };
}

/** Keeps Authorize in sight, and hides the errors and headers that all operations share. */
const STYLE = `
.swagger-ui div:has(> .scheme-container) { display: flex; flex-direction: column }
.swagger-ui .scheme-container { order: -1; position: sticky; top: 0; z-index: 9; margin: 0; padding: 10px 0 }
.swagger-ui .topbar,
.swagger-ui .responses-table:not(.live-responses-table) tr.response:not([data-code="200"]),
.swagger-ui .responses-table:not(.live-responses-table) .headers-wrapper { display: none }
.swagger-ui .responses-table:not(.live-responses-table) .highlight-code > .microlight { max-height: 18em }
.swagger-ui .opblock textarea.body-param__text { min-height: 16em; height: 16em }`;

/** Swagger UI at /docs: requests can be sent at once, the token survives a reload; nothing comes from other hosts. */
const SWAGGER_PAGE: SwaggerCustomOptions = {
  raw: false,
  customSiteTitle: 'Commerce analytics API',
  customCss: STYLE,
  swaggerOptions: {
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: 'list',
    persistAuthorization: true,
    showCommonExtensions: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  },
};

/** The operations for language models, one line each (https://llmstxt.org). */
function toLlmsText({ info, tags = [], paths }: OpenAPIObject): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, DocumentedOperation>).map(([method, { tags, description }]) => ({
      tag: tags[0],
      line: `- \`${method.toUpperCase()} ${path}\`: ${/^.*?\.(?= )/s.exec(description)?.[0] ?? description}`,
    })),
  );
  return [
    `# ${info.title}`,
    `> ${DESCRIPTION.split('\n\n')[0]?.replaceAll('\n', ' ')}`,
    'Each operation takes JSON and an access token (`Authorization: Bearer <ACCESS_TOKEN>`). ' +
      '[openapi.json](openapi.json) has the fields, rules and examples; [docs](docs) shows them to people.',
    ...tags.map(({ name, description }) => {
      const lines = operations.filter(({ tag }) => tag === name).map(({ line }) => line);
      return `## ${name}\n\n${description}.\n\n${lines.join('\n')}`;
    }),
  ].join('\n\n');
}

const POLICY = { ...POLICY_OF_PAGES, styleSrc: [...POLICY_OF_PAGES.styleSrc, "'unsafe-inline'"] };

/** Serves the document at /openapi.json, Swagger UI at /docs, and the list of operations at /llms.txt. */
export function serveDocumentation(app: INestApplication): void {
  app.use(['/docs', '/openapi.json', '/llms.txt'], pageHeaders(POLICY));
  let document: OpenAPIObject | undefined;
  const describe = (): OpenAPIObject => (document ??= createOpenApiDocument(app));
  const encode = memoize((coding: string | false) => {
    const plain = Buffer.from(JSON.stringify(describe()));
    const body = coding === false ? plain : gzipSync(plain, { level: constants.Z_BEST_COMPRESSION });
    return { body, tag: entityTag('', body) };
  });
  SwaggerModule.setup('docs', app, describe, SWAGGER_PAGE);
  const adapter = app.getHttpAdapter() as ExpressAdapter;
  adapter.get('/openapi.json', (request: Request, response: Response) => {
    const coding = request.acceptsEncodings('gzip');
    response.type('json').vary('Accept-Encoding');
    const { body, tag } = encode(coding);
    if (!isHeld(response, tag) && coding !== false) response.set('Content-Encoding', coding);
    response.send(body);
  });
  adapter.get('/llms.txt', (_: Request, response: Response) => {
    response.type('text/plain').send(`${toLlmsText(describe())}\n`);
  });
}
