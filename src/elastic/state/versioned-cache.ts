import { LRUCache } from 'lru-cache';
import type { GenerationWatch } from './data-watch.js';

const MOST_ENTRIES = 1000;

/** Small things read from Elasticsearch, kept until the data changes. */
export class KeptForGeneration<Value extends object> {
  private readonly kept = new LRUCache<string, Value>({ max: MOST_ENTRIES });

  constructor(private readonly watch: Pick<GenerationWatch, 'current'>) {}

  /** The value kept for the key, or what `read` gives, which is kept, unless it is
   * undefined, while the data stays what it was before it was read. */
  async get(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const generation = this.watch.current();
    if (generation === undefined) return read();
    const keyed = `${generation} ${key}`;
    const known = this.kept.get(keyed);
    if (known !== undefined) return known;
    const value = await read();
    if (value !== undefined) this.kept.set(keyed, value);
    return value;
  }
}
