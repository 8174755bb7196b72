import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadMode } from '../../src/loading/load-item.js';
import { loadRecords as loadFiles, type LoadSummary } from '../../src/loading/load-records.js';
import { findInputs } from '../../src/loading/reading/input.js';
import { RejectsFile } from '../../src/loading/rejects-file.js';
import { type Answer, expectError } from '../support/api-client.js';
import { startTestApp, testApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy, isSearchOfLives } from '../support/fault-proxy.js';
import { loadRecords } from '../support/load-records.js';
import { parseMetrics, readMetrics, type Samples, sumOf } from '../support/metrics.js';
import { emptyIndices } from '../support/shared-indices.js';
import { TIED_LIVES } from '../support/tied-records.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const SEARCH = '/live/v1/search';
const SLOW_MS = 100;
const LATE_MS = 120;
/** So long that what is asked together is under way together on a busy machine too. */
const VERY_LATE_MS = 3000;

describe('metrics', () => {
  const proxy = new FaultProxy();
  const service = testApp(() => ({
    name: 'metrics',
    proxy,
    load: loadRecords({ lives: TIED_LIVES }),
    config: {
      requestsAtOnce: 2,
      requestsWaiting: 1,
      expensive: { requestsAtOnce: 3, requestsWaiting: 4 },
      slowRequestMs: SLOW_MS,
    },
  }));
  let before: Samples;
  let after: Samples;
  /** Searches that the proxy saw: what the service did not find in its memory. */
  let searched: number;
  /** Pages that were found in its memory when all were asked for again. */
  let kept: number;

  const searchesSeen = (): number => proxy.seen.filter(({ path }) => isSearchOfLives(path)).length;
  const pageOf = (pagesize: number) => service.api.post(SEARCH, { pagesize });
  const grown = (name: string, labels: Record<string, string> = {}): number =>
    (sumOf(after, name, labels) ?? 0) - (sumOf(before, name, labels) ?? 0);

  beforeAll(async () => {
    await pageOf(1);
    before = await readMetrics(service);
    const searchedBefore = searchesSeen();
    proxy.fault = { kind: 'late', ms: LATE_MS };
    proxy.only = (path) => path.includes('_search');
    for (const pagesize of [2, 3, 2, 2]) expect((await pageOf(pagesize)).status).toBe(200);
    expectError(await pageOf(0), 400, 10001, [{ path: 'pagesize' }]);
    expectError(await service.api.withToken('wrong').post(SEARCH), 401, 30001);
    for (const path of ['/nowhere', '/elsewhere']) expectError(await service.api.post(path), 404, 20001);
    for (const method of ['GET', 'PUT']) expectError(await service.api.send(SEARCH, { method }), 405, 10001);
    proxy.fault = { kind: 'late', ms: VERY_LATE_MS };
    const sizes = [4, 5, 6, 7, 8];
    const together = await Promise.all(sizes.map(pageOf));
    expect(together.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503]);
    after = await readMetrics(service);
    searched = searchesSeen() - searchedBefore;
    proxy.fault = { kind: 'late', ms: LATE_MS };
    const answered = [2, 3, ...sizes.filter((_, at) => together[at]?.status === 200)];
    const searchedThen = searchesSeen();
    for (const pagesize of answered) await pageOf(pagesize);
    kept = answered.length - (searchesSeen() - searchedThen);
  });

  it('count requests by operation, status and code', () => {
    const search = { http_route: SEARCH, http_request_method: 'POST' };
    const answered = (status: number, code: number): number =>
      grown('http_server_requests_total', {
        ...search,
        http_response_status_code: String(status),
        code: String(code),
      });
    expect([answered(200, 0), answered(400, 10001), answered(401, 30001), answered(503, 40001)]).toEqual([7, 1, 1, 2]);
    expect(grown('http_server_requests_total', search)).toBe(11);
    expect(grown('http_server_request_duration_seconds_count', search)).toBe(11);
  });

  it('count whatever is no route under one name, so that no client can make them many', () => {
    const labels = { http_route: 'unknown', http_response_status_code: '404' };
    expect(grown('http_server_requests_total', labels)).toBe(2);
    expect([...after.keys()].filter((key) => /nowhere|elsewhere/.test(key))).toEqual([]);
  });

  it('count the methods that a route does not take under one name', () => {
    const labels = { http_route: SEARCH, http_request_method: '_OTHER', http_response_status_code: '405' };
    expect(grown('http_server_requests_total', labels)).toBe(2);
  });

  it('have one prefix where no convention names them', async () => {
    const names = [...(await readMetrics(service)).keys()].map((key) => key.replace(/[{ ].*$/s, ''));
    const others = names.filter((name) => !/^(?:commerce|http_server|db_client|nodejs|process)_/.test(name));
    expect(names.length).toBeGreaterThan(50);
    expect(others).toEqual([]);
  });

  it('tell Elasticsearch’s time from the service’s own', () => {
    const labels = { http_route: SEARCH };
    const all = grown('http_server_request_duration_seconds_sum', labels);
    const own = grown('commerce_request_own_duration_seconds_sum', labels);
    const searches = grown('db_client_operation_duration_seconds_count', { db_collection_name: 'lives' });
    expect(searches).toBe(searched);
    expect(grown('db_client_operation_duration_seconds_sum')).toBeGreaterThanOrEqual((searches * LATE_MS) / 1000);
    expect(all - own).toBeGreaterThanOrEqual((searches * LATE_MS) / 1000);
    expect(own).toBeGreaterThan(0);
  });

  it('count pages from memory, and what was shed', () => {
    // Five pages, one of them three times: it is made again where the state of the data was read late.
    expect([5, 6, 7]).toContain(searched);
    expect(grown('commerce_page_cache_hits_total')).toBe(7 - searched);
    // Two are refused: in the queue, or, while the process is busy, before they are looked for.
    const refused = grown('commerce_page_cache_misses_total') - searched;
    expect([0, 1, 2]).toContain(refused);
    // All five, but for those that were made while the state of the data was read late.
    expect(grown('commerce_page_cache_pages')).toBe(kept);
    expect(kept).toBeGreaterThan(0);
    expect(grown('commerce_page_cache_bytes')).toBeGreaterThan(0);
    expect(grown('commerce_shed_requests_total', { lane: 'usual' })).toBe(2);
    expect([sumOf(after, 'commerce_requests_active'), sumOf(after, 'commerce_requests_waiting')]).toEqual([0, 0]);
    const limitsOf = (lane: string) =>
      ['active', 'waiting'].map((what) => sumOf(after, `commerce_requests_${what}_limit`, { lane }));
    expect([limitsOf('usual'), limitsOf('expensive')]).toEqual([
      [2, 1],
      [3, 4],
    ]);
  });

  it('show what was loaded and when', () => {
    expect(sumOf(after, 'commerce_data_documents', { index: 'lives' })).toBe(TIED_LIVES.length);
    expect(sumOf(after, 'commerce_data_documents', { index: 'videos' })).toBe(0);
  });

  it('are not among the requests that are limited or answered in the envelope', async () => {
    const response = await service.api.fetch('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expectError(await service.api.post('/metrics'), 405, 10001);
  });

  it('are only for this machine unless METRICS_ACCESS says otherwise', async () => {
    const forwarded = { 'X-Forwarded-For': '127.0.0.1' };
    expectError(await service.api.send('/metrics', { method: 'GET', headers: forwarded }), 403, 30001);
  });

  it.each([
    ['token', 401, 200],
    ['open', 200, 200],
  ] as const)('are shown as METRICS_ACCESS=%s says', async (metricsAccess, withoutToken, withToken) => {
    const other = await startTestApp({
      name: `metrics-${metricsAccess}`,
      indices: emptyIndices(),
      config: { metricsAccess },
    });
    try {
      const read = (headers: Record<string, string>) =>
        other.api.fetch('/metrics', { headers: { 'X-Forwarded-For': '192.0.2.1', ...headers } });
      expect((await read({})).status).toBe(withoutToken);
      const answer = await read({ Authorization: `Bearer ${other.token}` });
      expect(answer.status).toBe(withToken);
      expect(sumOf(parseMetrics(await answer.text()), 'nodejs_heap_size_used_bytes')).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  describe('beside them the log', () => {
    const lineOf = (message: string, requestId: unknown) =>
      service.log.find((line) => line.msg === message && line.request_id === requestId);

    it('has a line for every request: id, operation, status, code, time, hits, name of the token', async () => {
      const { body } = await pageOf(9);
      expect(lineOf('request', body.request_id)).toMatchObject({
        operation: `POST ${SEARCH}`,
        status: 200,
        code: 0,
        took_ms: expect.any(Number) as number,
        elasticsearch_ms: expect.any(Number) as number,
        hits: 9,
        token: 'tests',
      });
      expect(service.log.filter((line) => line.request_id === body.request_id && line.level === 'info')).toHaveLength(
        1,
      );
      const refused = await pageOf(0);
      expect(lineOf('request', refused.body.request_id)).toMatchObject({
        status: 400,
        code: 10001,
        broken: ['min pagesize'],
      });
    });

    it('has another for a slow one, with the compiled query', async () => {
      const { body } = await service.api.post(SEARCH, { filter: { region: 'JP' } });
      const line = lineOf('slow request', body.request_id);
      expect(line).toMatchObject({ operation: `POST ${SEARCH}`, searches: [{ index: 'lives' }] });
      expect(JSON.stringify(line?.searches)).toContain('JP');
      expect(line?.took_ms).toBeGreaterThanOrEqual(LATE_MS);
      const { body: again } = await service.api.post(SEARCH, { filter: { region: 'JP' } });
      // From memory, which takes so long only on a busy machine.
      const isSlow = Number(lineOf('request', again.request_id)?.took_ms) >= SLOW_MS;
      expect(lineOf('slow request', again.request_id) !== undefined).toBe(isSlow);
    });
  });
});

describe('metrics of the last load', () => {
  const folder = temporaryFolder('load-metrics');
  const proxy = new FaultProxy();
  const service = testApp(() => ({ name: 'load-metrics', proxy }));

  async function load(mode: LoadMode, lines: string, mostRejects = Infinity): Promise<LoadSummary> {
    const path = join(folder, 'creators.ndjson');
    writeFileSync(path, lines);
    const rejects = new RejectsFile(join(folder, 'rejects.ndjson'), mostRejects);
    const target = {
      client: service.elasticsearch,
      names: service.names,
      retryOptions: { giveUpAfterMs: 20_000 },
    };
    try {
      return await loadFiles(
        target,
        { kind: 'creators', mode, inputs: await findInputs([path]), rejects, keep: 1 },
        { onProgress: () => undefined, onNote: () => undefined },
      );
    } finally {
      rejects.close();
    }
  }

  /** The metrics are at most a second old. */
  const whenShown = (succeeded: 0 | 1, mode: LoadMode): Promise<Samples> =>
    eventually('the result of the load', async () => {
      const samples = await readMetrics(service);
      return sumOf(samples, 'commerce_load_last_succeeded', { index: 'creators', mode }) === succeeded && samples;
    });
  const outcomes = (samples: Samples, mode: LoadMode, ...names: string[]): (number | undefined)[] =>
    names.map((outcome) => sumOf(samples, 'commerce_load_last_lines', { index: 'creators', mode, outcome }));

  it('are absent before the first', async () => {
    expect(sumOf(await readMetrics(service), 'commerce_load_last_succeeded')).toBeUndefined();
  });

  it('show lines by outcome, duration and end', async () => {
    const begunAt = Date.now() / 1000;
    await load('replace', '{"uid":"1"}\n{"uid":"2"}\nno record\n{"uid":"1"}\n');
    const samples = await whenShown(1, 'replace');
    const names = ['read', 'loaded', 'updated', 'unchanged', 'superseded', 'rejected'];
    expect(outcomes(samples, 'replace', ...names)).toEqual([4, 2, 0, 0, 1, 1]);
    const endedAt = sumOf(samples, 'commerce_load_last_ended_timestamp_seconds') ?? 0;
    const duration = sumOf(samples, 'commerce_load_last_duration_seconds') ?? 0;
    expect(duration).toBeGreaterThan(0);
    expect(endedAt - duration).toBeGreaterThanOrEqual(begunAt - 0.001);
    expect(endedAt).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it('show a failed load instead of an earlier one', async () => {
    await expect(load('merge', '{"uid":"1"}\nno record\n', 0)).rejects.toThrow('More than 0 lines were rejected');
    const samples = await whenShown(0, 'merge');
    expect(outcomes(samples, 'merge', 'read', 'stored', 'rejected')).toEqual([2, 0, 1]);
    expect(sumOf(samples, 'commerce_load_last_succeeded', { mode: 'replace' })).toBeUndefined();
  });

  it('are left out, and delay nobody, while Elasticsearch does not answer', async () => {
    proxy.fault = { kind: 'hang' };
    const samples = await eventually('metrics without loads', async () => {
      const askedAt = performance.now();
      const answer = await readMetrics(service);
      expect(performance.now() - askedAt).toBeLessThan(8000);
      return sumOf(answer, 'commerce_load_last_succeeded') === undefined && answer;
    });
    proxy.heal();
    expect(sumOf(samples, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(0);
    await eventually(
      'the last load',
      async () => sumOf(await readMetrics(service), 'commerce_load_last_succeeded') === 0,
    );
  });
});

const CALL_MS = 200;
/** Longer than a busy machine takes for any request that meets no fault. */
const DEADLINE_MS = 6000;

/** What the log and `Server-Timing` tell of the time that a request spends waiting for Elasticsearch. Milliseconds. */
describe('the time of a request at Elasticsearch', () => {
  const proxy = new FaultProxy();
  const inTurn = testApp(async () => {
    await proxy.up();
    return { name: 'elastic-time', serviceElasticsearchUrl: proxy.url, config: { requestsAtOnce: 1 } };
  });
  const service = testApp(() => ({ name: 'elastic-time', proxy, config: { requestTimeoutMs: DEADLINE_MS } }));
  beforeAll(async () => {
    for (const { api } of [service, inTurn]) expect((await api.post('/live/v1/search')).status).toBe(200);
  });
  beforeEach(() => {
    proxy.heal();
    proxy.only = (path) => path.includes('_search') && !path.includes('tokens');
  });

  let asked = 0;
  const search = ({ api }: TestApp, page = (asked += 1)): Promise<Answer> =>
    api.post('/live/v1/search', { filter: { start_time: { min: page } } });
  const toldOf = async ({ log }: TestApp, { body }: Answer): Promise<{ took_ms: number; elasticsearch_ms: number }> => {
    const find = () => log.find(({ msg, request_id }) => msg === 'request' && request_id === body.request_id);
    await eventually('the log line', () => find() !== undefined);
    return find() as { took_ms: number; elasticsearch_ms: number } & Record<string, unknown>;
  };

  it('counts calls at the same time once', async () => {
    proxy.fault = { kind: 'late', ms: CALL_MS };
    const history = { uid: '1', date_type: 'day', from: '2026-06-01', to: '2026-06-02' };
    const answer = await service.api.post('/creator/v1/history', history);
    expect(answer.status).toBe(200);
    const { took_ms: took, elasticsearch_ms: elastic } = await toldOf(service, answer);
    expect(elastic).toBeGreaterThan(CALL_MS * 0.9);
    expect(elastic).toBeLessThanOrEqual(took);
    const [, told] = /^elasticsearch;dur=([\d.]+)$/.exec(answer.headers.get('server-timing') ?? '') ?? [];
    expect(Number(told)).toBe(elastic);
  });

  it('leaves out the waiting for a turn', async () => {
    proxy.fault = { kind: 'late', ms: CALL_MS };
    const startedAt = performance.now();
    const answers = await Promise.all([1, 2, 3].map(() => search(inTurn)));
    const took = performance.now() - startedAt;
    const told = await Promise.all(answers.map((answer) => toldOf(inTurn, answer)));
    const together = told.reduce((sum, { elasticsearch_ms }) => sum + elasticsearch_ms, 0);
    expect(together).toBeGreaterThan(3 * CALL_MS * 0.9);
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
