import { startTestApp, type TestApp } from '../support/app.js';
import { expectEnvelope, expectError } from '../support/envelope.js';
import { eventually } from '../support/eventually.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

describe('request ids and the log', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'request-id', indices: emptyIndices(), controllers: [ProbeController] });
  });
  afterAll(() => service?.close());

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

  it('logs one line per request: operation, status, time, hits and the name of the token', async () => {
    const { body } = await service.api.get('/probe/read?with=query');
    const line = await lineOf(body.request_id);
    expect(line).toMatchObject({
      level: 'info',
      operation: 'GET /probe/read',
      status: 200,
      hits: 1,
      token: service.tokenName,
    });
    expect(line.took_ms).toEqual(expect.any(Number));
    expect(service.log.filter((entry) => entry.request_id === body.request_id)).toHaveLength(1);
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

  it('marks the line of an export, whether it was answered or refused', async () => {
    const answer = await service.api.withToken('wrong-token-value').post('/live/v1/export');
    expect(await lineOf(answer.body.request_id)).toMatchObject({ operation: 'POST /live/v1/export', audit: true });
  });

  it('logs a refused request without a token name', async () => {
    const answer = await service.api.withToken('wrong-token-value').post('/live/v1/search');
    expectError(answer, 401, 30001);
    const line = await lineOf(answer.body.request_id);
    expect(line).toMatchObject({ operation: 'POST /live/v1/search', status: 401 });
    expect(line).not.toHaveProperty('token');
  });

  it('never logs a token, good or bad', async () => {
    await service.api.post('/probe/crash');
    await service.api.withToken('wrong-token-value').post('/live/v1/search');
    await service.api.send('/nowhere', { headers: { Authorization: 'Basic secret-basic-value' } });
    const text = JSON.stringify(service.log);
    expect(text).toContain('/probe/crash');
    for (const secret of [service.token, 'wrong-token-value', 'secret-basic-value', 'Bearer ']) {
      expect(text).not.toContain(secret);
    }
  });
});
