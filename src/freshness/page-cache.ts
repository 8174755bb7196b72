import { Inject, Injectable, Optional } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config.js';
import { EncodedData } from '../common/encoded-data.js';
import { requestScope } from '../common/request-scope.js';
import { type CacheWatch, DataCache } from './data-cache.js';
import { DataVersionWatch } from './data-watch.js';

/** Memory of an entry in addition to its page and its key. */
const ENTRY_BYTES = 300;

/** Returns the cached page of a request, or makes the page and caches it until the data changes. */
@Injectable()
export class PageCache extends DataCache<EncodedData> {
  /** While the state of the data can't be read, cached pages are served for this long, with an `Age` header. */
  protected override readonly staleMs = 60_000;
  protected override readonly sizeOf = ({ json }: EncodedData, key: string): number =>
    json.length + 2 * key.length + ENTRY_BYTES;

  /** @param config memory for pages; 0 keeps none. @param clock in milliseconds */
  constructor(
    @Inject(DataVersionWatch)
    private readonly versions: CacheWatch & Pick<DataVersionWatch, 'withSnapshot'>,
    @Inject(CONFIG) { pageCacheBytes }: Pick<Config, 'pageCacheBytes'>,
    @Optional() clock: { now: () => number } = performance,
  ) {
    super(versions, pageCacheBytes, pageCacheBytes, clock);
  }

  /**
   * The page cached for the key, or the page that `make` returns. A page is of the version of the data in its request's
   * scope. @param key the text of the request @throws what `make` throws
   */
  remember<Data extends object>(key: string, make: () => Promise<EncodedData<Data>>): Promise<EncodedData<Data>> {
    return this.versions.withSnapshot(async () => {
      const scope = requestScope();
      if (!scope.useCache) return make();
      const page = await this.findOrMake(key, make, (found) => (scope.cached = found));
      const known = this.watch.lastKnown();
      const isConfirmed = scope.cached !== true || known === undefined || this.watch.current() !== undefined;
      return (
        isConfirmed ? page : new EncodedData(page.json, page.hits, Math.floor(known.ageMs / 1000))
      ) as EncodedData<Data>;
    });
  }
}

/** A list, whose memory is known. */
export type Sized = Readonly<{ bytes: number }>;

/** A list that takes a larger part of the memory is not kept. */
const LARGEST_PART = 4;

/** Keeps the lists that pages of rankings are read from, until the data changes. */
@Injectable()
export class ListCache extends DataCache<Sized> {
  protected override readonly sizeOf = ({ bytes }: Sized, key: string): number => bytes + 2 * key.length;

  /** @param config memory for lists; 0 keeps none */
  constructor(watch: DataVersionWatch, @Inject(CONFIG) { listsBytes }: Pick<Config, 'listsBytes'>) {
    super(watch, listsBytes, listsBytes / LARGEST_PART);
  }

  /** The list kept for the key, or the one that `make` returns. @throws what `make` throws */
  remember<List extends Sized>(key: string, make: () => Promise<List>): Promise<List> {
    return (requestScope().useCache ? this.findOrMake(key, make) : make()) as Promise<List>;
  }
}
