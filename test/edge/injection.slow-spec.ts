import categories from '../../src/common/categories/categories.json' with { type: 'json' };
import { type Answer, expectError } from '../support/api-client.js';
import { testApp } from '../support/app.js';
import { resolved } from '../support/judge.js';
import { loadRecords } from '../support/load-records.js';
import { OPEN_API, RANKING_PATHS, requestNameOf } from '../support/open-api.js';
import { seededIndices } from '../support/shared-indices.js';

/** Text that means something to some machine or other: queries, paths, templates, markup, scripts, headers. */
const INJECTIONS = [
  ...['*', '?', '*:*', '_exists_:title', '/.*/', 'title:*', '"', '\\', '(', '~2', 'zzqq~ OR *', '+* -zzqq'],
  ...['{"match_all":{}}', '"}},"match_all":{"a":{"b":"', '{"query":{"match_all":{}}}', 'doc["title"].value'],
  ...["' OR '1'='1", "'; DROP TABLE products; --", '1) UNION SELECT 1', '$where', '{"$gt":""}'],
  ...['../../_search', '..%2f_all', '/_cat/indices', '<script>x</script>', '${7*7}', '{{7*7}}', '#{7*7}'],
  ...['\r\nX-Injected: 1', 'q\u0000q', '\u202eqq', '__proto__', 'constructor', '%s%n', '\ud800'],
];

/** Words that nothing of the above resembles. */
const NAME = 'Kuvaxi Brolimet';
const LOAD = {
  products: [{ product_id: '11', title: NAME, region: 'US', shop: { seller_id: '21', name: NAME } }],
  videos: [{ video_id: '12', desc: NAME, publish_time: 1_780_000_000, region: 'US' }],
  lives: [{ room_id: '13', title: NAME, nickname: NAME, unique_id: 'kuvaxi', creator_region: 'US', start_time: 1 }],
} as const;

interface Schema {
  readonly type?: string | readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}
type Body = Record<string, unknown>;

const DAY = { type: 'day', value: '2026-06-01' };
/** What a request must have beside the field that is tried. */
const NEEDED: Readonly<Record<string, Body>> = {
  '/video/v1/search': { filter: { create_time_range: { min: 0 } } },
  '/video/v1/facets': { filter: { create_time_range: { min: 0 } }, facets: [{ field: 'region' }] },
  '/product/v1/facets': { facets: [{ field: 'region' }] },
  '/product/v1/similar': { product_id: '11' },
  '/live/v1/facets': { facets: [{ field: 'region' }] },
  '/creator/v1/facets': { facets: [{ field: 'region' }] },
  ...Object.fromEntries(RANKING_PATHS.map((path) => [path, { filter: { date_info: DAY } }])),
  '/creator/v1/peers': { filter: { uid: '1', date_info: DAY } },
  '/product/v1/peers': { filter: { product_id: '1', date_info: DAY } },
  '/shop/v1/peers': { filter: { seller_id: '1', date_info: DAY } },
  '/sales/v1/breakdown': { by: 'product', filter: { uid: 'nobody' }, from: '2026-06-01', to: '2026-06-30' },
};
/** Exports are left out: they answer a file, and take the keywords and filters of their searches. */
const PATHS = Object.keys(OPEN_API.paths).filter(
  (path) => OPEN_API.paths[path]?.post !== undefined && !path.endsWith('/export'),
);

function fieldsOf(schema: Schema, type: string, path: readonly string[] = []): (readonly string[])[] {
  const here = [schema.type ?? []].flat().includes(type) ? [path] : [];
  const choices = [schema.oneOf ?? [], schema.anyOf ?? [], schema.allOf ?? []]
    .flat()
    .flatMap((one) => fieldsOf(one, type, path));
  const items = schema.items === undefined ? [] : fieldsOf(schema.items, type, [...path, '[]']);
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, type, [...path, name]));
  const all = [...here, ...choices, ...items, ...inside];
  return [...new Map(all.map((one) => [one.join('.'), one])).values()];
}

const fieldsOfOperation = (path: string, type: string) =>
  fieldsOf(resolved(OPEN_API.components.schemas[requestNameOf(OPEN_API.paths[path]?.post ?? {})]) as Schema, type);

function bodyWith(path: string, field: readonly string[], value: unknown): Body {
  const body: Body = { ...NEEDED[path] };
  const put = (holder: unknown, [name = '', ...rest]: readonly string[]): unknown => {
    const inner = (before: unknown): unknown => (rest.length === 0 ? value : put(before, rest));
    if (name === '[]') return [inner(undefined)];
    const object = (typeof holder === 'object' ? holder : {}) as Body;
    return { ...object, [name]: inner(object[name]) };
  };
  return put(body, field) as Body;
}

interface Found {
  readonly list?: readonly unknown[];
  readonly facets?: readonly { readonly values: readonly unknown[] }[];
}

function listOf(answer: { body: object }): readonly unknown[] {
  const { list, facets = [] } = (answer.body as { data: Found }).data;
  return list ?? facets.flatMap(({ values }) => values);
}

