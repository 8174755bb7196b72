import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Client } from '@elastic/elasticsearch';
import type { Config } from '../config/config.js';
import type { BreakerObserver } from './client/circuit-breakers.js';
import { CategoryTrees } from './state/category-trees.js';
import { ClusterReads } from './client/cluster-reads.js';
import { ELASTIC_CLIENT } from './client/elastic-client.token.js';
import { DataStateReader } from './state/data-version.js';
import { GenerationWatch } from './state/data-watch.js';
import { IndexNames } from './indices/index-names.js';
import { IndexVersions } from './indices/index-versions.js';
import { SearchGateway } from './search/search-gateway.js';
import type { SearchObserver, SearchTracer } from './search/search-observer.js';

/** Elasticsearch for the rest of the application: client, names, search gateway and category trees. */
@Global()
@Module({})
export class ElasticModule {
  static forRoot(
    config: Config,
    client: Client,
    observer: SearchObserver & BreakerObserver,
    tracer: SearchTracer | undefined,
  ): DynamicModule {
    const { indexPrefix, requestTimeoutMs } = config;
    const names = new IndexNames(indexPrefix);
    const reads = new ClusterReads(client, names, observer);
    const versions = new IndexVersions(client, reads, names, requestTimeoutMs);
    const trees = new CategoryTrees(client, reads, names, requestTimeoutMs);
    const data = new DataStateReader(client, names, requestTimeoutMs);
    const watch = new GenerationWatch(() => data.read(), [trees, versions]);
    const gateway = new SearchGateway(client, reads, names, versions, watch, requestTimeoutMs, observer, tracer);
    return {
      module: ElasticModule,
      providers: [
        { provide: ELASTIC_CLIENT, useValue: client },
        { provide: ClusterReads, useValue: reads },
        { provide: IndexNames, useValue: names },
        { provide: SearchGateway, useValue: gateway },
        { provide: CategoryTrees, useValue: trees },
        { provide: GenerationWatch, useValue: watch },
      ],
      exports: [ELASTIC_CLIENT, ClusterReads, IndexNames, SearchGateway, CategoryTrees, GenerationWatch],
    };
  }
}
