import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import { ExpensiveBulkhead, SearchBulkhead } from '../../src/search/gateway/search-bulkhead.js';
import { type Answer, expectError } from '../support/api-client.js';
import { testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { emptyIndices } from '../support/shared-indices.js';

const AT_ONCE = 3;
const WAITING = 3;
const ASKED = 20;
const DEADLINE_MS = 10_000;
const ORIGIN = 'https://page.example';
/** So slow that a busy machine keeps up with it: three at once are six a second. */
const SEARCH_MS = 500;
const BURST_MS = 6000;
const CALM_MS = 3000;
const AFTER_MS = 4000;
/** Of what the service can do. */
const SHARE_OF_BURST = 4;
const SHARE_OF_CALM = 0.7;

/** Searches of a page of a ranking wait for each other. */
const EXPENSIVE_WAITING = 10;

describe('a service that is asked for more than it can do', () => {
  const proxy = new FaultProxy();
  const service = testApp(() => ({
    name: 'shedding',
    indices: emptyIndices(),
    proxy,
    config: {
      requestsAtOnce: AT_ONCE,
      requestsWaiting: WAITING,
      expensive: { requestsAtOnce: 1, requestsWaiting: EXPENSIVE_WAITING },
      requestTimeoutMs: DEADLINE_MS,
      corsOrigins: [ORIGIN],
    },
  }));
  beforeAll(async () => {
    // The data do not change: what is read once is kept, on a machine too that is too slow to confirm it every second.
    const watch = service.app.get(DataVersionWatch);
    await eventually('the state of the data', () => watch.state);
    jest.spyOn(watch, 'ageMs').mockReturnValue(0);
    expect((await ask(0)).status).toBe(200);
  });
  beforeEach(() => {
    proxy.heal();
    proxy.only = (path) => path.includes('_search');
    proxy.met = 0;
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
    // Not while this process, which asks as well, is busy itself: then nothing is read that finds no room.
    await eventually('a page from memory', async () => (await ask(0)).status === 200);
    expect((await service.api.fetch('/health/live')).status).toBe(200);
    expectError(await askAnother(), 503, 40001);
    release();
    expect(new Set((await busy).map(({ status }) => status))).toEqual(new Set([200]));
  });

  const FACETS = ['region', 'seller_id', 'l1_category_id', 'l2_category_id', 'l3_category_id'];
  const DAYS = { from: '2026-06-01', to: '2026-06-30' };
  const DATE = { date_info: { type: 'week', value: '2026-20' } };
  const facetsOf = (count: number): object => ({ facets: FACETS.slice(0, count).map((field) => ({ field })) });

  it.each([
    ['a ranking', '/creator/v1/rank/topGrowth', { filter: DATE }],
    ['an export', '/live/v1/export', {}],
    ['a breakdown without an id', '/sales/v1/breakdown', { by: 'day', ...DAYS }],
    ['peers', '/creator/v1/peers', { filter: { uid: '1', ...DATE } }],
    ['five facets', '/product/v1/facets', facetsOf(5)],
  ])('gives an expensive request a slot of its own: %s', async (_, path, body) => {
    // The days with facts, which are read once, are no expensive search.
    for (const ranking of ['topGrowth', 'topEcommerce'])
      await service.api.post('/creator/v1/rank/periods', { filter: { ranking } });
    const release = proxy.hold();
    const answer = service.api.post(path, body);
    await eventually('the search', () => service.app.get(ExpensiveBulkhead).state.active === 1);
    expect(room()).toEqual({ active: 0, waiting: 0 });
    release();
    expect((await answer).status).toBe(200);
  });

  it('refuses an expensive request when too many wait, says what makes it cheaper, and answers others', async () => {
    const lane = service.app.get(ExpensiveBulkhead);
    const release = proxy.hold();
    const breakDown = (day: number): Promise<Answer> =>
      service.api.post('/sales/v1/breakdown', { by: 'region', from: `2026-06-${10 + day}`, to: '2026-06-30' });
    const busy = Array.from({ length: 1 + EXPENSIVE_WAITING }, (_, day) => breakDown(day));
    await eventually('a full lane', () => lane.state.active === 1 && lane.state.waiting === EXPENSIVE_WAITING);
    const refused = await breakDown(1 + EXPENSIVE_WAITING);
    expectError(refused, 503, 40001);
    expect([refused.headers.get('retry-after'), refused.body.message]).toEqual([
      '1',
      expect.stringContaining('ask for less: fewer days or facets, one region, an id') as string,
    ]);
    proxy.only = (path) => path.includes('sales');
    expect((await askAnother()).status).toBe(200);
    release();
    expect((await Promise.all(busy)).map(({ status }) => status)).toEqual(busy.map(() => 200));
  });

  it.each([
    ['a page', '/live/v1/search', {}],
    ['a breakdown of one creator', '/sales/v1/breakdown', { by: 'day', filter: { uid: '1' }, ...DAYS }],
    ['four facets', '/product/v1/facets', facetsOf(4)],
    ['a history', '/creator/v1/history', { uid: '1', date_type: 'day', ...DAYS }],
  ])('gives the usual slots to any other request: %s', async (_, path, body) => {
    const release = proxy.hold();
    const answer = service.api.send(path, { text: JSON.stringify(body), headers: { 'Cache-Control': 'no-store' } });
    await eventually('the search', () => room().active > 0);
    expect(service.app.get(ExpensiveBulkhead).state).toEqual({ active: 0, waiting: 0 });
    release();
    expect((await answer).status).toBe(200);
  });

  it.each([
    ['a query string', '/live/v1/search?x=1', {}],
    ['the origin of a page', '/live/v1/search', { Origin: ORIGIN }],
    ['both', '/live/v1/search?x=1', { Origin: ORIGIN }],
  ])('refuses all the same who comes with %s', async (_, path, headers) => {
    const release = proxy.hold();
    const busy = askMany(AT_ONCE + WAITING);
    await eventually('a full service', () => room().active === AT_ONCE && room().waiting === WAITING);
    const refused = await service.api.send(path, { text: JSON.stringify(bodyOf(2000)), headers });
    expectError(refused, 503, 40001);
    expect(refused.headers.get('retry-after')).toBe('1');
    release();
    await busy;
  });

  it('answers at least half of what it can do while four times as much is asked, and 3 s later all of 70 %', async () => {
    const answered: { readonly at: number; readonly status: number }[] = [];
    const asking: Promise<void>[] = [];
    /**
     * Asks, whether or not answers come, as many a second as that share of what can be done. What a pause of the machine
     * left out is not made up for: neither the service could work meanwhile.
     */
    const askFor = async (ms: number, share: number): Promise<number> => {
      const everyMs = SEARCH_MS / (AT_ONCE * share);
      const count = Math.round(ms / everyMs);
      for (let left = count; left > 0; left -= 1) {
        const at = performance.now();
        asking.push(askAnother().then(({ status }) => void answered.push({ at, status })));
        await sleep(everyMs);
      }
      return count;
    };
    const statuses = (from: number, to: number): number[] =>
      answered.filter(({ at }) => at >= from && at < to).map(({ status }) => status);
    proxy.fault = { kind: 'late', ms: SEARCH_MS };
    const beganAt = performance.now();
    const sent = await askFor(BURST_MS, SHARE_OF_BURST);
    const endedAt = performance.now();
    await askFor(CALM_MS, SHARE_OF_CALM);
    const calmAt = performance.now();
    await askFor(AFTER_MS, SHARE_OF_CALM);
    await Promise.all(asking);
    const burst = statuses(beganAt, endedAt);
    expect(new Set(burst)).toEqual(new Set([200, 503]));
    const accepted = burst.filter((status) => status === 200).length;
    expect(accepted).toBeGreaterThanOrEqual(sent / SHARE_OF_BURST / 2);
    const after = statuses(calmAt, Infinity);
    expect(after.length).toBeGreaterThan(10);
    expect(new Set(after)).toEqual(new Set([200]));
  });

  it('ends who waits at the deadline, counted from the arrival', async () => {
    proxy.fault = { kind: 'hang' };
    const startedAt = performance.now();
    for (const answer of await askMany(AT_ONCE + WAITING)) expectError(answer, 503, 40001);
    const took = performance.now() - startedAt;
    expect(took).toBeGreaterThan(DEADLINE_MS * 0.9);
    // Counted from its turn, the deadline of those that wait would end after twice as long.
    expect(took).toBeLessThan(DEADLINE_MS * 1.9);
  });

  it('gives the place of a client that has gone to the next', async () => {
    proxy.fault = { kind: 'hang' };
    const gone = new AbortController();
    const askedAt = performance.now();
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
    gone.abort();
    expect((await waiting).status).toBe(200);
    // Before the deadline of those that left, which frees their places as well.
    expect(performance.now() - askedAt).toBeLessThan(DEADLINE_MS);
    await Promise.all(leaving);
  });

  it('is itself again afterwards', async () => {
    const answers = await askMany(AT_ONCE + WAITING);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
