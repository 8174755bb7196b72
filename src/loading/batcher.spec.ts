import { Batcher } from './batcher.js';
import type { LoadItem } from './load-item.js';

const item = (id: string, line: number): LoadItem => ({
  id,
  source: Buffer.from(`{"line":${line}}`),
  origin: { file: 'a', line, text: '' },
});

/** Writes that last until they are let go, so that the test decides what is in flight. */
class HeldWrites {
  readonly batches: (readonly LoadItem[])[] = [];
  private readonly held: (() => void)[] = [];

  write = (batch: readonly LoadItem[]): Promise<void> => {
    this.batches.push(batch);
    return new Promise((resolve) => this.held.push(resolve));
  };

  letGo(): void {
    this.held.shift()?.();
  }
}

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
};

describe('Batcher', () => {
  it('keeps only the last item of an id in a batch, with the ones it replaces behind it', async () => {
    const writes = new HeldWrites();
    const batcher = new Batcher({ write: writes.write });
    for (const [line, id] of ['x', 'y', 'x', 'x'].entries()) await batcher.add(item(id, line));
    const finished = batcher.finish();
    expect(writes.batches.map((batch) => batch.map(({ id, origin }) => [id, origin.line]))).toEqual([
      [
        ['y', 1],
        ['x', 3],
      ],
    ]);
    const last = writes.batches[0]?.[1];
    expect([last?.replaces?.origin.line, last?.replaces?.replaces?.origin.line]).toEqual([2, 0]);
    writes.letGo();
    await finished;
  });

  it('counts items of one id towards the size of a batch, so that they do not pile up', async () => {
    const writes = new HeldWrites();
    const batcher = new Batcher({ write: writes.write, batchItems: 3 });
    for (let line = 0; line < 3; line += 1) await batcher.add(item('x', line));
    expect(writes.batches.map((batch) => batch.length)).toEqual([1]);
  });

  it('holds the reader back when enough is in flight', async () => {
    const writes = new HeldWrites();
    const batcher = new Batcher({ write: writes.write, batchItems: 1, inFlight: 2 });
    await batcher.add(item('a', 1));
    await batcher.add(item('b', 2));
    const third = batcher.add(item('c', 3));
    expect(await settled(third)).toBe(false);
    expect(writes.batches).toHaveLength(2);
    writes.letGo();
    await third;
    expect(writes.batches).toHaveLength(3);
  });

  it('never has two items of one id in flight, so that the later one wins', async () => {
    const writes = new HeldWrites();
    const batcher = new Batcher({ write: writes.write, batchItems: 1, inFlight: 5 });
    await batcher.add(item('a', 1));
    const again = batcher.add(item('a', 2));
    expect(await settled(again)).toBe(false);
    expect(writes.batches).toHaveLength(1);
    writes.letGo();
    await again;
    expect(writes.batches).toHaveLength(2);
  });

  it('sends a batch early when its documents are long', async () => {
    const writes = new HeldWrites();
    const batcher = new Batcher({ write: writes.write, batchBytes: 20 });
    await batcher.add(item('a', 1));
    expect(writes.batches).toHaveLength(0);
    await batcher.add(item('b', 2));
    expect(writes.batches).toHaveLength(1);
  });

  it('hands a failed write to whoever adds or finishes', async () => {
    const write = () => Promise.reject(new Error('disk full'));
    const batcher = new Batcher({ write, batchItems: 1 });
    await batcher.add(item('a', 1));
    await batcher.add(item('b', 2));
    await expect(batcher.add(item('c', 3))).rejects.toThrow('disk full');
    await expect(batcher.finish()).rejects.toThrow('disk full');
  });
});
