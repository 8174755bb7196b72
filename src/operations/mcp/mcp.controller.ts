import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequiresScope } from '../../http/access/route-metadata.js';
import { WithoutEnvelope } from '../../http/answer/envelope.interceptor.js';
import { MCP_PATH } from '../../http/answer/failure-body.js';
import type { ServiceRequest } from '../../http/request/request-context.js';
import { McpExchange } from './mcp-exchange.js';
import { OriginGuard } from './origin.guard.js';

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
