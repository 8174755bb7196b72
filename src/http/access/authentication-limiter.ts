import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { ErrorCode } from '../../common/errors/error-code.js';
import { LimitFailure } from '../../common/errors/failure.js';
import { Metrics } from '../../health/metrics.js';
import { counterOf } from './request-limits.js';

const FAILURES_A_MINUTE = 20;

/** Slows the guessing of tokens: after 20 invalid tokens a minute, further ones from the address get 429. */
@Injectable()
export class AuthenticationLimiter {
  private readonly failures = counterOf(60);

  constructor(@Inject(Metrics) private readonly metrics: Pick<Metrics, 'limited'>) {}

  /** Counts an invalid token. @throws LimitFailure (429, 30003) after too many from the address */
  async count(address: string | undefined): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.failures.consume(siteOf(address ?? ''));
    if (consumedPoints <= FAILURES_A_MINUTE) return;
    this.metrics.limited('guesses');
    const text = 'Too many tokens that do not work came from this address; try again shortly.';
    throw new LimitFailure(ErrorCode.TooManyRequests, text, msBeforeNext / 1000);
  }
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
