import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Scope, SCOPES } from '../../src/common/access-token.js';
import { buildService, ServiceProcess } from '../ops/service-process.js';
import { type Answer, ApiClient, expectEnvelope, expectError } from '../support/api-client.js';
import { elasticsearchUrl, startNeighbour, startTestApp, testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { onOneDay } from '../support/one-day.js';
import { emptyIndices } from '../support/shared-indices.js';

const RATE_LIMIT_HEADERS = ['ratelimit-policy', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

const secondsToMidnight = (): number => 86_400 - (Math.floor(Date.now() / 1000) % 86_400);

describe('limits', () => {
  const service = testApp(() => ({ name: 'limits', indices: emptyIndices() }));

  const ask = (api: ApiClient): Promise<Answer> => api.post('/live/v1/search');
  const rateLimitOf = ({ headers }: Answer): (string | null)[] => RATE_LIMIT_HEADERS.map((name) => headers.get(name));
  const clientOf = async (name: string, ...more: [limits?: object, scopes?: readonly Scope[]]): Promise<ApiClient> => {
    const [limits = {}, scopes = SCOPES] = more;
    return service.api.withToken(await service.tokens.create(name, scopes, null, limits));
  };

  it('are none for a token that has none', async () => {
    const atOnce = () => Promise.all(Array.from({ length: 25 }, () => ask(service.api)));
    const answers = [...(await atOnce()), ...(await atOnce())];
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.flatMap(rateLimitOf).every((value) => value === null)).toBe(true);
  });

  it('refuse with 30003 and the time to wait what a token asks beyond its minute', async () => {
    const api = await clientOf('by-minute', { perMinute: 5 });
    const answers: Answer[] = [];
    for (let request = 0; request < 8; request++) answers.push(await ask(api));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([...'43210000']);
    for (const answer of answers) {
      expect(rateLimitOf(answer)).toEqual([
        '"minute";q=5;w=60',
        '5',
        expect.any(String),
        expect.stringMatching(/^\d{1,2}$/),
      ]);
    }
    for (const answer of answers.slice(5)) {
      expectError(answer, 429, 30003);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
    }
    expectError(await api.post('/live/v1/search', { page: 0 }), 429, 30003);
    expect((await ask(service.api)).status).toBe(200);
  });

  it('by day count only what was asked, whatever other processes may still be asked', () =>
    onOneDay(async (name) => {
      const second = await startNeighbour(service);
      try {
        const token = await service.tokens.create(`${name}-in-two-processes`, SCOPES, null, { perDay: 120 });
        const [one, other] = [service.api.withToken(token), new ApiClient(second.url, token)];
        const left = async (api: ApiClient) => (await ask(api)).headers.get('ratelimit-remaining');
        expect([await left(one), await left(other), await left(one)]).toEqual(['119', '118', '117']);
        const statuses = await Promise.all(Array.from({ length: 130 }, async () => (await ask(other)).status));
        expect(statuses.filter((status) => status === 200)).toHaveLength(117);
        expectError(await ask(one), 429, 30002);
      } finally {
        await second.close();
      }
    }));

  it('are told on every answer to the token: faults of the request, 403, 500', async () => {
    const api = await clientOf('told', { perMinute: 100 }, ['live']);
    const faulty = await api.post('/live/v1/search', { page: 0 });
    expectError(faulty, 400, 10001, [{ path: 'page' }]);
    expect(rateLimitOf(faulty).slice(0, 3)).toEqual(['"minute";q=100;w=60', '100', '99']);
    const forbidden = await api.post('/product/v1/search');
    expectError(forbidden, 403, 30001);
    expect(rateLimitOf(forbidden).slice(0, 3)).toEqual(['"minute";q=100;w=60', '100', '99']);
    expect(rateLimitOf(await ask(api)).slice(0, 3)).toEqual(['"minute";q=100;w=60', '100', '98']);
  });

  it('slow the guessing of tokens from an address, and never a token that works', async () => {
    const other = await startTestApp({
      name: 'guessing',
      indices: emptyIndices(),
      config: { trustedProxies: ['loopback'] },
    });
    try {
      const guess = (number: number, address: string): Promise<Answer> =>
        other.api.withToken(`guess-${number}`).send('/live/v1/search', { headers: { 'X-Forwarded-For': address } });
      for (let number = 0; number < 20; number++) expectError(await guess(number, '192.0.2.7'), 401, 30001);
      for (let number = 20; number < 25; number++) {
        const answer = await guess(number, '192.0.2.7');
        expectError(answer, 429, 30003);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(answer.headers.get('www-authenticate')).toBeNull();
      }
      const working = await other.api.send('/live/v1/search', { headers: { 'X-Forwarded-For': '192.0.2.7' } });
      expect(working.status).toBe(200);
      expectError(await guess(99, '192.0.2.8'), 401, 30001);
    } finally {
      await other.close();
    }
  });

  it('believe no client about its address unless a proxy is trusted', async () => {
    const answers: number[] = [];
    for (let number = 0; number < 22; number++) {
      const headers = { 'X-Forwarded-For': `192.0.2.${number}` };
      answers.push((await service.api.withToken(`guess-${number}`).send('/live/v1/search', { headers })).status);
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
  });

  it('hold by day over two processes of which one is killed and started again, to the last request', () =>
    onOneDay(async (name) => {
      const PER_DAY = 400;
      await buildService();
      const folder = await mkdtemp(join(tmpdir(), 'limits-'));
      const token = await service.tokens.create(name, SCOPES, null, { perDay: PER_DAY });
      const launch = () =>
        ServiceProcess.launch(folder, 0, {
          ELASTICSEARCH_URL: elasticsearchUrl(),
          INDEX_PREFIX: service.config.indexPrefix,
        });
      const processes = [launch(), launch()];
      let answered = 0;
      /** Asks until `answered` has reached a number or the quota is used up. */
      const askUntil = async (process: ServiceProcess, reached: number): Promise<Answer | undefined> => {
        const api = new ApiClient(await process.url(), token);
        while (answered < reached) {
          const answer = await ask(api);
          if (answer.status !== 200) return answer;
          answered += 1;
        }
        return undefined;
      };
      try {
        const [killed, kept] = processes as [ServiceProcess, ServiceProcess];
        const asking = Promise.all([askUntil(killed, 100), askUntil(kept, 200), askUntil(kept, 200)]);
        expect(await asking).toEqual([undefined, undefined, undefined]);
        killed.signal('SIGKILL');
        await killed.end();
        const second = launch();
        processes.push(second);
        const before = secondsToMidnight();
        const refusals = await Promise.all([second, second, kept, kept].map((one) => askUntil(one, PER_DAY + 1)));
        for (const refusal of refusals) {
          expectError(refusal as Answer, 429, 30002);
          expect((refusal as Answer).headers.get('ratelimit-remaining')).toBe('0');
          const wait = Number((refusal as Answer).headers.get('retry-after'));
          expect(wait).toBeLessThanOrEqual(before + 1);
          expect(wait).toBeGreaterThanOrEqual(secondsToMidnight() - 1);
        }
        expect(answered).toBe(PER_DAY);
      } finally {
        for (const process of processes) process.signal('SIGTERM');
        await Promise.all(processes.map((process) => process.end()));
        await rm(folder, { recursive: true });
      }
    }));
});

const READS_A_SECOND = 20;
const FLOOD = 400;
const AT_ONCE = 50;
/** More than the service reads; less than the flood asks. */
const TAKEN_A_SECOND = 2 * READS_A_SECOND;
/** Longer than a token is used without being confirmed while the index of tokens can be read. */
const OUTAGE_MS = 7000;
const REVOKED_WITHIN_MS = 5000;
/** As slow as what the service waits for. */
const SLOW_MS = 2500;

describe('a flood of unknown tokens', () => {
  const proxy = new FaultProxy();
  /** `performance.now()` of every read of the index of tokens. */
  let reads: number[];
  let floods = 0;
  const service = testApp(() => ({ name: 'token-flood', indices: emptyIndices(), proxy }));
  beforeEach(() => {
    reads = [];
    proxy.heal();
    proxy.only = (path) => {
      if (!path.includes('tokens/_mget')) return false;
      reads.push(performance.now());
      return readsOfLastSecond() > TAKEN_A_SECOND;
    };
  });

  const readsOfLastSecond = (): number => reads.filter((at) => at > performance.now() - 1000).length;

  const ask = async (token: string): Promise<number> =>
    (await service.api.withToken(token).post('/live/v1/search')).status;

  /** Guesses from one address, each another one; how they were answered. */
  async function flood(): Promise<Set<number>> {
    floods += 1;
    const statuses = new Set<number>();
    for (let sent = 0; sent < FLOOD; sent += AT_ONCE) {
      const guesses = Array.from({ length: AT_ONCE }, (_, i) => ask(`guess-${floods}-${sent + i}`));
      for (const status of await Promise.all(guesses)) statuses.add(status);
    }
    return statuses;
  }

  it('costs at most 20 reads a second, and is told that its tokens do not work', async () => {
    const startedAt = performance.now();
    expect([...(await flood())].sort()).toEqual([401, 429]);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(reads.length).toBeLessThanOrEqual(READS_A_SECOND * seconds + 1);
  });

  it('leaves tokens in use and new ones alone, on a cluster that takes no more reads than it has to', async () => {
    proxy.fault = { kind: 'answer', status: 429 };
    const made = await service.tokens.create('made-in-a-flood', SCOPES, null);
    const flooding = flood();
    const used: number[] = [];
    for (const ended = flooding.then(() => true); !(await Promise.race([ended, sleep(50, false)]));) {
      used.push(await ask(service.token));
    }
    expect(new Set(used)).toEqual(new Set([200]));
    expect(await ask(made)).toBe(200);
  });

  it('or an index of tokens that is silent stops no token in use; once it answers, a revocation acts', async () => {
    const token = await service.tokens.create('in-use', SCOPES, null);
    expect(await ask(token)).toBe(200);
    proxy.fault = { kind: 'hang' };
    proxy.only = (path) => path.includes('tokens/_mget');
    for (const endsAt = performance.now() + OUTAGE_MS; performance.now() < endsAt; await sleep(200)) {
      expect(await ask(token)).toBe(200);
    }
    proxy.heal();
    await service.tokens.revoke('in-use');
    const refusal = async (): Promise<number | false> => {
      const status = await ask(token);
      return status !== 200 && status;
    };
    const status = await eventually('the revocation', refusal, REVOKED_WITHIN_MS);
    // 429 when its address has guessed too often before.
    expect([401, 429]).toContain(status);
  });

  it('or an index of tokens that answers slowly keeps no revocation from acting within 5 s', async () => {
    const token = await service.tokens.create('in-use-slowly', SCOPES, null);
    expect(await ask(token)).toBe(200);
    proxy.fault = { kind: 'late', ms: SLOW_MS };
    proxy.only = (path) => path.includes('tokens/_mget');
    proxy.met = 0;
    const asked: Promise<number>[] = [];
    const asking = setInterval(() => asked.push(ask(token)), 100);
    try {
      await eventually('the next read', () => proxy.met > 0);
      await service.tokens.revoke('in-use-slowly');
      await sleep(REVOKED_WITHIN_MS);
      expect([401, 429]).toContain(await ask(token));
    } finally {
      clearInterval(asking);
      await Promise.all(asked);
    }
  });
});

const UNLIMITED = { per_second: null, burst: null, per_minute: null, per_day: null, left_today: null };

describe('/v1/usage', () => {
  const service = testApp(() => ({ name: 'usage', indices: emptyIndices() }));

  it('tells the limits of the token and what is left of today, this request counted', () =>
    onOneDay(async (day) => {
      const name = `${day}-${service.tokenName}`;
      const limits = { perSecond: 50, burst: 20, perMinute: 600, perDay: 5 };
      const api = service.api.withToken(await service.tokens.create(name, ['live', 'export'], null, limits));
      const answers = [await api.get('/v1/usage'), await api.post('/v1/usage', {})];
      answers.forEach((answer) => expectEnvelope(answer));
      const told = {
        name,
        scopes: ['live', 'export'],
        per_second: 50,
        burst: 20,
        per_minute: 600,
        per_day: 5,
        links: true,
      };
      expect(answers.map(({ body }) => body.data)).toEqual([
        { ...told, left_today: 4 },
        { ...told, left_today: 3 },
      ]);
      const reader = service.api.withToken(await service.tokens.create(`reading-${name}`, ['live'], null));
      expect((await reader.get<{ links: boolean }>('/v1/usage')).body.data.links).toBe(false);
      expectError(await service.api.withToken('none').get('/v1/usage'), 401, 30001);
    }));

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
