import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/app.js';
import { execute, findPythonPackage } from '../../tools/testing/python-package.js';
import { seededIndices } from '../support/shared-indices.js';

const MODULES = join(process.cwd(), 'node_modules');
const TSC = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];

/**
 * What each program asks for and prints: the total and the first id of the videos about lipstick since April 2026, and,
 * with `fields`, the creator of the first.
 */
const ASKED = { keywords: 'lipstick', filter: { create_time_range: { min: 1775001600 } } };
const SOME = { ...ASKED, fields: ['creator.uid'] };

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
console.log(JSON.stringify([data.data.total, data.data.list[0]?.video_id, first?.creator?.uid]));
`;

const HEY_API = `
import { searchVideos } from './client/index.js';

const [, , baseUrl = '', token = ''] = process.argv;
// @ts-expect-error: the filter is required.
export const incomplete = () => searchVideos({ baseUrl, auth: token, body: { keywords: 'lipstick' } });
const { data, error } = await searchVideos({ baseUrl, auth: token, body: ${JSON.stringify(ASKED)} });
if (data === undefined) throw new Error(JSON.stringify(error));
const some = await searchVideos({ baseUrl, auth: token, body: ${JSON.stringify(SOME)} });
const [first] = some.data?.data.list ?? [];
// @ts-expect-error: a row of a request with fields may have no creator.
export const uid = () => first?.creator.uid;
console.log(JSON.stringify([data.data.total, data.data.list[0]?.video_id, first?.creator?.uid]));
`;

const PYTHON = `
import json, sys
from client import AuthenticatedClient
from client.api.search import search_live_streams, search_products, search_videos
from client.models import TimeRange, VideoFilter, VideoSearchRequest

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
body = VideoSearchRequest(filter_=VideoFilter(create_time_range=TimeRange(min_=1775001600)), keywords='lipstick')
answer = search_videos.sync(client=client, body=body)
some = search_videos.sync(client=client, body=VideoSearchRequest.from_dict(json.loads('''${JSON.stringify(SOME)}''')))
print(json.dumps([answer.data.total, answer.data.list_[0].video_id, some.data.list_[0].creator.uid]))
`;

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
    expected = [body.data.total, body.data.list[0]?.video_id, body.data.list[0]?.creator.uid];
    expect(body.data.total).toBeGreaterThan(0);
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
  /** Compiles a program with what was generated beside it, and runs it. */
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
    },
  );
});
