import { jest } from '@jest/globals';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { loadRecords } from '../support/load-records.js';
import { beginExport, readExport, recordsIn } from './export-client.js';

const PATH = '/live/v1/export';
/** Together more than the buffers of a connection hold, and more than the steps that are made ahead of the reader. */
const LIVES = Array.from({ length: 6000 }, (_, index) => ({
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
  let proxy: FaultProxy;
  let service: TestApp;
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({
      name: 'slow-reader',
      load: loadRecords({ lives: LIVES }),
      serviceElasticsearchUrl: proxy.url,
    });
  });
  beforeEach(() => {
    proxy.seen.length = 0;
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
  });

  const steps = (): number => proxy.seen.filter(({ path }) => path.startsWith('/_search?')).length;
  const renewals = (): number => proxy.seen.filter(({ path }) => path === '/_search').length;

  const openContexts = async (): Promise<number> => {
    const index = service.names.alias('lives');
    const { _all } = await service.elasticsearch.indices.stats({ index, metric: 'search' });
    return _all.total?.search?.open_contexts ?? NaN;
  };
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
      expect([exported.isWhole, recordsIn(exported).length, steps()]).toEqual([true, LIVES.length, STEPS]);
      await eventually('a closed point in time', async () => (await openContexts()) === 0);
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
      await eventually('a closed point in time', async () => (await openContexts()) === 0);
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
