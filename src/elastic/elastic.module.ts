import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Client } from '@elastic/elasticsearch';
import type { Config } from '../config/config.js';
import type { BreakerObserver } from './breakers.js';
import { CategoryTrees } from './category-trees.js';
import { ClusterReads } from './cluster-reads.js';
import { ELASTIC_CLIENT } from './elastic-tokens.js';
import { DataStateReader } from './data-generation.js';
import { GenerationWatch } from './generation-watch.js';
import { IndexNames } from './index-names.js';
import { IndexVersions } from './index-versions.js';
import { SearchGateway } from './search-gateway.js';
import type { SearchObserver, SearchTracer } from './search-observer.js';
import { Vocabulary } from './vocabulary.js';

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
    const reads = new ClusterReads(client, observer);
    const versions = new IndexVersions(client, reads, names, requestTimeoutMs);
    const trees = new CategoryTrees(client, reads, names, requestTimeoutMs);
    const data = new DataStateReader(client, names, requestTimeoutMs);
    const watch = new GenerationWatch(() => data.read(), [trees, versions]);
    const gateway = new SearchGateway(client, reads, names, versions, watch, requestTimeoutMs, observer, tracer);
    const vocabulary = new Vocabulary(client, reads, names, watch, requestTimeoutMs);
    return {
      module: ElasticModule,
      providers: [
        { provide: ELASTIC_CLIENT, useValue: client },
        { provide: ClusterReads, useValue: reads },
        { provide: IndexNames, useValue: names },
        { provide: SearchGateway, useValue: gateway },
        { provide: Vocabulary, useValue: vocabulary },
        { provide: CategoryTrees, useValue: trees },
        { provide: GenerationWatch, useValue: watch },
      ],
      exports: [ELASTIC_CLIENT, ClusterReads, IndexNames, SearchGateway, Vocabulary, CategoryTrees, GenerationWatch],
    };
  }
}
