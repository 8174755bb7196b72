import { SCOPES } from '../../src/common/access-token.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import { exportAll } from '../export/export-client.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { type Fault, FaultProxy } from '../support/fault-proxy.js';
import { emptyIndices, seededIndices } from '../support/shared-indices.js';

const DEADLINE_MS = 6000;
const REQUESTS = 20;

describe('a cluster of several addresses', () => {
  let nodes: FaultProxy[];
  let service: TestApp;
  beforeAll(async () => {
    nodes = await Promise.all([1, 2, 3].map(() => FaultProxy.start(elasticsearchUrl())));
    service = await startTestApp({
      name: 'several-nodes',
      indices: emptyIndices(),
      serviceElasticsearchUrl: nodes.map(({ url }) => url).join(','),
      config: { requestTimeoutMs: DEADLINE_MS, pageCacheBytes: 0, listsBytes: 0 },
    });
  });
  afterEach(async () => {
    for (const node of nodes) {
      node.heal();
      if (!node.listens) await node.up();
    }
    const passed = nodes.map((node) => node.passed);
    await eventually('requests to every node', async () => {
      await post();
      return nodes.every((node, i) => node.passed >= Number(passed[i]) + 3);
    });
  });
  afterAll(async () => {
    await service?.close();
    await Promise.all((nodes ?? []).map((node) => node.down()));
  });

  const post = async (): Promise<number> => (await service.api.post('/live/v1/search')).status;

  const statuses = async (): Promise<number[]> => {
    const seen = await Promise.all(Array.from({ length: REQUESTS }, post));
    for (let sent = 0; sent < REQUESTS; sent += 1) seen.push(await post());
    return seen;
  };

  const ALL_WELL = Array.from({ length: 2 * REQUESTS }, () => 200);

  it.each<[string, Fault]>([
    ['takes requests and never answers', { kind: 'hang' }],
    ['cuts the connection', { kind: 'cut' }],
    ['stalls in the middle of an answer', { kind: 'stall' }],
    ['cuts the connection in the middle of an answer', { kind: 'cut-body' }],
    ['refuses work', { kind: 'answer', status: 429 }],
    ['has lost the node of a shard', { kind: 'answer', status: 500 }],
    ['hides behind a broken gateway', { kind: 'answer', status: 502 }],
    ['has no master', { kind: 'answer', status: 503 }],
    ['is late by its gateway’s clock', { kind: 'answer', status: 504 }],
    [
      'lost a shard on the way',
      { kind: 'answer', status: 200, json: { timed_out: false, _shards: { failed: 1 }, hits: { hits: [] } } },
    ],
  ])('answers every request, searches and token look-ups, while one node %s', async (_, fault) => {
    const [ill] = nodes as [FaultProxy];
    const token = await service.tokens.create(
      `sees-${JSON.stringify(fault).replace(/\W+/g, '-').slice(1, 40)}`,
      SCOPES,
      null,
    );
    const met = ill.met;
    ill.fault = fault;
    expect(await statuses()).toEqual(ALL_WELL);
    if (fault.kind !== 'answer' || fault.status !== 200) {
      expect((await service.api.withToken(token).post('/live/v1/search')).status).toBe(200);
    }
    while (ill.met === met) expect(await post()).toBe(200);
  });

  it('sends nothing but pings to a node that is cut off from the others and answers only for itself', async () => {
    const [ill] = nodes as [FaultProxy];
    ill.fault = { kind: 'answer', status: 503 };
    ill.only = (path) => path !== '/';
    while (ill.met === 0) expect(await post()).toBe(200);
    await Promise.all(Array.from({ length: REQUESTS }, post));
    const before = ill.seen.length;
    const asked = () => ill.seen.slice(before).map(({ path }) => path.replace(/\?.*/, ''));
    await eventually('pings', async () => {
      expect(await post()).toBe(200);
      return asked().length >= 3;
    });
    expect(new Set(asked())).toEqual(new Set(['/_cluster/health']));
  });

  it('searches the index of the version at another node while one does not know that index', async () => {
    const [ill] = nodes as [FaultProxy];
    await eventually('the version', () => service.app.get(DataVersionWatch).snapshot.dataVersion !== undefined);
    const seen = nodes.map((node) => node.seen.length);
    ill.fault = { kind: 'answer', status: 404 };
    ill.only = (path) => path.includes('/_search');
    const { met } = ill;
    while (ill.met < met + 3) expect(await post()).toBe(200);
    const asked = nodes.flatMap((node, at) => node.seen.slice(seen[at]).map(({ path }) => path.split('/_search')[0]));
    expect(asked).not.toContain(`/${service.names.alias('lives')}`);
  });

  it('answers every request while two nodes are gone, and uses them again within five seconds of their return', async () => {
    const [first, second] = nodes as [FaultProxy, FaultProxy];
    await Promise.all([first.down(), second.down()]);
    expect(await statuses()).toEqual(ALL_WELL);
    await Promise.all([first.up(), second.up()]);
    const seen = [first.seen.length, second.seen.length];
    const searches = (node: FaultProxy, from = 0): number =>
      node.seen.slice(from).filter(({ path }) => path.includes('_search')).length;
    const upAt = performance.now();
    let missedAt = upAt;
    const areUsed = async (): Promise<boolean> => {
      const askedAt = performance.now();
      expect(await post()).toBe(200);
      const isUsed = searches(first, seen[0]) > 0 && searches(second, seen[1]) > 0;
      if (!isUsed) missedAt = askedAt;
      return isUsed;
    };
    await eventually('the nodes that came back', areUsed);
    expect(missedAt - upAt).toBeLessThan(5000);
  });

  it('fails when every node is ill: retries invent no answer', async () => {
    for (const node of nodes) node.fault = { kind: 'cut' };
    expect(await post()).toBe(503);
  });
});

