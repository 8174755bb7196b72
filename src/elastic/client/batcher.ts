/** A document that waits for its bulk request. */
export interface BatchItem<Item> {
  readonly id: string;
  readonly source: { readonly length: number };
  /** An earlier item with the same id, written when Elasticsearch refuses this one. */
  readonly replaces?: Item;
}

/** They load fastest on two cores, as measured. */
const LIMITS = { batchItems: 2000, batchBytes: 8 * 1024 * 1024, inFlight: 2 };

/** Keeps a few batches of documents in flight; those with the same id are written one after the other. */
export class Batcher<Item extends BatchItem<Item>> {
  private batch = new Map<string, Item>();
  private items = 0;
  private bytes = 0;
  private readonly running = new Map<ReadonlyMap<string, Item>, Promise<void>>();

  /** @param write writes a whole batch; rejects when the work can't continue */
  constructor(
    private readonly write: (batch: readonly Item[]) => Promise<void>,
    private readonly limits = LIMITS,
  ) {}

  /** Writes all items. @throws the first error of `items` or `write`, when nothing is in flight any more */
  async writeAll(items: Iterable<Item> | AsyncIterable<Item>): Promise<void> {
    try {
      for await (const item of items) await this.add(item);
      await this.finish();
    } finally {
      await Promise.allSettled(this.running.values());
    }
  }

  /** @throws the error of an earlier batch */
  async add(item: Item): Promise<void> {
    const replaces = this.batch.get(item.id);
    this.batch.delete(item.id);
    this.batch.set(item.id, replaces === undefined ? item : { ...item, replaces });
    this.items += 1;
    this.bytes += item.source.length;
    if (this.items >= this.limits.batchItems || this.bytes >= this.limits.batchBytes) await this.dispatch();
  }

  /** Waits until everything is written. @throws the first error of a batch */
  async finish(): Promise<void> {
    if (this.items > 0) await this.dispatch();
    await Promise.all(this.running.values());
  }

  private async dispatch(): Promise<void> {
    const { batch } = this;
    this.batch = new Map();
    this.items = 0;
    this.bytes = 0;
    const sharesIds = (other: ReadonlyMap<string, Item>) => [...other.keys()].some((id) => batch.has(id));
    while (this.running.size >= this.limits.inFlight || [...this.running.keys()].some(sharesIds)) {
      await Promise.race(this.running.values());
    }
    const writing = this.write([...batch.values()]).then(() => void this.running.delete(batch));
    writing.catch(() => undefined);
    this.running.set(batch, writing);
  }
}
