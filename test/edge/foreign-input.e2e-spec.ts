import creatorCategories from '../../src/common/categories/creator-categories.json' with { type: 'json' };
import { startTestApp, type TestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { seededIndices } from '../support/shared-indices.js';

describe('what the service is sent', () => {
  let test: TestApp;

  beforeAll(async () => {
    const pen = { product_id: '2', region: 'US', title: 'Pen 4006381333931' };
    const products = [pen, { product_id: '1', region: 'US', title: 'x', category: { l1: { id: 10000, name: 'any' } } }];
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

  it.each(['400638133', '4006381333931'])(
    'as digits finds the code that begins so, sorted or not: %s',
    async (keywords) => {
      for (const orderby of [[], [{ field: 'day7_units_sold' }]]) {
        const { body } = await test.api.post<{ list: { product_id: string }[] }>('/product/v1/search', {
          keywords,
          orderby,
        });
        expect(body.data.list.map(({ product_id }) => product_id)).toEqual(['2']);
      }
    },
  );
});

describe('rankings of creators, videos and live streams', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ name: 'ranking-languages', indices: seededIndices() });
  });
  afterAll(() => test?.close());

  const filter = { date_info: { type: 'month', value: '2026-06' } };
  const namesIn = (lang: string) => creatorCategories.map((names) => names.split('/')[lang === 'EN_US' ? 0 : 1]);

  it.each(['topEcommerce', 'topGrowth'])('name categories in the language asked for: %s', async (name) => {
    const path = `/creator/v1/rank/${name}`;
    for (const lang of ['ZH_CN', 'EN_US'] as const) {
      const { body } = await test.api.post<{ list: { category: { id: number; name: string } }[] }>(path, {
        filter,
        lang,
      });
      const exported = await test.api.post(`${path}/export`, { filter, lang, limit: 10 });
      const rows = (exported.body as unknown as string).trim().split('\n');
      expect(rows).toHaveLength(10);
      const all = [...body.data.list, ...rows.map((row) => JSON.parse(row) as (typeof body.data.list)[number])];
      for (const { category } of all) {
        expect(namesIn(lang)).toContain(category.name);
      }
    }
  });

  it.each(['video', 'live'])('take lang for errors: %s', async (kind) => {
    const { body } = await test.api.post(`/${kind}/v1/rank/topSelling`, { filter, lang: 'ZH_CN', page: 'x' });
    expect(body).toMatchObject({ data: { errors: [{ message: 'page 的类型必须为 整数，当前值为 "x"。' }] } });
  });
});
