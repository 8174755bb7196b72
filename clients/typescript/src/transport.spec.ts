import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { ApiError, NoAnswerError, DeadlineError, ErrorCode } from './errors.js';
import { type Attempt, type ClientOptions, Transport, VERSION } from './transport.js';

type Reply = (init: RequestInit) => Response | Promise<Response>;

const success: Reply = () => json(200, { code: 0, data: { total: 7 }, message: '', timestamp: 1, request_id: 'r' });
const refusal = (status: number, code: number, headers: Record<string, string> = {}): Reply => {
  const errors = [{ path: 'page', rule: 'min', message: 'page is 0; it must be at least 1.', limit: 1 }];
  return () => json(status, { code, data: { errors }, message: 'no', timestamp: 1, request_id: 'r' }, headers);
};
const cut: Reply = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('other side closed') }));
/** Answers never; as `fetch` it ends with its signal. */
const silence: Reply = ({ signal }) =>
  new Promise((_, reject) => {
    const end = (): void => reject(signal?.reason as Error);
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end);
  });

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

/** A transport whose requests meet one reply after the other, and how many it sent. */
function over(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const transport = new Transport({
    baseUrl: 'http://service.example/api/',
    token: 'token',
    fetch: async (url, init = {}) => {
      sent.push({ url: url as string, init });
      const reply = replies[sent.length - 1];
      if (reply === undefined) throw new Error('One request too many.');
      return reply(init);
    },
    ...options,
  });
  return { sent, send: (more = {}) => transport.send('/video/v1/search', { page: 2 }, more) };
}

const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call', () => {
  it('sends the token and JSON below the path of the base URL, and gives the envelope', async () => {
    const { sent, send } = over([success]);
    expect((await send()).envelope).toEqual({
      code: 0,
      data: { total: 7 },
      message: '',
      timestamp: 1,
      request_id: 'r',
    });
    expect(sent).toEqual([
      {
        url: 'http://service.example/api/video/v1/search',
        init: {
          method: 'POST',
          headers: new Headers({
            Authorization: 'Bearer token',
            'Content-Type': 'application/json',
            'User-Agent': `commerce-analytics-typescript/${VERSION}`,
          }),
          body: '{"page":2}',
          signal: expect.any(AbortSignal) as AbortSignal,
        },
      },
    ]);
  });

  it.each(['', 'two words', 'two\nlines'])('takes no token such as %j', (token) => {
    expect(() => over([], { token })).toThrow('The token (or COMMERCE_ANALYTICS_TOKEN) is empty or holds a space.');
  });

  it.each(['service.example', 'localhost:3000', 'ftp://service.example', 'file:///etc'])(
    'takes no base URL such as %s',
    (baseUrl) => {
      expect(() => over([], { baseUrl })).toThrow(
        `baseUrl (or COMMERCE_ANALYTICS_URL) is "${baseUrl}"; it must be an address with http or https.`,
      );
    },
  );

  it.each([NaN, Infinity, 2 ** 31])('takes no time-out that no timer can wait for, such as %d', async (timeoutMs) => {
    const message = `timeoutMs is ${timeoutMs}; it must be a number of milliseconds above 0, up to 2147483647.`;
    expect(() => over([], { timeoutMs })).toThrow(new RangeError(message));
    const { sent, send } = over([success]);
    expect(await thrown(send({ timeoutMs }))).toEqual(new RangeError(message));
    expect(sent).toEqual([]);
    expect((await send({ timeoutMs: 2 ** 31 - 1 })).envelope.code).toBe(0);
  });

  it('takes address and token of the environment unless they are given', async () => {
    const environment = { COMMERCE_ANALYTICS_URL: 'http://from.environment/', COMMERCE_ANALYTICS_TOKEN: 't2' };
    const replaced = jest.replaceProperty(process, 'env', environment);
    try {
      const byDefault = over([success], { baseUrl: undefined, token: undefined });
      const given = over([success]);
      await Promise.all([byDefault.send(), given.send()]);
      const [one, other] = [...byDefault.sent, ...given.sent];
      expect(one?.url).toBe('http://from.environment/video/v1/search');
      expect((one?.init.headers as Headers).get('Authorization')).toBe('Bearer t2');
      expect(other?.url).toBe('http://service.example/api/video/v1/search');
      expect((other?.init.headers as Headers).get('Authorization')).toBe('Bearer token');
      replaced.replaceValue({});
      expect(() => new Transport({})).toThrow('baseUrl (or COMMERCE_ANALYTICS_URL) is ""');
      expect(() => new Transport({ baseUrl: 'http://a' })).toThrow('The token');
    } finally {
      replaced.restore();
    }
  });

  it('sends headers of its own in the place of those of the client', async () => {
    const { sent, send } = over([success]);
    await send({ headers: { 'x-request-id': 'mine', 'user-agent': 'mine/1' } });
    const headers = sent[0]?.init.headers as Headers;
    expect([headers.get('X-Request-Id'), headers.get('User-Agent')]).toEqual(['mine', 'mine/1']);
  });

  it('names the version of the package', () => {
    const { version } = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8')) as { version: string };
    expect(VERSION).toBe(version);
  });
});