describe('a query that nobody waits for', () => {
  const elasticsearch = createElasticClient({ url: elasticsearchUrl() });
  const index = `test-abandoned-${process.pid}`;
  const MARKS = ['left', 'kept'] as const;
  /** Seconds of work in hundreds of small pieces: Elasticsearch notices between two of them that a query is cancelled. */
  const query = {
    bool: { should: Array.from({ length: 300 }, (_, i) => ({ wildcard: { word: `*${i.toString(2)}*!` } })) },
  };
  beforeAll(async () => {
    await elasticsearch.indices.create({
      index,
      settings: { number_of_replicas: 0, index: { queries: { cache: { enabled: false } } } },
      mappings: { properties: { word: { type: 'keyword' } } },
    });
    for (let batch = 0; batch < 10; batch += 1) {
      const operations = Array.from({ length: 1000 }, (_, i) => [
        { index: {} },
        { word: Array.from({ length: 50 }, (__, k) => ((batch * 1000 + i) * 50 + k).toString(2).padStart(19, '0')) },
      ]).flat();
      await elasticsearch.bulk({ index, operations });
    }
    await elasticsearch.indices.refresh({ index });
  });
  afterAll(async () => {
    await elasticsearch.indices.delete({ index });
    await elasticsearch.close();
  });

  /** Looks at Elasticsearch's own list of searches under way until it is as wanted; which of the two are in it. */
  async function underWay(asWanted: (marks: readonly string[]) => boolean): Promise<string[]> {
    for (const giveUpAt = performance.now() + 60_000; performance.now() < giveUpAt;) {
      const { nodes = {} } = await elasticsearch.tasks.list({ actions: 'indices:data/read/search*' });
      const marks = Object.values(nodes)
        .flatMap(({ tasks }) => Object.values(tasks))
        .map(({ headers }) => headers['X-Opaque-Id']);
      const seen = MARKS.filter((mark) => marks.includes(mark));
      if (asWanted(seen)) return seen;
    }
    throw new Error('The searches under way were never as wanted.');
  }

  const search = (mark: string, signal: AbortSignal): Promise<unknown> =>
    new ClusterReads(elasticsearch).withRetries(
      (options) => elasticsearch.search({ index, query, request_cache: false }, { ...options, opaqueId: mark }),
      { timeoutMs: 120_000, signal },
    );

  it('is cancelled at Elasticsearch at once, while the same one that somebody waits for runs to its end', async () => {
    const left = new AbortController();
    const leaving = search('left', left.signal).catch((error: unknown) => error);
    const staying = search('kept', new AbortController().signal);
    await underWay((seen) => seen.length === MARKS.length);
    const leftAt = performance.now();
    left.abort();
    expect(await leaving).toMatchObject({ name: 'AbortError' });
    expect(await underWay((seen) => !seen.includes('left'))).toEqual(['kept']);
    const goneAt = performance.now();
    expect(await staying).toMatchObject({ timed_out: false, hits: { total: { value: 0 } } });
    expect(performance.now() - goneAt).toBeGreaterThan(goneAt - leftAt);
  });
});

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
    for (const word of ['shoes', 'phone', 'dress']) {
      expect(await calls(word)).toBe(2);
      // Readings that are made while the state of the data is not confirmed are not kept.
      await eventually('the readings in memory', async () => (await calls(word)) === 1);
    }
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
