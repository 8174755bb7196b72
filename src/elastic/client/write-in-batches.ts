/** A document that waits for its bulk request. */
export interface BatchItem<Item> {
  readonly id: string;
  readonly source: { readonly length: number };
  /** An earlier item with the same id, written when this one is refused. */
  readonly replaces?: Item;
}

/** They load fastest on two cores, as measured. */
const LIMITS = { batchItems: 2000, batchBytes: 8 * 1024 * 1024, inFlight: 2 };

/**
 * Writes items in batches, of which a few are in flight; those with the same id are written one after the other.
 * @param write writes a whole batch; rejects when the work can't continue
 * @throws the first error of `items` or `write`, when nothing is in flight any more
 */
export async function writeInBatches<Item extends BatchItem<Item>>(
  items: Iterable<Item> | AsyncIterable<Item>,
  write: (batch: readonly Item[]) => Promise<void>,
  limits = LIMITS,
): Promise<void> {
  const running = new Map<ReadonlyMap<string, Item>, Promise<void>>();
  try {
    for await (const batch of batchesOf(items, limits)) {
      const sharesIds = (other: ReadonlyMap<string, Item>) => [...other.keys()].some((id) => batch.has(id));
      while (running.size >= limits.inFlight || [...running.keys()].some(sharesIds)) {
        await Promise.race(running.values());
      }
      const writing = write([...batch.values()]).then(() => void running.delete(batch));
      writing.catch(() => undefined);
      running.set(batch, writing);
    }
    await Promise.all(running.values());
  } finally {
    await Promise.allSettled(running.values());
  }
}

async function* batchesOf<Item extends BatchItem<Item>>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { batchItems, batchBytes }: Omit<typeof LIMITS, 'inFlight'>,
): AsyncGenerator<ReadonlyMap<string, Item>> {
  let batch = new Map<string, Item>();
  let [count, bytes] = [0, 0];
  for await (const item of items) {
    const replaces = batch.get(item.id);
    batch.delete(item.id);
    batch.set(item.id, replaces === undefined ? item : { ...item, replaces });
    count += 1;
    bytes += item.source.length;
    if (count < batchItems && bytes < batchBytes) continue;
    yield batch;
    batch = new Map();
    [count, bytes] = [0, 0];
  }
  if (count > 0) yield batch;
}
