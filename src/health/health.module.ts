import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { HttpModule } from '../http/http.module.js';
import { routeNames } from '../http/answer/failure.filter.js';
import { ExpensiveBulkhead, SearchBulkhead } from '../search/gateway/search-bulkhead.js';
import { ListCache, PageCache } from '../freshness/page-cache.js';
import { SearchModule } from '../search/search.module.js';
import { troubleOf } from '../freshness/cluster-state.js';
import { DataVersionWatch } from '../freshness/data-watch.js';
import { DataMetrics } from './data-metrics.js';
import { HealthController } from './health.controller.js';
import { Metrics } from '../telemetry/metrics.js';
import { MetricsController } from './metrics.controller.js';

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 };

/** Health and metrics, for those who operate the service. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [HealthController, MetricsController],
  providers: [DataMetrics],
})
export class HealthModule implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly host: HttpAdapterHost<ExpressAdapter>,
    private readonly reads: ClusterReads,
    private readonly usual: SearchBulkhead,
    private readonly expensive: ExpensiveBulkhead,
    private readonly pages: PageCache,
    private readonly lists: ListCache,
    private readonly watch: DataVersionWatch,
  ) {}

  /** Why the service is not ready, and what to do. */
  async troubles(): Promise<string[]> {
    const reading = this.watch.latest().then((state) => state.troubles);
    return (await reading.catch((error: unknown) => [troubleOf(error)])).map(({ text }) => text);
  }

  /** Registers the gauges of the breaker, of searches and of both caches, and the routes of metrics and traces. */
  onModuleInit(): void {
    const { metrics, reads, usual, expensive, pages, lists, watch } = this;
    metrics.knowRoutes(routeNames(this.host.httpAdapter));
    const laneGauge = (name: string, help: string, read: (lane: SearchBulkhead) => number): void =>
      metrics.laneGauge(name, help, () => ({ usual: read(usual), expensive: read(expensive) }));
    metrics.gauge(
      'commerce_elasticsearch_breaker_state',
      'Whether reads of Elasticsearch pass: 0 they do, 1 one finds out, 2 they are refused.',
      () => BREAKER_STATES[reads.breakerState],
    );
    laneGauge('commerce_requests_active', 'Searches in flight at Elasticsearch.', ({ state }) => state.active);
    laneGauge('commerce_requests_waiting', 'Searches that wait for their turn.', ({ state }) => state.waiting);
    laneGauge('commerce_requests_active_limit', 'How many may be in flight.', ({ limits }) => limits.requestsAtOnce);
    laneGauge('commerce_requests_waiting_limit', 'How many may wait.', ({ limits }) => limits.requestsWaiting);
    metrics.total('commerce_page_cache_hits_total', 'Pages answered from memory.', () => pages.state.hits);
    metrics.total('commerce_page_cache_misses_total', 'Pages that were not in memory.', () => pages.state.misses);
    metrics.gauge('commerce_page_cache_pages', 'Pages in memory.', () => pages.state.entries);
    metrics.gauge(
      'commerce_data_watch_up',
      'Whether the state of the data could be read when that was tried last: 1 it could, 0 not, and nothing is kept in memory.',
      () => Number(watch.isUp),
    );
    metrics.gauge('commerce_page_cache_bytes', 'Memory they take.', () => pages.state.bytes);
    metrics.total('commerce_list_cache_hits_total', 'Lists of rankings found in memory.', () => lists.state.hits);
    metrics.total('commerce_list_cache_misses_total', 'Lists that were not in memory.', () => lists.state.misses);
    metrics.total('commerce_list_cache_refused_total', 'Lists too large to keep.', () => lists.state.refused);
    metrics.gauge('commerce_list_cache_lists', 'Lists in memory.', () => lists.state.entries);
    metrics.gauge('commerce_list_cache_bytes', 'Memory that lists take.', () => lists.state.bytes);
  }
}
