import { ModulesContainer, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import helmet from 'helmet';
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
import { TokenVerifier } from './http/token-verifier.js';
import { RequestPipe } from './http/validation/request.pipe.js';

const DOCUMENTATION = /^\/(?:docs(?:\/.*)?|openapi\.json)$/;

/** Puts the edge that all routes share around the application: once, for the service, its tests and its scripts. */
export function configureApp(app: NestExpressApplication, config: Config, logger: Logger): void {
  const reflector = app.get(Reflector);
  const log = new RequestLog(logger);
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(assignRequestId, log.middleware);
  app.use(helmet({ strictTransportSecurity: false, contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(refuseUnknownRoutes(listRoutes(app.get(ModulesContainer)), (path) => DOCUMENTATION.test(path)));
  app.use(...jsonBody());
  app.useGlobalFilters(new FailureFilter(log));
  app.useGlobalGuards(new AccessGuard(reflector, app.get(TokenVerifier)));
  app.useGlobalInterceptors(new EnvelopeInterceptor(reflector), new DeadlineInterceptor(config.requestTimeoutMs));
  app.useGlobalPipes(new RequestPipe());
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, describeApi()), { jsonDocumentUrl: 'openapi.json' });
}

function describeApi() {
  return new DocumentBuilder()
    .setTitle('Commerce analytics search')
    .setDescription('Search over videos, products and live streams of short-video e-commerce, and two creator rankings.')
    .setVersion('1')
    .addBearerAuth()
    .build();
}