describe('injection', () => {
  const service = testApp(() => ({ name: 'injection', load: loadRecords(LOAD) }));

  it('has something to find', async () => {
    const found = async (path: string, field: string[], value: unknown): Promise<number> =>
      listOf(await service.api.post(path, bodyWith(path, field, value))).length;
    expect(await found('/product/v1/search', ['keywords'], 'Kuvaxi')).toBe(1);
    expect(await found('/product/v1/search', ['filter', 'product_id'], '11')).toBe(1);
    expect(await found('/product/v1/search', ['filter', 'seller_id'], '21')).toBe(1);
    expect(await found('/video/v1/search', ['keywords'], 'kuvaxi')).toBe(1);
    expect(await found('/live/v1/search', ['keywords'], 'Brolimet')).toBe(1);
  });

  it.each(PATHS)('finds nothing in any text field of %s', async (path) => {
    const fields = fieldsOfOperation(path, 'string');
    expect(fields.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    const tries = fields.flatMap((field) => INJECTIONS.map((text) => ({ field, text })));
    for (let start = 0; start < tries.length; start += 8) {
      await Promise.all(
        tries.slice(start, start + 8).map(async ({ field, text }) => {
          const answer = await service.api.post(path, bodyWith(path, field, text));
          const nothing = answer.status === 200 && listOf(answer).length === 0;
          if (!nothing && answer.status !== 400) {
            wrong.push(
              `${field.join('.')} ${JSON.stringify(text)}: ${answer.status} ${JSON.stringify(answer.body.data)}`,
            );
          }
          if (answer.headers.has('x-injected')) wrong.push(`${field.join('.')} became a header`);
        }),
      );
    }
    expect(wrong).toEqual([]);
  });

  it('answers ids that are nowhere with an empty list', async () => {
    const nowhere = [999_999_999_999, '999999999999', 'nowhere', '9'.repeat(64)];
    let tried = 0;
    // Histories list every period, also of what is nowhere.
    for (const path of PATHS.filter((one) => !one.endsWith('/history'))) {
      for (const field of [...fieldsOfOperation(path, 'integer'), ...fieldsOfOperation(path, 'string')]) {
        // A handle that no creator has is refused.
        if (!/(?:(?<!unique)_id|_category|product_id\.\[\])$/.test(field.join('.'))) continue;
        for (const id of nowhere) {
          const answer = await service.api.post(path, bodyWith(path, field, id));
          if (answer.status === 400) expect(typeof id).toBe('string');
          else expect([path, field, id, answer.status, listOf(answer)]).toEqual([path, field, id, 200, []]);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(40);
  });

  it('takes the names of prototypes for fields nobody knows, and changes no object', async () => {
    for (const [text, path] of [
      ['{"__proto__":{"pagesize":1}}', '__proto__'],
      ['{"constructor":{"prototype":{"pagesize":1}}}', 'constructor'],
      ['{"filter":{"__proto__":{"region":"US"}}}', 'filter.__proto__'],
      ['{"orderby":[{"__proto__":1,"field":"total_gmv"}]}', 'orderby[0].__proto__'],
      ['{"filter":{"price_range":{"__proto__":{"min":1}},"region":"US"}}', 'filter.price_range.__proto__'],
    ] as const) {
      const answer = await service.api.send('/product/v1/search', { text });
      expect(answer.status).toBe(400);
      expect(
        (answer.body.data as unknown as { errors: { path: string }[] }).errors.map((fault) => fault.path),
      ).toContain(path);
    }
    expect([({} as Body).pagesize, ({} as Body).region, ({} as Body).min]).toEqual([undefined, undefined, undefined]);
  });

  it('lets the last of equal keys count, for the check as for the search', async () => {
    const send = (text: string) => service.api.send('/product/v1/search', { text });
    expectError(await send('{"pagesize":10,"pagesize":1000}'), 400, 10001, [{ path: 'pagesize' }]);
    expect(listOf((await send('{"pagesize":1000,"pagesize":10}')) as Answer)).toHaveLength(1);
    expect(listOf((await send('{"filter":{"product_id":"11"},"filter":{"product_id":"12"}}')) as Answer)).toEqual([]);
    expect(listOf((await send('{"filter":{"product_id":"12"},"filter":{"product_id":"11"}}')) as Answer)).toHaveLength(
      1,
    );
  });
});

describe('what the service is sent', () => {
  const test = testApp(() => {
    const pen = { product_id: '2', region: 'US', title: 'Pen 4006381333931' };
    const products = [pen, { product_id: '1', region: 'US', title: 'x', category: { l1: { id: 10000, name: 'any' } } }];
    return { name: 'foreign-input', load: loadRecords({ products }), config: { mcp: true } };
  });

  const send = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${test.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${test.token}`, 'Content-Type': 'application/json', ...headers },
      body,
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
  const test = testApp(() => ({ name: 'ranking-languages', indices: seededIndices() }));

  const filter = { date_info: { type: 'month', value: '2026-06' } };
  const namesIn = (lang: 'EN_US' | 'ZH_CN') => categories['creator-categories'].map(({ name }) => name[lang]);

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
