import type { estypes } from '@elastic/elasticsearch';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RecordKind } from '../../common/record-kind.js';
import { type Config, CONFIG } from '../../config/config.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { ElasticClient } from '../../elastic/client/elastic-client.js';
import { IndexNames } from '../../elastic/indices/index-names.js';

/** More than the number of indices. */
const MOST_KEYS = 100;
/** Bounds the age of a value while changes go unnoticed, because the state of the data can't be read. */
const FRESH_FOR_MS = 60_000;

/** Caches values read from indices until the data changes; the old one is served while it is read again. No request ends a read. */
@Injectable()
export abstract class RefreshedCache<Key extends string, Value extends object> {
  private readonly values = new LRUCache<Key, Value>({
    max: MOST_KEYS,
    ttl: FRESH_FOR_MS,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    // A replaced read still answers the requests that wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (key) => this.read(key),
  });
  /** The keys that have a value, or whose first read is in flight. */
  private readonly inUse = new Set<Key>();

  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
  ) {}

  protected abstract read(key: Key): Promise<Value>;

  /** The hits of a search, which are not counted. */
  protected async hitsOf<Source>(kind: RecordKind, body: object): Promise<estypes.SearchHit<Source>[]> {
    const search = { index: this.names.alias(kind), track_total_hits: false, ...body };
    const { hits } = await this.reads.run(kind, (options) => this.client.search<Source>(search, options), {
      timeoutMs: this.config.requestTimeoutMs,
    });
    return hits.hits;
  }

  /** The value; while it is read again, the one before. @throws what the first read throws */
  async get(key: Key): Promise<Value> {
    this.inUse.add(key);
    try {
      return await this.values.forceFetch(key);
    } catch (error) {
      this.inUse.delete(key);
      throw error;
    }
  }

  /** Reads every value in use again; returns a function that caches them, and discards reads in flight. */
  async refresh(): Promise<() => void> {
    const values = await Promise.all([...this.inUse].map(async (key) => [key, await this.read(key)] as const));
    return () => values.forEach(([key, value]) => this.values.set(key, value));
  }

  protected expire(): void {
    for (const [key, value] of [...this.values.entries()]) this.values.set(key, value, { ttl: 1 });
  }
}
