import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '../../src/common/access-token.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { eventually } from '../support/eventually.js';
import { OPERATIONS } from '../support/operations.js';
import type { Answer } from '../support/api-client.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { type Fault, FaultProxy, isSearchOfLives } from '../support/fault-proxy.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

const DEADLINE_MS = 1000;
/** What the answer may take on its way beyond the deadline on a busy machine. */
const SLACK_MS = 6000;
const RECOVERY_MS = 5000;
const LIVES = '/live/v1/search';
const isTokenLookUp = (path: string): boolean => path.includes('tokens');

describe('Elasticsearch at fault', () => {
  let proxy: FaultProxy;
  let service: TestApp;
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({
      name: 'down',
      indices: emptyIndices(),
      serviceElasticsearchUrl: proxy.url,
      controllers: [ProbeController],
      config: { requestTimeoutMs: DEADLINE_MS, pageCacheBytes: 0, listsBytes: 0 },
    });
  });
  afterEach(async () => {
    proxy.heal();
    await proxy.down();
    await proxy.up();
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
  });

  async function timed(request: Promise<Answer>): Promise<{ answer: Answer; tookMs: number }> {
    const startedAt = performance.now();
    const answer = await request;
    return { answer, tookMs: performance.now() - startedAt };
  }

  async function expectUnavailable(request: Promise<Answer>, deadlineMs = DEADLINE_MS): Promise<void> {
    const { answer, tookMs } = await timed(request);
    expectError(answer, 503, 40001);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(tookMs).toBeLessThan(deadlineMs + SLACK_MS);
  }

  /** The service answers again by itself within five seconds of its cluster, and goes on doing so. */
  const expectService = async (token = service.token): Promise<void> => {
    const giveUpAt = performance.now() + RECOVERY_MS;
    for (const { path, body } of OPERATIONS) {
      const post = (): Promise<Answer> => service.api.withToken(token).post(path, body);
      const isBack = async (): Promise<boolean> => (await post()).status === 200;
      await eventually(path, isBack, giveUpAt - performance.now());
      expect([path, (await post()).status]).toEqual([path, 200]);
    }
  };

  const FAULTS: [string, Fault][] = [
    ['takes requests and never answers', { kind: 'hang' }],
    ['answers after 30 seconds', { kind: 'late', ms: 30_000 }],
    ['cuts the connection', { kind: 'cut' }],
    ['stalls in the middle of an answer', { kind: 'stall' }],
    ['cuts the connection in the middle of an answer', { kind: 'cut-body' }],
    ['refuses work', { kind: 'answer', status: 429 }],
    [
      'stopped a search at its own time-out',
      {
        kind: 'answer',
        status: 429,
        json: { error: { root_cause: [{ type: 'search_timeout_exception', timed_out: true }] } },
      },
    ],
    ['has no node for a shard', { kind: 'answer', status: 503 }],
    ['hides behind a broken gateway', { kind: 'answer', status: 502 }],
    ['is late by its own clock', { kind: 'answer', status: 408 }],
    [
      'stopped searching at its deadline',
      {
        kind: 'answer',
        status: 200,
        json: {
          timed_out: true,
          _shards: { total: 1, successful: 1, failed: 0 },
          hits: { total: { value: 3, relation: 'eq' }, hits: [] },
        },
      },
    ],
    [
      'lost a shard on the way',
      {
        kind: 'answer',
        status: 200,
        json: {
          timed_out: false,
          _shards: { total: 2, successful: 1, failed: 1 },
          hits: { total: { value: 3, relation: 'eq' }, hits: [] },
        },
      },
    ],
  ];

  it.each(FAULTS)('answers 503 within the deadline when it %s, and 200 when that is over', async (_, fault) => {
    await expectService();
    proxy.fault = fault;
    proxy.only = (path) => path.includes('_search') && !isTokenLookUp(path);
    await Promise.all(OPERATIONS.map(({ path, body }) => expectUnavailable(service.api.post(path, body))));
    proxy.heal();
    await expectService();
  });

  it.each(FAULTS.filter(([, fault]) => fault.kind !== 'answer' || fault.status !== 200))(
    'answers 503, never 401, when it %s as a token is looked up',
    async (_, fault) => {
      const token = await service.tokens.create(
        `looked-up-${FAULTS.findIndex(([, other]) => other === fault)}`,
        SCOPES,
        null,
      );
      proxy.fault = fault;
      proxy.only = isTokenLookUp;
      await expectUnavailable(service.api.withToken(token).post('/live/v1/search'));
      await expectUnavailable(service.api.withToken('unknown-to-all').post('/live/v1/search'));
      proxy.heal();
      await expectService(token);
    },
  );

  it('answers 503 at once while nothing listens, with a token that was known and with one that was not', async () => {
    await expectService();
    await proxy.down();
    await Promise.all(OPERATIONS.map(({ path, body }) => expectUnavailable(service.api.post(path, body))));
    await expectUnavailable(service.api.withToken('unknown').post('/live/v1/search'));
    await sleep(4500);
    await expectUnavailable(service.api.post('/live/v1/search'));
    await proxy.up();
    await expectService();
  });

  it('answers faults of HTTP, and tells that it lives but is not ready, while nothing listens', async () => {
    await proxy.down();
    expectError(await service.api.post('/nowhere'), 404, 20001);
    expectError(await service.api.withToken().post('/live/v1/search'), 401, 30001);
    expect((await service.api.fetch('/health/live')).status).toBe(200);
    // A look at the cluster is shared for a second.
    const ready = await eventually('the look', async () => {
      const answer = await service.api.fetch('/health/ready');
      return answer.status === 503 && answer;
    });
    expect(await ready.json()).toMatchObject({ status: 'not ready' });
    await proxy.up();
    await eventually('readiness', async () => (await service.api.fetch('/health/ready')).status === 200);
  });

  it('counts the deadline from the arrival of the request: a slow look-up leaves the search less', async () => {
    const token = await service.tokens.create('slow-look-up', SCOPES, null);
    proxy.fault = { kind: 'hang' };
    proxy.only = isTokenLookUp;
    const met = proxy.met;
    const request = timed(service.api.withToken(token).post('/probe/slow', { ms: 900 }));
    await eventually('the look-up', () => proxy.met > met);
    await sleep(300);
    proxy.heal();
    await expectUnavailable(request.then(({ answer }) => answer));
    expect((await request).tookMs).toBeLessThan(DEADLINE_MS + SLACK_MS);
  });

  const breaker = (): string => service.app.get(ClusterReads).breakerState;

  it('refuses no search while those of one index are silent, whose own requests end at their deadline', async () => {
    await expectService();
    const { met } = proxy;
    proxy.fault = { kind: 'hang' };
    proxy.only = isSearchOfLives;
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        Array.from({ length: 12 }, (_, at) => expectUnavailable(service.api.post(LIVES, { page: at + 1 }))),
      );
      expect((await service.api.post('/product/v1/search')).status).toBe(200);
    }
    expect([proxy.met - met, breaker()]).toEqual([36, 'closed']);
    proxy.heal();
    await expectService();
  });

  it('refuses all searches at once soon after the whole cluster is silent, but one a second that tries it out', async () => {
    await expectService();
    proxy.fault = { kind: 'hang' };
    const silentAt = performance.now();
    const clients = Array.from({ length: 6 }, async (_, at) => {
      while (breaker() === 'closed') await service.api.post(LIVES, { page: at + 1 });
    });
    await Promise.all(clients);
    expect(performance.now() - silentAt).toBeLessThan(2 * DEADLINE_MS + SLACK_MS);
    const searches = (): number => proxy.seen.filter(({ path }) => path.includes('_search')).length;
    const before = searches();
    const times: number[] = [];
    const until = performance.now() + 2500;
    while (performance.now() < until) {
      const { answer, tookMs } = await timed(service.api.post('/product/v1/search'));
      expectError(answer, 503, 40001);
      times.push(tookMs);
    }
    expect(searches() - before).toBeLessThanOrEqual(4);
    expect(times.sort((one, other) => one - other)[times.length >> 1]).toBeLessThan(DEADLINE_MS / 4);
    proxy.heal();
    await expectService();
    expect(breaker()).toBe('closed');
  });

  it('ends a handler’s request at the deadline, whatever the handler waits for', async () => {
    await expectService();
    await expectUnavailable(service.api.post('/probe/slow', { ms: 3000 }));
    expect((await service.api.post('/probe/slow', { ms: 1 })).status).toBe(200);
  });

  it('stays within the deadline with many requests at once, and serves again', async () => {
    await expectService();
    proxy.fault = { kind: 'hang' };
    const requests = Array.from({ length: 100 }, () => service.api.post('/live/v1/search'));
    await Promise.all(requests.map((request) => expectUnavailable(request, DEADLINE_MS + SLACK_MS)));
    proxy.heal();
    await expectService();
  });
});
