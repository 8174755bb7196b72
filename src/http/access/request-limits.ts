import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ErrorCode } from '../../errors/error-code.js';
import { LimitFailure } from '../../errors/failure.js';
import { RequestObserver } from '../request/request-log.js';
import type { LimitName, Limits, AccessToken } from '../request/request-context.js';

const BURST_WINDOW_SECONDS = 10;
/** Exports take this share of what a token may ask by second and by minute: the rest is for its other requests. */
const SHARE_OF_EXPORTS = 0.5;
/** More than there are tokens that export at the same moment. */
const MOST_EXPORTING = 1000;

/** How far a limit is used up. */
export interface Standing {
  readonly name: LimitName;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until there is more. */
  readonly resetMs: number;
  /** Whether a request may go on. */
  readonly open: boolean;
}

/** Counts the requests of a day for all processes together; bound in the access module. */
export abstract class DailyQuota {
  /**
   * Takes so many requests, one unless told otherwise, off what the token of that name may do today, or none when fewer
   * are left.
   * @throws UnavailableFailure when what is left can't be found out
   */
  abstract take(name: string, perDay: number, requests?: number): Promise<Standing>;

  /**
   * Gives back what was taken at that time (`Date.now()`), unless that day is over.
   * @throws UnavailableFailure when it can't be counted
   */
  abstract giveBack(name: string, requests: number, takenAt: number): Promise<void>;

  /** What is left, as far as this process knows. */
  abstract look(name: string, perDay: number): Standing;
}

/** Holds tokens to their limits, and says in headers how far they are used up. */
@Injectable()
export class RequestLimits {
  private readonly plans = new Map<string, Plan>();
  /** `performance.now()` at which the next page of a token's exports may leave. */
  private readonly nextTurns = new LRUCache<string, number>({ max: MOST_EXPORTING });

  constructor(
    @Inject(DailyQuota) private readonly quota: DailyQuota,
    @Inject(RequestObserver) private readonly observer: Pick<RequestObserver, 'limited'>,
  ) {}

  /**
   * Counts a request of the token, and sets the `RateLimit-*` headers of its answer. What is refused is not counted.
   * @throws LimitFailure (429) when there is a limit that it passes: 30003 by second or minute, 30002 by day
   */
  async count({ name, limits }: AccessToken, response: Response): Promise<void> {
    if (limits === undefined) return;
    const plan = this.plan(limits);
    const standings = await plan.take(name);
    if (limits.perDay !== undefined) {
      const isOpen = standings.every(({ open }) => open);
      standings.push(await (isOpen ? this.quota.take(name, limits.perDay) : this.quota.look(name, limits.perDay)));
    }
    const spent = longestSpent(standings);
    showLimits(response, plan, spent === undefined ? standings : [spent]);
    if (spent !== undefined) this.refuse(spent);
  }

  /**
   * Counts a request, which `count` has counted as one, as so many of the day.
   * @throws LimitFailure (429, 30002) when fewer are left; nothing more is counted then
   */
  async countExport({ name, limits }: AccessToken, requests: number, response: Response): Promise<void> {
    if (limits?.perDay === undefined || requests <= 1) return;
    const standing = await this.quota.take(name, limits.perDay, requests - 1);
    if (!standing.open) this.refuse(standing, requests);
    showLimits(response, this.plan(limits), [standing]);
  }

  /** Gives the day back what was counted at that time (`Date.now()`); what can't be given back is lost. */
  async giveBack({ name, limits }: AccessToken, requests: number, countedAt: number): Promise<void> {
    if (limits?.perDay === undefined || requests === 0) return;
    await this.quota.giveBack(name, requests, countedAt).catch(() => undefined);
  }

  /**
   * Waits for the turn of one more page of the token's exports, and counts it by second and by minute. The turns come
   * evenly, so that other requests find room between them.
   * @param signal ends the waiting, with its reason
   */
  async exportTurn({ name, limits }: AccessToken, signal: AbortSignal): Promise<void> {
    if (limits === undefined) return;
    const plan = this.plan(limits);
    const now = performance.now();
    const turn = Math.max(now, this.nextTurns.get(name) ?? now);
    this.nextTurns.set(name, turn + plan.exportEveryMs);
    if (turn > now) await sleep(turn - now, undefined, { signal });
    for (;;) {
      const spent = longestSpent(await plan.take(name, { mayBurst: false }));
      if (spent === undefined) return;
      await sleep(spent.resetMs, undefined, { signal });
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

  private refuse({ name, limit, resetMs }: Standing, requests = 1): never {
    this.observer.limited(name);
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

/** The limits that many tokens may share, each with counts of its own. */
class Plan {
  /** What this process counts. */
  readonly windows: readonly Window[];
  /** For `RateLimit-Policy`. */
  readonly policy: string;
  /** Between two pages of exports. */
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

  /** Counts a request of the token, unless one of the limits is spent. */
  async take(token: string, { mayBurst }: Taking = { mayBurst: true }): Promise<Standing[]> {
    const standings = await Promise.all(this.windows.map((window) => window.take(token, mayBurst)));
    if (longestSpent(standings) !== undefined) {
      await Promise.all(this.windows.map((window) => window.giveBack(token, mayBurst)));
    }
    return standings;
  }
}

/** Counts requests in windows of some seconds that begin with a token's first request. */
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

  async take(token: string, mayBurst: boolean): Promise<Standing> {
    const counted = await consume(this.rate, token);
    const isWithin = counted.consumedPoints <= this.limit;
    return this.standing(counted, isWithin || (mayBurst && (await this.takeOfBurst(token))));
  }

  /** Takes back what a `take` has counted. */
  async giveBack(token: string, mayBurst: boolean): Promise<void> {
    const { consumedPoints = 0 } = (await this.rate.get(token)) ?? {};
    if (consumedPoints > 0) await this.rate.reward(token);
    if (consumedPoints > this.limit && mayBurst) await this.burst?.reward(token);
  }

  async look(token: string): Promise<Standing> {
    return this.standing(await this.rate.get(token), true);
  }

  private async takeOfBurst(token: string): Promise<boolean> {
    if (this.burst === undefined) return false;
    return (await consume(this.burst, token)).consumedPoints <= this.burst.points;
  }

  private standing(counted: RateLimiterRes | null, open: boolean): Standing {
    const { name, limit } = this;
    const { remainingPoints: remaining = limit, msBeforeNext: resetMs = 0 } = counted ?? {};
    return { name, limit, remaining, resetMs, open };
  }
}

/** Counts a request of the key, whether it may go on or not. */
export async function consume(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

/** Of the limits that are spent, the one with the longest wait. */
const longestSpent = (standings: readonly Standing[]): Standing | undefined =>
  standings.filter(({ open }) => !open).sort((one, other) => other.resetMs - one.resetMs)[0];

/** The limit that will be met first stands for all of them. */
function showLimits(response: Response, { policy }: Plan, standings: readonly Standing[]): void {
  const nearest = standings.reduce((one, other) => (isNearer(other, one) ? other : one));
  response.setHeader('RateLimit-Policy', policy);
  response.setHeader('RateLimit-Limit', nearest.limit);
  response.setHeader('RateLimit-Remaining', nearest.remaining);
  response.setHeader('RateLimit-Reset', Math.ceil(nearest.resetMs / 1000));
}

const isNearer = (one: Standing, other: Standing): boolean =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetMs > other.resetMs);
