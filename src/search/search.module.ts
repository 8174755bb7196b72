import { Module } from '@nestjs/common';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { Metrics } from '../telemetry/metrics.js';
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

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 };

/** Searches of Elasticsearch, and what is read of the data before one: its words, categories, newest days. */
@Module({ imports: [FreshnessModule], providers: PROVIDERS, exports: [...PROVIDERS, FreshnessModule] })
export class SearchModule {
  constructor(metrics: Metrics, reads: ClusterReads, usual: SearchBulkhead, expensive: ExpensiveBulkhead) {
    metrics.gauge(
      'commerce_elasticsearch_breaker_state',
      'Whether reads of Elasticsearch pass: 0 they do, 1 one finds out, 2 they are refused.',
      () => BREAKER_STATES[reads.breakerState],
    );
    const laneGauge = (name: string, help: string, read: (lane: SearchBulkhead) => number): void =>
      metrics.laneGauge(name, help, () => ({ usual: read(usual), expensive: read(expensive) }));
    laneGauge('commerce_requests_active', 'Searches in flight at Elasticsearch.', ({ state }) => state.active);
    laneGauge('commerce_requests_waiting', 'Searches that wait for their turn.', ({ state }) => state.waiting);
    laneGauge('commerce_requests_active_limit', 'How many may be in flight.', ({ limits }) => limits.requestsAtOnce);
    laneGauge('commerce_requests_waiting_limit', 'How many may wait.', ({ limits }) => limits.requestsWaiting);
  }
}
