import { setImmediate as turn } from 'node:timers/promises';
import type { LoadItem } from '../load-item.js';
import { writeInBatches } from './write-items.js';

const LIMITS = { batchItems: 100, batchBytes: 1000, inFlight: 2 };

const item = (id: string, line: number): LoadItem => {
  const source = Buffer.from(JSON.stringify({ line }));
  return { id, source, returned: source, origin: { file: 'a', line, text: '' } };
};

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

/** Items of the ids given; `taken` are those that the batcher has asked for. */
function itemsOf(...ids: string[]): { items: Iterable<LoadItem>; taken: string[] } {
  const taken: string[] = [];
  const items = function* (): Generator<LoadItem> {
    for (const [line, id] of ids.entries()) {
      taken.push(id);
      yield item(id, line);
    }
  };
  return { items: items(), taken };
}

describe('writing in batches', () => {
  it('keeps only the last item of an id in a batch, with the ones it replaces behind it', async () => {
    const writes = new HeldWrites();
    const written = writeInBatches(itemsOf('x', 'y', 'x', 'x').items, writes.write);
    await turn();
    expect(writes.batches.map((batch) => batch.map(({ id, origin }) => [id, origin.line]))).toEqual([
      [
        ['y', 1],
        ['x', 3],
      ],
    ]);
    const last = writes.batches[0]?.[1];
    expect([last?.replaces?.origin.line, last?.replaces?.replaces?.origin.line]).toEqual([2, 0]);
    writes.letGo();
    await written;
  });

  it('counts items of one id towards the size of a batch, so that they do not pile up', async () => {
    const batches: number[] = [];
    const write = async (batch: readonly LoadItem[]): Promise<void> => void batches.push(batch.length);
    await writeInBatches(itemsOf('x', 'x', 'x', 'x').items, write, { ...LIMITS, batchItems: 3 });
    expect(batches).toEqual([1, 1]);
  });

  it('holds the reader back when enough is in flight', async () => {
    const writes = new HeldWrites();
    const { items, taken } = itemsOf('a', 'b', 'c', 'd');
    const written = writeInBatches(items, writes.write, { ...LIMITS, batchItems: 1, inFlight: 2 });
    await turn();
    expect([writes.batches.length, taken]).toEqual([2, ['a', 'b', 'c']]);
    writes.letGo();
    await turn();
    expect([writes.batches.length, taken]).toEqual([3, ['a', 'b', 'c', 'd']]);
    for (let left = 3; left > 0; left -= 1) {
      writes.letGo();
      await turn();
    }
    await written;
    expect(writes.batches).toHaveLength(4);
  });

  it('never has two items of one id in flight, so that the later one wins', async () => {
    const writes = new HeldWrites();
    const written = writeInBatches(itemsOf('a', 'a').items, writes.write, { ...LIMITS, batchItems: 1, inFlight: 5 });
    await turn();
    expect(writes.batches).toHaveLength(1);
    writes.letGo();
    await turn();
    expect(writes.batches).toHaveLength(2);
    writes.letGo();
    await written;
  });

  it('sends a batch early when its documents are long', async () => {
    const batches: number[] = [];
    const write = async (batch: readonly LoadItem[]): Promise<void> => void batches.push(batch.length);
    await writeInBatches(itemsOf('a', 'b', 'c').items, write, { ...LIMITS, batchBytes: 20 });
    expect(batches).toEqual([2, 1]);
  });

  it('fails as a write or the items did, with the items after it left alone', async () => {
    const write = () => Promise.reject(new Error('disk full'));
    const { items, taken } = itemsOf('a', 'b', 'c', 'd', 'e');
    await expect(writeInBatches(items, write, { ...LIMITS, batchItems: 1 })).rejects.toThrow('disk full');
    expect(taken).toEqual(['a', 'b', 'c']);
    const broken = function* (): Generator<LoadItem> {
      yield item('a', 1);
      throw new Error('the file is cut off');
    };
    await expect(writeInBatches(broken(), () => Promise.resolve())).rejects.toThrow(/cut off/);
  });

  it('fails only once nothing is in flight any more', async () => {
    const writes = new HeldWrites();
    let begun = 0;
    const write = (batch: readonly LoadItem[]): Promise<void> =>
      (begun += 1) === 1 ? writes.write(batch) : Promise.reject(new Error('disk full'));
    let ended = false;
    const written = writeInBatches(itemsOf('a', 'b', 'c').items, write, { ...LIMITS, batchItems: 1, inFlight: 2 });
    written.catch(() => (ended = true));
    await turn();
    await turn();
    expect([begun, ended]).toEqual([2, false]);
    writes.letGo();
    await expect(written).rejects.toThrow('disk full');
  });
});
