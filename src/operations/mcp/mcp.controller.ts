import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable, Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.js';
import { ForbiddenFailure } from '../../errors/failure.js';
import type { ServiceRequest } from '../../http/request/request-context.js';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequiresScope } from '../../http/access/route-metadata.js';
import { WithoutEnvelope } from '../../http/answer/envelope.interceptor.js';
import { MCP_PATH } from '../../http/answer/failure.filter.js';
import { McpExchange } from './mcp-exchange.js';

/** Refuses web pages of unconfigured origins, as MCP requires against DNS rebinding. */
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

/** Streamable HTTP without sessions: every message of an assistant is one request. Each tool needs its own scopes. */
@ApiExcludeController()
@WithoutEnvelope()
@RequiresScope('any')
@UseGuards(OriginGuard)
@Controller()
export class McpController {
  constructor(private readonly exchange: McpExchange) {}

  @Post(MCP_PATH)
  @HttpCode(200)
  async answerMessage(
    @Body() message: unknown,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { status, contentType, body } = await this.exchange.answer(message, request);
    if (response.writableEnded) return;
    if (contentType !== null) response.setHeader('Content-Type', contentType);
    response.status(status).end(body);
  }
}
