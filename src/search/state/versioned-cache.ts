import { LRUCache } from 'lru-cache';
import type { DataVersionWatch } from './data-watch.js';

/** Caches small values from Elasticsearch until the data changes. */
export class VersionedCache<Value extends object> {
  private readonly values: LRUCache<string, Value>;

  constructor(
    private readonly watch: Pick<DataVersionWatch, 'current'>,
    max: number,
  ) {
    this.values = new LRUCache({ max });
  }

  /** The values of the present version. Values that are set after the data has changed are not kept. */
  open(): { get(key: string): Value | undefined; set(key: string, value: Value): void } {
    const version = this.watch.current();
    return {
      get: (key) => (version === undefined ? undefined : this.values.get(`${version} ${key}`)),
      set: (key, value) => {
        if (version !== undefined && version === this.watch.current()) this.values.set(`${version} ${key}`, value);
      },
    };
  }
}
