import type { estypes } from '@elastic/elasticsearch';
import { Inject, Injectable } from '@nestjs/common';
import type { RecordKind } from '../../common/record-kind.js';
import { type Config, CONFIG } from '../../config/config.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { ElasticClient } from '../../elastic/client/elastic-client.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { type CacheWatch, DataCache } from '../data-cache.js';
import { DataVersionWatch } from './data-watch.js';

const MOST_VALUES = 10;

/** Caches what is read from whole indices until the data changes. Its reads take no slots of requests. */
@Injectable()
export abstract class IndexCache<Value extends object> extends DataCache<Value> {
  protected override readonly staleMs = 60_000;

  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
    @Inject(DataVersionWatch) watch: CacheWatch,
  ) {
    super(watch, MOST_VALUES);
  }

  /** The hits of a search, which are not counted. @throws UnavailableFailure (503) or InternalFailure (500) */
  protected async hitsOf<Source>(kind: RecordKind, body: object): Promise<estypes.SearchHit<Source>[]> {
    const search = { index: this.names.alias(kind), track_total_hits: false, ...body };
    const { hits } = await this.reads.run(kind, (options) => this.client.search<Source>(search, options), {
      timeoutMs: this.config.requestTimeoutMs,
    });
    return hits.hits;
  }
}
