import type { IncomingMessage, ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { SearchBulkhead } from '../../src/search/gateway/search-bulkhead.js';
import { requestScope } from '../../src/common/request-scope.js';
import { SingleFlight } from '../../src/freshness/data-cache.js';
import { expectError } from '../support/api-client.js';
import { testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy, isSearchOfLives } from '../support/fault-proxy.js';
import { OPERATIONS } from '../support/operations.js';
import { emptyIndices } from '../support/shared-indices.js';

/** Longer than a busy machine takes to bring two requests together. */
const DEADLINE_MS = 10_000;
const ALL_VIDEOS = { filter: { create_time_range: { min: 0 } } };

describe('a search that Elasticsearch leaves unanswered', () => {
  const proxy = new FaultProxy();
  const service = testApp(() => ({
    name: 'client-gone',
    indices: emptyIndices(),
    proxy,
    config: { requestTimeoutMs: DEADLINE_MS },
  }));
  beforeEach(async () => {
    proxy.heal();
    expect((await service.api.post('/live/v1/search')).status).toBe(200);
    proxy.fault = { kind: 'hang' };
    proxy.only = isSearchOfLives;
    proxy.met = 0;
    proxy.left = 0;
  });

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

  it('goes on for one that waits for the same when its client has gone, and is given up when that has gone too', async () => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its object below
    const { run } = SingleFlight.prototype;
    const signals: AbortSignal[] = [];
    const joins = jest.spyOn(SingleFlight.prototype, 'run').mockImplementation(function (this: object, ...given) {
      signals.push(requestScope().signal);
      return run.apply(this as never, given);
    });
    const hasLeft = (request: number): boolean => signals[request]?.aborted ?? false;
    const one = client(2);
    await eventually('the search', () => proxy.met === 1);
    const askedAt = performance.now();
    const other = client(2);
    await eventually('the second request', () => signals.length === 2);
    one.leave();
    expect(await one.end).toBe('AbortError');
    await eventually('the leaving', () => hasLeft(0));
    expect((await service.api.post('/video/v1/search', ALL_VIDEOS)).status).toBe(200);
    expect([hasLeft(1), proxy.left, proxy.met]).toEqual([false, 0, 1]);
    other.leave();
    await eventually('the end of the search', () => proxy.left === 1);
    expect(performance.now() - askedAt).toBeLessThan(DEADLINE_MS);
    expect(await other.end).toBe('AbortError');
    expect(String(signals[1]?.reason)).toContain('The client has gone.');
    expect(proxy.met).toBe(1);
    joins.mockRestore();
  });

  it('is not even begun for a client that has gone while its token was looked up', async () => {
    const token = await service.tokens.create('unknown to the process', ['live'], null);
    const release = proxy.hold();
    let searched = 0;
    proxy.only = (path) => {
      if (isSearchOfLives(path)) searched += 1;
      return path.includes('tokens/');
    };
    const closed = new Promise((resolve) => {
      const server = service.app.getHttpServer();
      server.once('request', (_: IncomingMessage, response: ServerResponse) => response.once('close', resolve));
    });
    const leaving = new AbortController();
    const gone = service.api
      .fetch('/live/v1/search', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ page: 4 }),
        signal: leaving.signal,
      })
      .catch(({ name }: Error) => name);
    await eventually('the look-up', () => proxy.met === 1);
    leaving.abort();
    expect(await gone).toBe('AbortError');
    await closed;
    release();
    expect((await service.api.withToken(token).post('/live/v1/search', { page: 5 })).status).toBe(200);
    expect(searched).toBe(1);
    expect(service.app.get(SearchBulkhead).state).toEqual({ active: 0, waiting: 0 });
  });

  it('is given up at the deadline, when its client is answered', async () => {
    expectError(await service.api.post('/live/v1/search', { page: 3 }), 503, 40001);
    await eventually('the end of the search', () => proxy.left === 1);
    expect(proxy.met).toBe(1);
  });
});

describe('a client that leaves while Elasticsearch is silent', () => {
  const proxy = new FaultProxy();
  const service = testApp(() => ({
    name: 'client-leaves',
    indices: emptyIndices(),
    proxy,
    config: { requestTimeoutMs: DEADLINE_MS },
  }));

  // The service ends at a rejection that nobody waits for; Jest then fails all tests of the file.
  it.each(OPERATIONS)('leaves no rejection that nobody waits for: $path', async ({ path, body }) => {
    proxy.only = (asked) => /_m?search/.test(asked);
    proxy.fault = { kind: 'hang' };
    proxy.met = 0;
    const leaving = new AbortController();
    const headers = {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      Authorization: `Bearer ${service.token}`,
    };
    const answer = service.api.fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: leaving.signal,
    });
    await eventually('the search', () => proxy.met > 0);
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
    proxy.heal();
    expect((await service.api.post('/live/v1/search')).status).toBe(200);
  });
});
