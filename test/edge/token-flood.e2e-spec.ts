import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '../../src/common/access-token.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { emptyIndices } from '../support/shared-indices.js';

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
  let proxy: FaultProxy;
  let service: TestApp;
  /** `performance.now()` of every read of the index of tokens. */
  let reads: number[];
  let floods = 0;
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({ name: 'token-flood', indices: emptyIndices(), serviceElasticsearchUrl: proxy.url });
  });
  beforeEach(() => {
    reads = [];
    proxy.heal();
    proxy.only = (path) => {
      if (!path.includes('tokens/_mget')) return false;
      reads.push(performance.now());
      return readsOfLastSecond() > TAKEN_A_SECOND;
    };
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
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
