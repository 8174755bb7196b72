import { readFileSync, writeFileSync } from 'node:fs';
import { EXAMPLE_ENVELOPE } from '../../src/http/answer/answer.dto.js';
import { exportAll } from '../export/export-client.js';
import { testApp } from '../support/app.js';
import { resolved } from '../support/judge.js';
import {
  EXAMPLES,
  OPEN_API,
  RANKING_PATHS,
  undocumentedIn,
  undocumentedInHead,
  undocumentedInRequest,
} from '../support/open-api.js';
import { seededIndices, SHARED_SCALE } from '../support/shared-indices.js';

const POSTS = Object.keys(OPEN_API.paths).filter((path) => OPEN_API.paths[path]?.post !== undefined);

interface Schema {
  readonly deprecated?: boolean;
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

/** The value that documentation makes of a schema: its example, or that of each of its properties. */
function exampleOf({ example, properties, anyOf: [first] = [] }: Schema): unknown {
  if (example !== undefined) return example;
  if (first !== undefined) return exampleOf(first);
  if (properties === undefined) return undefined;
  // A deprecated field does not stand beside the one in its place.
  const shown = Object.entries(properties).filter(([, schema]) => schema.deprecated !== true);
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema)]));
}

interface ListOrFacets {
  readonly list?: readonly unknown[];
  readonly facets?: readonly { readonly values: readonly unknown[] }[];
  readonly peers?: number;
  readonly filter?: object | null;
}
const JUNE_2026 = { min: 1780272000, max: 1782863999 };
const JUNE = { type: 'month', value: '2026-06' };

const RANKINGS = RANKING_PATHS.map(
  (path) =>
    [OPEN_API.paths[path]?.post?.operationId ?? '', path, { filter: { date_info: JUNE }, pagesize: 1 }] as const,
);

/** Of each operation but the exports, whose answers are files, the request that the document shows an answer to. */
const ANSWERED: readonly (readonly [operationId: string, address: string, body?: object])[] = [
  ['searchVideos', '/video/v1/search', { filter: { region: 'US', create_time_range: JUNE_2026 }, pagesize: 1 }],
  [
    'countVideosByFacet',
    '/video/v1/facets',
    { filter: { create_time_range: JUNE_2026 }, facets: [{ field: 'region', size: 2 }], measure: 'units_sold' },
  ],
  ['searchProducts', '/product/v1/search', { filter: { region: 'TH', off_shelves: 0 }, pagesize: 1 }],
  [
    'countProductsByFacet',
    '/product/v1/facets',
    { filter: { region: 'TH' }, facets: [{ field: 'l1_category_id', size: 2 }], measure: 'gmv' },
  ],
  ['suggestProductFilters', '/product/v1/suggest', { keywords: 'beau' }],
  ['searchLiveStreams', '/live/v1/search', { filter: { region: 'ID' }, pagesize: 1 }],
  [
    'countLiveStreamsByFacet',
    '/live/v1/facets',
    { filter: { region: 'ID' }, facets: [{ field: 'start_time', interval: 'month', size: 2 }] },
  ],
  ['searchCreators', '/creator/v1/search', { filter: { region: 'US', account_type: 2 }, pagesize: 1 }],
  [
    'countCreatorsByFacet',
    '/creator/v1/facets',
    { filter: { region: 'US' }, facets: [{ field: 'account_type' }, { field: 'creator_category_id', size: 2 }] },
  ],
  ['searchShops', '/shop/v1/search', { filter: { region: 'US' }, pagesize: 2 }],
  ['findSimilarProducts', '/product/v1/similar', { product_id: '1729000000000722459', pagesize: 1 }],
  ...RANKINGS,
  ['listRankingPeriods', '/creator/v1/rank/periods', { filter: { date_type: 'month' } }],
  [
    'listCreatorHistory',
    '/creator/v1/history',
    { uid: '7129000000000043360', date_type: 'month', from: '2026-05', to: '2026-06' },
  ],
  [
    'listProductHistory',
    '/product/v1/history',
    { product_id: '1729000000000722459', date_type: 'month', from: '2026-05', to: '2026-06' },
  ],
  [
    'listShopHistory',
    '/shop/v1/history',
    { seller_id: '7495000000000060265', date_type: 'month', from: '2026-05', to: '2026-06' },
  ],
  [
    'listCategoryHistory',
    '/category/v1/history',
    { l1_category_id: 10000, date_type: 'month', from: '2026-05', to: '2026-06' },
  ],
  [
    'compareCreatorWithPeers',
    '/creator/v1/peers',
    { filter: { uid: '7129000000000043360', date_info: JUNE }, same: ['region'] },
  ],
  [
    'compareProductWithPeers',
    '/product/v1/peers',
    { filter: { product_id: '1729000000000722459', date_info: JUNE }, same: ['region'] },
  ],
  [
    'compareShopWithPeers',
    '/shop/v1/peers',
    { filter: { seller_id: '7495000000000060265', date_info: JUNE }, same: ['region'] },
  ],
  [
    'breakDownSales',
    '/sales/v1/breakdown',
    { by: 'product', filter: { uid: '7129000000000043360' }, from: '2026-06-01', to: '2026-06-30', pagesize: 1 },
  ],
  ['suggestCreators', '/creator/v1/suggest', { keywords: 'beau' }],
  ['listProductCategories', '/product/v1/category', { keywords: 'lipstick' }],
  ['getProductCategories', '/product/v1/category?keywords=lipstick'],
  ['listCreatorCategories', '/creator/v1/category', { keywords: 'beauty' }],
  ['getCreatorCategories', '/creator/v1/category?keywords=beauty'],
];
const ANSWERS = 'src/http/open-api/answers.json';

