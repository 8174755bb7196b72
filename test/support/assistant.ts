import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { during, type TestApp } from './app.js';

/** The revisions of the protocol that /mcp speaks. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** What hosts that show pages declare (MCP Apps). */
export const SHOWS_VIEWS = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

/** What a tool answered; its text, which older clients read, says the same as its structured content. */
export interface ToolAnswer<Data> {
  readonly isError: boolean;
  readonly data: Data;
  readonly links?: readonly string[];
}

/** An assistant: the official client over HTTP, with a bearer token. */
export class Assistant {
  private constructor(private readonly client: Client) {}

  /** @param extensions what it declares of extensions of the protocol */
  static async connect(
    serviceUrl: string,
    token?: string,
    revision: Revision = '2026-07-28',
    extensions?: NonNullable<ClientCapabilities['extensions']>,
  ): Promise<Assistant> {
    const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
    const capabilities = extensions === undefined ? {} : { extensions };
    const client = new Client({ name: 'tests', version: '1' }, { capabilities, versionNegotiation: { mode } });
    const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', serviceUrl), { requestInit: { headers } }));
    return new Assistant(client);
  }

  get revision(): string | undefined {
    return this.client.getNegotiatedProtocolVersion();
  }

  get instructions(): string | undefined {
    return this.client.getInstructions();
  }

  async tools() {
    return (await this.client.listTools()).tools;
  }

  async content(uri: string) {
    return (await this.client.readResource({ uri })).contents[0];
  }

  resources() {
    return {
      resources: this.client.listResources().then(({ resources }) => resources),
      read: async (uri: string): Promise<string> => {
        const [content] = (await this.client.readResource({ uri })).contents;
        return content !== undefined && 'text' in content ? content.text : '';
      },
    };
  }

  async templates() {
    return (await this.client.listResourceTemplates()).resourceTemplates;
  }

  /** The values that complete an argument of a prompt, or of a template's address. @throws ProtocolError for others */
  async complete(of: { readonly prompt: string } | { readonly uri: string }, name: string, value: string) {
    const ref =
      'uri' in of
        ? ({ type: 'ref/resource', uri: of.uri } as const)
        : ({ type: 'ref/prompt', name: of.prompt } as const);
    return (await this.client.complete({ ref, argument: { name, value } })).completion.values;
  }

  get capabilities() {
    return this.client.getServerCapabilities();
  }

  async prompts() {
    return (await this.client.listPrompts()).prompts;
  }

  /** The text of a prompt. @throws ProtocolError when there is none of the name, or an argument is missing */
  async prompt(name: string, given: Record<string, string>): Promise<string> {
    const { messages } = await this.client.getPrompt({ name, arguments: given });
    return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
  }

  /** @throws ProtocolError when there is no such tool, SdkHttpError when the request is refused */
  async call<Data = Record<string, unknown>>(name: string, given: object = {}): Promise<ToolAnswer<Data>> {
    const answer = await this.client.callTool({ name, arguments: { ...given } });
    const [content, ...others] = answer.content;
    const links = others.flatMap((other) => (other.type === 'resource_link' ? [other.uri] : []));
    if (content?.type !== 'text' || others.length > links.length) throw new Error(`${name} answered no single text`);
    const data = JSON.parse(content.text) as Data;
    if (answer.isError !== true && JSON.stringify(answer.structuredContent) !== content.text)
      throw new Error(`${name} answered another text than its structured content`);
    return { isError: answer.isError === true, data, ...(links.length > 0 && { links }) };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** The assistant of a block of tests, which knows the tools: it compares every answer with their output schemas. */
export const assistantOf = (service: TestApp, revision?: Revision): Assistant =>
  during(
    async () => {
      const assistant = await Assistant.connect(service.url, service.token, revision);
      await assistant.tools();
      return assistant;
    },
    (assistant) => assistant.close(),
  );
