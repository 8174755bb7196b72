import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { GracefulEnd } from '../http/graceful-end.js';
import { DataMetrics } from './data-metrics.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';

/** Health and metrics, for those who operate the service. */
@Module({})
export class OpsModule {
  static forRoot(metrics: Metrics): DynamicModule {
    return {
      module: OpsModule,
      controllers: [HealthController, MetricsController],
      providers: [{ provide: Metrics, useValue: metrics }, DataMetrics, GracefulEnd],
      exports: [Metrics],
    };
  }
}
