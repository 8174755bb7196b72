import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ErrorCode } from '../../common/errors/error-code.js';
import { LimitFailure } from '../../common/errors/failure.js';
import type { Standing } from '../../access/shared-daily-quota.js';
import { SharedDailyQuota } from '../../access/shared-daily-quota.js';
import { Metrics } from '../../health/metrics.js';
import type { LimitName, Limits, AccessToken } from '../../common/access-token.js';

const BURST_WINDOW_SECONDS = 10;
/** The share of a token's limits by second and minute that its exports may use. */
const SHARE_OF_EXPORTS = 0.5;
/** More tokens than export at one moment. */
const MOST_EXPORTING = 1000;

/** Enforces the limits of tokens and describes their use in `RateLimit-*` headers. */
@Injectable()
export class RequestLimits {
  private readonly plans = new Map<string, Plan>();
  /** `performance.now()` at which the next page of a token's exports may leave. */
  private readonly nextTurns = new LRUCache<string, number>({ max: MOST_EXPORTING });

  constructor(
    @Inject(SharedDailyQuota) private readonly quota: Pick<SharedDailyQuota, 'take' | 'giveBack' | 'peek'>,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'limited'>,
  ) {}

  /**
   * Counts a request of the token and sets the `RateLimit-*` headers of its answer. Refused requests are not counted.
   * @throws LimitFailure (429) when it exceeds a limit: 30003 by second or minute, 30002 by day
   */
  async count({ name, limits }: AccessToken, response: Response): Promise<void> {
    if (limits === undefined) return;
    const plan = this.plan(limits);
    const { standings, giveBack } = await plan.take(name);
    if (limits.perDay !== undefined) {
      const isOpen = standings.every(({ open }) => open);
      const day = await (isOpen ? this.quota.take(name, limits.perDay) : this.quota.peek(name, limits.perDay));
      standings.push(day);
      if (isOpen && !day.open) await giveBack();
    }
    const spent = longestSpent(standings);
    showLimits(response, plan, spent === undefined ? standings : [spent]);
    if (spent !== undefined) this.refuse(spent);
  }

  /**
   * Counts an export, which `count` has counted as one request, as several requests of the day.
   * @throws LimitFailure (429, 30002) when fewer are left; none is counted then
   */
  async countExport({ name, limits }: AccessToken, requests: number, response: Response): Promise<void> {
    if (limits?.perDay === undefined || requests <= 1) return;
    const standing = await this.quota.take(name, limits.perDay, requests - 1);
    if (!standing.open) this.refuse(standing, requests);
    showLimits(response, this.plan(limits), [standing]);
  }

  /** Gives the day's quota requests back that were counted at `countedAt` (`Date.now()`); a failure loses them. */
  async giveBack({ name, limits }: AccessToken, requests: number, countedAt: number): Promise<void> {
    if (limits?.perDay === undefined || requests === 0) return;
    await this.quota.giveBack(name, requests, countedAt).catch(() => undefined);
  }

  /**
   * Waits until the token's exports may send one more page, and counts it by second and by minute. Pages are spread
   * evenly, so that other requests fit between them.
   * @param signal ends the wait with its reason
   */
  async exportTurn({ name, limits }: AccessToken, signal: AbortSignal): Promise<void> {
    if (limits === undefined) return;
    const plan = this.plan(limits);
    const now = performance.now();
    const turn = Math.max(now, this.nextTurns.get(name) ?? now);
    this.nextTurns.set(name, turn + plan.exportEveryMs);
    if (turn > now) await sleep(turn - now, undefined, { signal });
    for (;;) {
      const spent = longestSpent((await plan.take(name, { mayBurst: false })).standings);
      if (spent === undefined) return;
      await sleep(spent.resetMs, undefined, { signal });
    }
  }

  /** Sets the `RateLimit-*` headers without counting a request. */
  async describe({ name, limits }: AccessToken, response: Response): Promise<void> {
    if (limits === undefined) return;
    const plan = this.plan(limits);
    const standings = await Promise.all(plan.windows.map((window) => window.peek(name)));
    if (limits.perDay !== undefined) standings.push(this.quota.peek(name, limits.perDay));
    showLimits(response, plan, standings);
  }

  private refuse({ name, limit, resetMs }: Standing, requests = 1): never {
    this.metrics.limited(name);
    const seconds = resetMs / 1000;
    if (name !== 'day') {
      const text = `Too many requests: the token may make ${limit} a ${name}; try again shortly.`;
      throw new LimitFailure(ErrorCode.TooManyRequests, text, seconds);
    }
    const text =
      requests > 1
        ? `The export counts as ${requests} requests, one per 100 rows, which is more than is left of the ${limit} a day; set a smaller limit, or try again after midnight UTC.`
        : `The daily quota of the token, ${limit} requests, is used up; it begins anew at midnight UTC.`;
    throw new LimitFailure(ErrorCode.QuotaExhausted, text, seconds);
  }

