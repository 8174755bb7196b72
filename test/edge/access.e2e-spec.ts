import { jest } from '@jest/globals';
import { hashToken } from '../../src/access/token-store.js';
import { SCOPES } from '../../src/common/access-token.js';
import { type Answer, ApiClient, expectError } from '../support/api-client.js';
import { startNeighbour, startTestApp, testApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { OPERATIONS } from '../support/operations.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

const REVOKED_WITHIN_MS = 5000;
/** Of each kind, in one round of at most so many. */
const GUESSES = 100;
const ROUNDS = 5;

/** The scope of each operation: of its records, or that of rankings for all that is added up from facts and creators. */
const SCOPED = [
  ...OPERATIONS.map(({ path, body }) => {
    const [, records = 'ranking'] =
      /^\/(video|product|live|shop)\/v1\/(?:search|facets|suggest|similar)$/.exec(path) ?? [];
    return { path, body, scope: records === 'shop' ? 'product' : records };
  }),
  { path: '/product/v1/category', body: {}, scope: 'product' },
  { path: '/creator/v1/category', body: {}, scope: 'any' },
];

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

  /** How long after now the last request was sent that met the condition not yet. */
  async function millisecondsUntil(condition: () => Promise<boolean>): Promise<number> {
    const startedAt = performance.now();
    let sentAt = startedAt;
    await eventually('another answer', async () => {
      const askedAt = performance.now();
      const isMet = await condition();
      if (!isMet) sentAt = askedAt;
      return isMet;
    });
    return sentAt - startedAt;
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

  it.each(SCOPED)('opens $path with only its own scope', async ({ path, scope, body }) => {
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
    const life = 3600;
    const token = await service.tokens.create('short-lived', SCOPES, life);
    expect((await ask(service.api, token)).status).toBe(200);
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockImplementation(() => now() + (life - 600) * 1000);
      expect((await ask(service.api, token)).status).toBe(200);
      clock.mockImplementation(() => now() + (life + 1) * 1000);
      expect((await ask(service.api, token)).status).toBe(401);
      await expect(service.tokens.create('short-lived', SCOPES, null)).resolves.toEqual(expect.any(String));
    } finally {
      clock.mockRestore();
    }
  });

  it('is made once of a name, by however many at once, and again after a revocation', async () => {
    for (const round of [1, 2]) {
      const made = await Promise.allSettled(
        Array.from({ length: 8 }, () => service.tokens.create('once', SCOPES, null)),
      );
      expect([round, made.filter(({ status }) => status === 'fulfilled').length]).toEqual([round, 1]);
      for (const { reason } of made.filter((one) => one.status === 'rejected'))
        expect(String(reason)).toContain('is in use');
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

  it('begins in every process as soon as a token is made, even if it was tried before', async () => {
    const { value, document } = await unborn('new');
    expect((await ask(neighbour, value)).status).toBe(401);
    await service.elasticsearch.create({ index: service.names.alias('tokens'), ...document });
    expect((await ask(neighbour, value)).status).toBe(200);
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
    const statuses = (): Promise<number[]> =>
      Promise.all([first, second, third].map(async (token) => (await ask(neighbour, token)).status));
    const expired = await millisecondsUntil(async () => JSON.stringify(await statuses()) === '[401,401,200]');
    expect(expired).toBeLessThan(8000);
    await expect(service.tokens.create('rotated', ['video'], null)).rejects.toThrow('is in use');
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
    await expect(service.tokens.create('of-old', ['live'], null)).rejects.toThrow('is in use');
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

const SEARCH = '/live/v1/search';

describe('tokens', () => {
  const asked: string[] = [];
  const proxy = new FaultProxy();
  proxy.only = (path) => {
    asked.push(path);
    return false;
  };
  const service = testApp(() => ({
    name: 'secrets',
    indices: emptyIndices(),
    controllers: [ProbeController],
    proxy,
    config: { logLevel: 'trace', slowRequestMs: 1, trustedProxies: ['loopback'] },
  }));

  it('are never in logs, errors, headers, metrics or addresses', async () => {
    const wrong = 'a-token-that-does-not-work-0123456789';
    const texts: string[] = [];
    const note = async (response: Response): Promise<number> => {
      texts.push(await response.text(), JSON.stringify([...response.headers]));
      return response.status;
    };
    const ask = (path: string, token: string, body = '{}') =>
      service.api
        .fetch(path, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        })
        .then(note);
    const statuses = [
      await ask(SEARCH, service.token),
      await ask(SEARCH, service.token, '{"page":0}'),
      await ask(SEARCH, service.token, '{'),
      await ask(SEARCH, wrong),
      await ask('/nowhere', service.token),
      await ask('/probe/crash', service.token),
      await ask('/probe/reject', service.token),
    ];
    expect(statuses).toEqual([200, 400, 400, 401, 404, 500, 500]);
    const basic = 'Basic a-secret-of-another-scheme';
    await service.api.fetch('/nowhere', { headers: { Authorization: basic } }).then(note);
    const inAddress = await service.api.fetch(`${SEARCH}?access_token=${service.token}`, { method: 'POST' });
    expect(await note(inAddress)).toBe(401);
    await service.api.fetch('/metrics').then(note);
    texts.push(JSON.stringify(service.log), asked.join('\n'));
    expect(service.log.some((line) => line.msg === 'slow request')).toBe(true);
    expect(asked.some((path) => path.includes('tokens/_mget'))).toBe(true);
    for (const text of texts)
      for (const secret of [service.token, wrong, basic]) expect(text.includes(secret)).toBe(false);
  });

  it('are not told apart by time: one that is wrong in its last letter takes as long as one that is all wrong', async () => {
    const guess = async (token: string, number: number): Promise<number> => {
      const headers = { 'X-Forwarded-For': `198.51.${number >> 8}.${number & 255}` };
      const askedAt = performance.now();
      const answer = await service.api.withToken(token).send(SEARCH, { text: '{}', headers });
      const milliseconds = performance.now() - askedAt;
      expectError(answer, 401, 30001);
      return milliseconds;
    };
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const median = (values: number[]): number => values.sort((one, two) => one - two)[values.length >> 1] as number;
    const ratioOf = async (round: number): Promise<number> => {
      const took = { near: [] as number[], far: [] as number[] };
      for (let number = round * GUESSES; number < (round + 1) * GUESSES; number++) {
        const wrong = letters[number % 64] as string;
        const other = letters[(number >> 6) + 10] as string;
        const near = `${service.token.slice(0, -2)}${other}${wrong}`;
        const far = `${other}${wrong}${[...service.token.slice(2)].reverse().join('')}`;
        if (near === service.token) continue;
        const pair = [['near', near] as const, ['far', far] as const];
        for (const [kind, token] of number % 2 === 0 ? pair : pair.reverse()) {
          took[kind].push(await guess(token, number));
        }
      }
      return median(took.near) / median(took.far);
    };
    // Where time tells them apart, it does so in every round; what else the machine does, not.
    const ratios: number[] = [];
    while (ratios.length < ROUNDS && !ratios.some((ratio) => ratio > 0.75 && ratio < 1.33))
      ratios.push(await ratioOf(ratios.length));
    expect(ratios.at(-1)).toBeGreaterThan(0.75);
    expect(ratios.at(-1)).toBeLessThan(1.33);
  });
});
