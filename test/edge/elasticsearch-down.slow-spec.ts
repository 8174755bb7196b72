import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '../../src/common/access-token.js';
import type { IndexKind } from '../../src/common/record-kind.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { readIndexDefinition } from '../../src/elastic/indices/index-definition.js';
import { type Answer, expectError } from '../support/api-client.js';
import { testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { type Fault, FaultProxy, isSearchOfLives } from '../support/fault-proxy.js';
import { OPERATIONS } from '../support/operations.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

/** A search that no fault meets ends well before it on a busy machine. */
const DEADLINE_MS = 2000;
/** What the answer may take on its way beyond the deadline on a busy machine. */
const SLACK_MS = 5000;
const RECOVERY_MS = 5000;
const LATE = /took too long|did not answer in time/;
const MOST_LATE = 10;
const LIVES = '/live/v1/search';
const isTokenLookUp = (path: string): boolean => path.includes('tokens');

describe('Elasticsearch at fault', () => {
  const proxy = new FaultProxy();
  const service = testApp(() => ({
    name: 'down',
    indices: emptyIndices(),
    proxy,
    controllers: [ProbeController],
    config: { requestTimeoutMs: DEADLINE_MS, pageCacheBytes: 0, listsBytes: 0 },
  }));
  afterEach(async () => {
    proxy.heal();
    await proxy.down();
    await proxy.up();
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

  /**
   * The service answers again by itself within five seconds of its cluster, and goes on doing so. An answer that a busy
   * machine makes too late, which says so, is asked for again.
   */
  const expectService = async (token = service.token): Promise<void> => {
    const healedAt = performance.now();
    let late = 0;
    for (const { path, body } of OPERATIONS) {
      for (let answered = 0; answered < 2;) {
        const askedAt = performance.now();
        const answer = await service.api.withToken(token).post(path, body);
        if (answer.status === 200) answered += 1;
        else if (LATE.test(answer.body.message) && late < MOST_LATE) late += 1;
        else {
          const refused = { path, answer: answer.body, isSoon: askedAt < healedAt + RECOVERY_MS };
          expect({ ...refused, answered }).toEqual({ ...refused, answered: 0, isSoon: true });
          await sleep(50);
        }
      }
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
    const request = timed(service.api.withToken(token).post('/probe/slow', { ms: DEADLINE_MS - 100 }));
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
      // Not where the machine makes it late; a breaker that opens lets fewer of the others through.
      await eventually('a page', async () => (await service.api.post('/product/v1/search')).status === 200);
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
    expect(times.sort((one, other) => one - other)[times.length >> 1]).toBeLessThan(DEADLINE_MS / 8);
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

const INDEX_DEADLINE_MS = 1500;
const NOTICED_WITHIN_MS = 6000;

describe('an index that the service can’t read', () => {
  const service = testApp(() => ({ name: 'wrong-index', config: { requestTimeoutMs: INDEX_DEADLINE_MS } }));

  async function physicalOf(kind: IndexKind): Promise<string> {
    return String(Object.keys(await service.elasticsearch.indices.getAlias({ name: service.names.alias(kind) }))[0]);
  }

  /** The first answer of that status, within the time in which a change is noticed. */
  function answerOf(path: string, body: object, status: number): Promise<Answer> {
    const ask = async (): Promise<Answer | false> => {
      const startedAt = performance.now();
      const answer = await service.api.post(path, body);
      expect(performance.now() - startedAt).toBeLessThan(INDEX_DEADLINE_MS + SLACK_MS);
      return answer.status === status && answer;
    };
    return eventually(`${status} of ${path}`, ask, NOTICED_WITHIN_MS);
  }

  const expectAllWell = async (): Promise<void> => {
    for (const { path, body } of OPERATIONS) await answerOf(path, body, 200);
  };

  async function raiseVersion(kind: IndexKind, by: number): Promise<void> {
    const index = await physicalOf(kind);
    const mapping = Object.values(await service.elasticsearch.indices.getMapping({ index }))[0]?.mappings;
    const version = Number(mapping?._meta?.version) + by;
    await service.elasticsearch.indices.putMapping({ index, _meta: { version } });
  }

  it.each([
    ['videos', 'sales'],
    ['products', 'lives'],
  ] as const)('gives 500 / 40001 on mappings of another version, and only on these: %s and %s', async (...wrong) => {
    await expectAllWell();
    await Promise.all(wrong.map((kind) => raiseVersion(kind, 1)));
    const isWrong = ({ index }: { index: IndexKind }): boolean => wrong.some((kind) => kind === index);
    for (const { path, body } of OPERATIONS.filter(isWrong)) {
      const answer = await answerOf(path, body, 500);
      expectError(answer, 500, 40001);
      expect(answer.headers.get('retry-after')).toBeNull();
      expect(answer.body.message).toContain('version');
    }
    for (const { path, body } of OPERATIONS.filter(
      (operation) => !isWrong(operation) && !isWrong({ index: operation.also ?? operation.index }),
    )) {
      expect([path, (await service.api.post(path, body)).status]).toEqual([path, 200]);
    }
    await Promise.all(wrong.map((kind) => raiseVersion(kind, -1)));
    await expectAllWell();
  });

  const KINDS: IndexKind[] = ['videos', 'products', 'lives', 'sales'];

  it.each(KINDS)('gives 500 / 40001 on a missing alias: %s', async (kind) => {
    const index = await physicalOf(kind);
    const name = service.names.alias(kind);
    await service.elasticsearch.indices.deleteAlias({ index, name });
    for (const { path, body } of OPERATIONS.filter((operation) => operation.index === kind)) {
      const answer = await answerOf(path, body, 500);
      expectError(answer, 500, 40001);
      expect(answer.headers.get('retry-after')).toBeNull();
    }
    await service.elasticsearch.indices.putAlias({ index, name, is_write_index: true });
    await expectAllWell();
  });

  it.each(KINDS)('gives 503 / 40001 with Retry-After on a red index: %s', async (kind) => {
    const physical = await physicalOf(kind);
    const alias = service.names.alias(kind);
    const parked = `${alias}-v1-parked`;
    const { settings, mappings } = readIndexDefinition(kind);
    await service.elasticsearch.indices.create({
      index: parked,
      settings: { ...settings, 'index.routing.allocation.require.name': 'nowhere' },
      mappings,
      wait_for_active_shards: 0,
    });
    const move = (from: string, to: string) =>
      service.elasticsearch.indices.updateAliases({
        actions: [{ remove: { index: from, alias } }, { add: { index: to, alias, is_write_index: true } }],
      });
    await move(physical, parked);
    for (const { path, body } of OPERATIONS.filter((operation) => operation.index === kind)) {
      const answer = await answerOf(path, body, 503);
      expectError(answer, 503, 40001);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    await move(parked, physical);
    await service.elasticsearch.indices.delete({ index: parked });
    await expectAllWell();
  });
});