  private plan(limits: Limits): Plan {
    const key = `${limits.perSecond} ${limits.burst} ${limits.perMinute} ${limits.perDay}`;
    const plan = this.plans.get(key) ?? new Plan(limits);
    this.plans.set(key, plan);
    return plan;
  }
}

interface Taking {
  /** Whether it may be one of a burst. */
  readonly mayBurst: boolean;
}

/** One set of limits. Tokens that share it are counted separately. */
class Plan {
  /** The limits by second and minute, counted in this process. */
  readonly windows: readonly Window[];
  /** For `RateLimit-Policy`. */
  readonly policy: string;
  /** Milliseconds between two pages of exports. */
  readonly exportEveryMs: number;

  constructor({ perSecond, burst = 0, perMinute, perDay }: Limits) {
    this.windows = [
      ...(perSecond === undefined ? [] : [new Window('second', perSecond, 1, burst)]),
      ...(perMinute === undefined ? [] : [new Window('minute', perMinute, 60, 0)]),
    ];
    const policies = this.windows.map(({ policy }) => policy);
    this.policy = [...policies, ...(perDay === undefined ? [] : [`${perDay};w=86400`])].join(', ');
    this.exportEveryMs = Math.max(0, ...this.windows.map(({ everyMs }) => everyMs / SHARE_OF_EXPORTS));
  }

  /** Counts a request of the token unless a limit is spent. */
  async take(token: string, { mayBurst }: Taking = { mayBurst: true }): Promise<TakenByPlan> {
    const taken = await Promise.all(this.windows.map((window) => window.take(token, mayBurst)));
    const standings = taken.map(({ standing }) => standing);
    const giveBack = async (): Promise<void> => {
      await Promise.all(taken.flatMap(({ from }) => from.map((limiter) => reward(limiter, token))));
    };
    if (longestSpent(standings) !== undefined) await giveBack();
    return { standings, giveBack };
  }
}

/** A request as the windows of a plan have counted it. */
interface TakenByPlan {
  readonly standings: Standing[];
  /** Undoes the count, for a request that the day refuses. */
  readonly giveBack: () => Promise<void>;
}

/** A request as a window has counted it. */
interface Taken {
  readonly standing: Standing;
  readonly from: readonly RateLimiterMemory[];
}

/** Counts requests in fixed windows. A window begins with a token's first request. */
class Window {
  readonly policy: string;
  readonly everyMs: number;
  private readonly rate: RateLimiterMemory;
  private readonly burst: RateLimiterMemory | undefined;

  constructor(
    private readonly name: LimitName,
    private readonly limit: number,
    seconds: number,
    burst: number,
  ) {
    this.policy = `${limit};w=${seconds}${burst > 0 ? `;burst=${burst}` : ''}`;
    this.everyMs = (seconds * 1000) / limit;
    this.rate = new RateLimiterMemory({ points: limit, duration: seconds });
    if (burst > 0) this.burst = new RateLimiterMemory({ points: burst, duration: BURST_WINDOW_SECONDS });
  }

  async take(token: string, mayBurst: boolean): Promise<Taken> {
    const from = [this.rate];
    const counted = await consume(this.rate, token);
    let isOpen = counted.consumedPoints <= this.limit;
    if (!isOpen && mayBurst && this.burst !== undefined) {
      from.push(this.burst);
      isOpen = (await consume(this.burst, token)).consumedPoints <= this.burst.points;
    }
    return { standing: this.standing(counted, isOpen), from };
  }

  async peek(token: string): Promise<Standing> {
    return this.standing(await this.rate.get(token), true);
  }

  private standing(counted: RateLimiterRes | null, open: boolean): Standing {
    const { name, limit } = this;
    const { remainingPoints: remaining = limit, msBeforeNext: resetMs = 0 } = counted ?? {};
    return { name, limit, remaining, resetMs, open };
  }
}

/** Counts a request of the key, admitted or not. */
export const consume = (limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> =>
  limiter.consume(key).catch((refusal: RateLimiterRes) => refusal);

/** Undoes a count, unless its window has ended. */
async function reward(limiter: RateLimiterMemory, key: string): Promise<void> {
  if (((await limiter.get(key))?.consumedPoints ?? 0) > 0) await limiter.reward(key);
}

/** The spent limit with the longest wait. */
const longestSpent = (standings: readonly Standing[]): Standing | undefined =>
  standings.filter(({ open }) => !open).sort((one, other) => other.resetMs - one.resetMs)[0];

/** Shows the limit that will be reached first. */
function showLimits(response: Response, { policy }: Plan, standings: readonly Standing[]): void {
  const nearest = standings.reduce((one, other) => (isNearer(other, one) ? other : one));
  response.setHeader('RateLimit-Policy', policy);
  response.setHeader('RateLimit-Limit', nearest.limit);
  response.setHeader('RateLimit-Remaining', nearest.remaining);
  response.setHeader('RateLimit-Reset', Math.ceil(nearest.resetMs / 1000));
}

const isNearer = (one: Standing, other: Standing): boolean =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetMs > other.resetMs);
