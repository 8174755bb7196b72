import { SharedWork } from './shared-work.js';

const forever = (): AbortSignal => new AbortController().signal;

/** Work that ends when the test says so. */
class Held {
  readonly signals: AbortSignal[] = [];
  private readonly ends: ((result: string) => void)[] = [];
  readonly start = (signal: AbortSignal): Promise<string> => {
    this.signals.push(signal);
    return new Promise((resolve, reject) => {
      this.ends.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  };
  end(nth: number, result: string): void {
    this.ends[nth]?.(result);
  }
}

describe('shared work', () => {
  it('is done once for all who ask while it is under way, and again for who asks later', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    const first = shared.join('a', forever(), held.start);
    const second = shared.join('a', forever(), held.start);
    held.end(0, 'once');
    expect(await Promise.all([first, second])).toEqual(['once', 'once']);
    const third = shared.join('a', forever(), held.start);
    held.end(1, 'again');
    expect(await third).toBe('again');
    expect(held.signals).toHaveLength(2);
  });

  it('is not shared between keys', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    const both = [shared.join('a', forever(), held.start), shared.join('b', forever(), held.start)];
    held.end(0, 'of a');
    held.end(1, 'of b');
    expect(await Promise.all(both)).toEqual(['of a', 'of b']);
  });

  it('goes on when one of two callers leaves, and is given up when the last one has', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    const [one, two] = [new AbortController(), new AbortController()];
    const first = shared.join('a', one.signal, held.start);
    const second = shared.join('a', two.signal, held.start);
    one.abort(new Error('one has gone'));
    await expect(first).rejects.toThrow('one has gone');
    expect(held.signals[0]?.aborted).toBe(false);
    two.abort(new Error('two has gone'));
    await expect(second).rejects.toThrow('two has gone');
    expect(held.signals[0]?.aborted).toBe(true);
  });

  it('that was given up is begun anew for who asks next', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    const gone = new AbortController();
    const first = shared.join('a', gone.signal, held.start);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    const second = shared.join('a', forever(), held.start);
    held.end(1, 'anew');
    expect(await second).toBe('anew');
  });

  it('fails for all who wait when it fails', async () => {
    const shared = new SharedWork<string>();
    const fail = (): Promise<string> => Promise.reject(new Error('broken'));
    const both = [shared.join('a', forever(), fail), shared.join('a', forever(), fail)];
    for (const one of both) await expect(one).rejects.toThrow('broken');
  });

  it('is not begun for who has gone already', async () => {
    const [shared, held] = [new SharedWork<string>(), new Held()];
    await expect(shared.join('a', AbortSignal.abort(new Error('gone')), held.start)).rejects.toThrow('gone');
    expect(held.signals).toHaveLength(0);
  });
});
