import type * as Sdk from '@modelcontextprotocol/server';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request as HttpRequest } from 'express';
import { Failure } from '../common/errors/failure.js';
import { requestScope } from '../common/request-scope.js';
import { REGION_CODES } from '../common/regions.js';
import { answerOf } from '../http/answer/failure-answers.js';
import { Resources, RESOURCES, TEMPLATES } from './resources.js';
import TEXTS from './texts.json' with { type: 'json' };
import { ToolCalls } from './tool-calls.js';
import { TOOLS } from './tools.js';
import { readView, sessionFor, showsViews, VIEW, withView } from './view.js';

/** Questions that people ask often, as the calls that answer them: `{name}` stands for an argument, and each is needed. */
const playbooks = new Map(Object.entries(TEXTS.prompts));
const descriptions: Readonly<Record<string, string>> = TEXTS.arguments;

const END = 'State the days that the data covers, the currency of each amount, and what is not known. Guess no figure.';

const PROMPTS: Sdk.Prompt[] = [...playbooks].map(([name, { about, takes }]) => ({
  name,
  description: about,
  arguments: takes.map((argument) => ({ name: argument, description: descriptions[argument] ?? '', required: true })),
}));

/** The prompt of a name with its arguments filled in, or what is wrong with them. */
function promptOf(name: string, texts: Readonly<Record<string, string>>): Sdk.GetPromptResult | string {
  const playbook = playbooks.get(name);
  if (playbook === undefined) return `There is no prompt "${name}"; there are ${[...playbooks.keys()].join(', ')}.`;
  const missing = playbook.takes.filter((argument) => !texts[argument]?.trim());
  if (missing.length > 0) return `The prompt ${name} needs ${missing.join(', ')}.`;
  const text = [...playbook.text, END].join('\n').replace(/\{(\w+)\}/g, (_, argument: string) => texts[argument] ?? '');
  return {
    description: playbook.about,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

const SERVER = { name: 'commerce-analytics-search', title: 'Commerce analytics', version: '1' };

const INSTRUCTIONS = TEXTS.instructions.join('\n').replace('{regions}', REGION_CODES.join(' '));

/** Lists change only with the release and the scopes of a token. */
const AN_HOUR_MS = 3_600_000;
const CACHE_HINTS = {
  'tools/list': { ttlMs: AN_HOUR_MS, cacheScope: 'private' },
  'prompts/list': { ttlMs: AN_HOUR_MS, cacheScope: 'public' },
  'resources/list': { ttlMs: AN_HOUR_MS, cacheScope: 'public' },
  'resources/templates/list': { ttlMs: AN_HOUR_MS, cacheScope: 'public' },
  'server/discover': { ttlMs: AN_HOUR_MS, cacheScope: 'public' },
} as const;

/** Answers messages of the Model Context Protocol; each gets its own server with the tools of the request's token. */
@Injectable()
export class McpExchange implements OnModuleInit {
  private sdk!: typeof Sdk;

  constructor(
    private readonly calls: ToolCalls,
    private readonly resources: Resources,
  ) {}

  async onModuleInit(): Promise<void> {
    this.sdk = await import('@modelcontextprotocol/server');
  }

  /** @throws Failure (400) for several messages at once, which would count as one request */
  async answer(message: unknown, request: HttpRequest): Promise<Response> {
    if (Array.isArray(message))
      throw new Failure('unreadable', 'Batches are not taken: send one message in each request.');
    const hasView = showsViews(message, request.headers['mcp-session-id']);
    const handler = this.sdk.createMcpHandler(() => this.newServer(hasView), {
      maxSubscriptions: 0,
      onerror: (error) => this.calls.logRefusal(error),
    });
    const asked = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: textHeaders(request.headers),
      signal: requestScope().signal,
    });
    const answer = await handler.fetch(asked, { parsedBody: message });
    const session = hasView ? sessionFor(message) : undefined;
    if (session !== undefined) answer.headers.set('Mcp-Session-Id', session);
    return answer;
  }

  /** @param hasView whether the client shows pages */
  private newServer(hasView: boolean): Sdk.Server {
    const { ProtocolError, ProtocolErrorCode, Server } = this.sdk;
    const server = new Server(SERVER, {
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    });
    const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    server.setRequestHandler('tools/list', () => {
      const tools = this.calls.toolsFor();
      return { tools: hasView ? tools.map(withView) : tools };
    });
    server.setRequestHandler('tools/call', ({ params }: Sdk.CallToolRequest) => {
      const tool = this.calls.find(params.name);
      if (tool !== undefined) return this.calls.call(tool, params.arguments ?? {});
      throw invalidParams(`There is no tool "${params.name}"; there are ${TOOLS.map(({ name }) => name).join(', ')}.`);
    });
    server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
    server.setRequestHandler('prompts/get', ({ params }: Sdk.GetPromptRequest) => {
      const prompt = promptOf(params.name, params.arguments ?? {});
      if (typeof prompt === 'string') throw invalidParams(prompt);
      return prompt;
    });
    server.setRequestHandler('resources/list', () =>
      hasView ? { resources: [...RESOURCES, VIEW], cacheScope: 'private' } : { resources: RESOURCES },
    );
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: TEMPLATES }));
    const refuse = (error: unknown): never => {
      throw invalidParams(answerOf(error, requestScope().lang).message);
    };
    server.setRequestHandler('resources/read', async ({ params: { uri } }: Sdk.ReadResourceRequest) => {
      if (uri === VIEW.uri) return { contents: [await readView()] };
      const text = await this.resources.textOf(uri).catch(refuse);
      const mimeType = text?.startsWith('{') ? 'application/json' : 'text/plain';
      if (text !== undefined) return { contents: [{ uri, mimeType, text }] };
      const addresses = [...RESOURCES.map((one) => one.uri), ...TEMPLATES.map((one) => one.uriTemplate)];
      throw invalidParams(`There is no resource "${uri}"; there are ${addresses.join(', ')}.`);
    });
    server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }: Sdk.CompleteRequest) => {
      const { name, value } = argument;
      const takes =
        ref.type === 'ref/prompt'
          ? playbooks.get(ref.name)?.takes.includes(name)
          : TEMPLATES.some(({ uriTemplate }) => uriTemplate === ref.uri && uriTemplate.endsWith(`{${name}}`));
      if (!takes) throw invalidParams(`There is no "${name}" to complete in ${JSON.stringify(ref)}.`);
      return { completion: { values: await this.resources.completionsOf(name, value).catch(refuse) } };
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
