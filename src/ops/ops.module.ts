import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { GracefulEnd } from '../http/server/graceful-end.js';
import { DataMetrics } from './data-metrics.js';
import { HealthController } from './health.controller.js';
import { LoadMetrics } from './load-metrics.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';
import { Tracing } from './tracing.js';

/** Health, metrics and traces, for those who operate the service. */
@Module({})
export class OpsModule {
  static forRoot(metrics: Metrics, tracing: Tracing): DynamicModule {
    return {
      module: OpsModule,
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: Metrics, useValue: metrics },
        { provide: Tracing, useValue: tracing },
        DataMetrics,
        LoadMetrics,
        GracefulEnd,
      ],
      exports: [Metrics],
    };
  }
}