describe('an error', () => {
  it('has the code, every error, the status, the headers and the id of the request', async () => {
    const error = await thrown(over([refusal(400, 10001, { 'RateLimit-Remaining': '3' })]).send());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'no',
      code: ErrorCode.Parameter,
      status: 400,
      errors: [{ path: 'page', rule: 'min', limit: 1 }],
      requestId: 'r',
      retryAfter: undefined,
    });
    expect((error as ApiError).headers.get('RateLimit-Remaining')).toBe('3');
  });

  it.each([
    [502, 'Bad gateway'],
    [200, '<html>'],
    [200, 'null'],
    [404, '"text"'],
  ])('of a proxy (%i, %s) has no code', async (status, text) => {
    const error = await thrown(over([() => new Response(text, { status })]).send({ retries: 0 }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: undefined,
      status,
      message: `HTTP ${status}, and not from the service: ${text}`,
      errors: [],
    });
  });

  it('says why no answer came', async () => {
    const error = await thrown(over([cut]).send({ retries: 0 }));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect((error as Error).message).toBe('No whole answer from http://service.example/api: other side closed');
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });

  it.each([
    ['7', 7],
    [new Date(Date.now() + 60_000).toUTCString(), 60],
    [new Date(Date.now() + 60_000).toUTCString().replace(' GMT', ''), 60],
    ['soon', undefined],
    ['1.5', undefined],
    ['Monday', undefined],
  ])('knows how long to wait: %s', async (header, seconds) => {
    const error = (await thrown(over([refusal(429, 30002, { 'Retry-After': header })]).send())) as ApiError;
    if (seconds === undefined) expect(error.retryAfter).toBeUndefined();
    else expect(Math.abs((error.retryAfter as number) - seconds)).toBeLessThan(5);
  });
});

describe('a call is repeated', () => {
  it.each([
    ['503', refusal(503, 40001)],
    ['429 of too many requests', refusal(429, 30003)],
    ['502 of a proxy', () => new Response('', { status: 502 })],
    ['a cut connection', cut],
    [
      'a cut body',
      () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })),
    ],
  ] as const)('after %s, twice', async (_, reply) => {
    const recovered = over([reply, reply, success]);
    expect((await recovered.send()).envelope.code).toBe(0);
    expect(recovered.sent).toHaveLength(3);
  });

  it('after its own wait where Retry-After is neither seconds nor a date', async () => {
    const startedAt = performance.now();
    await over([refusal(503, 40001, { 'Retry-After': '1.5' }), success]).send();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(120);
  });

  it('as often as it is told', async () => {
    const again = refusal(503, 40001, { 'Retry-After': '0' });
    const [none, two, four] = [over([again], { retries: 0 }), over([again, again, again]), over(Array(5).fill(again))];
    expect(await thrown(none.send())).toMatchObject({ status: 503 });
    expect(await thrown(two.send())).toMatchObject({ status: 503 });
    expect(await thrown(four.send({ retries: 4 }))).toMatchObject({ status: 503 });
    expect([none.sent.length, two.sent.length, four.sent.length]).toEqual([1, 3, 5]);
  });

  it.each([
    ['400', refusal(400, 10001)],
    ['401', refusal(401, 30001)],
    ['403', refusal(403, 30001)],
    ['404', refusal(404, 20001)],
    ['500', refusal(500, 40001)],
    ['429 of the daily quota', refusal(429, 30002, { 'Retry-After': '0' })],
  ])('never after %s', async (_, reply) => {
    const { sent, send } = over([reply]);
    expect(await thrown(send())).toBeInstanceOf(ApiError);
    expect(sent).toHaveLength(1);
  });

  it('after the time that Retry-After asks for', async () => {
    const startedAt = performance.now();
    const { send } = over([refusal(503, 40001, { 'Retry-After': '1' }), success]);
    await send();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('not when Retry-After asks for more time than the call has: the error comes at once', async () => {
    const { sent, send } = over([refusal(429, 30003, { 'Retry-After': '60' })]);
    expect(await thrown(send({ timeoutMs: 30_000 }))).toMatchObject({ status: 429, retryAfter: 60 });
    expect(sent).toHaveLength(1);
  });
});

