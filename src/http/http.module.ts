import { Module, type OnModuleInit } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter, NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import { type Config, CONFIG } from '../config/config.js';
import { AuthGuard } from '../access/auth.guard.js';
import { EnvelopeInterceptor } from './answer/envelope.interceptor.js';
import { FailureFilter, methodsByPath } from './answer/failure.filter.js';
import { ExportSender } from './export/export-sender.js';
import { serveDocumentation } from './open-api/open-api-document.js';
import { AccessModule } from '../access/access.module.js';
import { SearchModule } from '../search/search.module.js';
import { LoadShedding } from './server/load-shedding.js';
import { readBytes } from './request/body.middleware.js';
import { RequestScopeMiddleware } from './request/request-scope.middleware.js';
import { GracefulShutdown } from './server/graceful-shutdown.js';
import { SecurityHeadersMiddleware } from './server/security-headers.middleware.js';
import { Metrics } from '../telemetry/metrics.js';
import { RequestValidationPipe } from './validation/request-validation.pipe.js';
import { WellKnownController } from './well-known.controller.js';

/** The middleware of every request, in this order; `readBytes` follows. */
const MIDDLEWARE = [RequestScopeMiddleware, SecurityHeadersMiddleware];

/** The edge that all operations share. CONTRIBUTING.md lists its stations in the order of a request. */
@Module({
  imports: [AccessModule, SearchModule],
  controllers: [WellKnownController],
  providers: [
    { provide: APP_GUARD, useExisting: AuthGuard },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_PIPE, useClass: RequestValidationPipe },
    { provide: APP_FILTER, useExisting: FailureFilter },
    ...MIDDLEWARE,
    ExportSender,
    FailureFilter,
    GracefulShutdown,
    LoadShedding,
  ],
  exports: [AccessModule, ExportSender, FailureFilter, GracefulShutdown],
})
export class HttpModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<ExpressAdapter>,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.setRoutes(methodsByPath(this.host.httpAdapter));
  }
}

/** Registers what Nest's own ways can't (docs/decisions.md, "One Nest pipeline"): shedding, middleware, documents. */
export function useMiddleware(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  app.getHttpServer().on('request', app.get(LoadShedding).before(express));
  app.set('trust proxy', [...app.get<Config>(CONFIG).trustedProxies]);
  for (const type of MIDDLEWARE) {
    const middleware = app.get(type);
    app.use(middleware.use.bind(middleware));
  }
  app.use(readBytes);
  serveDocumentation(app);
}
