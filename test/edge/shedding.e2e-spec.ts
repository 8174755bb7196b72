import { SearchBulkhead } from '../../src/elastic/search/search-bulkhead.js';
import type { Answer } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { emptyIndices } from '../support/shared-indices.js';

const AT_ONCE = 3;
const WAITING = 3;
const ASKED = 20;
const DEADLINE_MS = 6000;

describe('a service that is asked for more than it can do', () => {
  let proxy: FaultProxy;
  let service: TestApp;
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({
      name: 'shedding',
      indices: emptyIndices(),
      serviceElasticsearchUrl: proxy.url,
      config: { requestsAtOnce: AT_ONCE, requestsWaiting: WAITING, requestTimeoutMs: DEADLINE_MS },
    });
    expect((await ask(0)).status).toBe(200);
  });
  beforeEach(() => {
    proxy.heal();
    proxy.only = (path) => path.includes('_search');
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
  const room = (): SearchBulkhead['state'] => service.app.get(SearchBulkhead).state;

  it('answers as many as there is room for, and refuses the others at once with 503, 40001 and Retry-After', async () => {
    const release = proxy.hold();
    const answers: Answer[] = [];
    const asking = Array.from({ length: ASKED }, async () => void answers.push(await askAnother()));
    await eventually('the refusals', () => answers.length === ASKED - AT_ONCE - WAITING);
    for (const answer of answers) {
      expectError(answer, 503, 40001);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(proxy.met).toBe(AT_ONCE);
    release();
    await Promise.all(asking);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(AT_ONCE + WAITING);
    expect(proxy.met).toBe(AT_ONCE + WAITING);
  });

  it('goes on answering what needs no work: pages from memory, health', async () => {
    expect((await ask(0)).status).toBe(200);
    const release = proxy.hold();
    const busy = askMany(AT_ONCE + WAITING);
    await eventually('a full service', () => room().active === AT_ONCE && room().waiting === WAITING);
    expect((await ask(0)).status).toBe(200);
    expect((await service.api.fetch('/health/live')).status).toBe(200);
    expectError(await askAnother(), 503, 40001);
    release();
    expect(new Set((await busy).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('ends who waits at the deadline, counted from the arrival', async () => {
    proxy.fault = { kind: 'hang' };
    const startedAt = performance.now();
    for (const answer of await askMany(AT_ONCE + WAITING)) expectError(answer, 503, 40001);
    const took = performance.now() - startedAt;
    expect(took).toBeGreaterThan(DEADLINE_MS * 0.9);
    expect(took).toBeLessThan(DEADLINE_MS + 3000);
  });

  it('gives the place of a client that has gone to the next', async () => {
    proxy.fault = { kind: 'hang' };
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
    // More where one of the test before was only just sent at its deadline.
    await eventually('the searches', () => room().active === AT_ONCE && proxy.met >= AT_ONCE);
    const waiting = askAnother();
    await eventually('one that waits', () => room().waiting === 1);
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
