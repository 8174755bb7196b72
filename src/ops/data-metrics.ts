import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import type { IndexKind } from '../documents/index-kind.js';
import { DataVersionWatch } from '../search/state/data-watch.js';
import { ELASTIC_CLIENT } from '../elastic/client/elastic-client.js';
import type { ElasticClient } from '../elastic/client/elastic-client.js';
import { Metrics } from './metrics.js';

const TIMEOUT_MS = 1000;
const COUNTED_FOR_MS = 1000;
const BOOKKEEPING: readonly IndexKind[] = ['tokens', 'state'];

/** Metrics of the loaded data. They are read with the metrics, and absent while Elasticsearch does not answer. */
@Injectable()
export class DataMetrics {
  private readonly version: Gauge;
  private readonly changedAt: Gauge;
  private readonly documents: Gauge<'index'>;
  /** Requests within a second share one count. */
  private readonly counts = new LRUCache<'all', ReadonlyMap<IndexKind, number>>({
    max: 1,
    ttl: COUNTED_FOR_MS,
    fetchMethod: () => this.count(),
  });

  constructor(
    @Inject(ELASTIC_CLIENT) private readonly client: ElasticClient,
    @Inject(DataVersionWatch) private readonly watch: DataVersionWatch,
    @Inject(Metrics) { registry }: Metrics,
  ) {
    const registers = [registry];
    this.version = new Gauge({
      name: 'commerce_data_generation',
      help: 'Grows with every load or build of boards.',
      registers,
    });
    this.changedAt = new Gauge({
      name: 'commerce_data_last_change_timestamp_seconds',
      help: 'When a load or a build of boards changed the data last, Unix seconds.',
      registers,
    });
    this.documents = new Gauge({
      name: 'commerce_data_documents',
      help: 'Records loaded, by index.',
      labelNames: ['index'],
      registers,
    });
  }

  async refresh(): Promise<void> {
    const [state, counts] = await Promise.all([
      this.watch.latest().catch(() => undefined),
      this.counts.fetch('all').catch(() => undefined),
    ]);
    for (const gauge of [this.version, this.changedAt, this.documents]) gauge.reset();
    this.version.remove();
    this.changedAt.remove();
    if (state?.lastChange !== undefined) {
      this.version.set(state.lastChange.version);
      this.changedAt.set(state.lastChange.at);
    }
    for (const [index, count] of counts ?? []) this.documents.set({ index }, count);
  }

  /** Counts the documents of the indices that have a node, as of their last refresh. */
  private async count(): Promise<ReadonlyMap<IndexKind, number>> {
    const { behind } = await this.watch.latest();
    const loaded = [...behind].filter(([kind]) => !BOOKKEEPING.includes(kind));
    if (loaded.length === 0) return new Map();
    const index = loaded.map(([, name]) => name);
    const { indices } = await this.client.indices.stats({ index, metric: 'docs' }, { requestTimeout: TIMEOUT_MS });
    return new Map(
      loaded.flatMap(([kind, name]) => {
        const count = indices?.[name]?.primaries?.docs?.count;
        return count === undefined ? [] : [[kind, count] as const];
      }),
    );
  }
}
