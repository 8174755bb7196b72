import { startTestApp, type TestApp } from '../support/app.js';
import { expectEnvelope, expectError } from '../support/api-client.js';
import { emptyIndices } from '../support/shared-indices.js';

const UNLIMITED = { per_second: null, burst: null, per_minute: null, per_day: null, left_today: null };

describe('/v1/usage', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'usage', indices: emptyIndices() });
  });
  afterAll(() => service?.close());

  it('tells the limits of the token and what is left of today, this request counted', async () => {
    const name = `limited-${service.tokenName}`;
    const limits = { perSecond: 50, burst: 20, perMinute: 600, perDay: 5 };
    const api = service.api.withToken(await service.tokens.create(name, ['live', 'export'], null, limits));
    const answers = [await api.get('/v1/usage'), await api.post('/v1/usage', {})];
    answers.forEach((answer) => expectEnvelope(answer));
    const told = { name, scopes: ['live', 'export'], per_second: 50, burst: 20, per_minute: 600, per_day: 5 };
    expect(answers.map(({ body }) => body.data)).toEqual([
      { ...told, left_today: 4 },
      { ...told, left_today: 3 },
    ]);
    expectError(await service.api.withToken('none').get('/v1/usage'), 401, 30001);
  });

  it('is not sent again while it holds', async () => {
    const first = await service.api.get<object>('/v1/usage');
    expect(first.body.data).toMatchObject({ name: service.tokenName, ...UNLIMITED });
    const headers = {
      Authorization: `Bearer ${service.token}`,
      'If-None-Match': first.headers.get('etag') ?? '',
    };
    expect((await service.api.fetch('/v1/usage', { headers })).status).toBe(304);
    expect((await service.api.fetch('/v1/usage?language=x', { headers })).status).toBe(400);
  });
});
