import { jest } from '@jest/globals';
import type { Response } from 'express';
import { Failure } from '../common/errors/failure.js';
import { answerOf, type FailureAnswer } from '../http/answer/failure-answers.js';
import type { TokenLimits } from '../common/access-token.js';
import type { Standing } from './shared-daily-quota.js';
import { RequestLimits, siteOf } from './request-limits.js';

/** A quota of only this process. */
class QuotaInMemory {
  taken = 0;

  take(name: string, perDay: number, requests = 1): Promise<Standing> {
    const open = this.taken + requests <= perDay;
    if (open) this.taken += requests;
    return Promise.resolve({ ...this.peek(name, perDay), open });
  }

  giveBack(_name: string, requests: number): Promise<void> {
    this.taken -= requests;
    return Promise.resolve();
  }

  peek(_name: string, perDay: number): Standing {
    const remaining = perDay - this.taken;
    return { name: 'day', limit: perDay, remaining, resetMs: 3_600_000, open: remaining > 0 };
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
    limits = new RequestLimits(quota, { countLimited: (limit) => void limited.push(limit) });
  });
  afterEach(() => jest.useRealTimers());

  async function ask(of: TokenLimits, name = 'one'): Promise<{ headers: Headers; failure?: FailureAnswer }> {
    const headers: Headers = {};
    const response = { setHeader: (key: string, value: string | number) => void (headers[key] = value) };
    try {
      await limits.count({ name, scopes: [], limits: of }, response as unknown as Response);
      return { headers };
    } catch (failure) {
      if (failure instanceof Failure) return { headers, failure: answerOf(failure) };
      throw failure;
    }
  }
  const answered = async (of: TokenLimits, times: number): Promise<number> => {
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

  it('refuses with the code and the time to wait: by minute 30003, by day 30002', async () => {
    await ask({ perMinute: 1 });
    jest.advanceTimersByTime(20_000);
    const byMinute = (await ask({ perMinute: 1 })).failure;
    expect([byMinute?.code, byMinute?.headers]).toEqual([30003, { 'Retry-After': '40' }]);
    await ask({ perDay: 1 });
    const byDay = (await ask({ perDay: 1 })).failure;
    expect([byDay?.code, byDay?.headers]).toEqual([30002, { 'Retry-After': '3600' }]);
    expect(byDay?.message).toMatch(/^The daily quota of the token, 1 requests, is used up/);
  });

  it('takes nothing for what is refused: neither of the day nor of the second, nor of a burst', async () => {
    await answered({ perSecond: 2, perDay: 100 }, 10);
    expect(quota.taken).toBe(2);
    const few = { perSecond: 2, burst: 2, perMinute: 2 };
    expect(await answered(few, 2)).toBe(2);
    jest.advanceTimersByTime(59_500);
    expect(await answered(few, 10)).toBe(0);
    jest.advanceTimersByTime(600);
    expect(await answered({ ...few }, 10)).toBe(2);
  });

  it('takes nothing of the second, the minute or a burst for what the day refuses', async () => {
    const few = { perSecond: 2, burst: 2, perMinute: 4 };
    quota.taken = 100;
    expect(await answered({ ...few, perDay: 100 }, 10)).toBe(0);
    expect(limited).toEqual(Array(10).fill('day'));
    quota.taken = 0;
    expect(await answered({ ...few, perDay: 100 }, 10)).toBe(4);
  });

  it('takes nothing of a burst for what is refused at the same moment', async () => {
    const of = { perSecond: 2, burst: 2, perMinute: 8 };
    for (const open of [4, 2, 2]) {
      expect(await answered(of, 4)).toBe(open);
      jest.advanceTimersByTime(1000);
    }
    jest.advanceTimersByTime(56_500);
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => ask(of)));
    expect(atOnce.map(({ failure }) => failure?.code)).toEqual(Array.from({ length: 10 }, () => 30003));
    jest.advanceTimersByTime(1100);
    expect(await answered({ ...of }, 10)).toBe(2 + 2);
  });

  it('tells the longest wait of the limits that are spent', async () => {
    const of = { perSecond: 3, perMinute: 5, perDay: 1000 };
    const waits = async (times: number) => {
      const found: (string | undefined)[] = [];
      for (let tried = 0; tried < times; tried++) found.push((await ask(of)).failure?.headers['Retry-After']);
      return found;
    };
    expect(await waits(4)).toEqual([undefined, undefined, undefined, '1']);
    jest.advanceTimersByTime(34_000);
    expect(await waits(8)).toEqual([undefined, undefined, '26', '26', '26', '26', '26', '26']);
    quota.taken = 1000;
    expect(await waits(2)).toEqual(['3600', '3600']);
  });

  describe('of an export', () => {
    const tokenWith = (of: TokenLimits) => ({ name: 'one', scopes: [], limits: of });
    const response = { setHeader: () => undefined } as unknown as Response;
    const untilAborted = new AbortController().signal;
    const failureOf = (asked: Promise<void>): Promise<unknown> =>
      asked.then(() => undefined).catch((error: unknown) => error);

    it('count its requests by day, all or none, and take back what did not leave', async () => {
      const token = tokenWith({ perMinute: 2, perDay: 12 });
      await limits.count(token, response);
      await limits.countExport(token, 10, response);
      expect(quota.taken).toBe(10);
      const refusal = await failureOf(limits.countExport(token, 4, response));
      expect(refusal).toMatchObject({ kind: 'quota_used', message: expect.stringContaining('4 requests') as string });
      expect([quota.taken, limited]).toEqual([10, ['day']]);
      await limits.giveBack(token, 7, Date.now());
      expect(quota.taken).toBe(3);
    });

    it.each<[string, TokenLimits | undefined, number]>([
      ['without limits', undefined, 10],
      ['without a limit by day', { perMinute: 2 }, 10],
      ['that is one request', { perDay: 12 }, 1],
    ])('%s takes nothing of the day, gives nothing back and waits for nothing', async (_, of, requests) => {
      const token = { name: 'one', scopes: [], ...(of && { limits: of }) };
      await limits.countExport(token, requests, response);
      expect(quota.taken).toBe(0);
      await limits.giveBack(token, requests - 1, Date.now());
      expect(quota.taken).toBe(0);
      await limits.exportTurn(token, untilAborted);
    });

    it('let its pages take half of them, evenly, and none of a burst, unless its client leaves', async () => {
      const token = tokenWith({ perSecond: 20, burst: 5 });
      jest.useRealTimers();
      const leaving = new AbortController();
      const startedAt = performance.now();
      let others = 0;
      for (let turn = 0; turn < 11; turn += 1) {
        await limits.exportTurn(token, leaving.signal);
        others += await answered(token.limits, 1);
        if (turn === 4) expect(performance.now() - startedAt).toBeGreaterThan(380);
      }
      expect(performance.now() - startedAt).toBeGreaterThan(980);
      expect(others).toBe(11);
      const waiting = Promise.all(Array.from({ length: 3 }, () => limits.exportTurn(token, leaving.signal)));
      leaving.abort();
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    });

    it('let its pages wait for room where other requests have taken all', async () => {
      const token = tokenWith({ perSecond: 2, burst: 5 });
      jest.useRealTimers();
      const startedAt = performance.now();
      expect(await answered(token.limits, 2)).toBe(2);
      const leaving = new AbortController();
      const waiting = limits.exportTurn(token, leaving.signal);
      setImmediate(() => leaving.abort());
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
      await limits.exportTurn(token, untilAborted);
      expect(performance.now() - startedAt).toBeGreaterThan(800);
    });
  });

  it('says how far the nearest limit is used up, and which ones there are', async () => {
    const of = { perSecond: 5, burst: 10, perMinute: 3, perDay: 100 };
    const policy = '"second";q=5;w=1;burst=10, "minute";q=3;w=60, "day";q=100;w=86400';
    const headersWith = (limit: number, remaining: number, reset: number, all: string): Headers => ({
      RateLimit: all,
      'RateLimit-Policy': policy,
      'RateLimit-Limit': limit,
      'RateLimit-Remaining': remaining,
      'RateLimit-Reset': reset,
    });
    expect((await ask(of)).headers).toEqual(
      headersWith(3, 2, 60, '"second";r=4;t=1, "minute";r=2;t=60, "day";r=99;t=3600'),
    );
    quota.taken = 99;
    expect((await ask(of)).headers).toEqual(
      headersWith(100, 0, 3600, '"second";r=3;t=1, "minute";r=1;t=60, "day";r=0;t=3600'),
    );
    expect((await ask(of)).headers).toEqual(headersWith(100, 0, 3600, '"day";r=0;t=3600'));
  });

  it('shows the limit that refuses, and of two that are both used up the one with the longer wait', async () => {
    const of = { perSecond: 1, perMinute: 2 };
    const shown = async () => {
      const { headers } = await ask(of);
      return [headers['RateLimit-Policy'], headers['RateLimit-Limit'], headers['RateLimit-Reset']];
    };
    const policy = '"second";q=1;w=1, "minute";q=2;w=60';
    expect([await shown(), await shown()]).toEqual([
      [policy, 1, 1],
      [policy, 1, 1],
    ]);
    jest.advanceTimersByTime(59_500);
    expect(await shown()).toEqual([policy, 1, 1]);
    jest.advanceTimersByTime(1000);
    expect([await shown(), (await ask({ perSecond: 1, perMinute: 1 }, 'two')).headers]).toMatchObject([
      [policy, 1, 1],
      { 'RateLimit-Limit': 1, 'RateLimit-Reset': 60 },
    ]);
  });

  it('says nothing to a token without limits, and tells without counting', async () => {
    const headers: Headers = {};
    const response = {
      setHeader: (key: string, value: string | number) => void (headers[key] = value),
    } as unknown as Response;
    await limits.count({ name: 'free', scopes: [] }, response);
    await limits.describe({ name: 'free', scopes: [] }, response);
    expect(headers).toEqual({});
    for (let look = 0; look < 3; look++) {
      await limits.describe({ name: 'one', scopes: [], limits: { perMinute: 2 } }, response);
    }
    expect(headers).toMatchObject({ 'RateLimit-Limit': 2, 'RateLimit-Remaining': 2 });
    await limits.describe({ name: 'one', scopes: [], limits: { perMinute: 2, perDay: 1 } }, response);
    expect(headers).toMatchObject({ 'RateLimit-Limit': 1, 'RateLimit-Remaining': 1 });
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.10.20.11', '192.10.20.11'],
    ['2001:db8::ffff:192.0.2.1', '2001:db8:0:0'],
    ['::ffff:192.0.2.1%eth0', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['2001::db8:5:6:7:8', '2001:0:0:db8'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('knows that whoever has %s has %s', (address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});
