import type { ErrorData } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { expectEnvelope, expectError } from '../support/envelope.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

const WINDOW = { filter: { create_time_range: { min: 0 } } };

describe('the envelope', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'envelope', indices: emptyIndices(), controllers: [ProbeController] });
  });
  afterAll(() => service?.close());

  it('holds a success: status 200, code 0, an empty message', async () => {
    const answer = await service.api.post('/video/v1/search', WINDOW);
    expectEnvelope(answer);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ code: 0, message: '', data: { total: 0, list: [] } });
  });

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
    [409, 400, 10001],
    [413, 413, 10001],
    [415, 415, 10001],
    [429, 429, 30003],
    [500, 500, 40001],
    [502, 503, 40001],
    [503, 503, 40001],
    [504, 503, 40001],
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

  it('gives no leave to pages of other origins', async () => {
    const answer = await service.api.send('/video/v1/search', {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
    });
    expectError(answer, 405, 10001);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
