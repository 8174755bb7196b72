import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.token.js';
import { ForbiddenFailure } from '../../errors/failure.js';
import type { ServiceRequest } from '../../http/request/request-context.js';

/** Refuses web pages of origins that are not configured, as MCP demands: their names may have been bound to this address. */
@Injectable()
export class OriginGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'corsOrigins'>) {}

  /** @throws ForbiddenFailure (403) */
  canActivate(context: ExecutionContext): boolean {
    const { origin } = context.switchToHttp().getRequest<ServiceRequest>().headers;
    const { corsOrigins } = this.config;
    if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true;
    throw new ForbiddenFailure(
      `Pages of ${origin.slice(0, 100)} may not call tools; CORS_ORIGINS lists those that may.`,
    );
  }
}
