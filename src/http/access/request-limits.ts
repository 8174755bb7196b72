import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ErrorCode } from '../../errors/error-code.js';
import { LimitFailure } from '../../errors/failure.js';
import { RequestObserver } from '../request/request-observer.js';
import type { LimitName, Limits, Standing } from './limits.js';
import { DailyQuota } from './limits.js';
import type { AccessToken } from '../request/request-context.js';

const BURST_WINDOW_SECONDS = 10;

/** Holds tokens to their limits, and says in headers how far they are used up. */
@Injectable()
export class RequestLimits {
  private readonly plans = new Map<string, Plan>();
  private readonly planOf = new WeakMap<Limits, Plan>();

  constructor(
    @Inject(DailyQuota) private readonly quota: Pick<DailyQuota, 'take' | 'takeAll' | 'look'>,
    @Inject(RequestObserver) private readonly observer: Pick<RequestObserver, 'limited'>,
  ) {}

  /**
   * Counts a request of the token, and sets the `RateLimit-*` headers of its answer.
   * @throws LimitFailure (429) when there is a limit that it passes: 30003 by second or minute, 30002 by day
   */
  async count({ name, limits }: AccessToken, response: Response): Promise<void> {
    if (limits === undefined) return;
    const plan = this.plan(limits);
    const met: Standing[] = [];
    for (const window of plan.windows) {
      const standing = await window.take(name);
      met.push(standing);
      if (!standing.open) return this.refuse(standing, plan, response);
    }
    if (limits.perDay !== undefined) {
      const standing = await this.quota.take(name, limits.perDay);
      met.push(standing);
      if (!standing.open) return this.refuse(standing, plan, response);
    }
    showLimits(response, plan, met);
  }

  /**
   * Counts a request of the token, which `count` has counted as one, as `pages` of them by minute and by day.
   * @throws LimitFailure (429) when fewer are left; nothing more is counted then
   */
  async countPages({ name, limits }: AccessToken, pages: number, response: Response): Promise<void> {
    if (limits === undefined || pages <= 1) return;
    const plan = this.plan(limits);
    const minute = await plan.minute?.take(name, pages - 1);
    const day =
      minute?.open === false || limits.perDay === undefined
        ? undefined
        : await this.quota.takeAll(name, limits.perDay, pages - 1);
    const standings = [minute, day].filter((standing) => standing !== undefined);
    const refused = standings.find(({ open }) => !open);
    if (refused === undefined) return standings.length > 0 ? showLimits(response, plan, standings) : undefined;
    await plan.minute?.giveBack(name, pages - 1);
    this.refuse(refused, plan, response, pages);
  }

  /**
   * Counts one more page of the token by second, once there is room for it.
   * @param signal ends the waiting, with its reason
   */
  async pageTurn({ name, limits }: AccessToken, signal: AbortSignal): Promise<void> {
    const window = limits && this.plan(limits).second;
    while (window !== undefined) {
      const { open, resetSeconds } = await window.take(name);
      if (open) return;
      await sleep(resetSeconds * 1000, undefined, { signal });
    }
  }

  /** Sets the headers of an answer to a request of the token that is not counted. */
  async describe({ name, limits }: AccessToken, response: Response): Promise<void> {
    if (limits === undefined) return;
    const plan = this.plan(limits);
    const standings = await Promise.all(plan.windows.map((window) => window.look(name)));
    if (limits.perDay !== undefined) standings.push(this.quota.look(name, limits.perDay));
    showLimits(response, plan, standings);
  }

  private refuse(standing: Standing, plan: Plan, response: Response, pages = 1): never {
    showLimits(response, plan, [standing]);
    this.observer.limited(standing.name);
    const { name, limit, resetSeconds } = standing;
    if (pages > 1) {
      const text = `The export counts as ${pages} requests, one per 100 rows, which is more than is left of the ${limit} a ${name}; set a smaller limit, or try again later.`;
      throw new LimitFailure(name === 'day' ? ErrorCode.QuotaExhausted : ErrorCode.TooManyRequests, text, resetSeconds);
    }
    if (name === 'day') {
      const text = `The daily quota of the token, ${limit} requests, is used up; it begins anew at midnight UTC.`;
      throw new LimitFailure(ErrorCode.QuotaExhausted, text, resetSeconds);
    }
    const text = `Too many requests: the token may make ${limit} a ${name}; try again shortly.`;
    throw new LimitFailure(ErrorCode.TooManyRequests, text, resetSeconds);
  }

