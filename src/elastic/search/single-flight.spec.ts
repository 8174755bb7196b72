import { setImmediate as turn } from 'node:timers/promises';
import { SharedWork } from './single-flight.js';

/** Work that ends when the test says so, or when whoever began it has gone. */
class Held {
  begun = 0;
  private readonly ends: ((result: string) => void)[] = [];
  readonly startFor = (signal: AbortSignal) => (): Promise<string> => {
    this.begun += 1;
    return new Promise((resolve, reject) => {
      this.ends.push(resolve);
      signal.addEventListener('abort', () => reject(new Error('The query is cancelled.')));
    });
  };
  join(shared: SharedWork<string>, key: string, signal = new AbortController().signal): Promise<string> {
    return shared.join(key, signal, this.startFor(signal));
  }
  end(nth: number, result: string): void {
    this.ends[nth]?.(result);
  }
}

describe('shared work', () => {
  it('is done once for all who ask while it is under way, and again for who asks later', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    const both = [held.join(shared, 'a'), held.join(shared, 'a')];
    held.end(0, 'once');
    expect(await Promise.all(both)).toEqual(['once', 'once']);
    const third = held.join(shared, 'a');
    held.end(1, 'again');
    expect(await third).toBe('again');
    expect(held.begun).toBe(2);
  });

  it('is not shared between keys', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    const both = [held.join(shared, 'a'), held.join(shared, 'b')];
    held.end(0, 'of a');
    held.end(1, 'of b');
    expect(await Promise.all(both)).toEqual(['of a', 'of b']);
  });

  it('goes on when one who joined it leaves', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    const gone = new AbortController();
    const first = held.join(shared, 'a');
    const second = held.join(shared, 'a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    held.end(0, 'done');
    expect(await first).toBe('done');
  });

  it('is begun anew, once, for those who still wait when whoever began it leaves', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    const gone = new AbortController();
    const first = held.join(shared, 'a', gone.signal);
    const others = [held.join(shared, 'a'), held.join(shared, 'a')];
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await turn();
    expect(held.begun).toBe(2);
    held.end(1, 'anew');
    expect(await Promise.all(others)).toEqual(['anew', 'anew']);
  });

  it('fails for all who wait when it fails', async () => {
    const shared = new SharedWork<string>();
    const { signal } = new AbortController();
    const fail = (): Promise<string> => Promise.reject(new Error('broken'));
    const both = [shared.join('a', signal, fail), shared.join('a', signal, fail)];
    for (const one of both) await expect(one).rejects.toThrow('broken');
  });

  it('is not begun for who has gone already', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    await expect(held.join(shared, 'a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(held.begun).toBe(0);
  });
});
