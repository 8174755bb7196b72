import { ModulesContainer, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import { Admission } from './http/access/admission.js';
import { AccessGuard } from './http/access/access.guard.js';
import { cors } from './http/server/cors.js';
import { endAtDeadline } from './http/request/end-at-deadline.js';
import { FailureFilter } from './http/answer/failure.filter.js';
import { GuessLimit } from './http/access/guess-limit.js';
import { inTurn } from './http/server/in-turn.js';
import { jsonBody } from './http/request/json-body.js';
import { DailyQuota } from './http/access/limits.js';
import { SWAGGER_PAGE } from './http/open-api/swagger-page.js';
import { beginRequest } from './http/request/request-id.js';
import { DataGeneration, PageCache } from './http/answer/page-cache.js';
import { answerFromCache, bodyOperations } from './http/answer/page-cache.middleware.js';
import { RequestLimits } from './http/access/request-limits.js';
import { RequestLog } from './http/request/request-log.js';
import { listRoutes, operationPaths, refuseUnknownRoutes } from './http/server/route-table.js';
import { securityHeaders } from './http/server/security-headers.js';
import type { ServiceAdapter } from './http/server/service-adapter.js';
import { SheddingGate } from './http/overload/shedding-gate.js';
import { TokenVerifier } from './http/access/token-verifier.js';
import { refuseUnread } from './http/overload/unread-refusal.js';
import { RequestValidationPipe } from './http/validation/request-validation.pipe.js';
import { metricsAccess } from './ops/metrics-access.js';
import { Metrics } from './ops/metrics.js';
import { Tracing } from './ops/tracing.js';
import { createOpenApiDocument } from './http/open-api/open-api-document.js';

/** Whether a path belongs to Swagger UI or the OpenAPI document: public, GET alone, no envelope. */
const isDocumentation = (path: string): boolean => /^\/(?:docs(?:\/.*)?|openapi\.json)$/.test(path);

/** Puts the edge that all routes share around the application: once, for the service, its tests and its scripts. */
export function configureApp(app: NestExpressApplication, config: Config, logger: Logger): void {
  const reflector = app.get(Reflector);
  const metrics = app.get(Metrics);
  const { requestTimeoutMs, requestsAtOnce, requestsWaiting } = config;
  const { traces } = app.get(Tracing);
  const log = new RequestLog(logger, config.slowRequestMs, metrics, traces);
  const failures = new FailureFilter(log);
  const routes = listRoutes(app.get(ModulesContainer));
  const routeNames = routes.map(({ method, path }) => `${method} ${path}`);
  const admission = new Admission(
    app.get(TokenVerifier),
    new RequestLimits(app.get(DailyQuota), metrics),
    new GuessLimit(metrics),
    requestTimeoutMs,
  );
  const pages = new PageCache(app.get(DataGeneration), config.pageCacheBytes);
  const most = { atOnce: requestsAtOnce, waiting: requestsWaiting };
  const gate = new SheddingGate(most, metrics);
  const gatedPaths = operationPaths(routes);
  metrics.knowRoutes(routeNames);
  traces?.knowRoutes(routeNames);
  metrics.watchGate(gate, most);
  metrics.watchPages(pages);
  app.set('trust proxy', [...config.trustedProxies]);
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    inTurn(
      beginRequest(requestTimeoutMs),
      log.middleware,
      securityHeaders(isDocumentation),
      cors(config.corsOrigins),
      refuseUnknownRoutes(routes, isDocumentation),
      jsonBody,
      answerFromCache(pages, bodyOperations(routes), admission),
      gate.before(gatedPaths),
      endAtDeadline(failures),
    ),
  );
  app.use('/metrics', metricsAccess(config.metricsAccess, admission));
  (app.getHttpAdapter() as unknown as ServiceAdapter).answerAhead = refuseUnread({
    gate,
    paths: gatedPaths,
    observer: metrics,
  });
  app.useGlobalFilters(failures);
  app.useGlobalGuards(new AccessGuard(reflector, admission));
  app.useGlobalPipes(new RequestValidationPipe());
  SwaggerModule.setup('docs', app, () => createOpenApiDocument(app), SWAGGER_PAGE);
}
