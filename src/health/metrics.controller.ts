import { BlockList, isIP } from 'node:net';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable, Controller, Get, Header, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.js';
import { ForbiddenFailure } from '../common/errors/failure.js';
import { AuthGuard } from '../http/access/auth.guard.js';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/access/route-metadata.js';
import { WithoutEnvelope } from '../http/answer/envelope.interceptor.js';
import { DataMetrics } from './data-metrics.js';
import { Metrics } from './metrics.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Admits readers of the metrics (METRICS_ACCESS). A forwarded request never counts as local. */
@Injectable()
export class MetricsAccessGuard implements CanActivate {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'metricsAccess'>,
    private readonly access: AuthGuard,
  ) {}

  /** @throws ForbiddenFailure (403), or what `AuthGuard.authorize` throws */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { metricsAccess } = this.config;
    if (metricsAccess === 'token') await this.access.authorize(request, http.getResponse<Response>(), 'any');
    if (metricsAccess !== 'loopback' || isLocal(request)) return true;
    throw new ForbiddenFailure('Metrics are for this machine alone; METRICS_ACCESS opens them to others.');
  }
}

function isLocal({ socket, headers }: Request): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** The metrics for Prometheus. */
@ApiExcludeController()
@Public()
@UseGuards(MetricsAccessGuard)
@WithoutEnvelope()
@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(DataMetrics) private readonly data: DataMetrics,
  ) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async read(): Promise<string> {
    await this.data.refresh();
    return this.metrics.registry.metrics();
  }
}
