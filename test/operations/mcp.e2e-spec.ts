import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RANKING_NAMES } from '../../src/subjects/subjects.js';
import { type Region, REGION_CODES, REGIONS } from '../../src/common/regions.js';
import { startTestApp, testApp, type TestApp } from '../support/app.js';
import { Assistant, assistantOf, REVISIONS } from '../support/assistant.js';
import { expectError } from '../support/api-client.js';
import { FaultProxy, isSearchOfLives } from '../support/fault-proxy.js';
import { resolved } from '../support/judge.js';
import { onOneDay } from '../support/one-day.js';
import { EXAMPLES, OPEN_API, RANKING_PATHS } from '../support/open-api.js';
import { seededIndices } from '../support/shared-indices.js';

type Row = Record<string, unknown>;

interface Told {
  readonly total?: number;
  readonly filter?: object;
  readonly has_more?: number;
  readonly list: readonly Row[];
  readonly facets: readonly Row[];
  readonly completeness: string;
  readonly next: string;
  readonly freshness?: string;
  readonly explorer_url?: string;
}

function rankingAt(path: string): string {
  const [, subject = '', , , list = ''] = path.split('/');
  return subject === 'creator' ? list : `${subject}T${list.slice(1)}`;
}

/** Each tool, the operation it asks, and the value of `of` that asks it. */
const ASKED: readonly (readonly [tool: string, path: string, of?: string])[] = [
  ['search_videos', '/video/v1/search'],
  ['search_products', '/product/v1/search'],
  ['search_lives', '/live/v1/search'],
  ['search_creators', '/creator/v1/search'],
  ['search_shops', '/shop/v1/search'],
  ['similar_products', '/product/v1/similar'],
  ...RANKING_PATHS.map((path) => ['rank', path, rankingAt(path)] as const),
  ['history', '/creator/v1/history', 'creator'],
  ['history', '/product/v1/history', 'product'],
  ['history', '/shop/v1/history', 'shop'],
  ['history', '/category/v1/history', 'category'],
  ['compare_with_peers', '/creator/v1/peers', 'creator'],
  ['compare_with_peers', '/product/v1/peers', 'product'],
  ['compare_with_peers', '/shop/v1/peers', 'shop'],
  ['break_down_sales', '/sales/v1/breakdown'],
  ['count_by_facet', '/video/v1/facets', 'videos'],
  ['count_by_facet', '/product/v1/facets', 'products'],
  ['count_by_facet', '/live/v1/facets', 'lives'],
  ['count_by_facet', '/creator/v1/facets', 'creators'],
  ['find_ids', '/product/v1/suggest', 'products'],
  ['find_ids', '/creator/v1/suggest', 'creators'],
];
const TOOLS = [...new Set(ASKED.map(([tool]) => tool))];
const JUNE = { type: 'month', value: '2026-06' };

/** A request of an operation as the arguments of a tool, which has one name for each category. */
const argumentsOf = (request: object, argument?: string): object => ({
  ...(argument !== undefined && { of: argument }),
  ...(JSON.parse(inToolNames(JSON.stringify(request))) as object),
});

const inToolNames = (text: string): string =>
  text
    .replaceAll(/(?<![\w.])(?:category_id|creator_category)(?!\w)/g, 'creator_category_id')
    .replaceAll(/(?<![\w.])(?:l1_category_id|product_category)(?!\w)/g, 'product_category_id');

