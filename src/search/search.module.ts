import { Module } from '@nestjs/common';
import { ExpensiveBulkhead, SearchBulkhead } from './gateway/search-bulkhead.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { SearchStream } from './gateway/search-stream.js';
import { ListCache, PageCache } from './page-cache.js';
import { RowBudget } from './row-budget.js';
import { CategoryTrees } from './state/category-trees.js';
import { ClusterStateReader } from './state/cluster-state.js';
import { DataVersionWatch } from './state/data-watch.js';
import { NewestData } from './state/newest-data.js';
import { Synonyms, Vocabulary } from './vocabulary.js';

const PROVIDERS = [
  CategoryTrees,
  ClusterStateReader,
  DataVersionWatch,
  ExpensiveBulkhead,
  ListCache,
  NewestData,
  PageCache,
  RowBudget,
  SearchBulkhead,
  SearchGateway,
  SearchStream,
  Synonyms,
  Vocabulary,
];

/** Searches of Elasticsearch with their page cache, and the state of the data. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class SearchModule {}
