import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Config, CONFIG } from '../config/config.js';
import { Failure } from '../common/errors/failure.js';
import { AuthGuard } from '../access/auth.guard.js';
import { PublicRoutes } from '../common/route-metadata.js';
import { DataMetrics } from './data-metrics.js';
import { Metrics } from '../telemetry/metrics.js';

const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/i;

/** Admits readers of the metrics (METRICS_ACCESS). A forwarded request never counts as local. */
@Injectable()
class MetricsAccessGuard implements CanActivate {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'metricsAccess'>,
    private readonly access: AuthGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { metricsAccess } = this.config;
    if (metricsAccess === 'token') await this.access.authorize(request, http.getResponse<Response>(), 'any');
    if (metricsAccess !== 'loopback' || isLocal(request)) return true;
    throw new Failure('forbidden', 'Metrics are only for this machine; METRICS_ACCESS opens them to others.');
  }
}

const isLocal = ({ socket, headers }: Request): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  LOOPBACK.test(socket.remoteAddress ?? '');

@PublicRoutes()
@UseGuards(MetricsAccessGuard)
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly data: DataMetrics,
  ) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async read(): Promise<string> {
    await this.data.refresh();
    return this.metrics.registry.metrics();
  }
}