/** Whether all that a value holds is in another one, at the same place. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.length === whole.length && part.every((one, at) => isPartOf(one, whole[at]));
  }
  if (typeof part !== 'object' || part === null) return part === whole;
  return Object.entries(part).every(([name, value]) => isPartOf(value, (whole as Row | undefined)?.[name]));
}

describe('/mcp', () => {
  const service = testApp(() => ({ name: 'mcp', indices: seededIndices(), config: { mcp: true } }));
  const assistant = assistantOf(service);

  const connectWith = async (...of: Parameters<TestApp['tokens']['create']>): Promise<Assistant> =>
    Assistant.connect(service.url, await service.tokens.create(...of));
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    service.api.fetch('/mcp', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${service.token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
    });

  it('asks every operation but exports, links, category trees, periods and usage', () => {
    const asked = Object.keys(OPEN_API.paths).filter(
      (path) => !/\/(?:export|links|category|periods|usage)$/.test(path),
    );
    expect(ASKED.map(([, path]) => path).sort()).toEqual(asked.sort());
  });

  it('is connected by the three lines of the README', async () => {
    const [, lines = ''] = /```text\n(\{ "mcpServers"[\s\S]*?)\n```/.exec(readFileSync('README.md', 'utf8')) ?? [];
    expect(lines.split('\n')).toHaveLength(3);
    const { mcpServers } = JSON.parse(lines) as { mcpServers: Record<string, Row> };
    const [{ type, url, headers } = {}] = Object.values(mcpServers);
    expect([type, url]).toEqual(['http', 'http://127.0.0.1:3000/mcp']);
    const [[name = '', value = ''] = []] = Object.entries(headers as Record<string, string>);
    const sent = { Authorization: '', [name]: value.replace('<ACCESS_TOKEN>', service.token) };
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, sent);
    expect(answer.status).toBe(200);
  });

  describe.each(REVISIONS)('to a client of %s', (revision) => {
    const client = assistantOf(service, revision);

    it('speaks its revision and says how to use the tools, which are twelve', async () => {
      expect(client.revision).toBe(revision);
      expect(client.instructions).toContain('find_ids');
      const tools = await client.tools();
      expect(tools.map(({ name }) => name)).toEqual(TOOLS);
      expect(TOOLS).toHaveLength(12);
      const hints = { readOnlyHint: true, openWorldHint: false };
      for (const { title, annotations } of tools) expect([title, annotations]).toEqual([expect.any(String), hints]);
      expect(tools.find(({ name }) => name === 'break_down_sales')?.title).toBe('Break down sales');
    });

    it('offers six prompts, which need their arguments', async () => {
      const prompts = await client.prompts();
      expect(prompts.map(({ name }) => name)).toEqual([
        'diagnose_product',
        'find_creators_for_product',
        'watch_shop',
        'find_rising_products',
        'plan_live_stream',
        'check_creator',
      ]);
      for (const { name, arguments: taken = [] } of prompts) {
        const given = Object.fromEntries(taken.map((argument) => [argument.name, `my ${argument.name}`]));
        const text = await client.prompt(name, given);
        expect(text).not.toMatch(/[{}]|undefined/);
        for (const value of Object.values(given)) expect(text).toContain(value);
        for (const [tool] of text.matchAll(/(?<=^\d\. )\w+/gm)) expect(TOOLS).toContain(tool);
      }
      await expect(client.prompt('watch_shop', {})).rejects.toThrow('The prompt watch_shop needs shop.');
      await expect(client.prompt('sing', {})).rejects.toThrow('There is no prompt "sing"');
    });

    it('offers lists to read', async () => {
      const { resources, read } = client.resources();
      expect((await resources).map(({ uri }) => uri)).toEqual(
        ['product-categories', 'creator-categories', 'regions', 'glossary'].map((name) => `commerce://${name}`),
      );
      const { body } = await service.api.post<{ list: { id: number; name: string; children: Row[] }[] }>(
        '/product/v1/category',
      );
      const [first] = body.data.list;
      const text = await read('commerce://product-categories');
      expect(text.split('\n')[0]).toBe(`${first?.id} ${first?.name}`);
      expect(text.split('\n')[1]).toBe(`  ${String(first?.children[0]?.id)} ${String(first?.children[0]?.name)}`);
      const regions = [...(await read('commerce://regions')).matchAll(/^\| (\w\w) .* (\w{3}) +\|$/gm)];
      expect(regions.map(([, code, currency]) => `${code} ${currency}`)).toEqual(
        REGION_CODES.map((code) => `${code} ${REGIONS[code].currency}`),
      );
      expect(await read('commerce://glossary')).toContain('**GMV**');
      await expect(read('commerce://music')).rejects.toThrow('There is no resource "commerce://music"');
    });

    it('completes the arguments of prompts from suggestions', async () => {
      expect(client.capabilities).toMatchObject({ completions: {} });
      const suggested = async (path: string, keywords: string, kind: string): Promise<unknown[]> =>
        (await service.api.ask<Told>(path, { keywords })).list
          .filter((row) => row.kind === kind)
          .map(({ text }) => text);
      const creators = await suggested('/creator/v1/suggest', 'grace', 'creator');
      expect(creators.length).toBeGreaterThan(1);
      expect(await client.complete({ prompt: 'check_creator' }, 'creator', 'grace')).toEqual(creators);
      const shops = await suggested('/product/v1/suggest', 'b', 'shop');
      expect(shops.length).toBeGreaterThan(1);
      expect(await client.complete({ prompt: 'watch_shop' }, 'shop', 'b')).toEqual([...new Set(shops)]);
      const rising = { prompt: 'find_rising_products' };
      const categories = await suggested('/product/v1/suggest', 'skincare', 'category');
      expect(categories).toContain('Skincare');
      expect(await client.complete(rising, 'category', 'skincare')).toEqual([...new Set(categories)]);
      const { body } = await service.api.post<Told>('/product/v1/search', { keywords: 'serum' });
      const titles = [...new Set(body.data.list.map(({ title }) => title))];
      expect(titles.length).toBeGreaterThan(1);
      expect(await client.complete({ prompt: 'diagnose_product' }, 'product', 'serum')).toEqual(titles);
      const withU = REGION_CODES.filter((code) => code.startsWith('U'));
      expect(withU).toContain('US');
      expect(await client.complete(rising, 'region', 'u')).toEqual(withU);
      for (const [of, name] of [
        [{ prompt: 'watch_shop' }, 'region'],
        [{ prompt: 'sing' }, 'region'],
        [{ uri: 'commerce://song/{uid}' }, 'uid'],
      ] as const)
        await expect(client.complete(of, name, 'u')).rejects.toThrow(`There is no "${name}" to complete in `);
    });

    it('reads a creator, a product and a shop by an id, which completes from a name', async () => {
      const templates = await client.templates();
      expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        'commerce://creator/{uid}',
        'commerce://product/{product_id}',
        'commerce://shop/{seller_id}',
      ]);
      const { read } = client.resources();
      for (const [at, keywords, path, idOf] of [
        [0, 'grace', '/creator/v1/search', (row: Row) => row.uid],
        [1, 'serum', '/product/v1/search', (row: Row) => row.product_id],
        [2, 'b', '/product/v1/search', ({ shop }: Row) => (shop as Row).seller_id],
      ] as const) {
        const [, name = ''] = /\{(\w+)\}/.exec(templates[at]?.uriTemplate ?? '') ?? [];
        const [id = ''] = await client.complete({ uri: templates[at]?.uriTemplate ?? '' }, name, keywords);
        const uri = templates[at]?.uriTemplate.replace(`{${name}}`, id) ?? '';
        const data = JSON.parse(await read(uri)) as Told;
        const { body } = await service.api.post<Told>(path, { filter: { [name]: id } });
        expect([data.total, data.list.length > 0]).toEqual([body.data.total, true]);
        expect(isPartOf(data.list, body.data.list.map(withDerived))).toBe(true);
        expect(new Set(body.data.list.map(idOf))).toEqual(new Set([id]));
        expect(data.explorer_url).toContain(`${service.url}/explore?view=`);
      }
      for (const uri of ['commerce://shop/7', 'commerce://shop/', 'commerce://category/7'])
        await expect(read(uri)).rejects.toThrow(
          `There is no resource "${uri}"; there are commerce://product-categories`,
        );
    });

    it('answers as the operation does', async () => {
      const request = { filter: { region: 'US' }, pagesize: 3 };
      const { data } = await client.call<Told>('search_products', request);
      const { body } = await service.api.post<Told>('/product/v1/search', request);
      expect(data.list).toHaveLength(3);
      expect([data.total, isPartOf(data.list, body.data.list.map(withDerived))]).toEqual([body.data.total, true]);
    });

    it('says what is wrong with an input, and what is valid', async () => {
      const { isError, data } = await client.call('search_videos', {
        filter: { region: 'UK' },
        pagesize: 100,
        sort: 1,
      });
      expect(isError).toBe(true);
      expect(data).toEqual({
        code: 10001,
        errors: [
          expect.objectContaining({ path: 'sort', rule: 'unknown', did_you_mean: 'orderby' }),
          expect.objectContaining({ path: 'filter.region', did_you_mean: 'GB', valid: REGION_CODES }),
          expect.objectContaining({ path: 'filter.create_time_range', rule: 'required' }),
          expect.objectContaining({ path: 'pagesize', message: 'pagesize must be at most 20, but is 100.', limit: 20 }),
        ],
      });
    });

    it('names the tools when there is none of a name', async () => {
      await expect(client.call('search_music')).rejects.toThrow(
        'There is no tool "search_music"; there are search_videos, search_products, search_lives, search_creators, search_shops, similar_products, rank, history, compare_with_peers, break_down_sales, count_by_facet, find_ids.',
      );
    });
  });

  describe('the tools', () => {
    const examples = ASKED.flatMap(([tool, path, argument]) =>
      EXAMPLES.filter((example) => example.method === 'POST' && example.path === path).map((example) => ({
        ...example,
        tool,
        argument,
      })),
    );

    it.each(examples)('$tool answers $title in short, as it describes', async ({ tool, path, argument, value }) => {
      const { isError, data } = await assistant.call<Told>(tool, argumentsOf(value, argument));
      expect([isError, data]).toEqual([false, expect.anything()]);
      const { body } = await service.api.post<Told>(path, value);
      const { completeness, next, freshness, explorer_url, ...told } = data;
      const { region } = (value.filter ?? {}) as Row;
      const { list, facets } = body.data;
      const whole = {
        ...withDerived({ region, ...body.data }),
        ...(body.data.filter !== undefined && { filter: named(body.data.filter) }),
        // Periods without data are left out.
        list: list?.slice(list.length - (told.list ?? list).length).map((row) => ({
          ...withDerived(row),
          ...(row.filter !== undefined && { filter: named(row.filter) }),
        })),
        facets: facets?.map((facet) => ({ ...facet, field: inToolNames(String(facet.field)) })),
      };
      expect(isPartOf(told, whole)).toBe(true);
      expect([completeness, next]).toEqual(Array(2).fill(expect.stringMatching(/^[A-Za-z].+\.$/s)));
      if (explorer_url !== undefined) expect(explorer_url).toMatch(`${service.url}/explore?view=`);
      if (tool !== 'find_ids') expect(freshness).toMatch(/^Data: .*2026-0[67]/);
      if (tool === 'search_videos') expect(Object.keys(data.list[0] ?? {})).not.toContain('cover');
      const closed = closedSchema((await assistant.tools()).find(({ name }) => name === tool)?.outputSchema);
      // A row shows the figure that orders it, which the list of fields names.
      const ordering = [value.orderby ?? []].flat().map((item) => (item as { field: string }).field);
      const described = JSON.parse(JSON.stringify(data), (name, inner: unknown) =>
        ordering.includes(name) && !JSON.stringify(closed).includes(`"${name}"`) ? undefined : inner,
      ) as object;
      const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
      expect([ajv.validate(closed as object, described), ajv.errors]).toEqual([true, null]);
    });

    it('cost little: the list has at most 28,000 bytes, and says no word about HTTP', async () => {
      const list = JSON.stringify({ tools: await assistant.tools() });
      expect(Buffer.byteLength(list)).toBeLessThanOrEqual(28_000);
      expect(list).not.toMatch(/\/v1\/|http|post\b|status/i);
    });

    it('tell the currency of amounts, from the region where the record has none', async () => {
      const products = await assistant.call<Told>('search_products', { filter: { region: 'TH' }, pagesize: 1 });
      const videos = await assistant.call<Told>('search_videos', {
        filter: { region: 'JP', create_time_range: { min: 0 } },
        fields: ['gmv'],
        pagesize: 1,
      });
      const creators = await assistant.call<Told>('rank', {
        of: 'topEcommerce',
        filter: { region: 'GB', date_info: JUNE },
        fields: ['creator_gmv'],
        pagesize: 1,
      });
      expect([products, videos, creators].map(({ data }) => data.list[0]?.currency)).toEqual(['THB', 'JPY', 'GBP']);
      const counts = await assistant.call('count_by_facet', {
        of: 'products',
        filter: { region: 'BR' },
        facets: [{ field: 'product_category_id' }],
        measure: 'gmv',
      });
      expect(counts.data.currency).toBe('BRL');
    });

    it('take the ids that find_ids gives', async () => {
      const found = await assistant.call<Told>('find_ids', { of: 'creators', keywords: 'beau' });
      const { filter } = found.data.list.find(({ kind }) => kind === 'category') as { filter: Row };
      expect(Object.keys(filter)).toEqual(['creator_category_id']);
      const growth = await assistant.call<Told>('rank', { of: 'topGrowth', filter: { ...filter, date_info: JUNE } });
      const { body } = await service.api.post<Told>('/creator/v1/rank/topGrowth', {
        filter: { category_id: filter.creator_category_id, date_info: JUNE },
      });
      expect(growth.data.list.map(({ uid }) => uid)).toEqual(body.data.list.map(({ uid }) => uid));
      expect(body.data.total).toBeGreaterThan(0);
    });

    it('take the whole filter that find_ids gives, wherever they have the argument', async () => {
      const day = { from: '2026-06-01', to: '2026-06-30' };
      const suggested = async (of: string, keywords: string, kind: string): Promise<Row> => {
        const { data } = await assistant.call<Told>('find_ids', { of, keywords });
        return data.list.find((row) => row.kind === kind) as Row;
      };
      const creator = await suggested('creators', 'grace.reed', 'creator');
      expect(creator).toMatchObject({ filter: { uid: expect.any(String) as string }, region: 'US' });
      expect(Object.keys(creator)).toEqual(['kind', 'text', 'filter', 'region', 'follower_count']);
      const shop = await suggested('products', 'b', 'shop');
      expect(Object.keys(shop)).toEqual(['kind', 'text', 'filter', 'region', 'total_units_sold']);
      const skincare = await suggested('products', 'skincare', 'category');
      expect(Object.keys(skincare.filter as Row)).toEqual(['l2_category_id']);
      for (const [tool, given, { filter }] of [
        ['search_creators', {}, creator],
        ['search_videos', {}, creator],
        ['search_lives', {}, creator],
        ['rank', { of: 'topEcommerce', filter: { date_info: JUNE } }, creator],
        ['rank', { of: 'topGrowth', filter: { date_info: JUNE } }, creator],
        ['rank', { of: 'videoTopSelling', filter: { date_info: JUNE } }, creator],
        ['break_down_sales', { by: 'product', ...day }, creator],
        ['compare_with_peers', { of: 'creator', filter: { date_info: JUNE } }, creator],
        ['search_products', {}, shop],
        ['search_shops', {}, shop],
        ['rank', { of: 'shopTopSelling', filter: { date_info: JUNE } }, shop],
        ['rank', { of: 'productTopSelling', filter: { date_info: JUNE } }, shop],
        ['break_down_sales', { by: 'creator', ...day }, shop],
        ['search_products', {}, skincare],
        ['rank', { of: 'productTopSelling', filter: { date_info: JUNE } }, skincare],
        ['break_down_sales', { by: 'channel', ...day }, skincare],
      ] as const) {
        const whole = { ...given, filter: { ...('filter' in given && given.filter), ...(filter as Row) } };
        const { isError, data } = await assistant.call<Told>(tool, whole);
        expect([tool, isError, isError && data]).toEqual([tool, false, false]);
      }
    });

    it('give the filter of peers under the names that rank takes', async () => {
      const asked = { filter: { seller_id: '7495000000000060265', date_info: JUNE } };
      const { data } = await assistant.call<{ peers: number; filter: Row }>('compare_with_peers', {
        of: 'shop',
        ...asked,
      });
      expect(Object.keys(data.filter).sort()).toEqual(['date_info', 'product_category_id', 'region']);
      const ranked = await assistant.call<Told>('rank', { of: 'shopTopSelling', filter: data.filter });
      expect(ranked.data.total).toBe(data.peers + 1);
    });

    it('give the ids of categories below level 1 under the names of their level', async () => {
      const filter = { level: 2, region: 'US', date_info: JUNE };
      const { data } = await assistant.call<Told>('rank', { of: 'categoryTopSelling', filter });
      const { body } = await service.api.post<Told>('/category/v1/rank/topSelling', { filter });
      const ids = body.data.list.map(({ category }) => (category as Row | null)?.id ?? null);
      expect(data.list.map(({ l2_category_id }) => l2_category_id)).toEqual(ids);
      expect(data.list.flatMap(Object.keys)).not.toContain('product_category_id');
      const asked = { by: 'category', level: 3, filter: {}, from: '2026-06-01', to: '2026-06-30' };
      const broken = await assistant.call<Told>('break_down_sales', asked);
      const sums = await service.api.post<Told>('/sales/v1/breakdown', asked);
      expect(broken.data.list.map(({ l3_category_id }) => l3_category_id)).toEqual(
        sums.body.data.list.map(({ category }) => (category as Row | null)?.id ?? null),
      );
    });

    it('name the regions of a breakdown by region', async () => {
      const asked = { by: 'region', filter: {}, from: '2026-06-01', to: '2026-06-30' };
      const { data } = await assistant.call<Told>('break_down_sales', asked);
      const { body } = await service.api.post<Told>('/sales/v1/breakdown', asked);
      expect(data.list.map(({ region }) => region)).toEqual(body.data.list.map(({ region }) => region));
      expect(data.list[0]?.region).toEqual(expect.any(String));
    });

    it('answer the fields that are asked for, also those that they leave out', async () => {
      const request = { filter: { region: 'US' }, pagesize: 2, fields: ['product_id', 'cover'] };
      const { data } = await assistant.call<Told>('search_products', request);
      const { body } = await service.api.post<Told>('/product/v1/search', request);
      expect(data.list).toEqual(body.data.list);
      expect(data.list.map((row) => Object.keys(row))).toEqual(Array(2).fill(['product_id', 'cover']));
    });

    it('take ids as fields under the names that rows have', async () => {
      const asked = { of: 'categoryTopSelling', filter: { level: 2, region: 'US', date_info: JUNE } };
      const fields = ['l2_category_id', 'units_sold'];
      const chosen = await assistant.call<Told>('rank', { ...asked, fields });
      const usual = await assistant.call<Told>('rank', asked);
      const shownOf = ({ data: { list } }: { data: Told }) => list.map((row) => fields.map((name) => row[name]));
      expect(shownOf(chosen)).toEqual(shownOf(usual));
      expect(Object.keys(chosen.data.list[0] ?? {})).toEqual(['l2_category_id', 'units_sold', 'category']);
    });

    it('take what the OpenAPI document says, field by field', async () => {
      const tools = await assistant.tools();
      const ajv = new Ajv2020({ strict: false, coerceTypes: 'array' });
      for (const { tool, title, argument, value } of examples) {
        const schema = tools.find(({ name }) => name === tool)?.inputSchema as object;
        const shown = JSON.parse(JSON.stringify(argumentsOf(value, argument)), withoutHidden) as object;
        expect([title, ajv.validate(schema, shown), ajv.errors]).toEqual([title, true, null]);
      }
      for (const { name, inputSchema } of tools) {
        const asked = ASKED.filter(([tool]) => tool === name);
        const documented = asked.flatMap(([, path]) => {
          const schema = OPEN_API.paths[path]?.post?.requestBody?.content['application/json'].schema;
          return fieldsIn(resolved(schema) as Schema).map((field) =>
            field.replace(/[^.[\]]+(?=\[\]$|$)/, (own) => inToolNames(own)),
          );
        });
        const isKnown = (field: string): boolean =>
          !/^\.(lang|match|concentration)$|^\.fields\[\]|^\.filter\.(not|period_\w+|usd_gmv_per_1000_viewers_range)\b/.test(
            field,
          ) &&
          !/(day28_units_sold|day90_units_sold|product_rating|sku_count)_range/.test(field) &&
          // The filters of sales are named by errors; those of videos are listed.
          (name === 'search_videos' ||
            !/^(\.filter)?\.(is_ad|tags|(duration|product_age|listed)_range)\b/.test(field)) &&
          !(['count_by_facet', 'similar_products'].includes(name) && /^\.(?:filter\.|orderby\[)/.test(field));
        const text = JSON.stringify(inputSchema);
        expect(text).not.toContain('$ref');
        expect(closedInputs(inputSchema)).toEqual([]);
        const taken = fieldsIn(resolved(inputSchema) as Schema).filter((field) => field !== '.of');
        expect([name, taken]).toEqual([name, [...new Set(documented)].filter(isKnown).sort()]);
      }
    });

    it('say how complete a page is', async () => {
      const all = { filter: { create_time_range: { min: 0 } } };
      const { data } = await assistant.call<Told>('search_videos', { ...all, page: 2, pagesize: 20 });
      const total = Number(data.total);
      expect(total).toBeGreaterThan(40);
      expect(data.completeness).toBe(`Records 21 to 40 of ${total}. Page 3 has more.`);
      const lastPage = Math.ceil(total / 20);
      const last = await assistant.call<Told>('search_videos', { ...all, page: lastPage, pagesize: 20 });
      expect(last.data.completeness).toBe(`Records ${lastPage * 20 - 19} to ${total} of ${total}. There are no more.`);
      const past = await assistant.call<Told>('search_videos', { ...all, page: lastPage + 1, pagesize: 20 });
      expect(past.data.completeness).toBe(`Page ${lastPage + 1} is empty: there are ${total} records.`);
      const none = await assistant.call<Told>('search_videos', { filter: { create_time_range: { min: 4e9 } } });
      expect(none.data.completeness).toBe('Nothing matches. Try removing a filter or widening a range.');
      const lives = await assistant.call<Told>('search_lives', { pagesize: 2 });
      expect(lives.data.completeness).toBe('Records 1 to 2. Page 2 has more.');
    });

    it('say how new the data is', async () => {
      const { body } = await service.api.post<{ newest: { videos: number; sales: string } }>(
        '/creator/v1/rank/periods',
      );
      const { videos, sales } = body.data.newest;
      // Nothing else asks for pages of this size, so no answer is from memory.
      const pagesize = 13;
      const { data } = await assistant.call<Told>('search_videos', {
        filter: { create_time_range: { min: 0 } },
        pagesize,
      });
      const utc = new Date(videos * 1000).toISOString().replace('.000', '');
      expect(data.freshness).toBe(`Data: newest video ${utc} (${videos}).`);
      const rank = await assistant.call<Told>('rank', { of: 'topEcommerce', filter: { date_info: JUNE }, pagesize });
      expect(rank.data.freshness).toBe(`Data: sales until ${sales}.`);
    });

    it('say whether a period is complete, and which one is the newest where there is none', async () => {
      const rank = async (type: string, value: string): Promise<string> =>
        (await assistant.call<Told>('rank', { of: 'topGrowth', filter: { date_info: { type, value } } })).data
          .completeness;
      expect(await rank('month', '2026-06')).toMatch(/ The period is complete\.$/);
      expect(await rank('week', '2026-27')).toMatch(/ The period is not complete: /);
      expect(await rank('week', '2026-27')).toMatch(/; the newest complete week is 2026-26\.$/);
      expect(await rank('month', '2027-01')).toMatch(
        /^Nothing matches\. .* There is no data of 2027-01: the data reaches from \S+ to \S+; the newest complete month is 2026-06\.$/,
      );
      const [first] = (await assistant.call<Told>('rank', { of: 'topGrowth', filter: { date_info: JUNE } })).data.list;
      const asked = { uid: first?.uid, date_type: 'month', from: '2026-05', to: '2026-07' };
      const { data } = await assistant.call<Told>('history', { of: 'creator', ...asked });
      expect(data.list.map(({ date_value }) => date_value)).toEqual(['2026-05', '2026-06']);
      expect(data.completeness).toMatch(/^Oldest first, each complete\. No data after 2026-06: left out 1\.$/);
      const nobody = await assistant.call<Told>('history', { of: 'creator', ...asked, uid: 'nobody' });
      expect([nobody.data.list, nobody.data.completeness]).toEqual([
        [],
        'Nothing is known of this id. "nobody" looks like a name, not a uid: find_ids has ids.',
      ]);
    });

    it('stay small: a long list is cut at a row, from which another call goes on, and begins with the data', async () => {
      const [first] = (await assistant.call<Told>('rank', { of: 'topGrowth', filter: { date_info: JUNE } })).data.list;
      const asked = { of: 'creator', uid: first?.uid, date_type: 'day', to: '2026-07-31', compare_to: '2026-03-01' };
      const { body } = await service.api.post<Told>('/creator/v1/history', {
        ...{ uid: first?.uid, date_type: 'day', from: '2025-07-01', to: '2026-07-31', compare_to: '2026-03-01' },
      });
      const figures = ['follower_count', 'creator_usd_gmv'];
      const known = body.data.list.filter((row) => figures.some((name) => row[name] !== null));
      const days: unknown[] = [];
      let calls = 0;
      for (let from: string | undefined = '2025-07-01'; from !== undefined;) {
        const { data }: { data: Told } = await assistant.call<Told>('history', { ...asked, from });
        expect(JSON.stringify(data).length).toBeLessThanOrEqual(20_000);
        expect(data.completeness).toMatch(/ No data after \S+: left out \d+\.$/);
        if (calls === 0) expect(data.completeness).toMatch(/ No data before \S+: left out \d+\. /);
        days.push(...data.list.map(({ date_value }) => date_value));
        from = /^Cut after .* ask for the rest with from (\S+)\. /.exec(data.completeness)?.[1];
        calls += 1;
      }
      expect(calls).toBeGreaterThan(1);
      expect(days).toEqual(known.map(({ date_value }) => date_value));
    });

    it('cut a page to one that another page goes on from', async () => {
      const fields = ['product_id', 'title', 'category', 'price_info', 'shop', 'cover', 'platform_url', 'service_url'];
      const whole = {
        filter: { region: 'US' },
        fields: [...fields, 'commission_rate_info', 'creator_order_rate_info'],
      };
      const { body } = await service.api.post<Told>('/product/v1/search', { ...whole, pagesize: 60, fields });
      const ids: unknown[] = [];
      for (let page = 1, pagesize = 20; ids.length < 60;) {
        const { data } = await assistant.call<Told>('search_products', { ...whole, page, pagesize });
        expect(JSON.stringify(data).length).toBeLessThanOrEqual(20_000);
        ids.push(...data.list.map(({ product_id }) => product_id));
        const [, size, next] = /ask for the rest with pagesize (\d+), page (\d+)\. /.exec(data.completeness) ?? [];
        [page, pagesize] = next === undefined ? [page + 1, pagesize] : [Number(next), Number(size)];
      }
      expect(ids.slice(0, 60)).toEqual(body.data.list.map(({ product_id }) => product_id));
    });

    it('count pages from the first where page is null, and link the export of a cut answer', async () => {
      const asked = { filter: { region: 'US' }, pagesize: 20, page: null };
      const [first = {}] = (await service.api.ask<Told>('/product/v1/search', { pagesize: 1 })).list;
      const fields = Object.keys(first);
      const { data, links } = await assistant.call<Told>('search_products', { ...asked, fields });
      const [, size] =
        /^Cut after (\d+) of 20 rows, since the answer is too long: ask for the rest with pagesize \1, page 2\. /.exec(
          data.completeness,
        ) ?? [];
      expect(Number(size)).toBe(data.list.length);
      expect(links).toEqual([`${service.url}/product/v1/export`]);
      const address = new URL(links?.[0] ?? '').pathname;
      const lines = await service.api.fetch(address, {
        method: 'POST',
        body: JSON.stringify({ filter: asked.filter }),
        headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json' },
      });
      const ids = (await lines.text())
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as Row).product_id);
      expect(ids).toHaveLength(Number(data.total));
      expect(ids).toEqual(expect.arrayContaining(data.list.map(({ product_id }) => product_id)));
      const whole = await assistant.call<Told>('search_products', { ...asked, pagesize: null });
      expect([whole.data.list.length, whole.links]).toEqual([10, undefined]);
      expect(whole.data.completeness).toBe(`Records 1 to 10 of ${data.total}. Page 2 has more.`);
      // Similar products have neither an export nor a page.
      const near = { product_id: first.product_id, own_shop: true, filter: { usd_price_range: { min: 0 } } };
      const similar = await assistant.call<Told>('similar_products', { ...near, pagesize: 20, fields });
      expect(similar.data.completeness).toMatch(/^Cut after/);
      expect([similar.links, similar.data.explorer_url]).toEqual([undefined, undefined]);
    });

    it('say which errors to mend under the names of tools', async () => {
      const { data } = await assistant.call<{ errors: { path: string; message: string }[] }>('rank', {
        of: 'topGrowth',
        filter: { creator_category_id: 'beauty', date_info: JUNE },
      });
      expect(data.errors.map(({ path }) => path)).toEqual(['filter.creator_category_id']);
      expect(data.errors[0]?.message).toBe('filter.creator_category_id must be an integer, but is "beauty".');
    });

    it('leave nothing empty in the rows of a breakdown, and name creators', async () => {
      const [best] = (await assistant.call<Told>('rank', { of: 'topEcommerce', filter: { date_info: JUNE } })).data
        .list;
      for (const by of ['creator', 'product', 'shop', 'category', 'video', 'live', 'channel', 'day']) {
        const asked = { by, filter: { uid: best?.uid }, from: '2026-06-01', to: '2026-06-30' };
        const { data } = await assistant.call<Told>('break_down_sales', asked);
        expect(data.list.length).toBeGreaterThan(0);
        expect(JSON.stringify(data.list)).not.toContain('{}');
        if (by === 'creator') expect(data.list[0]?.creator).toMatchObject({ nickname: expect.any(String) as string });
        // Ids, titles and figures: a whole row of the operation has 400 to 1,500.
        expect(Buffer.byteLength(JSON.stringify(data.list)) / data.list.length).toBeLessThanOrEqual(300);
      }
    });

    it('refuse an argument under both of its names', async () => {
      for (const [tool, of, own, known] of [
        ['rank', 'topGrowth', 'category_id', 'creator_category_id'],
        ['rank', 'shopTopSelling', 'l1_category_id', 'product_category_id'],
        ['break_down_sales', undefined, 'l1_category_id', 'product_category_id'],
      ] as const) {
        for (const filter of [
          { [own]: 1, [known]: 2 },
          { [known]: 1, [own]: 1 },
        ]) {
          const { isError, data } = await assistant.call(tool, { ...(of && { of }), filter });
          const message = `"${known}" and "${own}" are one argument; send only "${known}".`;
          expect({ isError, data }).toEqual({ isError: true, data: { code: 10001, message } });
        }
      }
    });

    it('name a field that is unknown as it was sent', async () => {
      const filter = { l1_category_id: 10000, create_time_range: { min: 0 } };
      const { data } = await assistant.call<{ errors: { path: string; message: string }[] }>('search_videos', {
        filter,
      });
      expect(data.errors.map(({ path, message }) => [path, message.split(' is ')[0]])).toEqual([
        ['filter.l1_category_id', 'filter.l1_category_id'],
      ]);
      expect(data.errors[0]?.message).toContain('product_category_id');
    });

    it('say that a name stands for a uid, and whose it may be, where it finds nothing', async () => {
      const of = { uid: 'grace.reed.glow' };
      const { body } = await service.api.post<Told>('/creator/v1/search', { filter: { unique_id: of.uid } });
      const uid = String(body.data.list[0]?.uid);
      const hint = `"grace.reed.glow" looks like a name, not a uid; perhaps ${uid} (`;
      for (const [tool, given] of [
        ['search_videos', { filter: of }],
        ['search_creators', { filter: { uid: ['7', of.uid] } }],
        ['rank', { of: 'topGrowth', filter: { ...of, date_info: JUNE } }],
        ['history', { of: 'creator', ...of, date_type: 'month', from: '2026-05', to: '2026-06' }],
        ['break_down_sales', { by: 'product', filter: of, from: '2026-06-01', to: '2026-06-30' }],
        ['compare_with_peers', { of: 'creator', filter: { ...of, date_info: JUNE } }],
        ['count_by_facet', { of: 'creators', filter: of, facets: [{ field: 'region' }] }],
      ] as const) {
        const { data } = await assistant.call<Told>(tool, given);
        expect([tool, data.completeness]).toEqual([tool, expect.stringContaining(hint)]);
      }
      const known = await assistant.call<Told>('search_creators', { filter: { uid: '7' } });
      expect([known.data.total, known.data.completeness]).toEqual([0, expect.not.stringContaining('looks like')]);
    });

    it.each([
      ['search_creators', { filter: { unique_id: '@grace' } }, 'filter.unique_id', 'unknown_handle', 'uid'],
      ['search_videos', { filter: { uid: '@grace.reed' } }, 'filter.uid', 'handle', 'uid'],
      ['search_videos', { filter: { uid: ['7', 'Grace Reed'] } }, 'filter.uid[1]', 'id', 'uid'],
      ['history', { of: 'creator', uid: '@grace', date_type: 'day', from: 'last', to: 'last' }, 'uid', 'handle', 'uid'],
    ])('name those who may be meant by a name in the place of an id: %s %j', async (tool, given, path, rule, id) => {
      const { isError, data } = await assistant.call<{ errors: Row[] }>(tool, given);
      expect([isError, data.errors[0]]).toMatchObject([true, { path, rule }]);
      const candidates = data.errors[0]?.candidates as Row[];
      expect(candidates.length).toBeGreaterThan(0);
      expect(candidates.length).toBeLessThanOrEqual(5);
      const grace = candidates.find(({ name }) => String(name).includes('@grace.reed.glow'));
      const { body } = await service.api.post<Told>('/creator/v1/search', { filter: { unique_id: 'grace.reed.glow' } });
      expect(grace?.[id]).toBe(body.data.list[0]?.uid);
    });

    it.each([
      ['rank', { of: 'topGrowth' }, 'creator_category_id', 'beauty', { creator_category_id: 10000, name: 'Beauty' }],
      ['rank', { of: 'shopTopSelling' }, 'product_category_id', '护肤', { l2_category_id: 10200, name: 'Skincare' }],
      ['search_products', {}, 'l3_category_id', ['Lipstick'], { l3_category_id: 10101, name: 'Lipstick' }],
    ])('name categories whose name stands for an id: %s %j %s', async (tool, given, argument, name, candidate) => {
      const { isError, data } = await assistant.call<{ errors: Row[] }>(tool, {
        ...{ ...given, filter: { [argument]: name, ...(tool === 'rank' && { date_info: JUNE }) } },
      });
      expect([isError, data.errors]).toMatchObject([true, [{ rule: 'type', candidates: [candidate] }]]);
      expect(data.errors[0]?.path).toBe(`filter.${argument}${Array.isArray(name) ? '[0]' : ''}`);
    });

    it('say where an argument belongs that stands in another place, or has another name', async () => {
      const week = { type: 'week', value: 'last' };
      for (const [tool, given, path, meant] of [
        ['rank', { of: 'topEcommerce', date_info: week }, 'date_info', 'filter.date_info'],
        ['rank', { of: 'topGrowth', creator_category_id: 1 }, 'creator_category_id', 'filter.creator_category_id'],
        ['compare_with_peers', { of: 'creator', uid: '7', filter: { date_info: week } }, 'uid', 'filter.uid'],
        ['break_down_sales', { by: 'channel', filter: { date_info: week } }, 'filter.date_info', 'date_info'],
        ['break_down_sales', { of: 'channel', filter: {}, date_info: week }, 'of', 'by'],
        ['search_products', { region: 'US' }, 'region', 'filter.region'],
        ['search_videos', { filter: { date_info: week } }, 'filter.date_info', 'create_time_range'],
        [
          'rank',
          { of: 'shopTopSelling', filter: { create_time_range: { last: '7d' } } },
          'filter.create_time_range',
          'date_info',
        ],
        ['rank', { of: 'topEcommerce', filter: { country: 'US', date_info: week } }, 'filter.country', 'region'],
      ] as const) {
        const { data } = await assistant.call<{ errors: Row[] }>(tool, given);
        const error = data.errors.find((one) => one.rule === 'unknown');
        expect([tool, error]).toMatchObject([tool, { path, did_you_mean: meant }]);
        expect(String(error?.message).endsWith(`. Did you mean ${meant}?`)).toBe(true);
      }
    });

    it('take deeper categories where any level is taken, and keys of breakdowns as rows of other tools name them', async () => {
      const asked = { of: 'topEcommerce', pagesize: 3 };
      const deeper = await assistant.call<Told>('rank', {
        ...asked,
        filter: { l2_category_id: 10200, date_info: JUNE },
      });
      const { body } = await service.api.post<Told>('/creator/v1/rank/topEcommerce', {
        ...{ filter: { product_category_id: 10200, date_info: JUNE }, pagesize: 3 },
      });
      expect(deeper.data.list.map(({ uid }) => uid)).toEqual(body.data.list.map(({ uid }) => uid));
      expect(body.data.list).toHaveLength(3);
      const both = await assistant.call('rank', {
        ...{ ...asked, filter: { product_category_id: 10000, l3_category_id: 10101, date_info: JUNE } },
      });
      expect(both.data.message).toBe(
        '"l3_category_id" and "product_category_id" are one argument; send only "l3_category_id".',
      );
      for (const by of ['creator_category', ['creator_category_id'], 'creator_category_id']) {
        const { data } = await assistant.call<Told>('break_down_sales', { by, filter: {}, date_info: JUNE });
        expect([by, data.list[0]?.creator_category]).toEqual([by, { id: 10000, name: 'Beauty' }]);
      }
    });

    it('list all arguments of a tool where one is unknown, and none that assistants do not need', async () => {
      const validOf = async (tool: string, given: object) =>
        (await assistant.call<{ errors: { valid: string[] }[] }>(tool, { ...given, when: 1 })).data.errors[0]?.valid;
      const rank = { of: 'topGrowth', filter: { date_info: JUNE } };
      expect(await validOf('rank', rank)).toEqual(
        expect.arrayContaining(['of', 'filter', 'orderby', 'compare_to', 'page', 'pagesize', 'fields', 'keywords']),
      );
      expect(await validOf('rank', rank)).not.toContain('lang');
      const ofLives = await validOf('search_lives', {});
      expect(ofLives?.filter((name) => ['of', 'lang', 'match'].includes(name))).toEqual(['match']);
    });

    it('say how complete comparisons and breakdowns are', async () => {
      const [best] = (await assistant.call<Told>('rank', { of: 'shopTopSelling', filter: { date_info: JUNE } })).data
        .list;
      const seller = { seller_id: best?.seller_id };
      const peers = async (date_info: object, same: string[] = []) =>
        (await assistant.call<Told>('compare_with_peers', { of: 'shop', same, filter: { ...seller, date_info } })).data;
      const { completeness, ...compared } = await peers(JUNE);
      expect(completeness).toBe(
        `Compared with all ${String((compared as object as Row).peers)} peers, whose rows are left out. The period is complete.`,
      );
      expect((await peers({ type: 'week', value: 'last' })).completeness).toMatch(/ The period is complete\.$/);
      expect((await peers({ type: 'month', value: '2027-01' })).completeness).toMatch(
        /^The ranking of this period has no row of this ID\. There is no data of 2027-01: .*; the newest complete month is 2026-06\.$/,
      );
      const empty = { by: 'channel', filter: seller, date_info: { type: 'month', value: '2027-01' } };
      expect((await assistant.call<Told>('break_down_sales', empty)).data.completeness).toMatch(
        / There is no data of 2027-01-01~2027-01-31: .*; the newest complete month is 2026-06\.$/,
      );
      const days = { by: 'channel', filter: seller, from: '2026-06-30', to: '2026-07-01' };
      expect((await assistant.call<Told>('break_down_sales', days)).data.completeness).toMatch(
        / The period is not complete: the data reaches from \S+ to 2026-06-30\.$/,
      );
    });

    it('say what the keys of a breakdown are, and that steps of prices are in USD', async () => {
      const tool = (await assistant.tools()).find(({ name }) => name === 'break_down_sales');
      const text = JSON.stringify(tool);
      expect(text).toContain('price_band');
      expect(text).toMatch(/USD, of the price as loaded/);
      expect(tool?.description).toContain('rank with product_id');
    });

    it('tell the currency of the steps of prices', async () => {
      const counted = async (filter: object, field: string): Promise<unknown> => {
        const asked = { of: 'products', filter, facets: [{ field }] };
        return (await assistant.call('count_by_facet', asked)).data.currency;
      };
      expect(await counted({ region: 'TH' }, 'price_range')).toBe('THB');
      expect(await counted({ region: 'TH' }, 'usd_price_range')).toBeUndefined();
      expect(await counted({}, 'product_category_id')).toBeUndefined();
    });

    it.each(['rank', 'compare_with_peers'])('offer ranges of days in %s', async (name) => {
      const tools = await assistant.tools();
      const text = JSON.stringify(tools.find((tool) => tool.name === name)?.inputSchema);
      expect(text).toContain('range DAY~DAY');
      expect(text).toMatch(/"enum":\["day","week","month","range"\]/);
    });

    it('say what to do where find_ids has nothing', async () => {
      const { data } = await assistant.call<Told>('find_ids', { of: 'creators', keywords: 'zzzzzz' });
      expect([data.list, data.completeness]).toEqual([
        [],
        'No name begins like this: try fewer letters; categories are English or Chinese.',
      ]);
    });

    it('want to know which of their questions is asked', async () => {
      const errorsOf = async (given: object): Promise<unknown> =>
        (await assistant.call<{ errors: object[] }>('rank', given)).data.errors;
      const request = { filter: { date_info: JUNE } };
      expect(await errorsOf(request)).toEqual([expect.objectContaining({ path: 'of', rule: 'required' })]);
      expect(await errorsOf({ of: 'topGrow', ...request })).toEqual([
        expect.objectContaining({ path: 'of', rule: 'one_of', valid: RANKING_NAMES, did_you_mean: 'topGrowth' }),
      ]);
      for (const of of ['constructor', '__proto__', ['topGrowth']]) {
        expect(await errorsOf(JSON.parse(JSON.stringify({ ...request, of })) as object)).toEqual([
          expect.objectContaining({ path: 'of', rule: 'one_of', valid: RANKING_NAMES }),
        ]);
      }
      const { data } = await assistant.call<{ errors: object[] }>('search_lives', { of: 'lives' });
      expect(data.errors).toEqual([expect.objectContaining({ path: 'of', rule: 'unknown' })]);
      expect(await errorsOf({ of: 'topGrowth' })).toEqual([
        expect.objectContaining({ path: 'filter.date_info', rule: 'required' }),
      ]);
      expect(await errorsOf({ of: 'topGrowth', filter: { date_info: JUNE, seller_id: '1' } })).toEqual([
        expect.objectContaining({ path: 'filter.seller_id', rule: 'unknown' }),
      ]);
    });

    it('take ids that are integers digit for digit', async () => {
      const [product] = (await assistant.call<Told>('search_products', { pagesize: 1 })).data.list;
      const { seller_id } = product?.shop as { seller_id: string };
      expect(Number(seller_id)).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_products', arguments: 0 } };
      const text = JSON.stringify(call).replace('"arguments":0', `"arguments":{"filter":{"seller_id":${seller_id}}}`);
      const [, total] = /\\"total\\":(\d+)/.exec(await (await post(text)).text()) ?? [];
      const { body } = await service.api.post<Told>('/product/v1/search', { filter: { seller_id } });
      expect(Number(total)).toBe(body.data.total);
      expect(Number(total)).toBeGreaterThan(0);
    });
  });

  describe('tokens', () => {
    it.each([undefined, 'wrong'])('are needed: %s', async (token) => {
      await expect(Assistant.connect(service.url, token)).rejects.toThrow(/40?1|token/i);
      const headers = token === undefined ? { Authorization: '' } : { Authorization: `Bearer ${token}` };
      const answer = await post({}, headers);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 30001 } } });
    });

    it('show and open only the tools of their scopes', async () => {
      const client = await connectWith('videos-only', ['video'], null);
      const tools = await client.tools();
      expect(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])).toEqual([
        ['search_videos', ['keywords', 'filter', 'orderby', 'page', 'pagesize', 'fields']],
        ['count_by_facet', ['of', 'keywords', 'filter', 'orderby', 'facets', 'top', 'cross', 'measure']],
      ]);
      const open = await client.call<Told>('search_videos', { filter: { create_time_range: { min: 0 } } });
      expect([open.isError, open.data.list.length]).toEqual([false, 10]);
      const lacks = (scope: string) => ({
        isError: true,
        data: { code: 30001, message: `The token lacks the scope "${scope}" that this operation needs; it has video.` },
      });
      expect(await client.call('search_products')).toEqual(lacks('product'));
      expect(await client.call('rank', { of: 'topGrowth' })).toEqual(lacks('ranking'));
      expect(await client.call('count_by_facet', { of: 'lives' })).toEqual(lacks('live'));
      const { message } = lacks('product').data;
      await expect(client.complete({ prompt: 'watch_shop' }, 'shop', 'b')).rejects.toThrow(message);
      await expect(client.resources().read('commerce://shop/7')).rejects.toThrow(message);
      await client.close();
    });

    it('are held to their limits, every message counts', () =>
      onOneDay(async (name) => {
        const client = await connectWith(`${name}-and-minute`, ['live'], null, { perMinute: 3 });
        for (let call = 0; call < 2; call++) expect((await client.call('search_lives')).isError).toBe(false);
        await expect(client.call('search_lives')).rejects.toThrow('30003');
        const token = await service.tokens.create(name, ['live'], null, { perDay: 1 });
        const ask = (): Promise<Response> => post({}, { Authorization: `Bearer ${token}` });
        expect((await ask()).headers.get('ratelimit-remaining')).toBe('0');
        const refused = await ask();
        expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
        expect(await refused.json()).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 30002 } } });
        await client.close();
      }));
  });

  describe('passes the stations of every request', () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const failureOf = async (answer: Promise<Response>): Promise<unknown> => {
      const { status, headers, json } = await answer.then(async (given) => ({
        status: given.status,
        headers: given.headers,
        json: (await given.json()) as { error: { data: { code: number; request_id: string } } },
      }));
      expect(headers.get('x-request-id')).toBe(json.error.data.request_id);
      expect(headers.get('cache-control')).toBe('no-store');
      return [status, json.error.data.code];
    };

    it('and refuses what HTTP can’t take, as JSON-RPC', async () => {
      expect(await failureOf(post('{'))).toEqual([400, 10001]);
      expect(await failureOf(post([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]))).toEqual([400, 10001]);
      expect(await failureOf(post('x'.repeat(64 * 1024 + 1)))).toEqual([413, 10001]);
      expect(await failureOf(post({}, { 'Content-Type': 'text/plain' }))).toEqual([415, 10001]);
      for (const method of ['GET', 'DELETE']) {
        const answer = service.api.fetch('/mcp', { method });
        expect((await answer).headers.get('allow')).toBe('POST');
        expect(await failureOf(service.api.fetch('/mcp', { method }))).toEqual([405, 10001]);
      }
    });

    it('and says for how long lists may be kept', async () => {
      const hintOf = async (method: string): Promise<unknown> => {
        const asked = { jsonrpc: '2.0', id: 1, method, params: { _meta } };
        const answer = await post(asked, { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method });
        const { ttlMs, cacheScope } = ((await answer.json()) as { result: Row }).result;
        return [ttlMs, cacheScope];
      };
      expect(await hintOf('tools/list')).toEqual([3_600_000, 'private']);
      expect(await hintOf('prompts/list')).toEqual([3_600_000, 'public']);
      expect(await hintOf('server/discover')).toEqual([3_600_000, 'public']);
    });

    it('and answers a message that is none of the protocol', async () => {
      const answer = await post({ hello: 1 });
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ jsonrpc: '2.0' })]);
    });

    it.each(['application/json', '*/*', 'text/html, application/*;q=0.5'])('and answers JSON to %s', async (Accept) => {
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { Accept });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await answer.json()).toMatchObject({ result: { tools: expect.any(Array) as unknown } });
    });

    it('and refuses a client that takes no JSON', async () => {
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { Accept: 'text/html' });
      expect(answer.status).toBe(406);
    });

    it('and keeps no stream open', async () => {
      const params = { notifications: { toolsListChanged: true }, _meta };
      const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params };
      const answer = await post(listen, { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' });
      expect(await answer.json()).toMatchObject({ error: { message: 'Subscription limit reached' } });
    });

    it('and is logged with the tool, its code and its hits', async () => {
      await assistant.call('search_lives', { pagesize: 4 });
      await assistant.call('search_lives', { page: 0 });
      const lines = service.log.filter(({ operation }) => operation === 'POST /mcp').slice(-2);
      expect(lines).toEqual([
        expect.objectContaining({ tool: 'search_lives', status: 200, code: 0, hits: 4, token: service.tokenName }),
        expect.objectContaining({ tool: 'search_lives', status: 200, code: 10001, broken: ['min page'] }),
      ]);
    });

    it('and says when the service is at fault', async () => {
      const proxy = new FaultProxy();
      const faulty = await startTestApp({ name: 'faulty', indices: seededIndices(), proxy, config: { mcp: true } });
      const client = await Assistant.connect(faulty.url, faulty.token);
      try {
        proxy.fault = { kind: 'answer', status: 404, json: { error: { type: 'index_not_found_exception' } } };
        proxy.only = isSearchOfLives;
        const { isError, data } = await client.call('search_lives');
        expect([isError, data]).toEqual([true, { code: 40001, message: expect.stringMatching(/\S/) as unknown }]);
      } finally {
        await client.close();
        await faulty.close();
      }
    });

    it('and takes only web pages of configured origins', async () => {
      expect(await failureOf(post({}, { Origin: 'https://elsewhere.example' }))).toEqual([403, 30001]);
      const config = { mcp: true, corsOrigins: ['https://app.example'] };
      const open = await startTestApp({ name: 'mcp-origins', indices: seededIndices(), config });
      try {
        const ask = (origin: string): Promise<Response> =>
          open.api.fetch('/mcp', {
            method: 'POST',
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
            headers: {
              Origin: origin,
              Authorization: `Bearer ${open.token}`,
              'Content-Type': 'application/json',
              Accept: 'application/json, text/event-stream',
            },
          });
        const [allowed, refused] = await Promise.all([ask('https://app.example'), ask('https://elsewhere.example')]);
        expect([allowed.status, refused.status]).toEqual([200, 403]);
        expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
      } finally {
        await open.close();
      }
    });
  });
});

describe('/mcp without MCP=on', () => {
  it('says how to switch it on', async () => {
    const service = await startTestApp({ name: 'no-mcp', indices: seededIndices() });
    try {
      const answer = await service.api.post('/mcp');
      expectError(answer, 404, 20001);
      expect(answer.body.message).toContain('MCP=on');
    } finally {
      await service.close();
    }
  });
});

/** Leaves out arguments that tools take but do not describe. */
const withoutHidden = (name: string, value: unknown): unknown => (name === 'lang' ? undefined : value);

