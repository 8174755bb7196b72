import { Controller, Get, Header, Inject, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/access/route-metadata.js';
import { WithoutEnvelope } from '../http/answer/envelope.interceptor.js';
import { DataMetrics } from './data-metrics.js';
import { LoadMetrics } from './load-metrics.js';
import { MetricsAccessGuard } from './metrics-access.guard.js';
import { Metrics } from './metrics.js';

/** What the service counts and measures, for Prometheus. */
@ApiExcludeController()
@Public()
@UseGuards(MetricsAccessGuard)
@WithoutEnvelope()
@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(DataMetrics) private readonly data: DataMetrics,
    @Inject(LoadMetrics) private readonly loads: LoadMetrics,
  ) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async read(): Promise<string> {
    await Promise.all([this.data.refresh(), this.loads.refresh()]);
    return this.metrics.registry.metrics();
  }
}
