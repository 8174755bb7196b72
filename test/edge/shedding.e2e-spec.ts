import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { FaultProxy } from '../support/fault-proxy.js';

const AT_ONCE = 3;
const WAITING = 3;
const DEADLINE_MS = 6000;
/** So long that all requests of a test have come before the first is answered, on a busy machine too. */
const LATE_MS = 1500;

describe('a service that is asked for more than it can do', () => {
  let proxy: FaultProxy;
  let service: TestApp;
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({
      name: 'shedding',
      serviceElasticsearchUrl: proxy.url,
      config: { requestsAtOnce: AT_ONCE, requestsWaiting: WAITING, requestTimeoutMs: DEADLINE_MS },
    });
    expect((await ask(0)).status).toBe(200);
  });
  beforeEach(() => {
    proxy.heal();
    proxy.met = 0;
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
  });

  /** Each number is another page, which takes one search. */
  const bodyOf = (number: number): object => ({ filter: { start_time: { min: number } } });
  let asked = 0;
  const ask = (number: number): Promise<Answer> => service.api.post('/live/v1/search', bodyOf(number));
  const askAnother = (): Promise<Answer> => ask((asked += 1));
  const askMany = (count: number): Promise<Answer[]> => Promise.all(Array.from({ length: count }, askAnother));
  const searchesAre = (fault: FaultProxy['fault']): void => {
    proxy.fault = fault;
    proxy.only = (path) => path.includes('_search');
  };

  it('answers as many as there is room for, and refuses the others at once with 503, 40001 and Retry-After', async () => {
    searchesAre({ kind: 'late', ms: LATE_MS });
    const took: number[] = [];
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await askAnother();
        if (answer.status === 503) took.push(performance.now() - startedAt);
        return answer;
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(AT_ONCE + WAITING);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expectError(answer, 503, 40001);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(Math.max(...took)).toBeLessThan(LATE_MS);
    expect(proxy.met).toBe(AT_ONCE + WAITING);
  });

  it('goes on answering what needs no work: pages from memory, health', async () => {
    expect((await ask(0)).status).toBe(200);
    searchesAre({ kind: 'late', ms: LATE_MS });
    const busy = askMany(AT_ONCE + WAITING);
    while (proxy.met < AT_ONCE) await sleep(10);
    await sleep(200);
    expect((await ask(0)).status).toBe(200);
    expect((await service.api.fetch('/health/live')).status).toBe(200);
    expectError(await askAnother(), 503, 40001);
    expect(new Set((await busy).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('ends who waits at the deadline, counted from the arrival', async () => {
    searchesAre({ kind: 'hang' });
    const startedAt = performance.now();
    for (const answer of await askMany(AT_ONCE + WAITING)) expectError(answer, 503, 40001);
    const took = performance.now() - startedAt;
    expect(took).toBeGreaterThan(DEADLINE_MS * 0.9);
    expect(took).toBeLessThan(DEADLINE_MS + 3000);
  });

  it('gives the place of a client that has gone to the next', async () => {
    searchesAre({ kind: 'hang' });
    const gone = new AbortController();
    const leaving = Array.from({ length: AT_ONCE }, (_, number) =>
      service.api
        .fetch('/live/v1/search', {
          method: 'POST',
          body: JSON.stringify(bodyOf(1000 + number)),
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.token}` },
          signal: gone.signal,
        })
        .catch(() => undefined),
    );
    while (proxy.met < AT_ONCE) await sleep(10);
    const waiting = askAnother();
    await sleep(200);
    proxy.heal();
    const startedAt = performance.now();
    gone.abort();
    expect((await waiting).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS / 2);
    await Promise.all(leaving);
  });

  it('is itself again afterwards', async () => {
    const answers = await askMany(AT_ONCE + WAITING);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
