import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { FailureFilter } from '../answer/failure.filter.js';
import type { EndedRequest } from '../../telemetry/metrics.js';
import { LoadShedding } from './load-shedding.js';
import { SecurityHeadersMiddleware } from './security-headers.middleware.js';

describe('a request that is refused unread', () => {
  let refuses: boolean;
  let ended: EndedRequest[];
  let server: Server;
  let url: string;
  beforeEach(async () => {
    refuses = true;
    ended = [];
    const shedding = new LoadShedding(
      { refusesUnread: () => refuses },
      new SecurityHeadersMiddleware({ corsOrigins: ['https://a.example'] }),
      new FailureFilter({} as Logger, {} as HttpAdapterHost<ExpressAdapter>),
      { countRequest: (request) => void ended.push(request) },
    );
    server = createServer(shedding.before((_, response) => response.writeHead(204).end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url + path, { method: 'POST', body: '{}', headers });

  it('gets the envelope, its own id, when to come back, and the headers of every answer; it is counted', async () => {
    const answer = await ask('/video/v1/search', { 'X-Request-Id': 'mine' });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      code: 40001,
      data: { errors: [] },
      message: 'Too many requests are in progress; try again shortly.',
      timestamp: expect.any(Number) as number,
      request_id: 'mine',
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '1',
      'x-request-id': 'mine',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    expect(ended).toEqual([
      { method: 'POST', path: '/video/v1/search', status: 503, code: 40001, tookMs: 0, elasticMs: 0 },
    ]);
  });

  it('gets an id when it brought none', async () => {
    const body = (await (await ask('/live/v1/search')).json()) as { request_id: string };
    expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('can’t be escaped with a query string or an origin, whose page may read it when it is a configured one', async () => {
    const mine = await ask('/video/v1/search?x=1', { Origin: 'https://a.example' });
    expect(mine.status).toBe(503);
    expect(mine.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect(mine.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(mine.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const strange = await ask('/video/v1/search', { Origin: 'https://b.example' });
    expect([strange.status, strange.headers.get('access-control-allow-origin')]).toEqual([503, null]);
    expect(ended.map(({ path }) => path)).toEqual(['/video/v1/search', '/video/v1/search']);
  });

  it.each([
    ['that searches nothing', '/health/live', 'GET', true],
    ['of a browser that only asks whether it may', '/video/v1/search', 'OPTIONS', true],
    ['while there is room', '/video/v1/search', 'POST', false],
  ])('is none %s', async (_, path, method, isFull) => {
    refuses = isFull;
    expect((await fetch(url + path, { method })).status).toBe(204);
    expect(ended).toEqual([]);
  });
});
