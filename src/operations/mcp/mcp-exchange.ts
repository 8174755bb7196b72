import type * as Sdk from '@modelcontextprotocol/server';
import type { OnModuleInit } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { HttpFailure } from '../../errors/failure.js';
import type { ServiceRequest } from '../../http/request/request-context.js';
import { ToolCalls } from './tool-calls.js';

const SERVER = { name: 'commerce-analytics-search', title: 'Commerce analytics', version: '1' };

const INSTRUCTIONS = `Read-only analytics of short-video e-commerce: videos, products, live streams, and creators ranked by sales or by follower growth.
Ids of categories, shops and creators come from find_ids; never guess them. Ids are strings; category ids are integers.
Times are Unix seconds, UTC. "Now" is what freshness tells, not the clock. null is a figure that nobody loaded, never 0.
GMV is in the currency of the region unless its name has usd. completeness tells what an answer leaves out.
An error lists what is wrong with the arguments and what is valid: correct them and call again.`;

/** The answer to one message. */
export interface ExchangeAnswer {
  readonly status: number;
  readonly contentType: string | null;
  /** Empty for a notification. */
  readonly body: string;
}

/**
 * Answers messages of the Model Context Protocol, revisions 2026-07-28 and 2025-11-25. Each message gets its own server
 * with the tools of the request's token. The SDK is loaded with the module.
 */
@Injectable()
export class McpExchange implements OnModuleInit {
  private sdk!: typeof Sdk;

  constructor(private readonly calls: ToolCalls) {}

  async onModuleInit(): Promise<void> {
    this.sdk = await import('@modelcontextprotocol/server');
  }

  /**
   * @param message the body, parsed
   * @throws HttpFailure (400) for several messages at once, which would count as one request
   */
  async answer(message: unknown, request: ServiceRequest): Promise<ExchangeAnswer> {
    if (Array.isArray(message)) throw new HttpFailure(400, 'Batches are not taken: send one message in each request.');
    const handler = this.sdk.createMcpHandler(() => this.serverFor(request), {
      maxSubscriptions: 0,
      onerror: (error) => this.calls.refused(request, error),
    });
    const asked = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: textHeaders(request),
      signal: request.context.signal,
    });
    const answer = await handler.fetch(asked, { parsedBody: message });
    return { status: answer.status, contentType: answer.headers.get('content-type'), body: await answer.text() };
  }

  private serverFor(request: ServiceRequest): Sdk.Server {
    const { ProtocolError, ProtocolErrorCode, Server } = this.sdk;
    const server = new Server(SERVER, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    server.setRequestHandler('tools/list', () => ({ tools: this.calls.toolsFor(request) }));
    server.setRequestHandler('tools/call', ({ params }: Sdk.CallToolRequest) => {
      const tool = this.calls.find(params.name);
      if (tool !== undefined) return this.calls.call(tool, params.arguments ?? {}, request);
      const names = this.calls.names.join(', ');
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool "${params.name}"; there are ${names}.`,
      );
    });
    return server;
  }
}

/** The headers of the protocol. */
const textHeaders = ({ headers }: ServiceRequest): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(?:mcp-|accept$|content-type$)/.test(name) ? [[name, value]] : [],
  );
