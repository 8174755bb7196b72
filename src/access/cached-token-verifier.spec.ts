import { jest } from '@jest/globals';
import type { AccessToken } from '../common/access-token.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import { CachedTokenVerifier } from './cached-token-verifier.js';
import { hashToken, type TokenDocument } from './token-store.js';

const TIMEOUT_MS = 3000;
/** 20 reads a second at most. */
const READ_EVERY_MS = 50;

/** A store of one token, which counts how often it is asked and may be slow or out of reach. */
class OneToken {
  asked = 0;
  delayMs = 0;
  failing = false;
  document: TokenDocument | undefined = {
    name: 'one',
    hash: hashToken('good'),
    scopes: ['video'],
    created_at: 0,
    expires_at: null,
    revoked_at: null,
  };

  async findAll(hashes: readonly string[], timeoutMs: number): Promise<(TokenDocument | undefined)[]> {
    this.asked++;
    const { document, delayMs } = this;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(delayMs, timeoutMs)));
    if (this.failing || delayMs > timeoutMs) throw new UnavailableFailure('cluster_down');
    return hashes.map((hash) => (document?.hash === hash ? document : undefined));
  }
}

describe('CachedTokenVerifier', () => {
  let store: OneToken;
  let verifier: CachedTokenVerifier;
  beforeEach(() => {
    jest.useFakeTimers();
    // At 0 lru-cache takes its clock for one that does not go.
    jest.advanceTimersByTime(1);
    store = new OneToken();
    verifier = new CachedTokenVerifier(store, { requestTimeoutMs: TIMEOUT_MS, limits: {} });
  });
  afterEach(() => jest.useRealTimers());

  const revoke = (): void => {
    if (store.document !== undefined) store.document = { ...store.document, revoked_at: 1 };
  };
  /** What a request gets that waits for a read if it must. */
  const verify = async (value: string) => {
    const verified = Promise.resolve(verifier.verify(value));
    verified.catch(() => undefined);
    await jest.advanceTimersByTimeAsync(READ_EVERY_MS);
    return verified;
  };
  const isGood = async (): Promise<boolean> => typeof (await verifier.verify('good')) === 'object';

  it('says whether a token that it refuses is revoked or expired', async () => {
    if (store.document !== undefined) store.document = { ...store.document, expires_at: 1 };
    expect(await verify('good')).toBe('expired');
    revoke();
    verifier = new CachedTokenVerifier(store, { requestTimeoutMs: TIMEOUT_MS, limits: {} });
    expect(await verify('good')).toBe('revoked');
  });

  it('gives the limits of tokens in general but for those that the token has itself, where 0 is none', async () => {
    verifier = new CachedTokenVerifier(store, {
      requestTimeoutMs: TIMEOUT_MS,
      limits: { perSecond: 10, perDay: 1000 },
    });
    expect(await verifier.verify('good')).toMatchObject({ limits: { perSecond: 10, perDay: 1000 } });
    const limitsWith = async (limits: object) => {
      if (store.document !== undefined) store.document = { ...store.document, limits };
      verifier = new CachedTokenVerifier(store, {
        requestTimeoutMs: TIMEOUT_MS,
        limits: { perSecond: 10, perDay: 1000 },
      });
      return ((await verifier.verify('good')) as AccessToken).limits;
    };
    expect(await limitsWith({ perDay: 5, perMinute: 3 })).toEqual({ perSecond: 10, perMinute: 3, perDay: 5 });
    expect(await limitsWith({ perSecond: 0, perDay: 0 })).toBeUndefined();
  });

  it('asks once for many requests at once, and not again within 2 s', async () => {
    store.delayMs = 100;
    const answers = Promise.all([1, 2, 3].map(() => Promise.resolve(verifier.verify('good'))));
    await jest.advanceTimersByTimeAsync(100);
    expect(await answers).toMatchObject([{ name: 'one' }, { name: 'one' }, { name: 'one' }]);
    await jest.advanceTimersByTimeAsync(1899);
    await verifier.verify('good');
    expect(store.asked).toBe(1);
  });

  it('refuses a revoked token in use once it has been read again, without a request waiting for that', async () => {
    await verifier.verify('good');
    revoke();
    await jest.advanceTimersByTimeAsync(2100);
    store.delayMs = 50;
    expect(await isGood()).toBe(true);
    await jest.advanceTimersByTimeAsync(50);
    expect(await isGood()).toBe(false);
  });

  it('counts the age of what it read from before it was read', async () => {
    store.delayMs = 900;
    const first = verifier.verify('good');
    await jest.advanceTimersByTimeAsync(0);
    revoke();
    await jest.advanceTimersByTimeAsync(900);
    expect(await first).toMatchObject({ name: 'one' });
    store.delayMs = 0;
    await jest.advanceTimersByTimeAsync(3200);
    expect(await isGood()).toBe(false);
  });

  it('goes on with what it knows for 60 s while the store is out of reach, then says so, and recovers at once', async () => {
    await verifier.verify('good');
    store.failing = true;
    for (let second = 1; second < 60; second++) {
      await jest.advanceTimersByTimeAsync(1000);
      expect(await isGood()).toBe(true);
    }
    await jest.advanceTimersByTimeAsync(1000);
    await expect(verify('good')).rejects.toThrow(UnavailableFailure);
    await expect(verify('other')).rejects.toThrow(UnavailableFailure);
    store.failing = false;
    expect(await verify('good')).toMatchObject({ name: 'one' });
  });

  it('waits for a store that is silent until its read has failed, then goes on with what it knows without waiting', async () => {
    await verifier.verify('good');
    store.delayMs = Infinity;
    await jest.advanceTimersByTimeAsync(10_000);
    const waiting = verifier.verify('good');
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await waiting).toMatchObject({ name: 'one' });
    for (let second = 0; second < 40; second++) {
      await jest.advanceTimersByTimeAsync(1000);
      expect(await isGood()).toBe(true);
    }
  });

  it('refuses what was revoked while the store was out of reach as soon as that can be read', async () => {
    await verifier.verify('good');
    store.failing = true;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await isGood()).toBe(true);
    revoke();
    store.failing = false;
    expect(await isGood()).toBe(true);
    await jest.advanceTimersByTimeAsync(500 + READ_EVERY_MS);
    expect(await isGood()).toBe(false);
  });

  it('refuses a revoked token that was not used for long at once, though the store was out of reach before', async () => {
    await verifier.verify('good');
    store.failing = true;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await isGood()).toBe(true);
    revoke();
    store.failing = false;
    await jest.advanceTimersByTimeAsync(5000);
    expect(await isGood()).toBe(false);
  });
});
