import { setTimeout as sleep } from 'node:timers/promises';
import { SearchBulkhead } from '../../src/elastic/search/search-bulkhead.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { FaultProxy } from '../support/fault-proxy.js';

const DEADLINE_MS = 4000;

describe('a search that Elasticsearch leaves unanswered', () => {
  let proxy: FaultProxy;
  let service: TestApp;
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({
      name: 'client-gone',
      serviceElasticsearchUrl: proxy.url,
      config: { requestTimeoutMs: DEADLINE_MS },
    });
  });
  beforeEach(async () => {
    proxy.heal();
    expect((await service.api.post('/live/v1/search')).status).toBe(200);
    proxy.fault = { kind: 'hang' };
    proxy.only = (path) => path.includes('lives/_search');
    proxy.met = 0;
    proxy.left = 0;
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
  });

  /** A client that asks for a page and goes when told to. */
  function client(page: number): { leave: () => void; end: Promise<string> } {
    const leaving = new AbortController();
    const end = service.api
      .fetch('/live/v1/search', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.token}` },
        body: JSON.stringify({ page }),
        signal: leaving.signal,
      })
      .then(
        ({ status }) => `answered ${status}`,
        ({ name }: Error) => name,
      );
    return { leave: () => leaving.abort(), end };
  }

  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await sleep(10);
  };

  it('goes on for one that waits for the same when its client has gone, and is given up when that has gone too', async () => {
    const one = client(2);
    await until(() => proxy.met === 1);
    const other = client(2);
    await sleep(300);
    one.leave();
    expect(await one.end).toBe('AbortError');
    await sleep(300);
    expect([proxy.left, proxy.met]).toEqual([0, 1]);
    const leftAt = performance.now();
    other.leave();
    await until(() => proxy.left === 1);
    expect(performance.now() - leftAt).toBeLessThan(3000);
    expect(await other.end).toBe('AbortError');
    expect(proxy.met).toBe(1);
  });

  it('is not even begun for a client that has gone while its token was looked up', async () => {
    const token = await service.tokens.create('unknown to the process', ['live'], null);
    proxy.fault = { kind: 'late', ms: 1500 };
    let searched = 0;
    proxy.only = (path) => {
      if (path.includes('lives/_search')) searched += 1;
      return path.includes('tokens/');
    };
    const leaving = new AbortController();
    const gone = service.api
      .fetch('/live/v1/search', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ page: 4 }),
        signal: leaving.signal,
      })
      .catch(({ name }: Error) => name);
    await until(() => proxy.met === 1);
    leaving.abort();
    expect(await gone).toBe('AbortError');
    expect((await service.api.withToken(token).post('/live/v1/search', { page: 5 })).status).toBe(200);
    expect(searched).toBe(1);
    expect(service.app.get(SearchBulkhead).state).toEqual({ active: 0, waiting: 0 });
  });

  it('is given up at the deadline, when its client is answered', async () => {
    expectError(await service.api.post('/live/v1/search', { page: 3 }), 503, 40001);
    await until(() => proxy.left === 1);
    expect(proxy.met).toBe(1);
  });
});
