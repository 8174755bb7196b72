import type { LoadItem } from '../../loading/load-item.js';

export interface BatcherOptions {
  /** Writes a whole batch; rejects when the load can't continue. */
  readonly write: (batch: readonly LoadItem[]) => Promise<void>;
  readonly batchItems?: number;
  readonly batchBytes?: number;
  readonly inFlight?: number;
}

/** Measured on two cores: 2,000 per bulk and two in flight load fastest; more of either gains nothing. */
const BATCH_ITEMS = 2000;
const BATCH_BYTES = 8 * 1024 * 1024;
const IN_FLIGHT = 2;

type Batch = Map<string, LoadItem>;

/**
 * Collects items into batches and keeps a few batches in flight; takes no further item while enough are. Items of one
 * id are written in order: never two of them in one batch or in flight at once.
 */
export class Batcher {
  private gathering: Batch = new Map();
  private items = 0;
  private bytes = 0;
  private readonly running = new Map<Batch, Promise<void>>();

  constructor(private readonly options: BatcherOptions) {}

  /** Writes all of the items. @throws what `items` or `write` threw first, once nothing is in flight any more */
  async writeAll(items: Iterable<LoadItem> | AsyncIterable<LoadItem>): Promise<void> {
    try {
      for await (const item of items) await this.add(item);
      if (this.items > 0) await this.dispatch();
      await Promise.all(this.running.values());
    } finally {
      await Promise.allSettled(this.running.values());
    }
  }

  private async add(item: LoadItem): Promise<void> {
    const replaces = this.gathering.get(item.id);
    this.gathering.delete(item.id);
    this.gathering.set(item.id, replaces === undefined ? item : { ...item, replaces });
    this.items += 1;
    this.bytes += item.source.length;
    const { batchItems = BATCH_ITEMS, batchBytes = BATCH_BYTES } = this.options;
    if (this.items >= batchItems || this.bytes >= batchBytes) await this.dispatch();
  }

  private async dispatch(): Promise<void> {
    const batch = this.gathering;
    this.gathering = new Map();
    this.items = 0;
    this.bytes = 0;
    while (this.running.size >= (this.options.inFlight ?? IN_FLIGHT) || this.sharesAnId(batch)) {
      await Promise.race(this.running.values());
    }
    const writing = this.options.write([...batch.values()]).then(() => void this.running.delete(batch));
    writing.catch(() => undefined);
    this.running.set(batch, writing);
  }

  private sharesAnId(batch: Batch): boolean {
    for (const other of this.running.keys()) {
      for (const id of batch.keys()) if (other.has(id)) return true;
    }
    return false;
  }
}