describe('the examples of the OpenAPI document', () => {
  const service = testApp(() => ({ name: 'examples', indices: seededIndices() }));

  it.each(EXAMPLES)('$title: is valid and finds something', async ({ method, path, value }) => {
    if (method === 'POST') expect(undocumentedInRequest(path, value)).toEqual([]);
    if (path.endsWith('/export')) {
      const { status, headers, isWhole } = await exportAll(service, path, value);
      expect([status, isWhole]).toEqual([200, true]);
      expect(Number(headers['x-total-count'])).toBeGreaterThan(0);
      return;
    }
    const query = new URLSearchParams(
      Object.entries(value).map(([name, one]): [string, string] => [name, String(one)]),
    );
    const answer =
      method === 'POST'
        ? await service.api.post<ListOrFacets>(path, value)
        : await service.api.get<ListOrFacets>(`${path}?${query.toString()}`);
    expect(answer.body).toMatchObject({ code: 0 });
    if (path === '/v1/usage') return;
    if (path === '/v1/links') {
      const found = await fetch((answer.body.data as unknown as { url: string }).url);
      expect([found.status, Number(found.headers.get('x-total-count')) > 0]).toEqual([200, true]);
      return void (await found.arrayBuffer());
    }
    const { list, facets, peers } = answer.body.data;
    if (peers !== undefined) return expect(answer.body.data.filter).not.toBeNull();
    for (const found of facets?.map(({ values }) => values) ?? [list]) expect(found?.length).toBeGreaterThan(0);
  });

  it.each(POSTS)('the examples of the properties of %s make a valid request together', async (path) => {
    const schema = OPEN_API.paths[path]?.post?.requestBody?.content['application/json'].schema;
    const value = exampleOf(resolved(schema) as Schema);
    expect(undocumentedInRequest(path, value)).toEqual([]);
    const { status, body } = await service.api.post(path, value);
    expect(status).toBe(200);
    if (!path.endsWith('/export')) expect(body).toMatchObject({ code: 0 });
  });

  it('has of each operation the answer that the seed gives; npm run answers writes them anew', async () => {
    const answers: Record<string, object> = {};
    for (const [operationId, address, body] of ANSWERED) {
      const { status, body: given } = await (body === undefined
        ? service.api.get(address)
        : service.api.post(address, body));
      expect([operationId, status]).toEqual([operationId, 200]);
      const asked = body === undefined ? `GET ${address}` : JSON.stringify(body);
      const summary = `${asked} on the seed of npm run seed -- --scale ${SHARED_SCALE}`;
      answers[operationId] = { summary, value: { ...given, ...EXAMPLE_ENVELOPE } };
    }
    const lines = Object.entries(answers).map(([id, answer]) => `"${id}": ${JSON.stringify(answer)}`);
    if (process.env.WRITE_ANSWERS !== undefined) writeFileSync(ANSWERS, `{\n${lines.join(',\n')}\n}\n`);
    expect(JSON.parse(readFileSync(ANSWERS, 'utf8'))).toEqual(answers);
    const documented = Object.entries(OPEN_API.paths)
      .filter(([path]) => !/(?:\/export|\/usage|\/links)$/.test(path))
      .flatMap(([, methods]) => Object.values(methods));
    expect(documented.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(answers).sort());
  });

  describe('every answer of the tests is held to the document, so', () => {
    const path = '/video/v1/search';
    const value = { filter: { create_time_range: { min: 0 } }, pagesize: 1 };
    type Video = Record<string, unknown>;
    it.each<[fault: string, change: (video: Video) => unknown, found: string[]]>([
      ['nothing', () => undefined, []],
      ['a field too many', (video) => (video.secret = 1), ['secret']],
      ['a field too few', (video) => delete video.play_count, ['play_count']],
      ['a number for a string', (video) => (video.video_id = 7301234567890123), ['/data/list/0/video_id']],
      ['one deep inside', (video) => ((video.creator as Video).uid = 1), ['/data/list/0/creator/uid']],
    ])('%s is found', async (_, change, found) => {
      const { body } = await service.api.post<{ list: [Video] }>(path, value);
      change(body.data.list[0]);
      expect(undocumentedIn('POST', path, 200, body)).toEqual(
        found.map((text) => expect.stringContaining(text) as unknown),
      );
    });

    it('an undocumented status or code is found', async () => {
      const { body } = await service.api.post(path, { page: 0, ...value });
      expect(undocumentedIn('POST', path, 400, body)).toEqual([]);
      expect(undocumentedIn('POST', path, 409, body)).toEqual(['status 409 is not documented']);
      expect(undocumentedIn('POST', path, 400, { ...body, code: 40001 })).toEqual([expect.stringContaining('/code')]);
      expect(undocumentedIn('POST', path, 200, body)).not.toEqual([]);
      const { body: success } = await service.api.post(path, value);
      expect(undocumentedIn('POST', path, 200, { ...success, code: 40001 })).toEqual([
        expect.stringContaining('/code'),
      ]);
    });

    it('a header that is missing or no number is found', async () => {
      const { headers } = await service.api.post(path, value);
      const head = (name: string, wrong: string | undefined): Headers => {
        const copy = new Headers(headers);
        if (wrong === undefined) copy.delete(name);
        else copy.set(name, wrong);
        return copy;
      };
      expect(undocumentedInHead('POST', path, 200, headers)).toEqual([]);
      expect(undocumentedInHead('POST', path, 200, head('X-Request-Id', undefined))).toEqual([
        'the header X-Request-Id is missing',
      ]);
      expect(undocumentedInHead('POST', path, 429, headers)).toEqual(['the header Retry-After is missing']);
      expect(undocumentedInHead('POST', path, 503, head('Retry-After', 'soon'))).toEqual([
        'the header Retry-After is no whole number: soon',
      ]);
      expect(undocumentedInHead('POST', path, 401, headers)).toEqual(['the header WWW-Authenticate is missing']);
    });

    it('a request that breaks its schema is found', () => {
      expect(undocumentedInRequest(path, { filter: { create_time_range: { min: 'soon' } } })).not.toEqual([]);
    });
  });
});
