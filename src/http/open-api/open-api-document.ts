import { constants, gzipSync } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import type { ExpressAdapter } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { entityTag, isHeld } from '../answer/envelope.interceptor.js';
import { type Config, CONFIG } from '../../config/config.js';
import { VERSION } from '../../config/project-dir.js';
import { memoize } from '../../common/memoize.js';
import { ERROR_TEXTS } from '../../common/errors/error-texts.js';
import TEXTS from './document.json' with { type: 'json' };
import { addErrorComponents } from './error-responses.js';
import { nameSchemas } from './name-schemas.js';
import { SWAGGER_PAGE } from './swagger-ui.js';
import { pageHeaders, POLICY_OF_PAGES } from '../server/security-headers.middleware.js';
import { closedObject, namedSchemas, nullable, type Schema } from '../../fields/schema.js';

const RULES = Object.entries(ERROR_TEXTS).map(([rule, { about }]) => `| \`${rule}\` | ${about} |`);
const INFO = { ...TEXTS.info, description: [...TEXTS.info.description, ...RULES].join('\n'), version: VERSION };

interface DocumentedOperation {
  readonly tags: readonly string[];
  readonly description: string;
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: Schema }> };
}

/** The OpenAPI 3.1 document of an application, with names for programs that generate code. */
export const publishedDocument = (app: INestApplication): OpenAPIObject => nameSchemas(createOpenApiDocument(app));

/** The document as it is made from the marks on operations. Its links need `PUBLIC_URL`. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const { publicUrl } = app.get<Config>(CONFIG);
  const externalDocs = { description: 'The operations, to try in a browser', url: `${publicUrl}/docs` };
  const base = { ...TEXTS, info: INFO, ...(publicUrl && { externalDocs }) } as Omit<OpenAPIObject, 'paths'>;
  const document = SwaggerModule.createDocument(app, base, { operationIdFactory: (_, handler) => handler });
  completeSchemas((document.components?.schemas ?? {}) as Record<string, Schema>);
  addErrorComponents(document);
  for (const methods of Object.values(document.paths)) {
    for (const { requestBody } of Object.values(methods) as DocumentedOperation[]) {
      const body = requestBody?.content['application/json'];
      // An optional body may be null.
      if (requestBody?.required === false && body !== undefined) body.schema = nullable({ allOf: [body.schema] });
    }
  }
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
    `> ${INFO.description.split('\n\n')[0]?.replaceAll('\n', ' ')}`,
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
  const describe = (): OpenAPIObject => (document ??= publishedDocument(app));
  const encode = memoize((coding: string | false) => {
    const plain = Buffer.from(JSON.stringify(describe()));
    const body = coding === false ? plain : gzipSync(plain, { level: constants.Z_BEST_COMPRESSION });
    return { body, tag: entityTag('', body) };
  });
  SwaggerModule.setup('docs', app, describe, SWAGGER_PAGE);
  const adapter = app.getHttpAdapter() as ExpressAdapter;
  adapter.get('/openapi.json', (request: Request, response: Response) => {
    const coding = request.acceptsEncodings('gzip');
    response.type('json');
    const { body, tag } = encode(coding);
    if (!isHeld(response, tag) && coding !== false) response.set('Content-Encoding', coding);
    response.send(body);
  });
  adapter.get('/llms.txt', (_: Request, response: Response) => {
    response.type('text/plain').send(`${toLlmsText(describe())}\n`);
  });
}
