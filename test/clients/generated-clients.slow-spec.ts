import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/app.js';
import { execute, findClientEnvironment, findPythonPackage } from '../../tools/testing/python-package.js';
import { seededIndices } from '../support/shared-indices.js';

/** openapi-python-client made 1,582 files and 129,731 lines before choices, items and errors had names. */
const MOST_FILES = 400;
const MOST_LINES = 69_000;
const MODULES = join(process.cwd(), 'node_modules');
const TSC = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];

/**
 * What each program asks for and prints: the total and the first id of the videos about lipstick since April 2026, with
 * `fields` the creator of the first, and something of five other operations.
 */
const ASKED = { keywords: 'lipstick', filter: { create_time_range: { min: 1775001600 } } };
const SOME = { ...ASKED, fields: ['creator.uid'] };
const OTHERS = {
  searchProducts: {
    orderby: [{ field: 'total_gmv', order: 'asc' }],
    lang: 'ZH_CN',
    filter: { is_free_shipping: true },
  },
  countProductsByFacet: {
    facets: [
      { field: 'region', size: 20 },
      { field: 'launch_time_range', interval: 'month' },
    ],
  },
  searchLiveStreams: { filter: { region: 'US', live_type: 2 } },
  listRankingPeriods: { filter: { ranking: 'topEcommerce', date_type: 'month' } },
} as const;
const [PRODUCTS, FACETS, LIVES, PERIODS] = Object.values(OTHERS).map((body) => JSON.stringify(body));

const OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const [, , baseUrl = '', token = ''] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
// @ts-expect-error: the filter is required.
export const incomplete = () => client.POST('/video/v1/search', { body: { keywords: 'lipstick' } });
const { data, error } = await client.POST('/video/v1/search', { body: ${JSON.stringify(ASKED)} });
if (data === undefined) throw new Error(error.message);
const some = await client.POST('/video/v1/search', { body: ${JSON.stringify(SOME)} });
const [first] = some.data?.data.list ?? [];
// @ts-expect-error: a row of a request with fields may have no creator.
export const uid = () => first?.creator.uid;
const products = await client.POST('/product/v1/search', { body: ${PRODUCTS} });
const facets = await client.POST('/product/v1/facets', { body: ${FACETS} });
const lives = await client.POST('/live/v1/search', { body: ${LIVES} });
const periods = await client.POST('/creator/v1/rank/periods', { body: ${PERIODS} });
const categories = await client.GET('/product/v1/category', { params: { query: { lang: 'ZH_CN' } } });
// @ts-expect-error: not a field that products are sorted by.
export const unsorted = () => client.POST('/product/v1/search', { body: { orderby: [{ field: 'play_count' }] } });
const others = [products.data?.data.list[0]?.product_id, facets.data?.data.facets[1]?.values.length, lives.data?.data.list.length, periods.data?.data.total, categories.data?.data.list.length];
console.log(JSON.stringify([data.data.total, data.data.list[0]?.video_id, first?.creator?.uid, ...others]));
`;

const HEY_API = `
import { countProductsByFacet, getProductCategories, listRankingPeriods, searchLiveStreams, searchProducts, searchVideos } from './client/index.js';

