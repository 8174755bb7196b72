import { startTestApp, type TestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';

describe('what the service is sent', () => {
  let test: TestApp;

  beforeAll(async () => {
    const products = [{ product_id: '1', region: 'US', title: 'x', category: { l1: { id: 10000, name: 'any' } } }];
    test = await startTestApp({ name: 'foreign-input', load: loadRecords({ products }), config: { mcp: true } });
  });
  afterAll(() => test?.close());

  const send = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${test.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${test.token}`, 'Content-Type': 'application/json', ...headers },
      body,
    });

  it.each([
    ['junk', null],
    ['', null],
    ['other.1', '1'],
  ])('as a version of the data, %j, has X-Data-Changed %j', async (sent, changed) => {
    const { headers } = await send('/product/v1/search', '{}', { 'X-Data-Version': sent });
    expect(headers.get('X-Data-Changed')).toBe(changed);
  });

  it('as JSON that is broken is JSON-RPC’s parse error at /mcp', async () => {
    const answer = (await (await send('/mcp', '{"jsonrpc":')).json()) as { error: { code: number } };
    expect(answer.error.code).toBe(-32700);
  });

  it('as the language of a product search and its export names the categories', async () => {
    for (const [lang, name] of [
      ['ZH_CN', '美妆个护'],
      ['EN_US', 'Beauty & Personal Care'],
    ]) {
      const body = JSON.stringify({ lang, filter: { product_id: '1' } });
      const found = (await (await send('/product/v1/search', body)).json()) as { data: { list: object[] } };
      const row = JSON.parse(await (await send('/product/v1/export', body)).text()) as object;
      for (const product of [found.data.list[0], row]) expect(product).toMatchObject({ category: { l1: { name } } });
    }
  });
});
