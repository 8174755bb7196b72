import type { Answer } from '../support/api-client.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';

const LATE_MS = 200;
const DEADLINE_MS = 2000;

/** What the log and `Server-Timing` tell of the time that a request spends waiting for Elasticsearch. Milliseconds. */
describe('the time of a request at Elasticsearch', () => {
  let proxy: FaultProxy;
  let service: TestApp;
  let inTurn: TestApp;
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    const options = { name: 'elastic-time', serviceElasticsearchUrl: proxy.url };
    service = await startTestApp({ ...options, config: { requestTimeoutMs: DEADLINE_MS } });
    inTurn = await startTestApp({ ...options, config: { requestsAtOnce: 1 } });
    for (const { api } of [service, inTurn]) expect((await api.post('/live/v1/search')).status).toBe(200);
  });
  beforeEach(() => {
    proxy.heal();
    proxy.only = (path) => path.includes('_search') && !path.includes('tokens');
  });
  afterAll(async () => {
    await inTurn?.close();
    await service?.close();
    await proxy?.down();
  });

  let asked = 0;
  const search = ({ api }: TestApp, page = (asked += 1)): Promise<Answer> =>
    api.post('/live/v1/search', { filter: { start_time: { min: page } } });
  /** The log line of a request. */
  const toldOf = async ({ log }: TestApp, { body }: Answer): Promise<{ took_ms: number; elasticsearch_ms: number }> => {
    const find = () => log.find(({ msg, request_id }) => msg === 'request' && request_id === body.request_id);
    await eventually('the log line', () => find() !== undefined);
    return find() as { took_ms: number; elasticsearch_ms: number } & Record<string, unknown>;
  };

  it('counts calls at the same time once', async () => {
    proxy.fault = { kind: 'late', ms: LATE_MS };
    const history = { uid: '1', date_type: 'day', from: '2026-06-01', to: '2026-06-02' };
    const answer = await service.api.post('/creator/v1/history', history);
    expect(answer.status).toBe(200);
    const { took_ms: took, elasticsearch_ms: elastic } = await toldOf(service, answer);
    expect(elastic).toBeGreaterThan(LATE_MS * 0.9);
    expect(elastic).toBeLessThanOrEqual(took);
    const [, told] = /^elasticsearch;dur=([\d.]+)$/.exec(answer.headers.get('server-timing') ?? '') ?? [];
    expect(Number(told)).toBe(elastic);
  });

  it('leaves out the waiting for a turn', async () => {
    proxy.fault = { kind: 'late', ms: LATE_MS };
    const startedAt = performance.now();
    const answers = await Promise.all([1, 2, 3].map(() => search(inTurn)));
    const took = performance.now() - startedAt;
    const told = await Promise.all(answers.map((answer) => toldOf(inTurn, answer)));
    const together = told.reduce((sum, { elasticsearch_ms }) => sum + elasticsearch_ms, 0);
    expect(together).toBeGreaterThan(3 * LATE_MS * 0.9);
    expect(together).toBeLessThanOrEqual(took);
  });

  it('counts for each of those who wait for one call', async () => {
    const release = proxy.hold();
    const met = proxy.met;
    const first = search(service, (asked += 1));
    await eventually('the call', () => proxy.met === met + 1);
    const second = search(service, asked);
    // The second one has arrived when a later request has been answered.
    expect((await service.api.post('/live/v1/search', { page: 0 })).status).toBe(400);
    release();
    const answers = await Promise.all([first, second]);
    expect(proxy.met).toBe(met + 1);
    for (const answer of answers) expect((await toldOf(service, answer)).elasticsearch_ms).toBeGreaterThan(0);
  });

  it('counts a call that is given up at the deadline', async () => {
    proxy.fault = { kind: 'hang' };
    const answer = await search(service);
    expect(answer.status).toBe(503);
    const { took_ms: took, elasticsearch_ms: elastic } = await toldOf(service, answer);
    expect(elastic).toBeGreaterThan(took / 2);
    expect(elastic).toBeLessThanOrEqual(took);
  });
});