const [, , baseUrl = '', token = ''] = process.argv;
// @ts-expect-error: the filter is required.
export const incomplete = () => searchVideos({ baseUrl, auth: token, body: { keywords: 'lipstick' } });
const { data, error } = await searchVideos({ baseUrl, auth: token, body: ${JSON.stringify(ASKED)} });
if (data === undefined) throw new Error(JSON.stringify(error));
const some = await searchVideos({ baseUrl, auth: token, body: ${JSON.stringify(SOME)} });
const [first] = some.data?.data.list ?? [];
// @ts-expect-error: a row of a request with fields may have no creator.
export const uid = () => first?.creator.uid;
const options = { baseUrl, auth: token };
const products = await searchProducts({ ...options, body: ${PRODUCTS} });
const facets = await countProductsByFacet({ ...options, body: ${FACETS} });
const lives = await searchLiveStreams({ ...options, body: ${LIVES} });
const periods = await listRankingPeriods({ ...options, body: ${PERIODS} });
const categories = await getProductCategories({ ...options, query: { lang: 'ZH_CN' } });
// @ts-expect-error: not a field that products are sorted by.
export const unsorted = () => searchProducts({ ...options, body: { orderby: [{ field: 'play_count' }] } });
const others = [products.data?.data.list[0]?.product_id, facets.data?.data.facets[1]?.values.length, lives.data?.data.list.length, periods.data?.data.total, categories.data?.data.list.length];
console.log(JSON.stringify([data.data.total, data.data.list[0]?.video_id, first?.creator?.uid, ...others]));
`;

const PYTHON = `
import json, sys
from client import AuthenticatedClient
from client.api.categories import get_product_categories
from client.api.rankings import list_ranking_periods
from client.api.search import count_products_by_facet, search_live_streams, search_products, search_videos
from client.models import Lang, LiveSearchRequest, PeriodsRequest, ProductFacetsRequest, ProductSearchRequest, TimeRange, VideoFilter, VideoSearchRequest

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
def read(type, text): return type.from_dict(json.loads(text))
body = VideoSearchRequest(filter_=VideoFilter(create_time_range=TimeRange(min_=1775001600)), keywords='lipstick')
answer = search_videos.sync(client=client, body=body)
some = search_videos.sync(client=client, body=read(VideoSearchRequest, '''${JSON.stringify(SOME)}'''))
products = search_products.sync(client=client, body=read(ProductSearchRequest, '''${PRODUCTS}'''))
facets = count_products_by_facet.sync(client=client, body=read(ProductFacetsRequest, '''${FACETS}'''))
lives = search_live_streams.sync(client=client, body=read(LiveSearchRequest, '''${LIVES}'''))
periods = list_ranking_periods.sync(client=client, body=read(PeriodsRequest, '''${PERIODS}'''))
categories = get_product_categories.sync(client=client, lang=Lang.ZH_CN)
print(json.dumps([
    answer.data.total, answer.data.list_[0].video_id, some.data.list_[0].creator.uid, products.data.list_[0].product_id,
    len(facets.data.facets[1].values), len(lives.data.list_), periods.data.total, len(categories.data.list_)]))
`;

/** Models without a client: what they make of a request is sent, and they take the answers. */
const MODELS = `
import json, sys, urllib.request
import models

def ask(path, request, answer, text):
    body = request.model_validate_json(text).model_dump_json(exclude_unset=True) if request else None
    headers = {'Authorization': f'Bearer {sys.argv[2]}', 'Content-Type': 'application/json'}
    sent = urllib.request.Request(sys.argv[1] + path, body and body.encode(), headers)
    with urllib.request.urlopen(sent) as response:
        return answer.model_validate_json(response.read()).data

videos = ask('/video/v1/search', models.VideoSearchRequest, models.VideoSearchResponse, '''${JSON.stringify(ASKED)}''')
some = ask('/video/v1/search', models.VideoSearchRequest, models.VideoSearchResponse, '''${JSON.stringify(SOME)}''')
products = ask('/product/v1/search', models.ProductSearchRequest, models.ProductSearchResponse, '''${PRODUCTS}''')
facets = ask('/product/v1/facets', models.ProductFacetsRequest, models.FacetsResponse, '''${FACETS}''')
lives = ask('/live/v1/search', models.LiveSearchRequest, models.LiveSearchResponse, '''${LIVES}''')
periods = ask('/creator/v1/rank/periods', models.PeriodsRequest, models.PeriodsResponse, '''${PERIODS}''')
categories = ask('/product/v1/category?lang=ZH_CN', None, models.CategoryListResponse, '')
print(json.dumps([
    videos.total, videos.list_[0].video_id, some.list_[0].creator.uid, products.list_[0].product_id,
    len(facets.facets[1].values), len(lives.list_), periods.total, len(categories.list_)]))
