import { LRUCache } from 'lru-cache';

/** More than there are indices. */
const MOST_KEYS = 100;
/** While nobody tells of a change because the state of the data can't be read. */
const FRESH_FOR_MS = 60_000;

/**
 * Values read on demand and again when the data changes, one read at a time for each key. An old value is served while it
 * is read again. A read belongs to no request: no request's signal ends it.
 */
export class RefreshedCache<Key extends string, Value extends object> {
  private readonly values: LRUCache<Key, Value>;
  /** The keys that have a value, or whose first read is in flight. */
  private readonly inUse = new Set<Key>();

  constructor(read: (key: Key) => Promise<Value>) {
    this.values = new LRUCache<Key, Value>({
      max: MOST_KEYS,
      ttl: FRESH_FOR_MS,
      allowStale: true,
      noDeleteOnFetchRejection: true,
      // A replaced read still answers those who wait for it.
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
   * Reads every value again that is in use. A read that began earlier no longer counts, however late it ends.
   * @throws what a read throws; the value before it is kept, and read again when it is asked for
   */
  async refresh(): Promise<void> {
    await Promise.all(
      [...this.inUse].map((key) => {
        this.forgetReadInFlight(key);
        return this.values.fetch(key, { forceRefresh: true, allowStale: false });
      }),
    );
  }

  /** `forceRefresh` alone would join it. */
  private forgetReadInFlight(key: Key): void {
    const value = this.values.peek(key);
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value, { ttl: 1 });
  }
}
