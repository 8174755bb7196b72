import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import type { EndedRequest } from '../request/request-observer.js';
import type { RouteTable } from '../server/route-table.js';
import type { ServiceAdapter, UnreadAnswer } from '../server/service-adapter.js';
import { UnreadRefusal } from './unread-refusal.js';

const PATHS = new Set(['/live/v1/search', '/video/v1/search']);

describe('a request that is refused unread', () => {
  let refuses: boolean;
  let ended: EndedRequest[];
  let server: Server;
  let url: string;
  beforeEach(async () => {
    refuses = true;
    ended = [];
    const adapter = { answerUnread: () => false };
    const refusal = new UnreadRefusal(
      { httpAdapter: adapter } as unknown as HttpAdapterHost<ServiceAdapter>,
      { refusesUnread: () => refuses },
      { operationPaths: PATHS } as unknown as RouteTable,
      { ended: (request) => void ended.push(request), limited: () => undefined },
    );
    refusal.onModuleInit();
    const refuse = adapter.answerUnread as UnreadAnswer;
    server = createServer((request, response) => {
      if (!refuse(request, response)) response.writeHead(204).end();
    });
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

  it('gets an id when it brought none, and msg from live search', async () => {
    const body = (await (await ask('/live/v1/search')).json()) as { msg: string; message: string; request_id: string };
    expect(body.msg).toBe(body.message);
    expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['for another path', '/health/live', {}, true],
    [
      'of a page of another origin, which needs the headers of CORS',
      '/video/v1/search',
      { Origin: 'https://a.example' },
      true,
    ],
    ['while there is room', '/video/v1/search', {}, false],
  ])('is none %s', async (_, path, headers, isFull) => {
    refuses = isFull;
    expect((await ask(path, headers)).status).toBe(204);
    expect(ended).toEqual([]);
  });
});
