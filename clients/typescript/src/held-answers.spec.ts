import { CommerceClient, responseOf } from './index.js';

/** A service of one tree in each language; an answer whose tag the client has is not sent again. */
function serving() {
  const sent: string[] = [];
  const service = { version: 1, tags: true };
  const client = new CommerceClient({
    ...{ baseUrl: 'http://service.example', token: 'token', retries: 0 },
    fetch: (input, init) => {
      const [address, given] = [new URL(input as string), new Headers(init?.headers)];
      const tag = `W/"${address.search}${service.version}"`;
      const isHeld = given.get('If-None-Match') === tag;
      sent.push(`${init?.method ?? 'GET'} ${address.pathname}${address.search} ${isHeld ? 304 : 200}`);
      const headers = { 'X-Data-Version': `e.${sent.length}`, ...(service.tags && { ETag: tag }) };
      const data = { list: [{ id: service.version }], total: 1 };
      return Promise.resolve(
        isHeld ? new Response(null, { status: 304, headers }) : Response.json({ code: 0, data }, { headers }),
      );
    },
  });
  const tree = async (request = {}) => {
    const data = await client.listProductCategories(request);
    return [data.list.map(({ id }) => id), responseOf(data).headers.get('X-Data-Version')];
  };
  return { client, service, sent, tree };
}

describe('categories and usage', () => {
  it('are asked by GET, and come again only when they have changed', async () => {
    const { client, service, sent, tree } = serving();
    expect([await tree(), await tree()]).toEqual([
      [[1], 'e.1'],
      [[1], 'e.2'],
    ]);
    service.version = 2;
    expect([await tree(), await tree()]).toEqual([
      [[2], 'e.3'],
      [[2], 'e.4'],
    ]);
    await client.showUsage();
    expect(sent).toEqual([
      ...[200, 304, 200, 304].map((status) => `GET /product/v1/category ${status}`),
      'GET /v1/usage 200',
    ]);
  });

  it('are kept for each question, at most a hundred of them, and not changed by their users', async () => {
    const { client, sent, tree } = serving();
    const data = await client.listProductCategories({ lang: 'ZH_CN' });
    Object.assign(data.list[0] ?? {}, { id: 7 });
    expect((await tree({ lang: 'ZH_CN' }))[0]).toEqual([1]);
    for (let at = 0; at < 100; at += 1) await tree({ parent_id: at, keywords: 'a&b c' });
    await tree({ lang: 'ZH_CN', parent_id: null });
    await tree({ keywords: 'a&b c', parent_id: 99 });
    expect(
      [sent[0], sent[1], sent[2], ...sent.slice(-2)].map((line) => line?.replace('/product/v1/category', '')),
    ).toEqual([
      ...['GET ?lang=ZH_CN 200', 'GET ?lang=ZH_CN 304', 'GET ?parent_id=0&keywords=a%26b+c 200'],
      ...['GET ?lang=ZH_CN 200', 'GET ?keywords=a%26b+c&parent_id=99 200'],
    ]);
  });

  it('are whole where nothing says which answer is held', async () => {
    const { service, sent, tree } = serving();
    service.tags = false;
    expect([(await tree())[0], (await tree())[0]]).toEqual([[1], [1]]);
    expect(sent).toEqual(['GET /product/v1/category 200', 'GET /product/v1/category 200']);
  });
});
