import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../common/errors/failure.js';
import { SharedDailyQuota, type Standing } from './shared-daily-quota.js';
import { Metrics } from '../telemetry/metrics.js';
import type { AccessToken, TokenLimits } from '../common/access-token.js';

/** Counts requests in fixed windows, and refuses none. A window begins with a key's first request. */
const counterOf = (seconds: number): RateLimiterMemory =>
  new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });

const BURST_WINDOW_SECONDS = 10;
/** The share of a token's limits by second and minute that its exports may use. */
const SHARE_OF_EXPORTS = 0.5;
/** More tokens than export at one moment. */
const MOST_EXPORTING = 1000;
/** Invalid tokens from one address. */
const GUESSES_PER_MINUTE = 20;

const windowsOf = ({ perSecond, burst = 0, perMinute }: TokenLimits) => [
  ...(perSecond === undefined ? [] : [{ name: 'second' as const, seconds: 1, limit: perSecond, burst }]),
  ...(perMinute === undefined ? [] : [{ name: 'minute' as const, seconds: 60, limit: perMinute, burst: 0 }]),
];

/** Enforces the limits of tokens and describes their use in `RateLimit` headers. */
@Injectable()
export class RequestLimits {
  private readonly counters = { second: counterOf(1), minute: counterOf(60), burst: counterOf(BURST_WINDOW_SECONDS) };
  private readonly guesses = counterOf(60);
  /** `performance.now()` at which the next page of a token's exports may leave. */
  private readonly nextTurns = new LRUCache<string, number>({ max: MOST_EXPORTING });

  constructor(
    @Inject(SharedDailyQuota) private readonly quota: Pick<SharedDailyQuota, 'take' | 'giveBack' | 'peek'>,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'countLimited'>,
  ) {}

  /**
   * Counts a request of the token and sets the `RateLimit` headers of its answer. Refused requests are not counted.
   * @throws Failure (429) when it exceeds a limit: 30003 by second or minute, 30002 by day
   */
  async count({ name, limits }: AccessToken, response: Response): Promise<void> {
    if (limits === undefined) return;
    const { standings, giveBack } = await this.take(name, limits);
    if (limits.perDay !== undefined) {
      const isOpen = longestSpent(standings) === undefined;
      const day = await (isOpen ? this.quota.take(name, limits.perDay) : this.quota.peek(name, limits.perDay));
      standings.push(day);
      if (isOpen && !day.open) await giveBack();
    }
    const spent = longestSpent(standings);
    showLimits(response, limits, spent === undefined ? standings : [spent]);
    if (spent !== undefined) this.refuse(spent);
  }

  /**
   * Counts an export, which `count` has counted as one request, as several requests of the day.
   * @throws Failure (429, 30002) when fewer are left; none is counted then
   */
  async countExport({ name, limits }: AccessToken, requests: number, response: Response): Promise<void> {
    if (limits?.perDay === undefined || requests <= 1) return;
    const standing = await this.quota.take(name, limits.perDay, requests - 1);
    if (!standing.open) this.refuse(standing, requests);
    showLimits(response, limits, [standing]);
  }

  /** Gives the day's quota requests back that were counted at `countedAt` (`Date.now()`); a failure loses them. */
  async giveBack({ name, limits }: AccessToken, requests: number, countedAt: number): Promise<void> {
    if (limits?.perDay === undefined || requests === 0) return;
    await this.quota.giveBack(name, requests, countedAt).catch(() => undefined);
  }

  /** Waits until the token's exports may send one more page, spread evenly, and counts it by second and by minute. */
  async exportTurn({ name, limits }: AccessToken, signal: AbortSignal): Promise<void> {
    if (limits === undefined) return;
    const everyMs = windowsOf(limits).map(({ seconds, limit }) => (seconds * 1000) / limit / SHARE_OF_EXPORTS);
    const now = performance.now();
    const turn = Math.max(now, this.nextTurns.get(name) ?? now);
    this.nextTurns.set(name, turn + Math.max(0, ...everyMs));
    if (turn > now) await sleep(turn - now, undefined, { signal });
    for (;;) {
      const spent = longestSpent((await this.take(name, { ...limits, burst: 0 })).standings);
      if (spent === undefined) return;
      await sleep(spent.resetMs, undefined, { signal });
    }
  }

