import { type ErrorData, expectEnvelope, expectError } from '../support/api-client.js';
import { startTestApp, testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

const WINDOW = { filter: { create_time_range: { min: 0 } } };

describe('the envelope', () => {
  const service = testApp(() => ({ name: 'envelope', indices: emptyIndices(), controllers: [ProbeController] }));

  it('holds msg besides on live search, in success and in error', async () => {
    const success = await service.api.post('/live/v1/search');
    expectEnvelope(success, { live: true });
    expect(success.body).toMatchObject({ code: 0, message: '', msg: 'success' });
    const error = await service.api.post('/live/v1/search', { pagesize: 0 });
    expectError(error, 400, 10001, [{ path: 'pagesize', rule: 'min' }]);
    expect(error.body.msg).toBe(error.body.message);
    expect(error.body.msg).toContain('pagesize');
  });

  it('lists every fault of a request at once', async () => {
    const answer = await service.api.post('/video/v1/search', {
      page: 0,
      pagesize: 101,
      filter: { region: 'UK', regoin: 'GB' },
    });
    const { errors } = answer.body.data as ErrorData;
    expectError(answer, 400, 10001, [{}, {}, {}, {}, {}]);
    expect(errors.map(({ path }) => path).sort()).toEqual([
      'filter.create_time_range',
      'filter.region',
      'filter.regoin',
      'page',
      'pagesize',
    ]);
    expect(errors.find(({ path }) => path === 'filter.region')).toMatchObject({ did_you_mean: 'GB' });
  });

  it.each(['crash', 'reject', 'unwritable'])('holds the answer to a handler that fails: %s', async (route) => {
    const answer = await service.api.post(`/probe/${route}`);
    expectError(answer, 500, 40001);
    expect(JSON.stringify(answer.body)).not.toMatch(/undefined|secret|BigInt|TypeError|\.ts/);
    const line = service.log.find((entry) => entry.request_id === answer.body.request_id && entry.level === 'error');
    expect(line).toMatchObject({ status: 500, err: { stack: expect.stringContaining('at ') as string } });
  });

  it.each([
    [400, 400, 10001],
    [401, 401, 30001],
    [403, 403, 30001],
    [404, 404, 20001],
    [405, 405, 10001],
    [409, 409, 10001],
    [413, 413, 10001],
    [415, 415, 10001],
    [429, 429, 30003],
    [500, 500, 40001],
    [503, 500, 40001],
  ])("holds Nest's own exception of status %d as %d / %d", async (thrown, status, code) => {
    const answer = await service.api.post('/probe/status', { status: thrown });
    expectError(answer, status, code);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(answer.headers.get('retry-after')).toBe(status === 429 || status === 503 ? '1' : null);
  });

  it('tells when to come back after a limit', async () => {
    const answer = await service.api.post('/probe/quota');
    expectError(answer, 429, 30002);
    expect(answer.headers.get('retry-after')).toBe('3600');
  });

  it('carries the security headers, and nothing that names the server or lets caches keep an answer', async () => {
    const { headers } = await service.api.post('/video/v1/search', WINDOW);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    for (const name of ['x-powered-by', 'server', 'etag', 'access-control-allow-origin', 'strict-transport-security']) {
      expect([name, headers.get(name)]).toEqual([name, null]);
    }
  });
});

describe('request ids and the log', () => {
  const service = testApp(() => ({ name: 'request-id', indices: emptyIndices(), controllers: [ProbeController] }));

  const withId = (id: string) => service.api.send('/live/v1/search', { headers: { 'X-Request-Id': id }, text: '{}' });

  /** The line is written when the connection has taken the answer, which may be after the client has read it. */
  const lineOf = (requestId: string): Promise<Record<string, unknown>> =>
    eventually(`the line of ${requestId}`, () =>
      service.log.find((entry) => entry.request_id === requestId && entry.msg === 'request'),
    );

  it.each(['a', 'Order-66_retry.2', '0'.repeat(64)])('takes over a well-formed one: %s', async (id) => {
    const answer = await withId(id);
    expectEnvelope(answer, { live: true, requestId: /./ });
    expect(answer.body.request_id).toBe(id);
    expect(await lineOf(id)).toBeDefined();
  });

  it.each(['', '0'.repeat(65), 'two words', 'semi;colon', '{"$gt":0}', 'a/b'])(
    'makes a UUID instead of %j',
    async (id) => {
      const answer = await withId(id);
      expectEnvelope(answer, { live: true });
      expect(answer.body.request_id).not.toBe(id);
    },
  );

  it('makes a new one for every request', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => service.api.post('/live/v1/search')));
    expect(new Set(answers.map(({ body }) => body.request_id)).size).toBe(4);
  });

  it('logs the address and the user agent of the client, unless a setting leaves them out', async () => {
    const headers = { 'User-Agent': `agent/1 ${'x'.repeat(300)}` };
    const answer = await service.api.send('/live/v1/search', { headers });
    const line = await lineOf(answer.body.request_id);
    expect(line).toMatchObject({ client: '127.0.0.1', user_agent: headers['User-Agent'].slice(0, 200) });
    expect(line).not.toHaveProperty('audit');
    const quiet = await startTestApp({ name: 'quiet', indices: emptyIndices(), config: { logClients: false } });
    try {
      const { body } = await quiet.api.post('/live/v1/search');
      const other = await eventually('a line', () => quiet.log.find((entry) => entry.request_id === body.request_id));
      expect(other).toMatchObject({ operation: 'POST /live/v1/search' });
      expect(Object.keys(other)).not.toEqual(expect.arrayContaining(['client']));
      expect(Object.keys(other)).not.toEqual(expect.arrayContaining(['user_agent']));
    } finally {
      await quiet.close();
    }
  });

  it('marks the line of an export, and names no token where it was refused', async () => {
    const answer = await service.api.withToken('wrong-token-value').post('/live/v1/export');
    const line = await lineOf(answer.body.request_id);
    expect(line).toMatchObject({ operation: 'POST /live/v1/export', audit: true, status: 401 });
    expect(line).not.toHaveProperty('token');
  });
});
