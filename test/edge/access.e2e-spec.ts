import { TokenNameInUseError, hashToken } from '../../src/access/token-store.js';
import { SCOPES } from '../../src/common/access-token.js';
import { type Answer, ApiClient } from '../support/api-client.js';
import { startNeighbour, startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { eventually } from '../support/eventually.js';

const REVOKED_WITHIN_MS = 5000;
const KNOWN_WITHIN_MS = 1000;

const OPERATIONS = {
  '/video/v1/search': { scope: 'video', body: { filter: { create_time_range: { min: 0 } } } },
  '/product/v1/search': { scope: 'product', body: {} },
  '/live/v1/search': { scope: 'live', body: {} },
  '/video/v1/facets': {
    scope: 'video',
    body: { filter: { create_time_range: { min: 0 } }, facets: [{ field: 'region' }] },
  },
  '/product/v1/facets': { scope: 'product', body: { facets: [{ field: 'region' }] } },
  '/live/v1/facets': { scope: 'live', body: { facets: [{ field: 'region' }] } },
  '/creator/v1/search': { scope: 'ranking', body: {} },
  '/creator/v1/facets': { scope: 'ranking', body: { facets: [{ field: 'region' }] } },
  '/creator/v1/rank/topEcommerce': {
    scope: 'ranking',
    body: { filter: { date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/creator/v1/rank/topGrowth': {
    scope: 'ranking',
    body: { filter: { date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/creator/v1/rank/periods': { scope: 'ranking', body: {} },
  '/creator/v1/suggest': { scope: 'ranking', body: {} },
  '/product/v1/suggest': { scope: 'product', body: {} },
  '/creator/v1/history': {
    scope: 'ranking',
    body: { uid: '1', date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
  },
  '/product/v1/rank/topSelling': {
    scope: 'ranking',
    body: { filter: { date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/product/v1/history': {
    scope: 'ranking',
    body: { product_id: '1', date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
  },
  '/shop/v1/rank/topSelling': {
    scope: 'ranking',
    body: { filter: { date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/shop/v1/history': {
    scope: 'ranking',
    body: { seller_id: '1', date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
  },
  '/category/v1/rank/topSelling': {
    scope: 'ranking',
    body: { filter: { date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/video/v1/rank/topSelling': {
    scope: 'ranking',
    body: { filter: { date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/live/v1/rank/topSelling': {
    scope: 'ranking',
    body: { filter: { date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/category/v1/history': {
    scope: 'ranking',
    body: { l1_category_id: 10000, date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
  },
  '/creator/v1/peers': {
    scope: 'ranking',
    body: { filter: { uid: '1', date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/product/v1/peers': {
    scope: 'ranking',
    body: { filter: { product_id: '1', date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/shop/v1/peers': {
    scope: 'ranking',
    body: { filter: { seller_id: '1', date_info: { type: 'day', value: '2026-06-01' } } },
  },
  '/product/v1/category': { scope: 'product', body: {} },
  '/creator/v1/category': { scope: 'any', body: {} },
} as const;

describe('access', () => {
  let service: TestApp;
  /** A second process over the same cluster, as far as a test can tell. */
  let neighbour: ApiClient;
  let closeNeighbour: () => Promise<void>;

  beforeAll(async () => {
    service = await startTestApp({ name: 'access' });
    const second = await startNeighbour(service);
    neighbour = new ApiClient(second.url);
    closeNeighbour = () => second.close();
  });
  afterAll(async () => {
    await closeNeighbour?.();
    await service?.close();
  });

  const ask = (api: ApiClient, token?: string): Promise<Answer> => api.withToken(token).post('/live/v1/search');

  async function millisecondsUntil(condition: () => Promise<boolean>): Promise<number> {
    const startedAt = performance.now();
    await eventually('another answer', condition);
    return performance.now() - startedAt;
  }

  describe('without a token that is known', () => {
    it.each([
      ['no header', undefined],
      ['an empty one', ''],
      ['another scheme', 'Basic dXNlcjpwYXNz'],
      ['only a scheme', 'Bearer'],
      ['a token without its scheme', 'not-a-token'],
      ['two tokens', 'Bearer one two'],
      ['an unknown token', 'Bearer not-a-token'],
      ['a token that is too long', `Bearer ${'x'.repeat(513)}`],
    ])('answers 401 with WWW-Authenticate: %s', async (_, authorization) => {
      const answer = await service.api.withToken().send('/live/v1/search', {
        text: '{}',
        headers: authorization === undefined ? {} : { Authorization: authorization },
      });
      expectError(answer, 401, 30001);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    });

    it('refuses the hash of a good token, which is all that the index holds', async () => {
      const [stored] = await service.tokens.list();
      expect(stored?.hash).toMatch(/^[0-9a-f]{64}$/);
      expectError(await ask(service.api, stored?.hash), 401, 30001);
    });

    it('takes the scheme in any case, as HTTP says', async () => {
      const answer = await service.api
        .withToken()
        .send('/live/v1/search', { headers: { Authorization: `bearer  ${service.token}` } });
      expect(answer.status).toBe(200);
    });
  });

  it.each(Object.entries(OPERATIONS))('opens %s with only its own scope', async (path, { scope, body }) => {
    for (const held of SCOPES) {
      const token = await service.tokens.create(`${held}-for-${path.replaceAll('/', '.')}`, [held], null);
      const answer = await service.api.withToken(token).post(path, body);
      if (scope === 'any' || held === scope) expect([held, answer.status]).toEqual([held, 200]);
      else {
        expectError(answer, 403, 30001);
        expect(answer.body.message).toContain(`"${scope}"`);
      }
    }
  });

  it('ends with the token’s own life', async () => {
    const token = await service.tokens.create('short-lived', SCOPES, 3);
    expect((await ask(service.api, token)).status).toBe(200);
    const expired = await millisecondsUntil(async () => (await ask(service.api, token)).status === 401);
    expect(expired).toBeLessThan(6000);
    await expect(service.tokens.create('short-lived', SCOPES, null)).resolves.toEqual(expect.any(String));
  });

  it('is made once of a name, by however many at once, and again after a revocation', async () => {
    for (const round of [1, 2]) {
      const made = await Promise.allSettled(
        Array.from({ length: 8 }, () => service.tokens.create('once', SCOPES, null)),
      );
      expect([round, made.filter(({ status }) => status === 'fulfilled').length]).toEqual([round, 1]);
      for (const { reason } of made.filter((one) => one.status === 'rejected'))
        expect(reason).toBeInstanceOf(TokenNameInUseError);
      expect((await service.tokens.list()).filter(({ name }) => name === 'once')).toHaveLength(round);
      expect(await service.tokens.revoke('once')).toBe(1);
    }
  });

  it('ends in every process within 5 s of a revocation, for tokens in constant use too', async () => {
    const token = await service.tokens.create('revoked', SCOPES, null);
    const refused = async (api: ApiClient): Promise<boolean> => (await ask(api, token)).status === 401;
    expect([await refused(service.api), await refused(neighbour)]).toEqual([false, false]);
    expect(await service.tokens.revoke('revoked')).toBe(1);
    const took = await Promise.all([service.api, neighbour].map((api) => millisecondsUntil(() => refused(api))));
    for (const milliseconds of took) expect(milliseconds).toBeLessThan(REVOKED_WITHIN_MS);
    expect(await service.tokens.revoke('revoked')).toBe(0);
  });

  it('begins in every process within 1 s of a token’s making, even if it was tried before', async () => {
    const { value, document } = await unborn('new');
    expect((await ask(neighbour, value)).status).toBe(401);
    await service.elasticsearch.create({ index: service.names.alias('tokens'), ...document });
    const took = await millisecondsUntil(async () => (await ask(neighbour, value)).status === 200);
    expect(took).toBeLessThan(KNOWN_WITHIN_MS);
  });

  /** A token that is known to the test before it is in the index: made, copied and deleted. */
  async function unborn(name: string) {
    const value = await service.tokens.create(name, SCOPES, null);
    const index = service.names.alias('tokens');
    const found = await service.elasticsearch.search({ index, query: { term: { name } } });
    const hit = found.hits.hits[0];
    if (hit?._id === undefined || hit._source === undefined) throw new Error('The token was not kept.');
    await service.elasticsearch.delete({ index, id: hit._id, refresh: true });
    return { value, document: { id: hit._id, document: hit._source } };
  }

  it('keeps names of usable tokens apart', async () => {
    await service.tokens.create('one-of-a-name', ['video'], null);
    await expect(service.tokens.create('one-of-a-name', ['video'], null)).rejects.toThrow('in use');
    await service.tokens.revoke('one-of-a-name');
    await expect(service.tokens.create('one-of-a-name', ['video'], null)).resolves.toEqual(expect.any(String));
    const listed = (await service.tokens.list()).filter(({ name }) => name === 'one-of-a-name');
    expect(listed.map(({ revoked_at }) => revoked_at === null).sort()).toEqual([false, true]);
  });

  it('is rotated under its name: the one before ends after the overlap, or earlier if it would have', async () => {
    const first = await service.tokens.create('rotated', ['live'], 30, { perMinute: 9000 });
    const second = (await service.tokens.rotate('rotated', null, 3600)) ?? '';
    const third = (await service.tokens.rotate('rotated', 86_400, 2)) ?? '';
    expect(third).toMatch(/^cas_[\w-]{43}$/);
    const kept = async () => (await service.tokens.list()).filter(({ name }) => name === 'rotated');
    const rights = (await kept()).map(({ scopes, limits }) => ({ scopes, limits }));
    expect(rights).toEqual(Array.from({ length: 3 }, () => ({ scopes: ['live'], limits: { perMinute: 9000 } })));
    const reserved = await service.elasticsearch.get<{ value: { hashes: string[] } }>({
      index: service.names.alias('state'),
      id: 'name/rotated',
    });
    expect(reserved._source?.value.hashes).toEqual(expect.arrayContaining([second, third].map(hashToken)));
    const statuses = (): Promise<number[]> =>
      Promise.all([first, second, third].map(async (token) => (await ask(neighbour, token)).status));
    const expired = await millisecondsUntil(async () => JSON.stringify(await statuses()) === '[401,401,200]');
    expect(expired).toBeLessThan(8000);
    await expect(service.tokens.create('rotated', ['video'], null)).rejects.toBeInstanceOf(TokenNameInUseError);
    expect(await service.tokens.revoke('rotated')).toBe(1);
    expect(await service.tokens.rotate('rotated', null, 60)).toBeUndefined();
  });

  it('lives on when an earlier release made it: without the prefix, and without a document of its name', async () => {
    const value = 'A'.repeat(43);
    const document = {
      name: 'of-old',
      hash: hashToken(value),
      scopes: ['live'],
      created_at: 1,
      expires_at: null,
      revoked_at: null,
    };
    const index = service.names.alias('tokens');
    await service.elasticsearch.create({ index, id: document.hash.slice(0, 16), document, refresh: true });
    expect((await ask(neighbour, value)).status).toBe(200);
    await expect(service.tokens.create('of-old', ['live'], null)).rejects.toBeInstanceOf(TokenNameInUseError);
    const next = (await service.tokens.rotate('of-old', null, 60)) ?? '';
    expect(await Promise.all([value, next].map(async (token) => (await ask(neighbour, token)).status))).toEqual([
      200, 200,
    ]);
    expect(await service.tokens.revoke('of-old')).toBe(2);
  });

  it('answers 500, not 401, when the index of tokens is missing', async () => {
    const lost = await startTestApp({ name: 'no-tokens' });
    try {
      const index = Object.keys(await lost.elasticsearch.indices.getAlias({ name: lost.names.alias('tokens') }));
      await lost.elasticsearch.indices.delete({ index });
      expectError(await lost.api.post('/live/v1/search'), 500, 40001);
      await expect(lost.tokens.create('x', SCOPES, null)).rejects.toThrow();
    } finally {
      await lost.close();
    }
  });
});
