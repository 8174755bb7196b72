import { readFileSync } from 'node:fs';
import { readAddress } from '../../explorer/model/address.js';
import { formFields, listBody, takes } from '../../explorer/model/forms.js';
import type { OpenApi } from '../../explorer/model/open-api.js';
import { isList, VIEWS } from '../../explorer/model/views.js';
import { startTestApp, testApp } from '../support/app.js';
import { Assistant, assistantOf } from '../support/assistant.js';
import { seededIndices } from '../support/shared-indices.js';

interface Told {
  readonly total?: number;
  readonly list: readonly Readonly<Record<string, unknown>>[];
  readonly facets?: readonly unknown[];
  readonly completeness: string;
  readonly explorer_url?: string;
}

const DOCUMENT = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
const JUNE = { type: 'month', value: '2026-06' };
const DAYS = { from: '2026-06-01', to: '2026-06-30' };

describe('the address of the explorer in the answer of a tool', () => {
  const service = testApp(() => ({ name: 'explorer-url', indices: seededIndices(), config: { mcp: true } }));
  const assistant = assistantOf(service);

  /** Opens an address as the explorer does, and asks what its list asks. */
  const open = async (address: string): Promise<Told> => {
    const { origin, pathname, search } = new URL(address);
    expect([origin, pathname]).toEqual([service.url, '/explore']);
    const state = readAddress(search, 'EN_US');
    if (!isList(state.view)) throw new Error(`${state.view} is no list`);
    const { path } = VIEWS[state.view];
    const form = { fields: formFields(DOCUMENT, path), keywords: takes(DOCUMENT, path, 'keywords'), lang: false };
    const { status, body } = await service.api.post<Told>(path, listBody(form, state));
    expect(status).toBe(200);
    return body.data;
  };

  it.each<[tool: string, given: object, id: string]>([
    ['search_videos', { keywords: 'serum', filter: { create_time_range: { min: 0 }, is_ecommerce: true } }, 'video_id'],
    [
      'search_products',
      {
        filter: { region: 'US', price_range: { max: 50.5 }, is_free_shipping: 1 },
        orderby: [{ field: 'total_gmv', order: 'asc' }],
        page: 2,
        pagesize: 5,
      },
      'product_id',
    ],
    ['search_products', { filter: { product_category_id: [10000] } }, 'product_id'],
    ['search_videos', { filter: { create_time_range: { last: '28d' } } }, 'video_id'],
    ['search_lives', { filter: { viewer_range: { min: 10, max: 1e6 } } }, 'room_id'],
    ['search_creators', { filter: { region: 'TH' } }, 'uid'],
    ['rank', { of: 'topEcommerce', filter: { date_info: JUNE, region: 'US', ecommerce_type: 1 } }, 'uid'],
    ['rank', { of: 'topGrowth', filter: { date_info: JUNE, is_new: false } }, 'uid'],
    ['rank', { of: 'productTopSelling', filter: { date_info: JUNE, product_category_id: 10000 } }, 'product_id'],
    [
      'rank',
      { of: 'shopTopSelling', filter: { date_info: { type: 'range', value: '2026-06-01~2026-06-10' } } },
      'seller_id',
    ],
    ['rank', { of: 'videoTopSelling', filter: { date_info: JUNE } }, 'video_id'],
    ['rank', { of: 'liveTopSelling', filter: { date_info: JUNE, region: 'US' } }, 'room_id'],
  ])('%s with %j opens the same list', async (tool, given, id) => {
    const { isError, data } = await assistant.call<Told>(tool, given);
    expect([isError, isError && data]).toEqual([false, false]);
    const opened = await open(data.explorer_url ?? '');
    expect(data.list.length).toBeGreaterThan(0);
    expect([opened.total, opened.list[0]?.[id]]).toEqual([data.total, data.list[0]?.[id]]);
    expect(opened.list.length).toBe(data.list.length);
  });

  it('opens the list that was counted', async () => {
    const asked = { of: 'products', filter: { region: 'US' }, facets: [{ field: 'price_range' }] };
    const { data } = await assistant.call<Told>('count_by_facet', asked);
    expect((await open(data.explorer_url ?? '')).total).toBe(data.total);
  });

  it.each<[tool: string, given: object, address: string]>([
    [
      'history',
      { of: 'shop', seller_id: '7', date_type: 'week', from: '2026-20', to: '2026-24' },
      'view=shop&seller_id=7',
    ],
    [
      'compare_with_peers',
      { of: 'creator', filter: { uid: '7', date_info: JUNE } },
      'view=creator&uid=7&date_info=month%3A2026-06',
    ],
    [
      'break_down_sales',
      { by: 'product', filter: { uid: ['7'], channel: 'live' }, ...DAYS },
      'view=creator&uid=7&channel=live&date_info=range%3A2026-06-01%7E2026-06-30',
    ],
    [
      'break_down_sales',
      { by: 'price_band', filter: { l3_category_id: 10101, region: 'US' }, ...DAYS },
      'view=category&l3_category_id=10101&region=US&date_info=range%3A2026-06-01%7E2026-06-30',
    ],
    [
      'history',
      { of: 'category', l2_category_id: 10100, level: 2, date_type: 'week', from: '2026-20', to: '2026-24' },
      'view=category&l2_category_id=10100',
    ],
  ])('%s with %j is the page of the id', async (tool, given, address) => {
    const { data } = await assistant.call<Told>(tool, given);
    expect(data.explorer_url).toBe(`${service.url}/explore?${address}`);
  });

  it.each<[tool: string, given: object]>([
    ['break_down_sales', { by: 'category', filter: {}, ...DAYS }],
    ['break_down_sales', { by: 'product', filter: { uid: ['7', '8'] }, ...DAYS }],
    ['break_down_sales', { by: 'day', filter: { uid: '7', seller_id: '8' }, ...DAYS }],
    ['break_down_sales', { by: 'day', filter: { uid: '7', l2_category_id: 10100 }, ...DAYS }],
    ['search_products', { orderby: [{ field: 'total_gmv' }, { field: 'day7_gmv' }] }],
    ['search_products', { filter: { product_category_id: [10000, 10001] } }],
    ['find_ids', { of: 'creators', keywords: 'a' }],
  ])('%s with %j has none, because no page shows it', async (tool, given) => {
    const { isError, data } = await assistant.call<Told>(tool, given);
    expect([isError, data.explorer_url]).toEqual([false, undefined]);
  });

  it('is the public one, and missing without the explorer', async () => {
    for (const [config, address] of [
      [
        { publicUrl: 'https://analytics.example/api' },
        'https://analytics.example/api/explore?view=lives&page=1&pagesize=10',
      ],
      [{ explorer: false }, undefined],
    ] as const) {
      const other = await startTestApp({ name: 'public', indices: seededIndices(), config: { mcp: true, ...config } });
      const client = await Assistant.connect(other.url, other.token);
      try {
        expect((await client.call<Told>('search_lives')).data.explorer_url).toBe(address);
      } finally {
        await client.close();
        await other.close();
      }
    }
  });

  it.each<[path: string, body: object, address: string | undefined]>([
    ['/product/v1/search', { filter: { region: 'US' }, pagesize: 5 }, 'view=products&region=US&page=1&pagesize=5'],
    ['/product/v1/search', { filter: { region: 'US' }, pagesize: 5 }, 'view=products&region=US&page=1&pagesize=5'],
    [
      '/video/v1/search',
      { filter: { create_time_range: { last: '28d' } } },
      'view=videos&create_time_range=1780444800..1782863999&page=1&pagesize=10',
    ],
    ['/product/v1/facets', { filter: { region: 'US' }, facets: [{ field: 'region' }] }, 'view=products&region=US'],
    [
      '/shop/v1/rank/topSelling',
      { filter: { date_info: { type: 'month', value: 'last' } } },
      'view=topShops&date_info=month%3A2026-06&page=1&pagesize=10',
    ],
    [
      '/sales/v1/breakdown',
      { by: 'product', filter: { uid: '7' }, from: 'last-27d', to: 'last' },
      'view=creator&uid=7&date_info=range%3A2026-06-03%7E2026-06-30',
    ],
    [
      '/sales/v1/breakdown',
      { by: 'product', filter: { uid: '7' }, date_info: { type: 'month', value: '2026-06' } },
      'view=creator&uid=7&date_info=range%3A2026-06-01%7E2026-06-30',
    ],
    [
      '/shop/v1/history',
      { seller_id: '7', date_type: 'week', from: '2026-20', to: '2026-24' },
      'view=shop&seller_id=7',
    ],
    ['/sales/v1/breakdown', { by: 'category', filter: {}, ...DAYS }, undefined],
    ['/product/v1/search', { orderby: [{ field: 'total_gmv' }, { field: 'day7_gmv' }] }, undefined],
    [
      '/product/v1/search',
      { filter: { product_id: Array.from({ length: 100 }, (_, at) => `${at}`.padStart(20)) } },
      'view',
    ],
    [
      '/product/v1/search',
      { filter: { product_id: Array.from({ length: 100 }, (_, at) => `17290000000${1e8 + at}`) } },
      undefined,
    ],
    ['/product/v1/suggest', { keywords: 'a' }, undefined],
    ['/creator/v1/category', {}, undefined],
    ['/product/v1/search', { page: 0 }, undefined],
  ])('is the link of the answer of %s to %j', async (path, body, address) => {
    const { headers } = await service.api.post(path, body);
    const link = headers.get('Link');
    if (address === undefined) expect(link).toBeNull();
    else if (address === 'view') expect(link).toContain('/explore?view=products&product_id=0%2C1%2C2%2C');
    else expect(link).toBe(`<${service.url}/explore?${address}>; rel="alternate"`);
  });

  it('is the link of answers also where tools of assistants are off, and of none where the explorer is', async () => {
    for (const [config, link] of [
      [
        { publicUrl: 'https://a.example/api' },
        '<https://a.example/api/explore?view=lives&page=1&pagesize=10>; rel="alternate"',
      ],
      [{ explorer: false }, null],
    ] as const) {
      const other = await startTestApp({ name: 'linked', indices: seededIndices(), config });
      try {
        expect((await other.api.post('/live/v1/search')).headers.get('Link')).toBe(link);
      } finally {
        await other.close();
      }
    }
  });

  it('is to be shown to people, as the tools say', async () => {
    expect(assistant.instructions).toContain('explorer_url');
    for (const { outputSchema } of await assistant.tools())
      expect(outputSchema?.properties).toHaveProperty('explorer_url');
  });
});
