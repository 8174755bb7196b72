import { readFileSync } from 'node:fs';
import { CommerceClient, DataChangedError, ErrorCode, responseOf } from './index.js';

interface Operation {
  readonly operationId: string;
  readonly 'x-rules'?: readonly { readonly name: string; readonly limit?: number }[];
}
const { paths, components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  readonly paths: Record<string, Partial<Record<'post', Operation>>>;
  readonly components: {
    readonly schemas: { readonly ErrorAnswer: { readonly properties: { readonly code: { readonly enum: number[] } } } };
  };
};
const OPERATIONS = Object.entries(paths).map(([path, { post }]) => ({ path, ...(post as Operation) }));

type Call = (request: object, options?: object) => Promise<unknown> | AsyncIterable<unknown>;

/** A client that is never answered, and what it sends. */
function unanswered() {
  const sent: { path: string; body: unknown }[] = [];
  const client = new CommerceClient({
    baseUrl: 'http://service.example',
    token: 'token',
    retries: 0,
    fetch: async (url, init) => {
      sent.push({ path: new URL(url as string).pathname, body: JSON.parse(init?.body as string) });
      throw new TypeError('no answer');
    },
  });
  return { sent, call: (name: string, ...parameters: Parameters<Call>) => methodOf(client, name)(...parameters) };
}

const methodOf = (client: CommerceClient, name: string): Call =>
  (client[name as keyof CommerceClient] as unknown as Call).bind(client);

async function consume(called: ReturnType<Call>): Promise<unknown> {
  if (called instanceof Promise) return called;
  const rows: unknown[] = [];
  for await (const row of called) rows.push(row);
  return rows;
}

describe('the client', () => {
  it('knows the codes of the document', () => {
    expect(Object.values(ErrorCode)).toEqual(components.schemas.ErrorAnswer.properties.code.enum);
  });

  it.each(OPERATIONS)('asks $path for $operationId', async ({ path, operationId }) => {
    const { sent, call } = unanswered();
    const body = { filter: { region: 'US' } };
    await expect(consume(call(operationId, body))).rejects.toThrow('no answer');
    expect(sent).toEqual([{ path, body }]);
  });

  it('has the response beside the data', async () => {
    const client = new CommerceClient({
      baseUrl: 'http://service.example',
      token: 'token',
      fetch: async () => Response.json({ code: 0, data: { total: 7 } }, { headers: { 'RateLimit-Remaining': '3' } }),
    });
    const page = await client.searchProducts();
    expect(page).toEqual({ total: 7 });
    expect([responseOf(page).status, responseOf(page).headers.get('RateLimit-Remaining')]).toEqual([200, '3']);
    expect(() => responseOf({ ...page })).toThrow('the object that a method of the client returned');
  });

  const walks = OPERATIONS.flatMap(({ path, operationId, 'x-rules': rules = [] }) => {
    const window = rules.find(({ name }) => name === 'page_window')?.limit;
    return window === undefined ? [] : [{ path, window, name: operationId.replace(/^(search|rank|breakDown)/, 'all') }];
  });
  it('walks over the twelve operations that have pages', () => {
    expect(walks.map(({ name }) => name).sort()).toEqual([
      'allCreators',
      'allLiveStreams',
      'allProducts',
      'allSales',
      'allTopEcommerceCreators',
      'allTopGrowthCreators',
      'allTopSellingCategories',
      'allTopSellingLiveStreams',
      'allTopSellingProducts',
      'allTopSellingShops',
      'allTopSellingVideos',
      'allVideos',
    ]);
  });

  it.each(walks)('$name walks $path up to the documented $window', async ({ path, window, name }) => {
    const asked: string[] = [];
    const client = new CommerceClient({
      baseUrl: 'http://service.example',
      token: 'token',
      fetch: async (url) => {
        asked.push(new URL(url as string).pathname);
        return Response.json({ code: 0, data: { total: window + 1, list: [] } });
      },
    });
    await expect(consume(methodOf(client, name)({}))).rejects.toMatchObject({ window, total: window + 1 });
    expect(asked).toEqual([path]);
  });
});

describe('a walk during which the data changes', () => {
  const walk = async (options: object) => {
    const versions = ['e.1', 'e.1', 'e.2'];
    const client = new CommerceClient({
      baseUrl: 'http://service.example',
      token: 'token',
      fetch: async () => {
        const data = { total: 300, list: Array.from({ length: 100 }, () => ({})) };
        const body = JSON.stringify({ code: 0, data, message: '', timestamp: 1, request_id: 'r' });
        return new Response(body, { headers: { 'X-Data-Version': versions.shift() as string } });
      },
    });
    let rows = 0;
    for await (const row of client.allProducts({}, options)) rows += Number(row !== undefined);
    return rows;
  };

  it('goes on unless told otherwise', async () => expect(await walk({})).toBe(300));

  it('reports each change', async () => {
    const changes: DataChangedError[] = [];
    expect(await walk({ onDataChanged: (change: DataChangedError) => void changes.push(change) })).toBe(300);
    expect(changes.map(({ from, to }) => [from, to])).toEqual([['e.1', 'e.2']]);
  });

  it('throws DataChangedError when asked', async () => {
    await expect(walk({ onDataChanged: 'throw' })).rejects.toEqual(new DataChangedError('e.1', 'e.2'));
  });
});
