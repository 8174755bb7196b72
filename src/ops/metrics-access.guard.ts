import { BlockList, isIP } from 'node:net';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.token.js';
import { ForbiddenFailure } from '../errors/failure.js';
import { AuthGuard } from '../http/access/auth.guard.js';
import type { ServiceRequest } from '../http/request/request-context.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Who may read the metrics (METRICS_ACCESS). A request that a proxy has forwarded is never one of this machine. */
@Injectable()
export class MetricsAccessGuard implements CanActivate {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'metricsAccess'>,
    private readonly access: AuthGuard,
  ) {}

  /** @throws ForbiddenFailure (403), or what `AuthGuard.authorize` throws */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    switch (this.config.metricsAccess) {
      case 'open':
        return true;
      case 'token':
        await this.access.authorize(request, http.getResponse<Response>(), 'any');
        return true;
      case 'loopback':
        if (isLocal(request)) return true;
        throw new ForbiddenFailure('Metrics are for this machine alone; METRICS_ACCESS opens them to others.');
    }
  }
}

function isLocal({ socket, headers }: ServiceRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
