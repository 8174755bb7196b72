import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Client } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { BreakerObserver } from '../elastic/client/cluster-reads.js';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { ELASTIC_CLIENT } from '../elastic/client/elastic-client.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { IndexVersions } from './state/index-versions.js';
import { PageCache } from './page-cache.js';
import { SearchBulkhead } from './gateway/search-bulkhead.js';
import { SearchGateway } from './gateway/search-gateway.js';
import type { SearchObserver, SearchTracer } from './gateway/search-observer.js';
import { SearchStream } from './gateway/search-stream.js';
import { Vocabulary } from './vocabulary.js';
import { CategoryTrees } from './state/category-trees.js';
import { ClusterWindow } from './state/cluster-look.js';
import { DataVersionWatch } from './state/data-watch.js';
import { NewestData } from './state/newest-data.js';

/** What comes later tells nothing of now. */
const LOOK_TIMEOUT_MS = 2000;

/** Elasticsearch for the rest of the application: client, names, searches with their page cache, and category trees. */
@Global()
@Module({})
export class ElasticModule {
  static forRoot(
    config: Config,
    client: Client,
    logger: Logger,
    observer: SearchObserver & BreakerObserver,
    tracer: SearchTracer | undefined,
  ): DynamicModule {
    const { indexPrefix, requestTimeoutMs: timeoutMs, requestsAtOnce: atOnce, requestsWaiting: waiting } = config;
    const names = new IndexNames(indexPrefix);
    const reads = new ClusterReads(client, observer);
    const trees = new CategoryTrees(client, reads, names, timeoutMs);
    const newest = new NewestData(client, reads, names, timeoutMs);
    const cluster = new ClusterWindow(client, reads, names);
    const watch = new DataVersionWatch(() => cluster.look(LOOK_TIMEOUT_MS), [trees, newest], logger);
    const versions = new IndexVersions(watch, names);
    const bulkhead = new SearchBulkhead({ atOnce, waiting }, observer);
    const gateway = new SearchGateway(client, reads, versions, bulkhead, timeoutMs, observer, tracer);
    const stream = new SearchStream(client, reads, versions, gateway, timeoutMs);
    const cache = new PageCache(gateway, watch, config.pageCacheBytes);
    const providers = [
      { provide: ELASTIC_CLIENT, useValue: client },
      { provide: ClusterReads, useValue: reads },
      { provide: IndexNames, useValue: names },
      { provide: SearchBulkhead, useValue: bulkhead },
      { provide: SearchGateway, useValue: gateway },
      { provide: SearchStream, useValue: stream },
      { provide: PageCache, useValue: cache },
      { provide: Vocabulary, useValue: new Vocabulary(gateway, watch) },
      { provide: CategoryTrees, useValue: trees },
      { provide: NewestData, useValue: newest },
      { provide: DataVersionWatch, useValue: watch },
    ];
    return { module: ElasticModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
