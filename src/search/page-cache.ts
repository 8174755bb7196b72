import { Inject, Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.js';
import { EncodedData } from '../common/records/encoded-data.js';
import { DataVersionWatch } from './state/data-watch.js';
import type { SearchCaller } from './gateway/search-caller.js';
import { waitFor } from './gateway/search-caller.js';
import { SingleFlight } from './single-flight.js';

/** Pages requested, and pages kept. */
export interface PageCacheState {
  readonly hits: number;
  readonly misses: number;
  readonly pages: number;
  readonly bytes: number;
}

/** The key of a page, and how it is made. */
export interface PagePlan<Data extends object> {
  readonly key: string;
  /** @param shared the caller of the searches, for all requests that wait for the page */
  readonly make: (shared: SearchCaller) => Promise<EncodedData<Data>>;
}

/** Memory of an entry in addition to its page and its key. */
const ENTRY_BYTES = 300;
const KEPT_FOR_MS = 600_000;
/** Upper bound on staleness if a loader dies before it raises the data version. */
const KEPT_WHILE_CHANGING_MS = 30_000;
/** While the state of the data can't be read, cached pages are served for this long, with an `Age` header. */
export const SERVED_STALE_FOR_MS = 60_000;

/** Returns the cached page of a search, or runs the search and caches its page until the data changes. */
@Injectable()
export class PageCache {
  private readonly pages: LRUCache<string, EncodedData> | undefined;
  private readonly inFlight = new SingleFlight<SearchCaller, EncodedData>();
  private version: number | undefined;
  private hits = 0;
  private misses = 0;

  /**
   * @param config memory for pages; 0 keeps none
   * @param clock in milliseconds
   */
  constructor(
    @Inject(DataVersionWatch)
    private readonly watch: Pick<
      DataVersionWatch,
      'current' | 'lastKnown' | 'isSettled' | 'dataVersion' | 'atOneVersion'
    >,
    @Inject(CONFIG) { pageCacheBytes: maxSize }: Pick<Config, 'pageCacheBytes'>,
    @Optional() clock: { now: () => number } = performance,
  ) {
    if (maxSize > 0) this.pages = new LRUCache<string, EncodedData>({ maxSize, perf: clock, ttlResolution: 0 });
  }

  get state(): PageCacheState {
    const { hits, misses, pages } = this;
    return { hits, misses, pages: pages?.size ?? 0, bytes: pages?.calculatedSize ?? 0 };
  }

  /**
   * The page cached for the key, or the page that `make` returns, which is kept if the data has not changed meanwhile.
   * Concurrent requests for a page share one `make`. A page is of one version of the data, which the caller has then.
   * @param make searches for the caller it is given, whose signal is aborted when the last waiting request has ended
   * @throws what `make` throws
   */
  remember<Data extends object>(
    key: string,
    caller: SearchCaller,
    make: (shared: SearchCaller) => Promise<EncodedData<Data>>,
  ): Promise<EncodedData<Data>> {
    return this.watch.atOneVersion(caller, () => this.findOrMake({ key, make }, caller));
  }

  /**
   * As `remember`, for a page whose key depends on the data: what `plan` reads is of the page's version as well.
   * @param plan returns the key and `make`, or the page itself, which is not kept then
   * @throws what `plan` and `make` throw
   */
  rememberPlanned<Data extends object>(
    caller: SearchCaller,
    plan: () => Promise<PagePlan<Data> | EncodedData<Data>>,
  ): Promise<EncodedData<Data>> {
    return this.watch.atOneVersion(caller, async () => {
      const planned = await plan();
      return planned instanceof EncodedData ? planned : this.findOrMake(planned, caller);
    });
  }

  private async findOrMake<Data extends object>(
    { key, make }: PagePlan<Data>,
    caller: SearchCaller,
  ): Promise<EncodedData<Data>> {
    if (!caller.useCache) return make(caller);
    if (this.pages === undefined) return this.share(key, caller, make);
    const cached = this.find(key);
    caller.cached = cached !== undefined;
    if (cached !== undefined) {
      this.hits += 1;
      return cached as EncodedData<Data>;
    }
    this.misses += 1;
    const version = this.watch.current();
    const made = await this.share(key, caller, make);
    if (version !== undefined && version === this.watch.current()) this.keep(this.pages, key, made);
    return made;
  }

  private share<Data extends object>(
    key: string,
    caller: SearchCaller,
    make: (shared: SearchCaller) => Promise<EncodedData<Data>>,
  ): Promise<EncodedData<Data>> {
    const { maker, result } = this.inFlight.join(
      `${this.watch.current()} ${this.watch.dataVersion} ${key}`,
      caller.signal,
      (signal) => {
        const shared = { signal, useCache: caller.useCache, span: caller.span };
        return { maker: shared, result: make(shared) };
      },
    );
    return waitFor(caller, maker, result) as Promise<EncodedData<Data>>;
  }

  private find(key: string): EncodedData | undefined {
    const known = this.watch.lastKnown();
    if (known === undefined || known.ageMs > SERVED_STALE_FOR_MS) return undefined;
    if (known.version !== this.version) {
      this.pages?.clear();
      this.version = known.version;
    }
    const page = this.pages?.get(key);
    if (page === undefined) return undefined;
    const isConfirmed = this.watch.current() !== undefined;
    const ageSeconds = isConfirmed ? undefined : Math.floor(known.ageMs / 1000);
    return ageSeconds === undefined ? page : new EncodedData(page.json, page.hits, ageSeconds);
  }

  private keep(pages: LRUCache<string, EncodedData>, key: string, page: EncodedData): void {
    const size = page.json.length + 2 * key.length + ENTRY_BYTES;
    if (size > pages.maxSize) return;
    const ttl = this.watch.isSettled() ? KEPT_FOR_MS : KEPT_WHILE_CHANGING_MS;
    pages.set(key, page, { ttl, size });
  }
}
