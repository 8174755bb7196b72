import { ErrorCode } from '../../common/errors/error-code.js';
import { LimitFailure } from '../../common/errors/failure.js';
import { AuthenticationLimiter, siteOf } from './authentication-limiter.js';

describe('AuthenticationLimiter', () => {
  it('takes twenty failures a minute from an address, and refuses the next with the time to wait', async () => {
    const limited: string[] = [];
    const limiter = new AuthenticationLimiter({ limited: (limit) => void limited.push(limit) });
    for (let failure = 0; failure < 20; failure++) await limiter.count('192.0.2.1');
    expect(limited).toEqual([]);
    const refusal = await limiter.count('192.0.2.1').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LimitFailure);
    const { code, headers } = refusal as LimitFailure;
    expect(code).toBe(ErrorCode.TooManyRequests);
    expect(Number(headers['Retry-After'])).toBeGreaterThan(55);
    expect(Number(headers['Retry-After'])).toBeLessThanOrEqual(60);
    expect(limited).toEqual(['guesses']);
    await limiter.count('192.0.2.2');
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
