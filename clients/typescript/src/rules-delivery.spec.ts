import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { attempt, slackText } from './rules-delivery.js';

const KEY = Buffer.alloc(32, 7);
const MESSAGE = { id: 'msg_1', body: '{"rule":"é"}' };

describe('an attempt', () => {
  let server: Server;
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const attemptAt = (listener: RequestListener) => {
    answer = listener;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return attempt(MESSAGE, { url, key: KEY, format: 'json' });
  };

  it.each([
    [200, 'accepted'],
    [410, 'ended'],
  ])('leaves the body of an answer with %i, which may never end', async (status, expected) => {
    let isClosed: Promise<unknown> = Promise.resolve();
    const result = await attemptAt((request, response) => {
      isClosed = once(request.socket, 'close');
      response.writeHead(status).write('a');
    });
    expect(result).toBe(expected);
    await isClosed;
  });

  it.each<[string, number, Record<string, string>, string, number]>([
    ['a fault', 500, {}, 'HTTP 500 sorry', 0],
    ['an address that has moved, which no signature is sent to', 307, { Location: '/new' }, 'HTTP 307 /new', 0],
    ['seconds to wait', 429, { 'Retry-After': '90' }, 'HTTP 429 sorry', 90_000],
    ['a wrong wait', 503, { 'Retry-After': 'soon' }, 'HTTP 503 sorry', 0],
  ])('tells why %s is no success', async (_, status, headers, reason, retryAfterMs) => {
    expect(await attemptAt((_request, response) => response.writeHead(status, headers).end('sorry'))).toEqual({
      ...{ reason, retryAfterMs },
    });
  });

  it('waits until a date', async () => {
    const until = new Date(Date.now() + 3_600_000).toUTCString();
    const result = await attemptAt((_request, response) => response.writeHead(503, { 'Retry-After': until }).end());
    expect(result).toMatchObject({ reason: 'HTTP 503' });
    expect(Math.abs((result as { retryAfterMs: number }).retryAfterMs - 3_600_000)).toBeLessThan(60_000);
  });

  it('is signed as the library of the specification verifies', async () => {
    let verified: unknown;
    const secret = `whsec_${KEY.toString('base64')}`;
    await attemptAt((request, response) => {
      let text = '';
      request.on('data', (part) => (text += String(part)));
      request.on('end', () => {
        verified = new Webhook(secret).verify(text, request.headers as Record<string, string>);
        response.writeHead(204).end();
      });
    });
    expect(verified).toEqual({ rule: 'é' });
  });
});

describe('a message for Slack', () => {
  it('is text with the rows, their figures and a link, in which data is no mark-up', () => {
    const moved = { change: 'moved', id: { uid: '<!here>' }, place: 1, previous_place: 3 } as const;
    const fresh = { change: 'new', id: { uid: 'b' }, place: 2, previous_place: null, row: {}, previous: {} } as const;
    const text = slackText({
      ...{ rule: 'A & <B>', at: '2026-07-01T00:00:00.000Z', data_version: 'e.2', previous_data_version: 'e.1' },
      period: { type: 'day', value: '2026-06-30' },
      previous_period: { from: '2026-06-28', to: '2026-06-29' },
      rows: [
        {
          ...moved,
          row: { gmv: 20, name: 'x', price: { amount: 9, currency: 'USD', tax: 1 } },
          previous: { gmv: 10, name: 'y', price: { amount: 12, currency: 'GBP', tax: 1 } },
        },
        fresh,
      ],
      more: 1,
      explorer_url: 'https://a.example/explore?view=a&b=1',
    });
    expect(text.split('\n')).toEqual([
      '*A &amp; &lt;B&gt;* (2026-06-30, compared with 2026-06-28 to 2026-06-29)',
      '• moved: &lt;!here&gt;; place 3 → 1; gmv 10 → 20; price.amount 12 → 9',
      '• new: b; place 2',
      'and 1 more',
      '<https://a.example/explore?view=a&amp;b=1|Open in the explorer>',
    ]);
  });
});
