import { LRUCache } from 'lru-cache';

/** More than the number of indices. */
const MOST_KEYS = 100;
/** Bounds the age of a value while changes go unnoticed, because the state of the data can't be read. */
const FRESH_FOR_MS = 60_000;

/**
 * Caches values that are read on demand, and reads them again when the data changes, one read at a time for each key. The
 * old value is served meanwhile. No request's signal ends a read.
 */
export class RefreshedCache<Key extends string, Value extends object> {
  private readonly values: LRUCache<Key, Value>;
  /** The keys that have a value, or whose first read is in flight. */
  private readonly inUse = new Set<Key>();
  private refreshes = 0;
  /** The refresh whose values are in use. */
  private used = 0;

  constructor(private readonly read: (key: Key) => Promise<Value>) {
    this.values = new LRUCache<Key, Value>({
      max: MOST_KEYS,
      ttl: FRESH_FOR_MS,
      allowStale: true,
      noDeleteOnFetchRejection: true,
      // A replaced read still answers the callers who wait for it.
      ignoreFetchAbort: true,
      fetchMethod: (key) => read(key),
    });
  }

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

  /**
   * Reads every value in use again.
   * @returns a function that caches them, and discards the results of all reads in flight; it has no effect after that of
   * a later refresh
   * @throws what a read throws; the cache keeps the values before
   */
  async refresh(): Promise<() => void> {
    const refresh = (this.refreshes += 1);
    const values = await Promise.all([...this.inUse].map(async (key) => [key, await this.read(key)] as const));
    return () => {
      if (refresh < this.used) return;
      this.used = refresh;
      for (const [key, value] of values) this.values.set(key, value);
    };
  }

  /** Has every value read again for its next caller. */
  expire(): void {
    for (const key of this.inUse) {
      const value = this.values.peek(key);
      if (value !== undefined) this.values.set(key, value, { ttl: 1 });
    }
  }
}
