import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EncodedData } from '../common/encoded-data.js';
import type { RecordKind } from '../common/record-kind.js';
import { type Config, CONFIG } from '../config/config.js';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { ElasticClient } from '../elastic/client/elastic-client.js';
import { type DataSnapshot, inScope, requestScope, sharedScope, unlessAborted } from '../common/request-scope.js';
import { CONFIRMED_FOR_MS, DataVersionWatch } from './data-watch.js';

interface Flight<Result> {
  readonly key: string;
  readonly version: object | undefined;
  readonly searches: readonly unknown[];
  readonly controller: AbortController;
  readonly result: Promise<Result>;
  readonly remove: () => void;
  waiting: number;
}

/** Does work once for all requests that ask for it while it is in flight. */
export class SingleFlight<Result> {
  /** An array: see docs/decisions.md, "One plain read path". */
  private readonly flights: Flight<Result>[] = [];

  /**
   * Joins the work in flight for the key at a version of the data, or starts it. The work has a scope of its own, without
   * token and language, whose signal is aborted when the last request that waits has ended, for that request's reason. For
   * a request that joins, the wait counts as a call of Elasticsearch.
   * @throws what the work throws; the reason of the request's signal when the request ends first
   */
  async run(key: string, work: () => Promise<Result>, version?: object): Promise<Result> {
    const scope = requestScope();
    scope.signal.throwIfAborted();
    const at = version ?? scope.snapshot;
    const joined = this.flights.find((other) => other.key === key && other.version === at);
    const flight = joined ?? this.begin(key, at, work);
    flight.waiting += 1;
    const leave = (): void => {
      flight.waiting -= 1;
      if (joined !== undefined) scope.searches.push(...joined.searches);
      if (flight.waiting > 0 || !scope.signal.aborted) return;
      flight.remove();
      flight.controller.abort(scope.signal.reason);
    };
    // A request that ends early is logged before its promises go on.
    scope.signal.addEventListener('abort', leave, { once: true });
    const result = unlessAborted(flight.result, scope.signal);
    try {
      return await (joined === undefined ? result : scope.elastic.time(result));
    } finally {
      if (!scope.signal.aborted) {
        scope.signal.removeEventListener('abort', leave);
        leave();
      }
    }
  }

  private begin(key: string, version: object | undefined, work: () => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const scope = sharedScope(requestScope(), controller.signal);
    const { searches } = scope;
    const remove = (): void => {
      const at = this.flights.indexOf(flight);
      if (at >= 0) this.flights.splice(at, 1);
    };
    const flight = { key, version, searches, controller, result: inScope(scope, work), waiting: 0, remove };
    this.flights.push(flight);
    flight.result.then(remove, remove);
    return flight;
  }
}

const CACHED_FOR_MS = 600_000;
/** Upper bound on staleness if a loader dies before it raises the data version. */
const CACHED_WHILE_CHANGING_MS = 30_000;

export type CacheWatch = Pick<DataVersionWatch, 'snapshot' | 'ageMs' | 'isSettled'>;
export type IndexWatch = CacheWatch & Pick<DataVersionWatch, 'onIndex'>;

interface CacheOptions<Value> {
  /** The room that a value takes with its key; 1 unless set. */
  readonly sizeOf?: (value: Value, key: string) => number;
  /** The size of the largest value that is kept. */
  readonly largest?: number;
  /** For how long values are still served while the version of the data can't be confirmed. */
  readonly staleMs?: number;
  /** Whether requests with `no-store` use the values as well. */
  readonly isForAll?: boolean;
}

/** Keeps the value for each key at the present version of the data. */
export class DataCache<Value extends object> {
  private readonly values: LRUCache<string, Value>;
  private readonly inFlight = new SingleFlight<Value>();
  /** The version that the values are of. */
  private version: DataSnapshot | undefined;
  private hits = 0;
  private misses = 0;
  private refused = 0;

  /** @param room the sum of the sizes of all values */
  constructor(
    protected readonly watch: CacheWatch,
    private readonly room: number,
    private readonly options: CacheOptions<Value> = {},
  ) {
    this.values = new LRUCache({ maxSize: Math.max(1, room), perf: performance, ttlResolution: 0 });
  }

  get state() {
    const { hits, misses, refused, values } = this;
    return { hits, misses, refused, entries: values.size, bytes: values.calculatedSize };
  }

  /**
   * The value for the key at the present version: the one that is kept, or the one that `make` returns. Concurrent requests
   * share one `make`. A request with `no-store` gets a value of its own, which is not kept. @throws what `make` throws
   */
  async remember<Kept extends Value>(key: string, make: () => Promise<Kept>): Promise<Kept> {
    const { snapshot = this.watch.snapshot, useCache } = requestScope();
    if (!useCache && this.options.isForAll !== true) return make();
    const kept = this.get(key);
    if (kept !== undefined) return kept as Kept;
    this.misses += 1;
    const made = await this.inFlight.run(key, make, snapshot);
    this.set(key, made, snapshot);
    return made as Kept;
  }

  /** The value that is kept for the key at the present version. */
  get(key: string): Value | undefined {
    if (this.watch.ageMs() > (this.options.staleMs ?? CONFIRMED_FOR_MS)) return undefined;
    const value = this.version === this.watch.snapshot ? this.values.get(key) : undefined;
    if (value !== undefined) this.hits += 1;
    return value;
  }

  /** Keeps a value that was made at a version, unless the data have changed since or the version is not confirmed. */
  set(key: string, value: Value, version = requestScope().snapshot): void {
    const { snapshot, isSettled } = this.watch;
    if (version !== snapshot || this.watch.ageMs() >= CONFIRMED_FOR_MS) return;
    const { sizeOf, largest = this.room } = this.options;
    const size = sizeOf?.(value, key) ?? 1;
    if (size > largest) {
      this.refused += 1;
      return;
    }
    if (this.version !== snapshot) this.values.clear();
    this.version = snapshot;
    this.values.set(key, value, { size, ttl: isSettled ? CACHED_FOR_MS : CACHED_WHILE_CHANGING_MS });
  }
}

/** Pages and what is read from whole indices are served for this long while the state of the data can't be read. */
const SERVED_FOR_MS = 60_000;

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

const MOST_VALUES = 10;
const WAITED_FOR_MS = 2000;

/** Keeps what is read from whole indices, also for requests with `no-store`. Its reads take no slots of requests. */
@Injectable()
export abstract class IndexCache<Value extends object> {
  protected readonly values: DataCache<Value>;

  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
    @Inject(DataVersionWatch) private readonly watch: IndexWatch,
  ) {
    this.values = new DataCache(watch, MOST_VALUES, { staleMs: SERVED_FOR_MS, isForAll: true });
  }

  /** The hits of a search, which are not counted. @throws UnavailableFailure (503) or InternalFailure (500) */
  protected async hitsOf<Source>(kind: RecordKind, body: object): Promise<estypes.SearchHit<Source>[]> {
    const { requestTimeoutMs: timeoutMs } = this.config;
    const { hits } = await this.watch.onIndex(kind, (index) => {
      const search = { index, track_total_hits: false, ...body };
      return this.reads.run(kind, (options) => this.client.search<Source>(search, options), { timeoutMs });
    });
    return hits.hits;
  }

  /** What is read within two seconds, otherwise the value given. */
  protected inTime<Result, Other>(reading: Promise<Result>, otherwise: Other): Promise<Result | Other> {
    return Promise.race([reading.catch(() => otherwise), sleep(WAITED_FOR_MS, otherwise, { ref: false })]);
  }
}
