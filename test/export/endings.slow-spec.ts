import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { SCOPES } from '../../src/common/access-token.js';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import { toSaleDocument } from '../../src/figures/facts.record.js';
import { loadSuite } from '../loading/load-suite.js';
import { startTestApp, testApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { onOneDay } from '../support/one-day.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { loadRecords } from '../support/load-records.js';
import {
  beginExport,
  contextsClosed,
  exportAll,
  type Exported,
  openContexts,
  readExport,
  recordsIn,
} from './export-client.js';

const PATH = '/live/v1/export';
/** A step that no fault meets ends well before it on a busy machine. */
const STEP_DEADLINE_MS = 3000;
/** The first step of an export, of 200, and seven of 1,000. */
const LIVES = Array.from({ length: 7000 }, (_, index) => ({
  room_id: String(1_000_000 + index),
  title: `Stream "${index}", with a comma`,
  start_time: 1_780_000_000 + (index % 9),
  total_viewer_count: index % 3,
}));

/** Two steps of rows of a ranking, in their order. */
const SALES = Array.from({ length: 1200 }, (_, index) => ({
  ...{ id: `s${index}`, date: '2026-05-01', uid: '1', channel: 'video' as const, content_id: 'v1', product_id: 'p1' },
  ...{ product_category_id: 500_000 + index, units_sold: 1, gmv: 1, usd_gmv: 5000 - index },
}));

/** Every id once, in any order. */
const ALL_IDS = LIVES.map(({ room_id }) => room_id);
const idsIn = (exported: Exported) =>
  recordsIn<{ room_id: string }>(exported)
    .map(({ room_id }) => room_id)
    .sort();
const categoriesIn = (exported: Exported) =>
  recordsIn<{ category: { id: number } }>(exported).map(({ category }) => category.id);

describe('an export over Elasticsearch with faults', () => {
  const proxy = new FaultProxy();
  const target = loadSuite('export-broken');
  const source = loadSuite('export-endings');
  let service: TestApp;
  beforeAll(async () => {
    await loadRecords({ lives: LIVES })(source.client, source.names);
    const operations = SALES.flatMap((sale) => [{ index: {} }, toSaleDocument(sale, undefined, undefined)]);
    await source.client.bulk({ index: source.names.alias('sales'), operations, refresh: true });
  });
  beforeEach(async () => {
    proxy.heal();
    service = await startTestApp({
      name: 'export-endings',
      indices: source.prefix,
      proxy,
      config: { requestTimeoutMs: STEP_DEADLINE_MS },
    });
    // The data do not change: the days with facts are read once, on a machine too that is too slow to confirm the data every second.
    const watch = service.app.get(DataVersionWatch);
    await eventually('the state of the data', () => watch.state);
    jest.spyOn(watch, 'ageMs').mockReturnValue(0);
    proxy.met = 0;
    proxy.left = 0;
  });
  afterEach(() => service?.close());

  /** The fault meets each step of exports after so many. */
  const failAfter = (steps: number, fault: FaultProxy['fault']): void => {
    let seen = 0;
    proxy.fault = fault;
    proxy.only = (path) => path.startsWith('/_search?') && ++seen > steps;
  };
  const allClosed = () => contextsClosed(service);

  it('has no deadline as a whole: steps that are slow together make a whole file', async () => {
    failAfter(0, { kind: 'late', ms: STEP_DEADLINE_MS / 5 });
    const startedAt = performance.now();
    const exported = await exportAll(service, PATH);
    expect(performance.now() - startedAt).toBeGreaterThan(STEP_DEADLINE_MS);
    expect([exported.isWhole, idsIn(exported)]).toEqual([true, ALL_IDS]);
    await allClosed();
  });

  it.each(['ndjson', 'csv'] as const)(
    'breaks off when Elasticsearch goes away, so that no %s looks whole and none is loaded',
    async (format) => {
      failAfter(2, { kind: 'cut' });
      const broken = await exportAll(service, PATH, { format });
      expect([broken.status, broken.isWhole]).toEqual([200, false]);
      expect(broken.headers['x-total-count']).toBe('7000');
      if (format === 'csv') expect(broken.text.endsWith('\r\n"')).toBe(true);
      else {
        expect(recordsIn(broken).at(-1)).toEqual({
          code: 40001,
          message: expect.stringContaining('try again') as string,
          request_id: broken.headers['x-request-id'],
        });
      }
      proxy.heal();
      await target.load('lives', [target.records('old.ndjson', [{ room_id: 'old' }])], { mode: 'replace' });
      const file = target.file(`broken.${format}`, broken.text);
      expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(1200);
      await expect(target.load('lives', [file], { mode: 'replace' })).rejects.toThrow(
        format === 'csv' ? 'the quote on line 1202 is never closed' : 'is an export that was interrupted at line 1201',
      );
      expect([...(await target.contents('lives')).keys()]).toEqual(['old']);
      expect(service.log).toContainEqual(expect.objectContaining({ code: 40001, hits: 1200, aborted: true }));
      await allClosed();
    },
  );

  it('that breaks off counts nothing of the day', () =>
    onOneDay(async (name) => {
      const token = await service.tokens.create(name, SCOPES, null, { perDay: 70 });
      const state = new StateStore(service.elasticsearch, service.names);
      const counted = async () => (await state.get<{ requests: number }>(`daily-quota ${name}`))?.value.requests;
      failAfter(2, { kind: 'hang' });
      const answer = await beginExport({ url: service.url, token }, PATH);
      expect([answer.statusCode, await counted()]).toEqual([200, 70]);
      expect((await readExport(answer)).isWhole).toBe(false);
      await eventually('what is given back', async () => (await counted()) === 0);
    }));

  // Before its first rows a ranking reads the days with facts, the groups of two periods, and their figures.
  describe.each([
    ['of records', PATH, {}, 1, idsIn, ALL_IDS],
    [
      'of a ranking',
      '/category/v1/rank/topSelling/export',
      { filter: { date_info: { type: 'day', value: '2026-05-01' } } },
      4,
      categoriesIn,
      SALES.map(({ product_category_id }) => product_category_id),
    ],
  ] as const)('%s', (_, path, body, firstSteps, idsOf, ids) => {
    it('outlasts what fails for a while, and is whole', async () => {
      failAfter(firstSteps, { kind: 'cut' });
      const exporting = exportAll(service, path, body);
      await eventually('the searches', () => proxy.met > 1);
      proxy.heal();
      const exported = await exporting;
      expect([exported.isWhole, idsOf(exported)]).toEqual([true, ids]);
      await allClosed();
    });

    it('ends at Elasticsearch when its client leaves, and closes its points in time', async () => {
      failAfter(firstSteps, { kind: 'hang' });
      const answer = await beginExport(service, path, body);
      await eventually('the search', () => proxy.met === 1);
      expect(await openContexts(service)).toBeGreaterThan(0);
      answer.destroy();
      await eventually('the end of the search', () => proxy.left === 1);
      await allClosed();
    });

    it.each([
      ['is down', { kind: 'cut' }],
      ['is silent', { kind: 'hang' }],
      ['refuses', { kind: 'answer', status: 503 }],
    ] as const)('answers 503 in the envelope when Elasticsearch %s before the first byte', async (_, fault) => {
      failAfter(firstSteps - 1, fault);
      expectError(await service.api.post(path, body), 503, 40001);
      proxy.heal();
      await allClosed();
    });

    it.each<[string, FaultProxy['fault'], string]>([
      [
        'is gone',
        { kind: 'answer', status: 404, json: { error: { type: 'search_context_missing_exception' } } },
        'replaced',
      ],
      ['is not answered by the deadline', { kind: 'hang' }, 'try again'],
    ])('breaks off when its point in time %s, and says why', async (_, fault, message) => {
      failAfter(firstSteps, fault);
      const broken = await exportAll(service, path, body);
      expect([broken.status, broken.isWhole]).toEqual([200, false]);
      const said = { code: 40001, message: expect.stringContaining(message) as string };
      expect(recordsIn(broken).at(-1)).toMatchObject(said);
      proxy.heal();
      await allClosed();
    });
  });

  it('has as long as any request when the service ends, and then breaks off', async () => {
    failAfter(0, { kind: 'late', ms: 1000 });
    const answer = await beginExport(service, PATH);
    const startedAt = performance.now();
    const closed = service.closeService();
    const broken = await readExport(answer);
    expect(performance.now() - startedAt).toBeGreaterThan(STEP_DEADLINE_MS - 100);
    expect(recordsIn(broken).at(-1)).toMatchObject({
      code: 40001,
      message: expect.stringContaining('ending') as string,
    });
    expect(broken.isWhole).toBe(false);
    await closed;
    proxy.heal();
    await allClosed();
  });

  it('of a token is refused while two others run, and lets another one in when they have gone', async () => {
    const token = await service.tokens.create('three', SCOPES, null);
    const ofToken = { url: service.url, token };
    failAfter(2, { kind: 'hang' });
    const two = [await beginExport(ofToken, PATH), await beginExport(ofToken, PATH)];
    const refused = await service.api.withToken(token).post(PATH);
    expectError(refused, 429, 30003);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    proxy.heal();
    expect((await exportAll(service, PATH, { limit: 1 })).status).toBe(200);
    for (const answer of two) answer.destroy();
    await allClosed();
    expect((await exportAll(ofToken, PATH, { limit: 1 })).status).toBe(200);
  });
});

/** Together more than the buffers of a connection hold, and more than the steps that are made ahead of the reader. */
const READ_SLOWLY = Array.from({ length: 6000 }, (_, index) => ({
  room_id: String(1_000_000 + index),
  title: `${index} ${'a title that is long '.repeat(150)}`,
}));
/** 200 records and six times up to 1,000. */
const STEPS = 7;
const KEPT_FOR_MS = 120_000;
const SILENT_MS = 3000;
const ALL_BUT_INTERVALS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

describe('an export whose reader is slow', () => {
  const proxy = new FaultProxy();
  const service = testApp(() => ({ name: 'slow-reader', load: loadRecords({ lives: READ_SLOWLY }), proxy }));
  beforeEach(() => {
    proxy.seen.length = 0;
  });

  const steps = (): number => proxy.seen.filter(({ path }) => path.startsWith('/_search?')).length;
  const renewals = (): number => proxy.seen.filter(({ path }) => path === '/_search').length;

  const logged = (fields: object): Promise<unknown> =>
    eventually('a line of the log', () => {
      try {
        expect(service.log).toContainEqual(expect.objectContaining(fields));
        return true;
      } catch {
        return false;
      }
    });

  it('keeps its point in time while nothing is read, and is whole', async () => {
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_INTERVALS] });
    try {
      const answer = await beginExport(service, PATH);
      jest.advanceTimersByTime(KEPT_FOR_MS / 2);
      await eventually('the renewal', () => renewals() > 0);
      expect(steps()).toBeLessThan(STEPS);
      const exported = await readExport(answer);
      expect([exported.isWhole, recordsIn(exported).length, steps()]).toEqual([true, READ_SLOWLY.length, STEPS]);
      await contextsClosed(service);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  describe('that takes nothing for as long as the server waits', () => {
    beforeAll(() => {
      service.app.getHttpServer().setTimeout(SILENT_MS);
    });

    it('is told that it was too slow when it reads on, and its point in time is closed', async () => {
      const answer = await beginExport(service, PATH);
      const id = answer.headers['x-request-id'] as string;
      await logged({ request_id: id, msg: expect.stringContaining('read too slowly') as string });
      await contextsClosed(service);
      const exported = await readExport(answer);
      expect([exported.status, exported.isWhole]).toEqual([200, false]);
      const told = { code: 10001, message: expect.stringContaining('read too slowly') as string, request_id: id };
      expect(recordsIn(exported).at(-1)).toEqual(told);
    });

    it('is cut when it takes nothing of that either', async () => {
      const answer = await beginExport(service, PATH);
      const id = answer.headers['x-request-id'] as string;
      await logged({ request_id: id, msg: expect.stringContaining('read too slowly') as string });
      await logged({ request_id: id, msg: 'request', aborted: true });
      expect((await readExport(answer)).isWhole).toBe(false);
    });
  });
});
