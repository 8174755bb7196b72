import { Module } from '@nestjs/common';
import { Metrics } from '../telemetry/metrics.js';
import { ClusterStateReader } from './cluster-state.js';
import { DataVersionWatch } from './data-watch.js';
import { ListCache, PageCache } from './data-cache.js';

const PROVIDERS = [ClusterStateReader, DataVersionWatch, ListCache, PageCache];

/** The version of the data, and what is kept for one version. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class FreshnessModule {
  constructor(metrics: Metrics, pages: PageCache, lists: ListCache, watch: DataVersionWatch) {
    metrics.total('commerce_page_cache_hits_total', 'Pages answered from memory.', () => pages.state.hits);
    metrics.total('commerce_page_cache_misses_total', 'Pages that were not in memory.', () => pages.state.misses);
    metrics.gauge('commerce_page_cache_pages', 'Pages in memory.', () => pages.state.entries);
    metrics.gauge('commerce_page_cache_bytes', 'Memory they take.', () => pages.state.bytes);
    metrics.total('commerce_list_cache_hits_total', 'Lists of rankings found in memory.', () => lists.state.hits);
    metrics.total('commerce_list_cache_misses_total', 'Lists that were not in memory.', () => lists.state.misses);
    metrics.total('commerce_list_cache_refused_total', 'Lists too large to keep.', () => lists.state.refused);
    metrics.gauge('commerce_list_cache_lists', 'Lists in memory.', () => lists.state.entries);
    metrics.gauge('commerce_list_cache_bytes', 'Memory that lists take.', () => lists.state.bytes);
    metrics.gauge(
      'commerce_data_watch_up',
      'Whether the state of the data could be read when that was tried last: 1 it could, 0 not, and nothing is kept in memory.',
      () => Number(watch.isUp),
    );
  }
}
