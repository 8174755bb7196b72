import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Config, CONFIG, LOGGER } from '../config/config.js';
import { Metrics } from '../telemetry/metrics.js';
import { ExpensiveBulkhead, SearchBulkhead } from './gateway/search-bulkhead.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { SearchStream } from './gateway/search-stream.js';
import { PageCache } from './page-cache.js';
import { CategoryTrees } from './state/category-trees.js';
import { ClusterStateReader } from './state/cluster-state.js';
import { DataVersionWatch, type Follower } from './state/data-watch.js';
import { NewestData } from './state/newest-data.js';
import { Synonyms, Vocabulary } from './vocabulary.js';

/** A later answer says nothing about the present. */
const LOOK_TIMEOUT_MS = 2000;

/** Follows the version of the data; what the followers hold is read again with every change. */
const DATA_VERSION_WATCH = {
  provide: DataVersionWatch,
  inject: [ClusterStateReader, LOGGER, CategoryTrees, NewestData, Synonyms],
  useFactory: (cluster: ClusterStateReader, logger: Logger, ...followers: Follower[]) =>
    new DataVersionWatch((atLeast) => cluster.read(LOOK_TIMEOUT_MS, atLeast), followers, logger),
};

const PROVIDERS = [
  CategoryTrees,
  ClusterStateReader,
  DATA_VERSION_WATCH,
  {
    provide: ExpensiveBulkhead,
    inject: [CONFIG, Metrics, SearchBulkhead],
    useFactory: ({ expensive }: Config, metrics: Metrics, usual: SearchBulkhead) =>
      new ExpensiveBulkhead(expensive, metrics, usual),
  },
  NewestData,
  PageCache,
  SearchBulkhead,
  SearchGateway,
  SearchStream,
  Synonyms,
  Vocabulary,
];

/** Searches of Elasticsearch with their page cache, and the state of the data. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class SearchModule {}
