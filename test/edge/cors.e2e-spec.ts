import { startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { emptyIndices } from '../support/shared-indices.js';

const OURS = 'https://app.example';
const ANOTHER = 'https://elsewhere.example';

const corsHeadersOf = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

function ask(service: TestApp, origin: string): Promise<Response> {
  const headers = { Origin: origin, 'Content-Type': 'application/json', Authorization: `Bearer ${service.token}` };
  return service.api.fetch('/live/v1/search', { method: 'POST', body: '{}', headers });
}

function preflight(service: TestApp, origin: string, path = '/live/v1/search'): Promise<Response> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type',
  };
  return service.api.fetch(path, { method: 'OPTIONS', headers });
}

describe('CORS', () => {
  let closed: TestApp;
  let open: TestApp;
  let toAll: TestApp;
  beforeAll(async () => {
    closed = await startTestApp({ name: 'cors-closed', indices: emptyIndices() });
    open = await startTestApp({ name: 'cors-open', indices: emptyIndices(), config: { corsOrigins: [OURS] } });
    toAll = await startTestApp({ name: 'cors-all', indices: emptyIndices(), config: { corsOrigins: ['*'] } });
  });
  afterAll(async () => {
    await closed?.close();
    await open?.close();
    await toAll?.close();
  });

  it('is closed unless configured', async () => {
    const answer = await ask(closed, OURS);
    expect([answer.status, corsHeadersOf(answer.headers)]).toEqual([200, []]);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const refused = await closed.api.send('/live/v1/search', { method: 'OPTIONS', headers: { Origin: OURS } });
    expectError(refused, 405, 10001);
    expect(corsHeadersOf(refused.headers)).toEqual([]);
  });

  it('lets pages of the origins configured read answers and errors, and no other', async () => {
    const answer = await ask(open, OURS);
    expect(answer.headers.get('access-control-allow-origin')).toBe(OURS);
    expect(answer.headers.get('access-control-expose-headers')).toContain('RateLimit-Remaining');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin');
    const missing = await open.api.fetch('/nowhere', { headers: { Origin: OURS } });
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, OURS]);
    const others = await ask(open, ANOTHER);
    expect([corsHeadersOf(others.headers), others.headers.get('vary')]).toEqual([[], 'Origin']);
  });

  it('answers the question that browsers ask first, without a token', async () => {
    const answer = await preflight(open, OURS);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(OURS);
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect((await preflight(open, ANOTHER)).status).toBe(405);
  });

  it('may be open to all, without credentials', async () => {
    const answer = await ask(toAll, ANOTHER);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight(toAll, 'null')).status).toBe(204);
  });
});