  private plan(limits: Limits): Plan {
    const known = this.planOf.get(limits);
    if (known !== undefined) return known;
    const key = `${limits.perSecond} ${limits.burst} ${limits.perMinute} ${limits.perDay}`;
    const plan = this.plans.get(key) ?? new Plan(limits);
    this.plans.set(key, plan);
    this.planOf.set(limits, plan);
    return plan;
  }
}

/** The limits that many tokens may share, each with counts of its own. */
class Plan {
  /** What this process counts, in the order in which a request meets it. */
  readonly windows: readonly Window[];
  readonly second: Window | undefined;
  readonly minute: Window | undefined;
  /** For `RateLimit-Policy`. */
  readonly policy: string;

  constructor({ perSecond, burst = 0, perMinute, perDay }: Limits) {
    const policies: string[] = [];
    if (perSecond !== undefined) {
      this.second = new Window('second', perSecond, 1, burst);
      policies.push(`${perSecond};w=1${burst > 0 ? `;burst=${burst}` : ''}`);
    }
    if (perMinute !== undefined) {
      this.minute = new Window('minute', perMinute, 60, 0);
      policies.push(`${perMinute};w=60`);
    }
    if (perDay !== undefined) policies.push(`${perDay};w=86400`);
    this.windows = [this.second, this.minute].filter((window) => window !== undefined);
    this.policy = policies.join(', ');
  }
}

/** Counts requests in windows of some seconds that begin with a token's first request. */
class Window {
  private readonly rate: RateLimiterMemory;
  private readonly burst: RateLimiterMemory | undefined;

  constructor(
    private readonly name: LimitName,
    private readonly limit: number,
    seconds: number,
    burst: number,
  ) {
    this.rate = new RateLimiterMemory({ points: limit, duration: seconds });
    if (burst > 0) this.burst = new RateLimiterMemory({ points: burst, duration: BURST_WINDOW_SECONDS });
  }

  async take(token: string, requests = 1): Promise<Standing> {
    const counted = await count(this.rate, token, requests);
    const open = counted.consumedPoints <= this.limit || (await this.takeOfBurst(token));
    return this.standing(counted, open);
  }

  async giveBack(token: string, requests: number): Promise<void> {
    await this.rate.reward(token, requests);
  }

  async look(token: string): Promise<Standing> {
    return this.standing(await this.rate.get(token), true);
  }

  private async takeOfBurst(token: string): Promise<boolean> {
    if (this.burst === undefined) return false;
    return (await count(this.burst, token)).consumedPoints <= this.burst.points;
  }

  private standing(counted: RateLimiterRes | null, open: boolean): Standing {
    const { name, limit } = this;
    return {
      name,
      limit,
      remaining: counted?.remainingPoints ?? limit,
      resetSeconds: Math.ceil((counted?.msBeforeNext ?? 0) / 1000),
      open,
    };
  }
}

/** Counts requests of the key, whether they may go on or not. */
export async function count(limiter: RateLimiterMemory, key: string, requests = 1): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, requests);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

/** The limit that will be met first stands for all of them. */
function showLimits(response: Response, { policy }: Plan, standings: readonly Standing[]): void {
  const nearest = standings.reduce((one, other) => (isNearer(other, one) ? other : one));
  response.setHeader('RateLimit-Policy', policy);
  response.setHeader('RateLimit-Limit', nearest.limit);
  response.setHeader('RateLimit-Remaining', nearest.remaining);
  response.setHeader('RateLimit-Reset', nearest.resetSeconds);
}

const isNearer = (one: Standing, other: Standing): boolean =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetSeconds > other.resetSeconds);