  /** Counts an invalid token. @throws Failure (429, 30003) after too many from the address */
  async countGuess(address = ''): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.guesses.consume(siteOf(address));
    if (consumedPoints <= GUESSES_PER_MINUTE) return;
    this.metrics.countLimited('guesses');
    const text = 'Too many tokens that do not work came from this address; try again shortly.';
    throw new Failure('too_many_requests', text, { retryAfterSeconds: msBeforeNext / 1000 });
  }

  /** Sets the `RateLimit` headers without counting a request. */
  async describe({ name, limits }: AccessToken, response: Response): Promise<void> {
    if (limits === undefined) return;
    const standings: Standing[] = [];
    for (const window of windowsOf(limits))
      standings.push(standingOf(window, await this.counters[window.name].get(name), true));
    if (limits.perDay !== undefined) standings.push(this.quota.peek(name, limits.perDay));
    showLimits(response, limits, standings);
  }

  /** Counts a request by second and minute, unless one of them is spent. `giveBack` undoes the count. */
  private async take(name: string, limits: TokenLimits) {
    const counted: RateLimiterMemory[] = [];
    const count = (counter: RateLimiterMemory) => {
      counted.push(counter);
      return counter.consume(name);
    };
    const giveBack = async (): Promise<void> => {
      // Not where the window has ended.
      for (const counter of counted)
        if (((await counter.get(name))?.consumedPoints ?? 0) > 0) await counter.reward(name);
    };
    const standings: Standing[] = [];
    for (const window of windowsOf(limits)) {
      const counter = await count(this.counters[window.name]);
      const isOpen =
        counter.consumedPoints <= window.limit ||
        (window.burst > 0 && (await count(this.counters.burst)).consumedPoints <= window.burst);
      standings.push(standingOf(window, counter, isOpen));
    }
    if (longestSpent(standings) !== undefined) await giveBack();
    return { standings, giveBack };
  }

  private refuse({ name, limit, resetMs }: Standing, requests = 1): never {
    this.metrics.countLimited(name);
    const retryAfterSeconds = resetMs / 1000;
    if (name !== 'day') {
      const text = `Too many requests: the token may make ${limit} a ${name}; try again shortly.`;
      throw new Failure('too_many_requests', text, { retryAfterSeconds });
    }
    const text =
      requests > 1
        ? `The export counts as ${requests} requests, one per 100 rows, which is more than is left of the ${limit} a day; set a smaller limit, or try again after midnight UTC.`
        : `The daily quota of the token, ${limit} requests, is used up; it begins anew at midnight UTC.`;
    throw new Failure('quota_used', text, { retryAfterSeconds });
  }
}

type Limit = Pick<Standing, 'name' | 'limit'>;

function standingOf({ name, limit }: Limit, counter: RateLimiterRes | null, open: boolean): Standing {
  const { consumedPoints = 0, msBeforeNext: resetMs = 0 } = counter ?? {};
  return { name, limit, remaining: Math.max(0, limit - consumedPoints), resetMs, open };
}

const longestSpent = (standings: readonly Standing[]): Standing | undefined =>
  standings.filter(({ open }) => !open).sort((one, other) => other.resetMs - one.resetMs)[0];

const secondsLeft = ({ resetMs }: Standing): number => Math.ceil(resetMs / 1000);

/** Shows the policy of a token, and what is left of its limits. */
function showLimits(response: Response, limits: TokenLimits, standings: readonly Standing[]): void {
  const policies = windowsOf(limits).map(
    ({ name, limit, seconds, burst }) => `"${name}";q=${limit};w=${seconds}${burst > 0 ? `;burst=${burst}` : ''}`,
  );
  if (limits.perDay !== undefined) policies.push(`"day";q=${limits.perDay};w=86400`);
  const [nearest] = standings.toSorted((one, other) => one.remaining - other.remaining || other.resetMs - one.resetMs);
  if (nearest === undefined) return;
  response.setHeader('RateLimit-Policy', policies.join(', '));
  response.setHeader('RateLimit-Limit', nearest.limit);
  response.setHeader('RateLimit-Remaining', nearest.remaining);
  response.setHeader('RateLimit-Reset', secondsLeft(nearest));
  const left = standings.map((standing) => `"${standing.name}";r=${standing.remaining};t=${secondsLeft(standing)}`);
  response.setHeader('RateLimit', left.join(', '));
}

/** The key that an address is counted by: of IPv6 its /64, which one client commonly holds whole. */
export function siteOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const short = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1);
  const groupsOf = (text: string) => text.split(':').filter((group) => group !== '');
  const whole = short.replace('::', `:${'0:'.repeat(8 - groupsOf(short).length)}`);
  return groupsOf(whole).slice(0, 4).join(':');
}
