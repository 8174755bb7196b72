import { LRUCache } from 'lru-cache';

/** More than the number of indices. */
const MOST_KEYS = 100;
/** Bounds the age of a value while changes go unnoticed, because the state of the data can't be read. */
const FRESH_FOR_MS = 60_000;

/** Caches values until the data changes; the old one is served while it is read again. No request ends a read. */
export abstract class RefreshedCache<Key extends string, Value extends object> {
  private readonly values = new LRUCache<Key, Value>({
    max: MOST_KEYS,
    ttl: FRESH_FOR_MS,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    // A replaced read still answers the requests that wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (key) => this.read(key),
  });
  /** The keys that have a value, or whose first read is in flight. */
  private readonly inUse = new Set<Key>();

  protected abstract read(key: Key): Promise<Value>;

  /** The value; while it is read again, the one before. @throws what the first read throws */
  async get(key: Key): Promise<Value> {
    this.inUse.add(key);
    try {
      return await this.values.forceFetch(key);
    } catch (error) {
      this.inUse.delete(key);
      throw error;
    }
  }

  /** Reads every value in use again; returns a function that caches them, and discards reads in flight. */
  async refresh(): Promise<() => void> {
    const values = await Promise.all([...this.inUse].map(async (key) => [key, await this.read(key)] as const));
    return () => values.forEach(([key, value]) => this.values.set(key, value));
  }

  protected expire(): void {
    for (const [key, value] of [...this.values.entries()]) this.values.set(key, value, { ttl: 1 });
  }
}
