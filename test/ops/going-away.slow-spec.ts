import { tmpdir } from 'node:os';
import { TokenStore } from '../../src/access/token-store.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { createElasticClient, type ElasticClient } from '../../src/elastic/client/elastic-client.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { SCOPES } from '../../src/common/access-token.js';
import { ApiClient } from '../support/api-client.js';
import { deleteIndices, elasticsearchUrl } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy, isSearchOfLives } from '../support/fault-proxy.js';
import { buildService, ServiceProcess } from './service-process.js';

/** Longer than any pause of a busy machine: whoever asks in the meantime must get an answer. */
const LONG_DELAY_MS = 30_000;
const DELAY_MS = 500;
const DEADLINE_MS = 8000;
const REQUESTS = 5;
/** What the process may take beyond its times on a busy machine. */
const SLACK_MS = 6000;
const REJECT_AT_SIGUSR2 = `data:text/javascript,${encodeURIComponent(
  'process.on(`SIGUSR2`, () => Promise.reject(new Error(`caught by nobody`)))',
)}`;

describe('the service process at its end', () => {
  const prefix = `test-going-away-${process.pid}-`;
  let elasticsearch: ElasticClient;
  let proxy: FaultProxy;
  let token: string;
  let service: ServiceProcess;
  let url: string;
  let api: ApiClient;

  beforeAll(async () => {
    await buildService();
    elasticsearch = createElasticClient({ url: elasticsearchUrl() });
    const names = new IndexNames(prefix);
    await ensureIndices(elasticsearch, names);
    token = await new TokenStore(elasticsearch, names, new ClusterReads(elasticsearch)).create('tests', SCOPES, null);
    proxy = await FaultProxy.start(elasticsearchUrl());
  });
  afterEach(() => {
    service.signal('SIGKILL');
    proxy.heal();
  });
  afterAll(async () => {
    await proxy?.down();
    await deleteIndices(elasticsearch, prefix);
    await elasticsearch.close();
  });

  async function start(delayMs: number, deadlineMs: number): Promise<void> {
    service = ServiceProcess.launch(tmpdir(), 0, {
      ELASTICSEARCH_URL: proxy.url,
      INDEX_PREFIX: prefix,
      REQUEST_TIMEOUT_MS: String(deadlineMs),
      SHUTDOWN_DELAY_MS: String(delayMs),
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import ${REJECT_AT_SIGUSR2}`,
    });
    url = await service.url();
    api = new ApiClient(url, token);
    expect((await api.post('/live/v1/search')).status).toBe(200);
  }

  /** Sends requests whose searches meet that fault, and waits until all of them are under way. */
  async function underWay(fault: FaultProxy['fault']): Promise<Promise<number>[]> {
    const met = proxy.met;
    proxy.fault = fault;
    // These and no other: readiness asks for the newest live stream, as `_search` too.
    proxy.only = (path) => isSearchOfLives(path) && proxy.met < met + REQUESTS;
    const requests = Array.from({ length: REQUESTS }, async (_, page) => {
      return (await api.post('/live/v1/search', { page: page + 2 })).status;
    });
    await eventually('the searches', () => proxy.met >= met + REQUESTS);
    return requests;
  }

  it('says at SIGTERM that it is not ready, still answers for a while, finishes what is under way, and exits with 0', async () => {
    await start(LONG_DELAY_MS, 2 * LONG_DELAY_MS);
    const requests = await underWay({ kind: 'late', ms: LONG_DELAY_MS + 1000 });
    const toldAt = performance.now();
    service.signal('SIGTERM');
    const ready = await eventually('the change of readiness', async () => {
      const response = await fetch(`${url}/health/ready`);
      return response.status === 503 && ((await response.json()) as object);
    });
    expect(ready).toMatchObject({ status: 'not ready', troubles: ['The service is ending.'] });
    const late = await api.post('/product/v1/search');
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    expect(await Promise.all(requests)).toEqual(Array.from({ length: REQUESTS }, () => 200));
    expect(await service.end()).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(2 * LONG_DELAY_MS + SLACK_MS);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('exits with 0 within the deadline when Elasticsearch leaves it without answers', async () => {
    await start(DELAY_MS, DEADLINE_MS);
    const requests = await underWay({ kind: 'hang' });
    const toldAt = performance.now();
    service.signal('SIGTERM');
    expect(await Promise.all(requests)).toEqual(Array.from({ length: REQUESTS }, () => 503));
    expect(await service.end()).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(DELAY_MS + DEADLINE_MS + SLACK_MS);
  });

  it('ends with 1 at a rejection that nobody caught, and says so in the log and on standard error', async () => {
    await start(DELAY_MS, DEADLINE_MS);
    service.signal('SIGUSR2');
    expect(await service.end()).toBe(1);
    const line = service.text.split('\n').find((text) => text.includes('"level":"fatal"')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ origin: 'unhandledRejection', err: { message: 'caught by nobody' } });
    expect(service.text).toMatch(/^Error: caught by nobody\n {4}at /m);
  });
});
