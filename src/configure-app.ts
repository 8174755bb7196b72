import { ModulesContainer, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import { AccessGuard } from './http/access.guard.js';
import { DeadlineInterceptor } from './http/deadline.interceptor.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import { FailureFilter } from './http/failure.filter.js';
import { jsonBody } from './http/json-body.js';
import { assignRequestId } from './http/request-id.js';
import { RequestLog } from './http/request-log.js';
import { listRoutes, refuseUnknownRoutes } from './http/route-table.js';
import { securityHeaders } from './http/security-headers.js';
import { TokenVerifier } from './http/token-verifier.js';
import { RequestPipe } from './http/validation/request.pipe.js';
import { createOpenApiDocument } from './open-api-document.js';

/** Whether a path belongs to Swagger UI or the OpenAPI document: public, GET alone, no envelope. */
const isDocumentation = (path: string): boolean => /^\/(?:docs(?:\/.*)?|openapi\.json)$/.test(path);

/** Puts the edge that all routes share around the application: once, for the service, its tests and its scripts. */
export function configureApp(app: NestExpressApplication, config: Config, logger: Logger): void {
  const reflector = app.get(Reflector);
  const log = new RequestLog(logger);
  const { requestTimeoutMs } = config;
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(assignRequestId, log.middleware, securityHeaders(isDocumentation));
  app.use(refuseUnknownRoutes(listRoutes(app.get(ModulesContainer)), isDocumentation));
  app.use(...jsonBody());
  app.useGlobalFilters(new FailureFilter(log));
  app.useGlobalGuards(new AccessGuard(reflector, app.get(TokenVerifier), requestTimeoutMs));
  app.useGlobalInterceptors(new EnvelopeInterceptor(reflector), new DeadlineInterceptor(requestTimeoutMs));
  app.useGlobalPipes(new RequestPipe());
  SwaggerModule.setup('docs', app, () => createOpenApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
  });
}