describe('onAttempt', () => {
  it('reports every attempt: its response or error, and when the next one follows', async () => {
    const attempts: Attempt[] = [];
    const onAttempt = (attempt: Attempt): unknown => attempts.push(attempt);
    const { send } = over([cut, refusal(503, 40001, { 'Retry-After': '0' }), success], { onAttempt });
    await send();
    expect(attempts.map(({ path, number }) => `${number} ${path}`)).toEqual(
      [1, 2, 3].map((n) => `${n} /video/v1/search`),
    );
    expect(attempts.map(({ response }) => response?.status)).toEqual([undefined, 503, 200]);
    expect(attempts.map(({ error }) => error)).toEqual([expect.any(NoAnswerError), expect.any(ApiError), undefined]);
    expect(attempts.slice(1).map(({ retryInMs }) => retryInMs)).toEqual([0, undefined]);
    expect(attempts.every(({ durationMs }) => durationMs >= 0)).toBe(true);
  });

  it('reports the last attempt with the error that is thrown', async () => {
    const attempts: Attempt[] = [];
    const { send } = over([refusal(400, 10001)], { onAttempt: (attempt) => attempts.push(attempt) });
    const error = await thrown(send());
    expect(attempts).toMatchObject([{ number: 1, error, retryInMs: undefined }]);
  });
});

describe('a call ends', () => {
  it('when its time is over, all tries together', async () => {
    const { sent, send } = over([refusal(503, 40001, { 'Retry-After': '0' }), silence]);
    const error = await thrown(send({ timeoutMs: 1000 }));
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ timeoutMs: 1000, message: 'No answer within 1000 ms.' });
    expect(sent).toHaveLength(2);
  });

  it('with the reason of its signal: before it, during it and while it waits', async () => {
    const reason = new Error('not needed any more');
    const before = over([]);
    expect(await thrown(before.send({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    const during = new AbortController();
    const asked = over([
      (init) => {
        queueMicrotask(() => during.abort(reason));
        return silence(init);
      },
    ]);
    expect(await thrown(asked.send({ signal: during.signal }))).toBe(reason);
    const waiting = new AbortController();
    const refused = over([
      (init) => {
        setTimeout(() => waiting.abort(reason), 20);
        return refusal(503, 40001, { 'Retry-After': '20' })(init);
      },
    ]);
    expect(await thrown(refused.send({ signal: waiting.signal }))).toBe(reason);
  });
});

describe('the version of the data', () => {
  const version =
    (shown: string): Reply =>
    async (init) => {
      const response = await success(init);
      response.headers.set('X-Data-Version', shown);
      return response;
    };
  const sentVersions = (sent: readonly { init: RequestInit }[]) =>
    sent.map(({ init }) => new Headers(init.headers).get('X-Data-Version'));

  it('that was seen last is sent, the newest of an epoch, whatever comes after it', async () => {
    const replies = ['one.2', 'one.10', 'one.9', 'two.1', 'two.1'].map(version);
    const { sent, send } = over([...replies, success, success]);
    for (let call = 0; call < 7; call += 1) await send();
    expect(sentVersions(sent)).toEqual([null, 'one.2', 'one.10', 'one.10', 'two.1', 'two.1', 'two.1']);
  });

  it('may be another one for a call', async () => {
    const { sent, send } = over([version('one.2'), success]);
    await send();
    await send({ headers: { 'X-Data-Version': 'one.1' } });
    expect(sentVersions(sent)).toEqual([null, 'one.1']);
  });
});
