import { setTimeout as sleep } from 'node:timers/promises';
import { InternalFailure, UnavailableFailure } from '../../errors/failure.js';
import type { BreakerState } from './circuit-breakers.js';
import { Breakers } from './circuit-breakers.js';

const REFUSED = 'it is being tried out';
const unavailable = (): Promise<never> => Promise.reject(new UnavailableFailure('down'));
const answered = (): Promise<object> => Promise.resolve({});
const well = (): Promise<string> => Promise.resolve('here');

async function fail(breakers: Breakers, times: number, work: () => Promise<never> = unavailable): Promise<string[]> {
  const messages: string[] = [];
  for (let time = 0; time < times; time += 1) {
    messages.push(await breakers.run('lives', work).catch((error: unknown) => (error as Error).message));
  }
  return messages;
}

describe('the circuit breakers of reads', () => {
  it('refuse at once what kept failing, and nothing else', async () => {
    const breakers = new Breakers(answered);
    const messages = await fail(breakers, 12);
    expect(messages.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'down'));
    expect(messages.slice(10)).toEqual([expect.stringContaining(REFUSED), expect.stringContaining(REFUSED)]);
    expect(breakers.troubled).toEqual(['lives']);
    await expect(breakers.run('videos', well)).resolves.toBe('here');
    await expect(breakers.run('lives', well)).rejects.toThrow(UnavailableFailure);
  });

  it('let one read find out after a second, refuse the others meanwhile, and are closed by its success', async () => {
    const seen: BreakerState[] = [];
    const breakers = new Breakers(answered, { breakerChanged: (_, state) => void seen.push(state) });
    await fail(breakers, 10);
    await sleep(1050);
    let answer: (text: string) => void = () => undefined;
    const tryingOut = breakers.run('lives', () => new Promise<string>((resolve) => (answer = resolve)));
    await expect(breakers.run('lives', well)).rejects.toThrow(REFUSED);
    answer('back');
    await expect(tryingOut).resolves.toBe('back');
    await expect(breakers.run('lives', well)).resolves.toBe('here');
    expect(seen).toEqual(['open', 'half-open', 'closed']);
    expect(breakers.troubled).toEqual([]);
  });

  it('stay open when the read that finds out fails', async () => {
    const breakers = new Breakers(answered);
    await fail(breakers, 10);
    await sleep(1050);
    expect(await fail(breakers, 1)).toEqual(['down']);
    await expect(breakers.run('lives', well)).rejects.toThrow(REFUSED);
  });

  it('are not opened by faults of the service’s own, nor by clients that leave', async () => {
    const breakers = new Breakers(answered);
    const bug = (): Promise<never> => Promise.reject(new InternalFailure('a query Elasticsearch can’t read'));
    expect(await fail(breakers, 30, bug)).toEqual(Array.from({ length: 30 }, () => 'a query Elasticsearch can’t read'));
    const left = AbortSignal.abort();
    for (let time = 0; time < 30; time += 1) {
      await expect(breakers.run('lives', unavailable, left)).rejects.toThrow('down');
    }
    await expect(breakers.run('lives', well)).resolves.toBe('here');
  });

  it.each([new DOMException('late', 'TimeoutError'), new UnavailableFailure('late')])(
    'are opened by reads that were ended at their deadline: %s',
    async (reason) => {
      const breakers = new Breakers(answered);
      const late = AbortSignal.abort(reason);
      for (let time = 0; time < 10; time += 1) {
        await expect(breakers.run('lives', unavailable, late)).rejects.toThrow('down');
      }
      await expect(breakers.run('lives', well)).rejects.toThrow(REFUSED);
    },
  );

  it('bear single failures among successes', async () => {
    const breakers = new Breakers(answered);
    for (let round = 0; round < 20; round += 1) {
      await breakers.run('lives', well);
      await fail(breakers, round % 2);
      await breakers.run('lives', well);
    }
    expect(breakers.troubled).toEqual([]);
  });
});
