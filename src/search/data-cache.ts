import { LRUCache } from 'lru-cache';
import type { DataVersionWatch } from './state/data-watch.js';
import { requestScope } from '../common/request-scope.js';
import { SingleFlight } from './single-flight.js';

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

const KEPT_FOR_MS = 600_000;
/** Upper bound on staleness if a loader dies before it raises the data version. */
const KEPT_WHILE_CHANGING_MS = 30_000;

type Watch = Pick<DataVersionWatch, 'current' | 'lastKnown' | 'isSettled'>;

/** Caches values that are made of the data, until the data changes, within an amount of memory. */
export abstract class DataCache<Value extends object> {
  private readonly values: LRUCache<string, Value>;
  private readonly inFlight = new SingleFlight<Value>();
  private version: number | undefined;
  private hits = 0;
  private misses = 0;
  private refused = 0;

  /** @param largest bytes of the largest value that is kept */
  constructor(
    protected readonly watch: Watch,
    bytes: number,
    private readonly largest = bytes,
    clock: { now: () => number } = performance,
  ) {
    this.values = new LRUCache({ maxSize: Math.max(1, bytes), perf: clock, ttlResolution: 0 });
  }

  get state() {
    const { hits, misses, refused, values } = this;
    return { hits, misses, refused, entries: values.size, bytes: values.calculatedSize };
  }

  /** Bytes of memory that a value takes, its key not counted. */
  protected abstract sizeOf(value: Value): number;

  /** Seconds for which values are still served while the version of the data can't be confirmed. */
  protected abstract readonly staleMs: number;

  /**
   * The value kept for the key, or the one that `make` returns, which is kept if the data has not changed meanwhile.
   * Concurrent requests share one `make`. @throws what `make` throws
   */
  protected async findOrMake(
    key: string,
    make: () => Promise<Value>,
    onLookup?: (found: boolean) => void,
  ): Promise<Value> {
    const scope = requestScope();
    if (!scope.useCache) return make();
    const found = this.find(key);
    onLookup?.(found !== undefined);
    if (found !== undefined) {
      this.hits += 1;
      return found;
    }
    this.misses += 1;
    const version = this.watch.current();
    const made = await this.inFlight.run(`${version} ${scope.snapshot?.dataVersion} ${key}`, make);
    if (version !== undefined && version === this.watch.current()) this.keep(key, made);
    return made;
  }

  private keep(key: string, value: Value): void {
    const size = this.sizeOf(value) + 2 * key.length;
    if (size > this.largest) {
      this.refused += 1;
      return;
    }
    this.values.set(key, value, { size, ttl: this.watch.isSettled() ? KEPT_FOR_MS : KEPT_WHILE_CHANGING_MS });
  }

  private find(key: string): Value | undefined {
    const known = this.watch.lastKnown();
    if (known === undefined || known.ageMs > this.staleMs) return undefined;
    if (known.version !== this.version) this.values.clear();
    this.version = known.version;
    return this.values.get(key);
  }
}