`;

const clientEnvironment = await findClientEnvironment();
const openApiPythonClient = await findPythonPackage('openapi-python-client', '0.29.1');

describe('a client generated from the document that the service serves', () => {
  let service: TestApp;
  let folder: string;
  let expected: unknown;

  beforeAll(async () => {
    service = await startTestApp({ name: 'clients', indices: seededIndices() });
    await mkdir('.cache', { recursive: true });
    // Inside the project, so that the programs find openapi-fetch.
    folder = await mkdtemp('.cache/clients-');
    await writeFile(join(folder, 'openapi.json'), await (await fetch(`${service.url}/openapi.json`)).text());
    const { body } = await service.api.post<{ total: number; list: { video_id: string; creator: { uid: string } }[] }>(
      '/video/v1/search',
      ASKED,
    );
    expect(body.data.total).toBeGreaterThan(0);
    interface Lists {
      readonly total: number;
      readonly list: readonly { readonly product_id?: string }[];
      readonly facets: readonly { readonly values: readonly object[] }[];
    }
    const dataOf = (path: string, text: string | undefined): Promise<Lists> =>
      service.api.ask<Lists>(path, JSON.parse(text ?? ''));
    const categories = await service.api.get<Lists>('/product/v1/category?lang=ZH_CN');
    expected = [
      ...[body.data.total, body.data.list[0]?.video_id, body.data.list[0]?.creator.uid],
      (await dataOf('/product/v1/search', PRODUCTS)).list[0]?.product_id,
      (await dataOf('/product/v1/facets', FACETS)).facets[1]?.values.length,
      (await dataOf('/live/v1/search', LIVES)).list.length,
      (await dataOf('/creator/v1/rank/periods', PERIODS)).total,
      categories.body.data.list.length,
    ];
    for (const part of expected as unknown[]) expect(part).toBeTruthy();
  });
  afterAll(async () => {
    await service?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const node = (...parameters: string[]) => execute(process.execPath, parameters, { cwd: folder });
  const printed = async (command: string, program: string): Promise<unknown> => {
    const { stdout } = await execute(command, [program, service.url, service.token], { cwd: folder });
    return JSON.parse(stdout) as unknown;
  };
  async function run(name: string, source: string, ...options: string[]): Promise<unknown> {
    await writeFile(join(folder, `${name}.ts`), source);
    await node(join(MODULES, 'typescript', 'bin', 'tsc'), ...TSC, ...options, '--outDir', name, `${name}.ts`);
    return printed(process.execPath, join(name, `${name}.js`));
  }

  it('by openapi-typescript, with openapi-fetch, compiles and answers', async () => {
    await node(join(MODULES, 'openapi-typescript', 'bin', 'cli.js'), 'openapi.json', '--output', 'schema.d.ts');
    expect(await run('openapi-fetch-program', OPENAPI_FETCH, '--exactOptionalPropertyTypes')).toEqual(expected);
  });

  it('by @hey-api/openapi-ts compiles and answers', async () => {
    const command = join(MODULES, '@hey-api', 'openapi-ts', 'bin', 'run.js');
    await node(command, '--input', 'openapi.json', '--output', 'client', '--silent');
    expect(await run('hey-api-program', HEY_API)).toEqual(expected);
  });

  (openApiPythonClient === undefined ? it.skip : it)(
    'by openapi-python-client, whole, compiles and answers',
    async () => {
      const bin = openApiPythonClient ?? '';
      const options = [
        '--path',
        'openapi.json',
        '--output-path',
        'python/client',
        '--meta',
        'none',
        '--fail-on-warning',
      ];
      await mkdir(join(folder, 'python'));
      await writeFile(join(folder, 'no-hooks.yml'), 'post_hooks: []\n');
      const command = join(bin, 'openapi-python-client');
      await execute(command, ['generate', ...options, '--config', 'no-hooks.yml'], { cwd: folder });
      await writeFile(join(folder, 'python', 'program.py'), PYTHON);
      await execute(join(bin, 'python'), ['-m', 'compileall', '-q', 'python'], { cwd: folder });
      expect(await printed(join(bin, 'python'), join('python', 'program.py'))).toEqual(expected);
      const made = (await readdir(join(folder, 'python', 'client'), { recursive: true })).filter((file) =>
        file.endsWith('.py'),
      );
      const texts = await Promise.all(made.map((file) => readFile(join(folder, 'python', 'client', file), 'utf8')));
      const lines = texts.reduce((sum, text) => sum + text.split('\n').length, 0);
      expect(made.length).toBeLessThanOrEqual(MOST_FILES);
      expect(lines).toBeLessThanOrEqual(MOST_LINES);
      expect(made.filter((file) => /(?:field|type|item)_?\d+\.py$/.test(file) && !/_type_\d\.py$/.test(file))).toEqual(
        [],
      );
    },
  );

  (clientEnvironment === undefined ? it.skip : it)('by datamodel-codegen takes requests and answers', async () => {
    const bin = clientEnvironment ?? '';
    const options = ['--input', 'openapi.json', '--input-file-type', 'openapi', '--output', 'models.py'];
    const style = ['--output-model-type', 'pydantic_v2.BaseModel', '--target-python-version', '3.11'];
    await execute(join(bin, 'datamodel-codegen'), [...options, ...style], { cwd: folder });
    await writeFile(join(folder, 'models_program.py'), MODELS);
    expect(await printed(join(bin, 'python'), 'models_program.py')).toEqual(expected);
  });
});
