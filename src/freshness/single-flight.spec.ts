import { jest } from '@jest/globals';
import { scopeOf } from '../../test/support/requests.js';
import { inScope, requestScope } from '../common/request-scope.js';
import { SingleFlight } from './data-cache.js';

type Shared = SingleFlight<string>;

/** Work that ends when the test says so, or when whoever began it has gone. */
class Held {
  begun = 0;
  cancelled = 0;
  private readonly ends: ((result: string) => void)[] = [];
  private readonly work = (): Promise<string> => {
    this.begun += 1;
    return new Promise<string>((resolve, reject) => {
      this.ends.push(resolve);
      requestScope().signal.addEventListener('abort', () => {
        this.cancelled += 1;
        reject(new Error('The query is cancelled.'));
      });
    });
  };
  join(shared: Shared, key: string, signal = new AbortController().signal): Promise<string> {
    return inScope(scopeOf({ signal }), () => shared.run(key, this.work));
  }
  end(nth: number, result: string): void {
    this.ends[nth]?.(result);
  }
}

describe('a single flight', () => {
  it('is done once for all who ask while it is under way, and again for who asks later', async () => {
    const [shared, held] = [new SingleFlight<string>(), new Held()];
    const both = [held.join(shared, 'a'), held.join(shared, 'a')];
    held.end(0, 'once');
    expect(await Promise.all(both)).toEqual(['once', 'once']);
    const third = held.join(shared, 'a');
    held.end(1, 'again');
    expect(await third).toBe('again');
    expect(held.begun).toBe(2);
  });

  it('is not shared between keys', async () => {
    const [shared, held] = [new SingleFlight<string>(), new Held()];
    const both = [held.join(shared, 'a'), held.join(shared, 'b')];
    held.end(0, 'of a');
    held.end(1, 'of b');
    expect(await Promise.all(both)).toEqual(['of a', 'of b']);
  });

  it('goes on when one who joined it leaves', async () => {
    const [shared, held] = [new SingleFlight<string>(), new Held()];
    const gone = new AbortController();
    const first = held.join(shared, 'a');
    const second = held.join(shared, 'a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    held.end(0, 'done');
    expect(await first).toBe('done');
  });

  it('fails for all who wait when it fails', async () => {
    const shared = new SingleFlight<string>();
    const fail = () => shared.run('a', () => Promise.reject(new Error('broken')));
    const both = [inScope(scopeOf(), fail), inScope(scopeOf(), fail)];
    for (const one of both) await expect(one).rejects.toThrow('broken');
  });

  it('counts its calls for the request that begins it, and the wait of another as a call; both have its searches', async () => {
    jest.useFakeTimers();
    try {
      const [shared, first, second] = [new SingleFlight<void>(), scopeOf(), scopeOf()];
      const work = async (): Promise<void> => {
        const { elastic, searches } = requestScope();
        searches.push('a search');
        await elastic.time(new Promise<void>((end) => setTimeout(end, 100)));
        await new Promise<void>((end) => setTimeout(end, 20));
      };
      const begun = inScope(first, () => shared.run('a', work));
      await jest.advanceTimersByTimeAsync(50);
      const joined = inScope(second, () => shared.run('a', work));
      await jest.advanceTimersByTimeAsync(70);
      await Promise.all([begun, joined]);
      expect([first.elastic.ms, second.elastic.ms]).toEqual([100, 70]);
      expect([first.searches, second.searches]).toEqual([['a search'], ['a search']]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('has a scope of its own, with the version and the span of whoever began it', async () => {
    const shared = new SingleFlight<unknown>();
    const scope = scopeOf({ span: 'a span', snapshot: { dataVersion: 'now.1', indices: new Map() } });
    const found = await inScope(scope, () => shared.run('a', () => Promise.resolve(requestScope())));
    expect(found).toMatchObject({ span: 'a span', snapshot: { dataVersion: 'now.1' } });
    expect([found === scope, (found as typeof scope).signal === scope.signal]).toEqual([false, false]);
  });
});
