import { exportAll } from '../export/export-client.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { seededIndices } from '../support/shared-indices.js';

/** The preferences of the searches seen since `from`, of an index or a point in time opened on it. */
const preferencesIn = (proxy: FaultProxy, from: number): (string | null)[] =>
  proxy.seen
    .slice(from)
    .filter(({ path }) => /-products[^/]*\/_(search|pit)\b/.test(path))
    .map(({ path }) => new URL(path, 'http://proxy').searchParams.get('preference'));

describe('the copies that answer a search', () => {
  let proxy: FaultProxy;
  let services: TestApp[];
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    services = [];
    for (const name of ['copies', 'copies-of-another']) {
      const options = { indices: seededIndices(), config: { pageCacheBytes: 0, listsBytes: 0 } };
      services.push(await startTestApp({ name, serviceElasticsearchUrl: proxy.url, ...options }));
    }
  });
  afterAll(async () => {
    await Promise.all((services ?? []).map((service) => service.close()));
    await proxy?.down();
  });

  const ask = async (body: object, { api } = services[0] as TestApp): Promise<(string | null)[]> => {
    const from = proxy.seen.length;
    expect((await api.post('/product/v1/search', body)).status).toBe(200);
    return preferencesIn(proxy, from);
  };

  it.each([
    ['by relevance', { keywords: 'case' }],
    ['by a figure', { filter: { region: 'US' }, orderby: [{ field: 'total_gmv' }] }],
  ])('are the same for every page %s, whatever its size, in every process, and for the export', async (_, body) => {
    const [service, other] = services as [TestApp, TestApp];
    await Promise.all(services.map((each) => ask({ ...body, pagesize: 7 }, each)));
    const pages = [
      await ask({ ...body, page: 1 }),
      await ask({ ...body, page: 2 }),
      await ask({ ...body, page: 3, pagesize: 7 }),
      await ask({ ...body, page: 2 }, other),
    ].flat();
    const from = proxy.seen.length;
    await exportAll(service, '/product/v1/export', body);
    const [opened] = preferencesIn(proxy, from);
    // The words of keywords are read with other preferences, while that is not cached.
    const ofPages = [...pages, opened].filter((preference) => /^[0-9a-f]{16}$/.test(preference ?? ''));
    expect(ofPages.length).toBeGreaterThanOrEqual(5);
    expect(new Set([...ofPages, opened]).size).toBe(1);
  });

  it('are others for other searches, so that load spreads', async () => {
    const regions = ['US', 'GB', 'MX', 'ES', 'DE', 'IT', 'FR', 'BR', 'ID', 'VN'];
    const preferences = (await Promise.all(regions.map((region) => ask({ filter: { region } })))).flat();
    expect(new Set(preferences).size).toBe(regions.length);
  });

  it('are the same for the readings of all words', async () => {
    const readings = async (keywords: string): Promise<string | null | undefined> => (await ask({ keywords }))[0];
    expect([await readings('qwertzuio'), await readings('asdfghjkl')]).toEqual(['vocabulary', 'vocabulary']);
  });

  it('are asked once for a page of words that are known, and once more for new ones', async () => {
    const calls = async (keywords: string): Promise<number> => (await ask({ keywords })).length;
    for (const word of ['shoes', 'phone', 'dress']) expect([await calls(word), await calls(word)]).toEqual([2, 1]);
    expect(await calls('shoes phone dress')).toBeLessThanOrEqual(2);
  });

  it('are left to Elasticsearch after they have not answered', async () => {
    const body = { filter: { region: 'TH' } };
    expect(await ask(body)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    proxy.fault = { kind: 'answer', status: 503 };
    proxy.only = (path) => path.includes('preference=');
    try {
      expect(await ask(body)).toEqual([expect.any(String), null]);
    } finally {
      proxy.heal();
    }
    expect(await ask(body)).toEqual([null]);
  });
});