const named = (filter: unknown): unknown => JSON.parse(inToolNames(JSON.stringify(filter)));

/** A row with what tools add: the currency of its amounts, and the id of its category under the name that filters have. */
function withDerived(row: Row): Row {
  const { l1, id } = (row.category ?? {}) as { l1?: { id: unknown }; id?: unknown };
  const region = (row.region ?? row.creator_region ?? (row.creator as Row | undefined)?.region) as Region | undefined;
  return {
    ...(l1 === undefined ? { product_category_id: id, creator_category_id: id } : { product_category_id: l1.id }),
    ...(region && { currency: REGIONS[region].currency }),
    ...row,
  };
}

/** Objects of arguments, ranges aside, that do not refuse unknown fields. */
const closedInputs = (schema: unknown, path = ''): string[] => {
  const { properties = {}, items, additionalProperties } = schema as Schema & { additionalProperties?: boolean };
  const names = Object.keys(properties);
  const isOpen = names.length > 0 && additionalProperties !== false && !names.join().startsWith('min,max');
  const inner = Object.entries(properties).flatMap(([name, one]) => closedInputs(one, `${path}.${name}`));
  return [...(isOpen ? [path] : []), ...inner, ...(items === undefined ? [] : closedInputs(items, `${path}[]`))];
};

/** A schema of answers that allows no field that it does not describe. */
function closedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closedSchema(value)]));
  return 'properties' in closed ? { ...closed, additionalProperties: false } : closed;
}

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The paths of all fields of a schema without references but the deprecated ones. */
function fieldsIn({ properties = {}, items, oneOf = [], anyOf = [] }: Schema, path = ''): string[] {
  const inner = Object.entries(properties).flatMap(([name, field]) =>
    [field, ...(field.anyOf ?? [])].some(({ deprecated }) => deprecated)
      ? []
      : [`${path}.${name}`, ...fieldsIn(field, `${path}.${name}`)],
  );
  const others = [...oneOf, ...anyOf.slice(0, 1)].flatMap((one) => fieldsIn(one, path));
  return [...inner, ...others, ...(items === undefined ? [] : fieldsIn(items, `${path}[]`))].sort();
}
