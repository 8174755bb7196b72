import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.js';
import type { BreakerObserver } from './client/cluster-reads.js';
import { ClusterReads } from './client/cluster-reads.js';
import type { ElasticClient } from './client/elastic-client.js';
import { ELASTIC_CLIENT } from './client/elastic-client.js';
import { IndexNames } from './indices/index-names.js';

/** Elasticsearch for the rest of the application: its client, the names of the indices, and reads that survive a node. */
@Global()
@Module({})
export class ElasticModule {
  static forRoot(client: ElasticClient, breakers: BreakerObserver): DynamicModule {
    return {
      module: ElasticModule,
      providers: [
        { provide: ELASTIC_CLIENT, useValue: client },
        { provide: ClusterReads, useFactory: () => new ClusterReads(client, breakers) },
        {
          provide: IndexNames,
          inject: [CONFIG],
          useFactory: ({ indexPrefix }: Config) => new IndexNames(indexPrefix),
        },
      ],
      exports: [ELASTIC_CLIENT, ClusterReads, IndexNames],
    };
  }
}
