import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import { type IndexKind, isOwnKind, NEWEST } from '../common/record-kind.js';
import { ElasticClient } from '../elastic/client/elastic-client.js';
import { DataVersionWatch } from '../freshness/data-watch.js';
import { NewestData } from '../search/state/newest-data.js';
import { Metrics } from '../telemetry/metrics.js';

const TIMEOUT_MS = 1000;
const COUNTED_FOR_MS = 1000;

/** Metrics of the loaded data and of the last load of each kind. They have no values while Elasticsearch does not answer. */
@Injectable()
export class DataMetrics {
  /** Requests within a second share one count. */
  private readonly counts = new LRUCache<'all', readonly (readonly [IndexKind, number | undefined])[]>({
    max: 1,
    ttl: COUNTED_FOR_MS,
    fetchMethod: () => this.count(),
  });

  constructor(
    private readonly client: ElasticClient,
    private readonly watch: DataVersionWatch,
    private readonly newest: NewestData,
    private readonly metrics: Metrics,
  ) {}

  /** Registers the metrics anew, with their present values. */
  async refresh(): Promise<void> {
    const [state, counts, moments] = await Promise.all([
      this.watch.latest().catch(() => undefined),
      this.counts.fetch('all').catch(() => undefined),
      this.newest.moments(),
    ]);
    const { registry } = this.metrics;
    const gauge = (part: string, help: string, ...labelNames: string[]) => {
      const name = `commerce_${part}`;
      registry.removeSingleMetric(name);
      return new Gauge({ name, help, labelNames, registers: [registry] });
    };
    const generation = gauge('data_generation', 'Grows with every load.');
    const changed = gauge('data_last_change_timestamp_seconds', 'When a load changed the data last, Unix seconds.');
    const documents = gauge('data_documents', 'Records loaded, by index.', 'index');
    const newest = gauge('data_newest_timestamp_seconds', 'Newest moment of the data, Unix seconds.', 'index');
    const ofLoad = (part: string, help: string, ...labels: string[]) =>
      gauge(`load_last_${part}`, help, 'index', 'mode', ...labels);
    const ended = ofLoad('ended_timestamp_seconds', 'When the last load ended, Unix seconds.');
    const duration = ofLoad('duration_seconds', 'Duration of the last load.');
    const success = ofLoad('succeeded', '1 when the last load succeeded, 0 when it failed or was stopped.');
    const outcomes = ofLoad('lines', 'Lines of the last load by outcome.', 'outcome');
    if (state?.lastChange === undefined || state.dataVersion === undefined) {
      generation.remove();
      changed.remove();
    } else {
      generation.set(state.dataVersion.number);
      changed.set(secondsOf(state.lastChange.raised_at));
    }
    for (const { kind, name } of NEWEST) {
      const moment = moments?.[name] ?? undefined;
      if (moment !== undefined) newest.set({ index: kind }, typeof moment === 'string' ? secondsOf(moment) : moment);
    }
    for (const [index, count] of counts ?? []) if (count !== undefined) documents.set({ index }, count);
    for (const [index, { mode, started_at, ended_at, succeeded, lines }] of state?.loads ?? []) {
      const load = { index, mode };
      ended.set(load, secondsOf(ended_at));
      duration.set(load, secondsOf(ended_at) - secondsOf(started_at));
      success.set(load, Number(succeeded));
      for (const [outcome, count] of Object.entries(lines)) outcomes.set({ ...load, outcome }, count);
    }
  }

  /** Counts the documents of the indices that have a node, as of their last refresh. */
  private async count(): Promise<readonly (readonly [IndexKind, number | undefined])[]> {
    const { behind } = await this.watch.latest();
    const loaded = [...behind].filter(([kind]) => !isOwnKind(kind));
    if (loaded.length === 0) return [];
    const index = loaded.map(([, name]) => name);
    const { indices } = await this.client.indices.stats({ index, metric: 'docs' }, { requestTimeout: TIMEOUT_MS });
    return loaded.map(([kind, name]) => [kind, indices?.[name]?.primaries?.docs?.count] as const);
  }
}

const secondsOf = (time: string): number => Date.parse(time) / 1000;
