import { readFileSync } from 'node:fs';
import { walkPages } from './commerce-client.js';
import { PageWindowError } from './errors.js';
import { CommerceClient, DataChangedError, ErrorCode, responseOf } from './index.js';

interface Operation {
  readonly operationId: string;
  readonly 'x-rules'?: readonly { readonly name: string; readonly limit?: number }[];
}
const { paths, components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  readonly paths: Record<string, Partial<Record<'post', Operation>>>;
  readonly components: {
    readonly schemas: { readonly ErrorCode: { readonly enum: number[] } };
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
      const { pathname, searchParams } = new URL(url as string);
      const query = Object.fromEntries(searchParams);
      sent.push({ path: pathname, body: init?.method === 'POST' ? JSON.parse(init.body as string) : query });
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
    expect(Object.values(ErrorCode)).toEqual(components.schemas.ErrorCode.enum);
  });

  it.each(OPERATIONS)('asks $path for $operationId', async ({ path, operationId }) => {
    const { sent, call } = unanswered();
    const body = { lang: 'ZH_CN' };
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

  it('makes a link to an export', async () => {
    const sent: string[] = [];
    const made = { url: 'https://service.example/v1/links/t/gb.csv', expires_at: 1_785_456_000 };
    const client = new CommerceClient({
      ...{ baseUrl: 'http://service.example', token: 'token' },
      fetch: async (url, init) => {
        sent.push(`${new URL(url as string).pathname} ${init?.body as string}`);
        return Response.json({ code: 0, data: made });
      },
    });
    const request = { filter: { region: 'GB' }, fields: ['product_id'], format: 'csv', excel: true } as const;
    expect(await client.link('exportProducts', request, { expiresIn: 60, name: 'gb', retries: 0 })).toEqual(made);
    await client.link('exportCreators', {});
    // @ts-expect-error: no field of this export.
    await client.link('exportCreators', { filter: { seller_id: '1' } });
    // @ts-expect-error: no export.
    await client.link('searchCreators', {});
    expect(sent.slice(0, 2)).toEqual([
      `/v1/links ${JSON.stringify({ operation: 'exportProducts', request, expires_in: 60, name: 'gb' })}`,
      '/v1/links {"operation":"exportCreators","request":{},"expires_in":null,"name":null}',
    ]);
  });

  const walks = OPERATIONS.flatMap(({ path, operationId, 'x-rules': rules = [] }) => {
    const window = rules.find(({ name }) => name === 'page_window')?.limit;
    return window === undefined
      ? []
      : [{ path, window, name: operationId.replace(/^(search|find|rank|breakDown)/, 'all') }];
  });
  it('walks over every operation that has pages', () => {
    const methods = Object.getOwnPropertyNames(CommerceClient.prototype);
    expect(walks.map(({ name }) => name).sort()).toEqual(methods.filter((name) => /^all[A-Z]/.test(name)).sort());
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

const WINDOW = 500;

/** Walks over a search of so many records, with a total or with `has_more`; gives what came and which pages were asked for. */
async function walk(records: number, { limit, isLive = false }: { limit?: number; isLive?: boolean } = {}) {
  const asked: string[] = [];
  const listed: number[] = [];
  const walked = walkPages(WINDOW, limit, async (page, pagesize) => {
    asked.push(`${page} x ${pagesize}`);
    const end = page * pagesize;
    const list = Array.from({ length: Math.max(0, Math.min(pagesize, records - end + pagesize)) }, (_, index) => index);
    const has_more = records > end && end < WINDOW ? 1 : 0;
    return { list: list.map((index) => end - pagesize + index), ...(isLive ? { has_more } : { total: records }) };
  });
  try {
    for await (const record of walked) listed.push(record);
    return { listed, asked };
  } catch (error) {
    return { listed, asked, error };
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe.each([
  ['with a total', false],
  ['with has_more', true],
])('a walk over a search %s', (_, isLive) => {
  it.each([
    [0, 1],
    [1, 1],
    [99, 1],
    [101, 2],
    [499, 5],
  ])('of %i records gives each once, in %i pages', async (records, pages) => {
    const { listed, asked, error } = await walk(records, { isLive });
    expect([listed, asked.length, error]).toEqual([upTo(records), pages, undefined]);
  });

  it('asks for no page after the last full one', async () => {
    expect((await walk(200, { isLive })).asked).toEqual(['1 x 100', '2 x 100']);
  });

  it('ends at the limit, also where there are more records than pages reach', async () => {
    expect(await walk(600, { isLive, limit: 150 })).toEqual({ listed: upTo(150), asked: ['1 x 100', '2 x 100'] });
    expect(await walk(600, { isLive, limit: 7 })).toEqual({ listed: upTo(7), asked: ['1 x 7'] });
    expect((await walk(600, { isLive, limit: 500 })).listed).toEqual(upTo(500));
    expect(await walk(600, { isLive, limit: 0 })).toEqual({ listed: [], asked: [] });
  });
});

describe('a walk past the window', () => {
  it('throws before the first record where there is a total', async () => {
    expect((await walk(500)).listed).toEqual(upTo(500));
    for (const limit of [undefined, 501]) {
      const { listed, error } = await walk(501, limit === undefined ? {} : { limit });
      expect([listed, error]).toEqual([[], new PageWindowError(500, 501)]);
    }
  });

  it('throws after the last record that the pages reach where there is none', async () => {
    const { listed, error } = await walk(501, { isLive: true });
    expect([listed, error]).toEqual([upTo(500), new PageWindowError(500, undefined)]);
  });
});
