import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterReads } from '../../src/elastic/cluster-reads.js';
import { createElasticClient } from '../../src/elastic/elastic-client.js';
import { SCOPES } from '../../src/http/request-context.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import type { Fault } from '../support/fault-proxy.js';
import { FaultProxy } from '../support/fault-proxy.js';

const DEADLINE_MS = 2000;
const REQUESTS = 20;

describe('a cluster of several addresses', () => {
  let nodes: FaultProxy[];
  let service: TestApp;
  beforeAll(async () => {
    nodes = await Promise.all([1, 2, 3].map(() => FaultProxy.start(elasticsearchUrl())));
    service = await startTestApp({
      name: 'several-nodes',
      serviceElasticsearchUrl: nodes.map(({ url }) => url).join(','),
      config: { requestTimeoutMs: DEADLINE_MS, pageCacheBytes: 0 },
    });
  });
  afterEach(async () => {
    for (const node of nodes) {
      node.heal();
      if (!node.listens) await node.up();
    }
    const passed = nodes.map((node) => node.passed);
    while (nodes.some((node, i) => node.passed < Number(passed[i]) + 3)) await Promise.all([post(), sleep(20)]);
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
    expect(ill.met).toBeGreaterThan(met);
  });

  it('answers every request while two nodes are gone, and uses them again within five seconds of their return', async () => {
    const [first, second] = nodes as [FaultProxy, FaultProxy];
    await Promise.all([first.down(), second.down()]);
    expect(await statuses()).toEqual(ALL_WELL);
    await Promise.all([first.up(), second.up()]);
    const passed = [first.passed, second.passed];
    for (const giveUpAt = performance.now() + 5000; performance.now() < giveUpAt; await sleep(50)) {
      expect(await post()).toBe(200);
      if (first.passed > Number(passed[0]) + 5 && second.passed > Number(passed[1]) + 5) return;
    }
    throw new Error('The nodes that came back were not used again.');
  });

  it('fails when every node is ill: retries invent no answer', async () => {
    for (const node of nodes) node.fault = { kind: 'cut' };
    expect(await post()).toBe(503);
  });
});

describe('a query that nobody waits for', () => {
  const elasticsearch = createElasticClient({ url: elasticsearchUrl() });
  const index = `test-abandoned-${process.pid}`;
  /** Thousands of patterns over thousands of words: many seconds of work. */
  const query = {
    bool: {
      should: Array.from({ length: 900 }, (_, i) => ({
        regexp: { word: { value: `.*[a-m]${i % 10}.*${i}.*[n-z].*`, case_insensitive: true } },
      })),
    },
  };
  beforeAll(async () => {
    await elasticsearch.indices.create({
      index,
      settings: { number_of_replicas: 0 },
      mappings: { properties: { word: { type: 'keyword' } } },
    });
    for (let batch = 0; batch < 10; batch += 1) {
      const operations = Array.from({ length: 6000 }, (_, i) => [
        { index: {} },
        { word: Array.from({ length: 4 }, (__, k) => ((batch * 6000 + i) * (k + 7919)).toString(36)).join('') },
      ]).flat();
      await elasticsearch.bulk({ index, operations });
    }
    await elasticsearch.indices.refresh({ index });
  });
  afterAll(async () => {
    await elasticsearch.indices.delete({ index });
    await elasticsearch.close();
  });

  /** The searches under way that carry that mark, as Elasticsearch itself lists them. */
  async function underWay(mark: string): Promise<number> {
    const { nodes = {} } = await elasticsearch.tasks.list({ actions: 'indices:data/read/search*' });
    return Object.values(nodes)
      .flatMap(({ tasks }) => Object.values(tasks))
      .filter(({ headers }) => headers['X-Opaque-Id'] === mark).length;
  }

  const search = (mark: string, signal: AbortSignal): Promise<unknown> =>
    new ClusterReads(elasticsearch).outlast(
      (options) => elasticsearch.search({ index, query, request_cache: false }, { ...options, opaqueId: mark }),
      { timeoutMs: 20_000, signal },
    );

  it('is cancelled at Elasticsearch at once, and runs on when it is not left', async () => {
    const left = new AbortController();
    const kept = new AbortController();
    const ends = Promise.allSettled([search('left', left.signal), search('kept', kept.signal)]);
    for (let looks = 0; looks < 50 && ((await underWay('left')) === 0 || (await underWay('kept')) === 0); looks += 1) {
      await sleep(20);
    }
    expect(await underWay('left')).toBeGreaterThan(0);
    left.abort();
    const leftAt = performance.now();
    while ((await underWay('left')) > 0 && performance.now() - leftAt < 3000) await sleep(20);
    expect(await underWay('left')).toBe(0);
    expect(performance.now() - leftAt).toBeLessThan(2000);
    expect(await underWay('kept')).toBeGreaterThan(0);
    kept.abort();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
