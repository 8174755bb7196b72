import { LRUCache } from 'lru-cache';
import { EncodedData } from '../records/encoded-data.js';
import type { SearchAnswer } from './gateway/search-answer.js';
import type { CompiledSearch, KeywordAnswer } from '../query/types.js';
import type { Lang } from '../reference/lang.js';
import type { DataVersionWatch } from './state/data-watch.js';
import type { SearchCaller } from './gateway/search-caller.js';
import { waitFor } from './gateway/search-caller.js';
import { SingleFlight } from './single-flight.js';
import type { SearchGateway } from './gateway/search-gateway.js';

/** How many pages were asked for, and what is kept of them. */
export interface PageCacheState {
  readonly hits: number;
  readonly misses: number;
  readonly pages: number;
  readonly bytes: number;
}

/** What a page costs beside its bytes and the text of its key. */
const ENTRY_BYTES = 300;
const KEPT_FOR_MS = 600_000;
/** Upper bound on staleness if a loader dies before it says that the data has changed. */
const KEPT_WHILE_CHANGING_MS = 30_000;
/** While the state of the data can't be read, cached pages are served for so long, with an `Age` header. */
export const SERVED_STALE_FOR_MS = 60_000;

/**
 * The way of every search to its page: encoded pages by what was searched for, as long as the data is what they were made
 * of, else the search gateway and the mapper of the operation.
 */
export class PageCache {
  private readonly pages: LRUCache<string, EncodedData> | undefined;
  private readonly inFlight = new SingleFlight<EncodedData>();
  /** An array: see docs/adr/0020-one-plain-read-path.md. */
  private readonly making: { readonly flight: string; readonly shared: SearchCaller }[] = [];
  private version: number | undefined;
  private hits = 0;
  private misses = 0;

  /**
   * @param maxBytes memory for pages; 0 keeps none
   * @param clock in milliseconds
   */
  constructor(
    private readonly gateway: Pick<SearchGateway, 'search'>,
    private readonly watch: Pick<DataVersionWatch, 'current' | 'lastKnown' | 'isSettled'>,
    maxBytes: number,
    clock: { now: () => number } = performance,
  ) {
    if (maxBytes === 0) return;
    this.pages = new LRUCache<string, EncodedData>({
      maxSize: maxBytes,
      perf: clock,
      ttlResolution: 0,
    });
  }

  get state(): PageCacheState {
    const { hits, misses, pages } = this;
    return { hits, misses, pages: pages?.size ?? 0, bytes: pages?.calculatedSize ?? 0 };
  }

  /**
   * The page of a compiled search, in a language, as `map` makes it of the search's answer and of what is said of its
   * keywords. Requests that compile to the same share a page.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  page<Data extends object>(
    compiled: CompiledSearch,
    lang: Lang,
    caller: SearchCaller,
    map: (
      answer: SearchAnswer,
      said: KeywordAnswer | undefined,
      shared: SearchCaller,
    ) => EncodedData<Data> | Promise<EncodedData<Data>>,
  ): Promise<EncodedData<Data>> {
    return this.remember(`${lang} ${JSON.stringify(compiled)}`, caller, async (shared) => {
      const { answer, attempt } = await this.gateway.search(compiled, shared);
      return map(answer, compiled.answers?.[attempt], shared);
    });
  }

  /**
   * The page cached for the key, else the one that `make` gives, which is kept if the data has not changed meanwhile.
   * What is asked for while it is made is made once.
   * @param make searches for the caller that it is given, who leaves when all have left who wait for the page
   * @throws what `make` throws
   */
  async remember<Data extends object>(
    key: string,
    caller: SearchCaller,
    make: (shared: SearchCaller) => Promise<EncodedData<Data>>,
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
    const flight = `${this.watch.current()} ${key}`;
    const made = this.inFlight.join(flight, caller.signal, (signal) => {
      const making = { flight, shared: { signal, useCache: caller.useCache, span: caller.span } };
      this.making.push(making);
      return make(making.shared).finally(() => this.making.splice(this.making.indexOf(making), 1));
    });
    const shared = this.making.findLast((one) => one.flight === flight)?.shared;
    return (shared === undefined ? made : waitFor(caller, shared, made)) as Promise<EncodedData<Data>>;
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
