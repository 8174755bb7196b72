import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askModel } from './chat.js';

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly Readonly<Record<string, unknown>>[];
    readonly tools: readonly object[];
  };
}

/** A server that answers each request with the next of these messages, and keeps what it was asked. */
class ModelServer {
  readonly asked: Asked[] = [];
  private readonly server: Server;

  constructor(answers: readonly (readonly [status: number, body: object])[]) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path, headers } = request;
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
        const [status, answer] = answers[this.asked.length] ?? [500, {}];
        this.asked.push({ path, authorization: headers.authorization, body });
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const saying = (message: object): readonly [number, object] => [200, { choices: [{ message }] }];
const calling = (...calls: readonly (readonly [name: string, given: string])[]) =>
  saying({
    role: 'assistant',
    content: null,
    tool_calls: calls.map(([name, given], at) => ({
      id: `call-${at}`,
      type: 'function',
      function: { name, arguments: given },
    })),
  });

const TOOLS = [{ name: 'rank', description: 'Rankings', inputSchema: { type: 'object' } }];

describe('a model', () => {
  let server: ModelServer | undefined;
  afterEach(() => server?.stop());

  const ask = async (...answers: ConstructorParameters<typeof ModelServer>[0]) => {
    server = new ModelServer(answers);
    const url = await server.start();
    const called: unknown[] = [];
    const call = (name: string, given: object) => {
      called.push([name, given]);
      return Promise.resolve(`answer ${called.length}`);
    };
    const asked = { system: 'Be exact.', text: 'What sold best?', tools: TOOLS, call };
    const conversation = askModel({ url, name: 'small', key: 'secret' }, asked);
    return { conversation, called, asked: server.asked };
  };

  it('gets the tools, calls them, and reads their answers', async () => {
    const { conversation, called, asked } = await ask(
      calling(['rank', '{"of":"topGrowth"}'], ['history', '']),
      saying({ role: 'assistant', content: 'The lamp.' }),
    );
    expect(await conversation).toEqual({ answers: ['answer 1', 'answer 2'], text: 'The lamp.' });
    expect(called).toEqual([
      ['rank', { of: 'topGrowth' }],
      ['history', {}],
    ]);
    const parameters = { type: 'object' };
    expect(asked.map(({ path, authorization, body }) => [path, authorization, body.model, body.tools])).toEqual(
      Array(2).fill([
        '/v1/chat/completions',
        'Bearer secret',
        'small',
        [{ type: 'function', function: { name: 'rank', description: 'Rankings', parameters } }],
      ]),
    );
    expect(asked[0]?.body.messages).toEqual([
      { role: 'system', content: 'Be exact.' },
      { role: 'user', content: 'What sold best?' },
    ]);
    expect(asked[1]?.body.messages.slice(2)).toEqual([
      expect.objectContaining({ role: 'assistant', tool_calls: expect.any(Array) as unknown }),
      { role: 'tool', tool_call_id: 'call-0', content: 'answer 1' },
      { role: 'tool', tool_call_id: 'call-1', content: 'answer 2' },
    ]);
  });

  it('hears of arguments that are no object, which no tool gets', async () => {
    const { conversation, called, asked } = await ask(
      calling(['rank', '{"of":'], ['rank', '[1]']),
      saying({ role: 'assistant', content: 'Sorry.' }),
    );
    expect((await conversation).answers).toEqual(Array(2).fill('{"error":"The arguments are no JSON object."}'));
    expect(called).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('is stopped after eight calls', async () => {
    const { conversation, called } = await ask(...Array.from({ length: 20 }, () => calling(['rank', '{}'])));
    expect((await conversation).answers).toHaveLength(8);
    expect(called).toHaveLength(8);
  });

  it('fails with the words of its server', async () => {
    const refused = await ask([401, { error: { message: 'No such key' } }]);
    await expect(refused.conversation).rejects.toThrow(/^The model answered 401: .*No such key/);
    await server?.stop();
    const empty = await ask([200, { choices: [] }]);
    await expect(empty.conversation).rejects.toThrow('The model answered no message: {"choices":[]}');
  });
});
