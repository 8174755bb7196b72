import { Inject, Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Config, CONFIG } from '../config/config.js';
import { EncodedData } from '../common/records/encoded-data.js';
import { requestScope } from '../common/request-scope.js';
import { SingleFlight } from './single-flight.js';
import { DataVersionWatch } from './state/data-watch.js';

/** Memory of an entry in addition to its page and its key. */
const ENTRY_BYTES = 300;
const KEPT_FOR_MS = 600_000;
/** Upper bound on staleness if a loader dies before it raises the data version. */
const KEPT_WHILE_CHANGING_MS = 30_000;
/** While the state of the data can't be read, cached pages are served for this long, with an `Age` header. */
const SERVED_STALE_FOR_MS = 60_000;

/** Returns the cached page of a request, or makes the page and caches it until the data changes. */
@Injectable()
export class PageCache {
  private readonly pages: LRUCache<string, EncodedData>;
  private readonly inFlight = new SingleFlight<EncodedData>();
  private version: number | undefined;
  private hits = 0;
  private misses = 0;

  /** @param config memory for pages; 0 keeps none. @param clock in milliseconds */
  constructor(
    @Inject(DataVersionWatch)
    private readonly watch: Pick<DataVersionWatch, 'current' | 'lastKnown' | 'isSettled' | 'withSnapshot'>,
    @Inject(CONFIG) { pageCacheBytes }: Pick<Config, 'pageCacheBytes'>,
    @Optional() clock: { now: () => number } = performance,
  ) {
    this.pages = new LRUCache({ maxSize: Math.max(1, pageCacheBytes), perf: clock, ttlResolution: 0 });
  }

  get state() {
    const { hits, misses, pages } = this;
    return { hits, misses, pages: pages.size, bytes: pages.calculatedSize };
  }

  /**
   * The page cached for the key, or the page that `make` returns, which is kept if the data has not changed meanwhile.
   * Concurrent requests for a page share one `make`. A page is of the version of the data in its request's scope.
   * @param key the text of the request
   * @throws what `make` throws
   */
  remember<Data extends object>(key: string, make: () => Promise<EncodedData<Data>>): Promise<EncodedData<Data>> {
    return this.watch.withSnapshot(() => this.findOrMake(key, make) as Promise<EncodedData<Data>>);
  }

  private async findOrMake(key: string, make: () => Promise<EncodedData>): Promise<EncodedData> {
    const scope = requestScope();
    if (!scope.useCache) return make();
    const cached = this.find(key);
    scope.cached = cached !== undefined;
    if (cached !== undefined) {
      this.hits += 1;
      return cached;
    }
    this.misses += 1;
    const version = this.watch.current();
    const made = await this.inFlight.run(`${version} ${scope.snapshot?.dataVersion} ${key}`, make);
    if (version !== undefined && version === this.watch.current()) {
      const size = made.json.length + 2 * key.length + ENTRY_BYTES;
      this.pages.set(key, made, { size, ttl: this.watch.isSettled() ? KEPT_FOR_MS : KEPT_WHILE_CHANGING_MS });
    }
    return made;
  }

  private find(key: string): EncodedData | undefined {
    const known = this.watch.lastKnown();
    if (known === undefined || known.ageMs > SERVED_STALE_FOR_MS) return undefined;
    if (known.version !== this.version) this.pages.clear();
    this.version = known.version;
    const page = this.pages.get(key);
    if (page === undefined || this.watch.current() !== undefined) return page;
    return new EncodedData(page.json, page.hits, Math.floor(known.ageMs / 1000));
  }
}
