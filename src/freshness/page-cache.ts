import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config.js';
import { EncodedData } from '../common/encoded-data.js';
import { requestScope } from '../common/request-scope.js';
import { type CacheWatch, DataCache, SERVED_FOR_MS } from './data-cache.js';
import { CONFIRMED_FOR_MS, DataVersionWatch } from './data-watch.js';

/** Memory of an entry in addition to its page and its key. */
const ENTRY_BYTES = 300;
/** A page and what it is compressed to, as a multiple of the page. */
const WITH_COMPRESSED = 1.25;

/** Returns the cached page of a request, with its age while its version can't be confirmed, or makes the page. */
@Injectable()
export class PageCache extends DataCache<EncodedData> {
  /** @param config memory for pages; 0 keeps none */
  constructor(
    @Inject(DataVersionWatch) private readonly versions: CacheWatch & Pick<DataVersionWatch, 'withSnapshot'>,
    @Inject(CONFIG) { pageCacheBytes }: Pick<Config, 'pageCacheBytes'>,
  ) {
    super(versions, pageCacheBytes, {
      sizeOf: ({ json }, key) => Math.ceil(json.length * WITH_COMPRESSED) + 2 * key.length + ENTRY_BYTES,
      staleMs: SERVED_FOR_MS,
    });
  }

  /**
   * The page cached for the key, or the page that `make` returns. A page is of the version of the data in its request's
   * scope. @param key the text of the request @throws what `make` throws
   */
  override async remember<Page extends EncodedData>(key: string, make: () => Promise<Page>): Promise<Page> {
    const scope = requestScope();
    const page = scope.useCache ? this.get(key) : undefined;
    if (scope.useCache) scope.cached = page !== undefined;
    if (page === undefined) return this.versions.withSnapshot(() => super.remember(key, make));
    scope.snapshot = this.watch.snapshot;
    const ageMs = this.watch.ageMs();
    return (ageMs < CONFIRMED_FOR_MS ? page : new EncodedData(page.json, page.hits, Math.floor(ageMs / 1000))) as Page;
  }
}

/** A list, whose memory is known. */
export type Sized = Readonly<{ bytes: number }>;

/** A list that takes a larger part of the memory is not kept. */
const LARGEST_PART = 4;

/** Keeps the lists that pages of rankings are read from, until the data changes. */
@Injectable()
export class ListCache extends DataCache<Sized> {
  /** @param config memory for lists; 0 keeps none */
  constructor(watch: DataVersionWatch, @Inject(CONFIG) { listsBytes }: Pick<Config, 'listsBytes'>) {
    const sizeOf = ({ bytes }: Sized, key: string): number => bytes + 2 * key.length;
    super(watch, listsBytes, { sizeOf, largest: listsBytes / LARGEST_PART });
  }
}
