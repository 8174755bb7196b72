import { jest } from '@jest/globals';
import type { Response } from 'express';
import { LimitFailure } from '../../errors/failure.js';
import type { Limits, Standing } from './limits.js';
import { DailyQuota } from './limits.js';
import { RequestLimits } from './request-limits.js';

/** A quota of this process alone. */
class QuotaInMemory extends DailyQuota {
  taken = 0;

  override take(_name: string, perDay: number): Standing {
    const open = this.taken < perDay;
    if (open) this.taken += 1;
    return { ...this.look(_name, perDay), open };
  }

  override takeAll(name: string, perDay: number, requests: number): Promise<Standing> {
    const open = this.taken + requests <= perDay;
    if (open) this.taken += requests;
    return Promise.resolve({ ...this.look(name, perDay), open });
  }

  override look(_name: string, perDay: number): Standing {
    return { name: 'day', limit: perDay, remaining: perDay - this.taken, resetSeconds: 3600, open: true };
  }
}

type Headers = Record<string, string | number>;

describe('RequestLimits', () => {
  let limits: RequestLimits;
  let quota: QuotaInMemory;
  let limited: string[];
  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
    quota = new QuotaInMemory();
    limited = [];
    limits = new RequestLimits(quota, { limited: (limit) => void limited.push(limit) });
  });
  afterEach(() => jest.useRealTimers());

  async function ask(of: Limits, name = 'one'): Promise<{ headers: Headers; failure?: LimitFailure }> {
    const headers: Headers = {};
    const response = { setHeader: (key: string, value: string | number) => void (headers[key] = value) };
    try {
      await limits.count({ name, scopes: [], limits: of }, response as unknown as Response);
      return { headers };
    } catch (failure) {
      if (failure instanceof LimitFailure) return { headers, failure };
      throw failure;
    }
  }
  const answered = async (of: Limits, times: number): Promise<number> => {
    let open = 0;
    for (let request = 0; request < times; request++) if ((await ask(of)).failure === undefined) open += 1;
    return open;
  };

  it('lets so many through a second, and as many again in the next', async () => {
    const of = { perSecond: 3 };
    expect(await answered(of, 10)).toBe(3);
    jest.advanceTimersByTime(1000);
    expect(await answered(of, 10)).toBe(3);
  });

  it('lets a burst through beyond that, once in ten seconds', async () => {
    const of = { perSecond: 2, burst: 4 };
    expect(await answered(of, 20)).toBe(2 + 4);
    jest.advanceTimersByTime(1000);
    expect(await answered(of, 20)).toBe(2);
    jest.advanceTimersByTime(9000);
    expect(await answered(of, 20)).toBe(2 + 4);
  });

  it('counts by minute beside that', async () => {
    const of = { perSecond: 4, perMinute: 6 };
    expect(await answered(of, 4)).toBe(4);
    jest.advanceTimersByTime(1000);
    expect(await answered(of, 4)).toBe(2);
    expect(limited).toEqual(['minute', 'minute']);
    jest.advanceTimersByTime(59_000);
    expect(await answered(of, 4)).toBe(4);
  });

  it('keeps tokens apart', async () => {
    const of = { perSecond: 1 };
    expect(await answered(of, 2)).toBe(1);
    expect((await ask(of, 'another')).failure).toBeUndefined();
  });

  it('refuses with the code and the time to wait: by minute 30003, by day 30002', async () => {
    await ask({ perMinute: 1 });
    jest.advanceTimersByTime(20_000);
    const byMinute = (await ask({ perMinute: 1 })).failure;
    expect([byMinute?.code, byMinute?.headers]).toEqual([30003, { 'Retry-After': '40' }]);
    await ask({ perDay: 1 });
    const byDay = (await ask({ perDay: 1 })).failure;
    expect([byDay?.code, byDay?.headers]).toEqual([30002, { 'Retry-After': '3600' }]);
  });

  it('takes nothing of the day for what is refused before', async () => {
    await answered({ perSecond: 2, perDay: 100 }, 10);
    expect(quota.taken).toBe(2);
  });

  describe('of an export', () => {
    async function askPages(of: Limits, pages: number): Promise<LimitFailure | undefined> {
      await ask(of);
      const response = { setHeader: () => undefined } as unknown as Response;
      try {
        await limits.countPages({ name: 'one', scopes: [], limits: of }, pages, response);
        return undefined;
      } catch (failure) {
        if (failure instanceof LimitFailure) return failure;
        throw failure;
      }
    }

    it('count its pages by minute and by day, all or none', async () => {
      const of = { perMinute: 10, perDay: 12 };
      expect(await askPages(of, 6)).toBeUndefined();
      expect(quota.taken).toBe(6);
      const byMinute = await askPages(of, 5);
      expect([byMinute?.code, byMinute?.message]).toEqual([30003, expect.stringContaining('5 requests')]);
      expect(quota.taken).toBe(7);
      expect(await answered(of, 9)).toBe(3);
      jest.advanceTimersByTime(60_000);
      expect((await askPages(of, 3))?.code).toBe(30002);
      expect([quota.taken, limited.at(-1)]).toEqual([11, 'day']);
    });

    it('let its pages wait for their turn in a second, unless its client leaves', async () => {
      jest.useRealTimers();
      const token = { name: 'one', scopes: [], limits: { perSecond: 2 } };
      const leaving = new AbortController();
      const startedAt = performance.now();
      for (let turn = 0; turn < 5; turn += 1) await limits.pageTurn(token, leaving.signal);
      expect(performance.now() - startedAt).toBeGreaterThan(1900);
      const waiting = Promise.all(Array.from({ length: 10 }, () => limits.pageTurn(token, leaving.signal)));
      leaving.abort();
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    });
  });

  it('says how far the nearest limit is used up, and which ones there are', async () => {
    const of = { perSecond: 5, burst: 10, perMinute: 3, perDay: 100 };
    const policy = '5;w=1;burst=10, 3;w=60, 100;w=86400';
    const headersWith = (limit: number, remaining: number, reset: number): Headers => ({
      'RateLimit-Policy': policy,
      'RateLimit-Limit': limit,
      'RateLimit-Remaining': remaining,
      'RateLimit-Reset': reset,
    });
    expect((await ask(of)).headers).toEqual(headersWith(3, 2, 60));
    quota.taken = 99;
    expect((await ask(of)).headers).toEqual(headersWith(100, 0, 3600));
    expect((await ask(of)).headers).toEqual(headersWith(100, 0, 3600));
  });

  it('says nothing to a token without limits, and tells without counting', async () => {
    const headers: Headers = {};
    const response = {
      setHeader: (key: string, value: string | number) => void (headers[key] = value),
    } as unknown as Response;
    await limits.count({ name: 'free', scopes: [] }, response);
    expect(headers).toEqual({});
    for (let look = 0; look < 3; look++) {
      await limits.describe({ name: 'one', scopes: [], limits: { perMinute: 2 } }, response);
    }
    expect(headers).toMatchObject({ 'RateLimit-Limit': 2, 'RateLimit-Remaining': 2 });
  });
});
