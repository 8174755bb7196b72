import { Module } from '@nestjs/common';
import { FreshnessModule } from '../freshness/freshness.module.js';
import { ExpensiveBulkhead, SearchBulkhead } from './gateway/search-bulkhead.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { SearchStream } from './gateway/search-stream.js';
import { CategoryTrees } from './state/category-trees.js';
import { NewestData } from './state/newest-data.js';
import { Synonyms, Vocabulary } from './vocabulary.js';

const PROVIDERS = [
  CategoryTrees,
  ExpensiveBulkhead,
  NewestData,
  SearchBulkhead,
  SearchGateway,
  SearchStream,
  Synonyms,
  Vocabulary,
];

/** Searches of Elasticsearch, and what is read of the data before one: its words, categories, newest days. */
@Module({ imports: [FreshnessModule], providers: PROVIDERS, exports: [...PROVIDERS, FreshnessModule] })
export class SearchModule {}
