import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { RequestObserver, RequestTracer } from '../http/request/request-log.js';
import { SearchModule } from '../search/search.module.js';
import { DataMetrics } from './data-metrics.js';
import { EdgeMetrics } from './edge-metrics.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';
import { Tracing } from './tracing.js';

/** Health, metrics and traces, for those who operate the service. */
@Global()
@Module({})
export class OpsModule {
  static forRoot(metrics: Metrics, tracing: Tracing): DynamicModule {
    return {
      module: OpsModule,
      imports: [SearchModule],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: Metrics, useValue: metrics },
        { provide: Tracing, useValue: tracing },
        { provide: RequestObserver, useExisting: Metrics },
        { provide: RequestTracer, useValue: tracing.traces },
        DataMetrics,
        EdgeMetrics,
      ],
      exports: [RequestObserver, RequestTracer, Tracing],
    };
  }
}
