import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { IndexKind } from '../common/index-kind.js';
import type { LoadResult } from '../elastic/state/load-result.js';
import { DataVersionWatch } from '../search/state/data-watch.js';
import { ELASTIC_CLIENT } from '../elastic/client/elastic-client.js';
import type { ElasticClient } from '../elastic/client/elastic-client.js';
import { Metrics } from './metrics.js';

const TIMEOUT_MS = 1000;
const COUNTED_FOR_MS = 1000;
const BOOKKEEPING: readonly IndexKind[] = ['tokens', 'state'];

const LOAD_LABELS = ['index', 'mode'] as const;
const LINE_LABELS = [...LOAD_LABELS, 'outcome'] as const;

type Label = (typeof LINE_LABELS)[number];

/**
 * Metrics of the loaded data and of the last load of each kind. They are read with the metrics, and absent while
 * Elasticsearch does not answer.
 */
@Injectable()
export class DataMetrics {
  private readonly gauges: ReturnType<typeof createGauges>;
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
    this.gauges = createGauges(registry);
  }

  async refresh(): Promise<void> {
    const [state, counts] = await Promise.all([
      this.watch.latest().catch(() => undefined),
      this.counts.fetch('all').catch(() => undefined),
    ]);
    const { version, changedAt, documents } = this.gauges;
    for (const gauge of Object.values(this.gauges)) gauge.reset();
    version.remove();
    changedAt.remove();
    if (state?.lastChange !== undefined) {
      version.set(state.lastChange.version);
      changedAt.set(state.lastChange.at);
    }
    for (const [index, count] of counts ?? []) documents.set({ index }, count);
    for (const [kind, result] of state?.loads ?? []) this.showLoad(kind, result);
  }

  private showLoad(index: IndexKind, { mode, started_at, ended_at, succeeded, lines }: LoadResult): void {
    const { gauges } = this;
    const labels = { index, mode };
    gauges.ended.set(labels, secondsOf(ended_at));
    gauges.duration.set(labels, secondsOf(ended_at) - secondsOf(started_at));
    gauges.succeeded.set(labels, Number(succeeded));
    for (const [outcome, count] of Object.entries(lines)) gauges.lines.set({ ...labels, outcome }, count);
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

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames: [...labelNames], registers: [registry] });
  return {
    version: gauge('commerce_data_generation', 'Grows with every load or build of boards.'),
    changedAt: gauge(
      'commerce_data_last_change_timestamp_seconds',
      'When a load or a build of boards changed the data last, Unix seconds.',
    ),
    documents: gauge('commerce_data_documents', 'Records loaded, by index.', ['index']),
    ended: gauge('commerce_load_last_ended_timestamp_seconds', 'When the last load ended, Unix seconds.', LOAD_LABELS),
    duration: gauge('commerce_load_last_duration_seconds', 'Duration of the last load.', LOAD_LABELS),
    succeeded: gauge(
      'commerce_load_last_succeeded',
      '1 when the last load succeeded, 0 when it failed or was stopped.',
      LOAD_LABELS,
    ),
    lines: gauge('commerce_load_last_lines', 'Lines of the last load by outcome.', LINE_LABELS),
  };
}

const secondsOf = (time: string): number => Date.parse(time) / 1000;
