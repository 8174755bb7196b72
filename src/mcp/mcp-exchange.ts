import type * as Sdk from '@modelcontextprotocol/server';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request as HttpRequest } from 'express';
import { type Config, CONFIG } from '../config/config.js';
import { HttpFailure } from '../common/errors/failure.js';
import { requestScope } from '../common/request-scope.js';
import { REGION_CODES } from '../common/regions.js';
import { publicUrl } from '../http/request/public-url.js';
import { toFailure } from '../http/answer/failure.filter.js';
import { PROMPTS, promptOf } from './prompts.js';
import { Resources, RESOURCES } from './resources.js';
import { ToolCalls } from './tool-calls.js';
import { TOOLS } from './tools.js';

const SERVER = { name: 'commerce-analytics-search', title: 'Commerce analytics', version: '1' };

/** The rules that all tools share. */
const INSTRUCTIONS = `Read-only analytics of short-video e-commerce: videos, products, live streams, creators, shops and their sales.
Ids are strings, category ids integers. They come from find_ids or from rows: never guess them.
A range is {min, max}, both included. Rates are percent (10 is 10 %), prices and GMV in the currency of the region, times Unix seconds in UTC.
A period is a day YYYY-MM-DD, an ISO 8601 week YYYY-WW or a month YYYY-MM. "Now" is what freshness tells, not the clock.
Regions: ${REGION_CODES.join(' ')}.
orderby is a list of {field}, each descending. Pages count from 1 and have pagesize records, 10 unless set, at most 20; total is exact.
Rows have the usual fields. fields names others in their place: ["title", "shop.name"].
null is a figure that nobody loaded, never 0. An amount with usd in its name is in USD; currency tells that of the others.
match says whether all_words of the keywords match or some_words, read_as which words were taken for others.
completeness tells what an answer leaves out, next what to ask with its ids.
Show people explorer_url with what you tell them: there they can check it.
An error lists what is wrong with the arguments and what is valid: correct them and call again.`;

/** Lists change only with the release and the scopes of a token. */
const AN_HOUR_MS = 3_600_000;
const CACHE_HINTS = {
  'tools/list': { ttlMs: AN_HOUR_MS, cacheScope: 'private' },
  'prompts/list': { ttlMs: AN_HOUR_MS, cacheScope: 'public' },
  'resources/list': { ttlMs: AN_HOUR_MS, cacheScope: 'public' },
  'server/discover': { ttlMs: AN_HOUR_MS, cacheScope: 'public' },
} as const;

/** Answers messages of the Model Context Protocol; each gets its own server with the tools of the request's token. */
@Injectable()
export class McpExchange implements OnModuleInit {
  private sdk!: typeof Sdk;

  constructor(
    private readonly calls: ToolCalls,
    private readonly resources: Resources,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  async onModuleInit(): Promise<void> {
    this.sdk = await import('@modelcontextprotocol/server');
  }

  /** @throws HttpFailure (400) for several messages at once, which would count as one request */
  async answer(message: unknown, request: HttpRequest): Promise<Response> {
    if (Array.isArray(message)) throw new HttpFailure(400, 'Batches are not taken: send one message in each request.');
    const handler = this.sdk.createMcpHandler(() => this.newServer(publicUrl(this.config, request)), {
      maxSubscriptions: 0,
      onerror: (error) => this.calls.refused(error),
    });
    const asked = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: textHeaders(request.headers),
      signal: requestScope().signal,
    });
    return handler.fetch(asked, { parsedBody: message });
  }

  private newServer(base: string): Sdk.Server {
    const { ProtocolError, ProtocolErrorCode, Server } = this.sdk;
    const server = new Server(SERVER, {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    });
    const refused = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    server.setRequestHandler('tools/list', () => ({ tools: this.calls.toolsFor() }));
    server.setRequestHandler('tools/call', ({ params }: Sdk.CallToolRequest) => {
      const tool = this.calls.find(params.name);
      if (tool !== undefined) return this.calls.call(tool, params.arguments ?? {}, base);
      throw refused(`There is no tool "${params.name}"; there are ${TOOLS.map(({ name }) => name).join(', ')}.`);
    });
    server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
    server.setRequestHandler('prompts/get', ({ params }: Sdk.GetPromptRequest) => {
      const prompt = promptOf(params.name, params.arguments ?? {});
      if (typeof prompt === 'string') throw refused(prompt);
      return prompt;
    });
    server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }: Sdk.ReadResourceRequest) => {
      const text = await this.resources.textOf(uri).catch((error: unknown) => {
        throw refused(toFailure(error).message);
      });
      if (text !== undefined) return { contents: [{ uri, mimeType: 'text/plain', text }] };
      throw refused(`There is no resource "${uri}"; there are ${RESOURCES.map((one) => one.uri).join(', ')}.`);
    });
    return server;
  }
}

/** The headers of the protocol. Every answer is JSON, so clients need not accept streams as well. */
const textHeaders = ({ accept = '*/*', ...headers }: HttpRequest['headers']): [string, string][] => [
  ['accept', /(?:application|\*)\/(?:json|\*)/.test(accept) ? 'application/json, text/event-stream' : accept],
  ...Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(?:mcp-|content-type$)/.test(name) ? [[name, value]] : [],
  ),
];
