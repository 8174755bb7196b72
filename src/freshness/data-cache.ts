import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RecordKind } from '../common/record-kind.js';
import { type Config, CONFIG } from '../config/config.js';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { ElasticClient } from '../elastic/client/elastic-client.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { requestScope } from '../common/request-scope.js';
import { SingleFlight } from './single-flight.js';
import { CONFIRMED_FOR_MS, DataVersionWatch } from './data-watch.js';

const CACHED_FOR_MS = 600_000;
/** Upper bound on staleness if a loader dies before it raises the data version. */
const CACHED_WHILE_CHANGING_MS = 30_000;

export type CacheWatch = Pick<DataVersionWatch, 'current' | 'lastKnown' | 'isSettled' | 'snapshot'>;
export type IndexWatch = CacheWatch & Pick<DataVersionWatch, 'onIndex'>;

/** Caches values that are made of the data, until the data changes, within an amount of memory or a number of values. */
export class DataCache<Value extends object> {
  /** For how long values are still served while the version of the data can't be confirmed. */
  protected readonly staleMs: number = CONFIRMED_FOR_MS;
  /** The room that a value takes with its key. */
  protected readonly sizeOf: (value: Value, key: string) => number = () => 1;
  private readonly values: LRUCache<string, Value>;
  private readonly inFlight = new SingleFlight<Value>();
  private version: number | undefined;
  private hits = 0;
  private misses = 0;
  private refused = 0;

  /** @param room the sum of the sizes of all values. @param largest size of the largest value that is kept */
  constructor(
    protected readonly watch: CacheWatch,
    room: number,
    private readonly largest = room,
    clock: { now: () => number } = performance,
  ) {
    this.values = new LRUCache({ maxSize: Math.max(1, room), perf: clock, ttlResolution: 0 });
  }

  get state() {
    const { hits, misses, refused, values } = this;
    return { hits, misses, refused, entries: values.size, bytes: values.calculatedSize };
  }

  /** The values of the present version. Those that are set by a request for older data, or after a change, are not kept. */
  open(): { get(key: string): Value | undefined; set(key: string, value: Value): void } {
    const version = this.watch.current();
    const { snapshot } = requestScope();
    const isPresent = snapshot === undefined || snapshot.dataVersion === this.watch.snapshot.dataVersion;
    return {
      get: (key) => this.find(key),
      set: (key, value) => {
        if (isPresent && version !== undefined && version === this.watch.current()) this.keep(version, key, value);
      },
    };
  }

  /**
   * The value kept for the key, or the one that `make` returns. Concurrent requests share one `make`.
   * @throws what `make` throws
   */
  async findOrMake(key: string, make: () => Promise<Value>, onLookup?: (found: boolean) => void): Promise<Value> {
    const values = this.open();
    const found = values.get(key);
    onLookup?.(found !== undefined);
    if (found !== undefined) {
      this.hits += 1;
      return found;
    }
    this.misses += 1;
    const versions = `${this.watch.current()} ${requestScope().snapshot?.dataVersion}`;
    const made = await this.inFlight.run(`${versions} ${key}`, make);
    values.set(key, made);
    return made;
  }

  private keep(version: number, key: string, value: Value): void {
    const size = this.sizeOf(value, key);
    if (size > this.largest) {
      this.refused += 1;
      return;
    }
    this.dropOlder(version);
    this.values.set(key, value, { size, ttl: this.watch.isSettled() ? CACHED_FOR_MS : CACHED_WHILE_CHANGING_MS });
  }

  private find(key: string): Value | undefined {
    const known = this.watch.lastKnown();
    if (known === undefined || known.ageMs > this.staleMs) return undefined;
    this.dropOlder(known.version);
    return this.values.get(key);
  }

  private dropOlder(version: number): void {
    if (version !== this.version) this.values.clear();
    this.version = version;
  }
}

const MOST_VALUES = 10;
const WAITED_FOR_MS = 2000;

/** Caches what is read from whole indices until the data changes. Its reads take no slots of requests. */
@Injectable()
export abstract class IndexCache<Value extends object> extends DataCache<Value> {
  protected override readonly staleMs = 60_000;

  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
    @Inject(DataVersionWatch) protected override readonly watch: IndexWatch,
  ) {
    super(watch, MOST_VALUES);
  }

  /** The hits of a search, which are not counted. @throws UnavailableFailure (503) or InternalFailure (500) */
  protected async hitsOf<Source>(kind: RecordKind, body: object): Promise<estypes.SearchHit<Source>[]> {
    const { requestTimeoutMs: timeoutMs } = this.config;
    const { hits } = await this.watch.onIndex(kind, this.names.alias(kind), (index) => {
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
