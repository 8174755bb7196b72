import { LRUCache } from 'lru-cache';
import type { DataVersionWatch } from './data-watch.js';

const MOST_ENTRIES = 1000;

/** Caches small values from Elasticsearch until the data changes. */
export class VersionedCache<Value extends object> {
  private readonly cached = new LRUCache<string, Value>({ max: MOST_ENTRIES });

  constructor(private readonly watch: Pick<DataVersionWatch, 'current'>) {}

  /** The cached value of the key, or the result of `read`, which is cached unless it is undefined. */
  async get(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const version = this.watch.current();
    if (version === undefined) return read();
    const keyed = `${version} ${key}`;
    const known = this.cached.get(keyed);
    if (known !== undefined) return known;
    const value = await read();
    if (value !== undefined) this.cached.set(keyed, value);
    return value;
  }
}
