import { BlockList, isIP } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { MetricsAccess } from '../config/config.js';
import { ForbiddenFailure } from '../errors/failure.js';
import type { Admission } from '../http/access/admission.js';
import type { ServiceRequest } from '../http/request/request-context.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Refuses whoever may not read the metrics. A request that a proxy has forwarded is never one of this machine. */
export function metricsAccess(access: MetricsAccess, admission: Admission): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (access === 'open') return next();
    if (access === 'token') {
      admission.admit(request as ServiceRequest, response, 'any').then(() => next(), next);
      return;
    }
    if (isLocal(request)) return next();
    next(new ForbiddenFailure('Metrics are for this machine alone; METRICS_ACCESS opens them to others.'));
  };
}

function isLocal({ socket, headers }: Request): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
