import { UnavailableFailure } from '../../errors/failure.js';
import { remainingMs, withinDeadline } from './deadline.js';

describe('a deadline', () => {
  it('is counted from the arrival of the request, and never below 1 ms', () => {
    const arrivedAgo = (milliseconds: number) => ({ startedAt: performance.now() - milliseconds });
    expect(remainingMs(arrivedAgo(400), 1000)).toBeGreaterThan(550);
    expect(remainingMs(arrivedAgo(400), 1000)).toBeLessThanOrEqual(600);
    expect(remainingMs(arrivedAgo(5000), 1000)).toBe(1);
  });

  it('lets a result and a failure through that are in time', async () => {
    await expect(withinDeadline(Promise.resolve('here'), 1000)).resolves.toBe('here');
    await expect(withinDeadline(Promise.reject(new TypeError('wrong')), 1000)).rejects.toThrow('wrong');
  });

  it('fails with 503 once it has passed', async () => {
    const startedAt = performance.now();
    const failure = await withinDeadline(new Promise(() => undefined), 50).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnavailableFailure);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(45);
  });
});
