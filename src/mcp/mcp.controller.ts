import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Config, CONFIG } from '../config/config.js';
import { Failure } from '../common/errors/failure.js';
import { gzipped } from '../http/server/http-server.js';
import { ErrorCode } from '../http/answer/failure-answers.js';
import { MCP_PATH } from '../access/challenge.js';
import { PublicRoutes, RequiresScope, WithoutEnvelope } from '../common/route-metadata.js';
import { type Envelope, shapeEnvelopes } from '../http/answer/envelope.interceptor.js';
import { NOT_JSON } from '../http/request/body.middleware.js';
import { McpExchange } from './mcp-exchange.js';

/** JSON-RPC's code of server-defined errors. */
const SERVER_ERROR = -32000;
const PARSE_ERROR = -32700;

/** Failures are errors of JSON-RPC, but where no tools are offered. */
shapeEnvelopes(MCP_PATH, (envelope: Envelope) => {
  const { code, data, message, request_id } = envelope;
  if (code === ErrorCode.NotFound) return envelope;
  return {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: message.startsWith(NOT_JSON) ? PARSE_ERROR : SERVER_ERROR,
      message,
      data: { code, ...(data as object), request_id },
    },
  };
});

/** Answers while tools are off. */
@PublicRoutes()
@Controller()
export class McpOffController {
  /** @throws Failure (404) */
  @Post(MCP_PATH)
  refuse(): never {
    throw new Failure(
      'unknown_path',
      'Tools of assistants are off; the service offers them when it is started with MCP=on.',
    );
  }
}

/** Streamable HTTP that keeps no sessions: every message of an assistant is one request. Each tool needs its own scopes. */
@ApiExcludeController()
@WithoutEnvelope()
@RequiresScope('any')
@Controller()
export class McpController {
  constructor(
    private readonly exchange: McpExchange,
    @Inject(CONFIG) private readonly config: Pick<Config, 'corsOrigins' | 'compression'>,
  ) {}

  /** @throws Failure (403) for web pages of unconfigured origins, as MCP requires against DNS rebinding */
  @Post(MCP_PATH)
  @HttpCode(200)
  async answerMessage(@Body() message: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    if (origin !== undefined && !this.config.corsOrigins.some((one) => one === '*' || one === origin)) {
      const page = origin.slice(0, 100);
      throw new Failure('forbidden', `Pages of ${page} may not call tools; CORS_ORIGINS lists those that may.`);
    }
    const answer = await this.exchange.answer(message, request);
    const text = await answer.text();
    // The one event of a stream is JSON, which every client takes.
    const [, event] = /^data: (\{.*)$/m.exec(text) ?? [];
    const type = event === undefined ? answer.headers.get('content-type') : 'application/json';
    if (response.writableEnded) return;
    if (type !== null) response.setHeader('Content-Type', type);
    const session = answer.headers.get('Mcp-Session-Id');
    if (session !== null) response.setHeader('Mcp-Session-Id', session);
    const [none, body] = [Buffer.alloc(0), Buffer.from(event ?? text)];
    response.status(answer.status);
    response.end(this.config.compression ? Buffer.concat(gzipped(response, [none, body, none])) : body);
  }
}
