import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { IndexKind } from '../documents/index-kind.js';
import type { LoadResult } from '../elastic/state/load-result.js';
import { DataVersionWatch } from '../search/state/data-watch.js';
import { Metrics } from './metrics.js';

const LABELS = ['index', 'mode'] as const;
const LINE_LABELS = [...LABELS, 'outcome'] as const;

type Label = (typeof LINE_LABELS)[number];

/** Metrics of the last load of each kind. They are absent while the state of the data can't be read. */
@Injectable()
export class LoadMetrics {
  private readonly gauges: Gauge<Label>[] = [];
  private readonly ended: Gauge<Label>;
  private readonly duration: Gauge<Label>;
  private readonly succeeded: Gauge<Label>;
  private readonly lines: Gauge<Label>;

  constructor(
    @Inject(DataVersionWatch) private readonly watch: DataVersionWatch,
    @Inject(Metrics) { registry }: Metrics,
  ) {
    const gauge = (name: string, help: string, labelNames: readonly Label[] = LABELS): Gauge<Label> => {
      const made = new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
      this.gauges.push(made);
      return made;
    };
    this.ended = gauge('commerce_load_last_ended_timestamp_seconds', 'When the last load ended, Unix seconds.');
    this.duration = gauge('commerce_load_last_duration_seconds', 'Duration of the last load.');
    this.succeeded = gauge(
      'commerce_load_last_succeeded',
      '1 when the last load succeeded, 0 when it failed or was stopped.',
    );
    this.lines = gauge('commerce_load_last_lines', 'Lines of the last load by outcome.', LINE_LABELS);
  }

  async refresh(): Promise<void> {
    for (const gauge of this.gauges) gauge.reset();
    const state = await this.watch.latest().catch(() => undefined);
    for (const [kind, result] of state?.loads ?? []) this.show(kind, result);
  }

  private show(index: IndexKind, { mode, started_at, ended_at, succeeded, lines }: LoadResult): void {
    const labels = { index, mode };
    this.ended.set(labels, secondsOf(ended_at));
    this.duration.set(labels, secondsOf(ended_at) - secondsOf(started_at));
    this.succeeded.set(labels, Number(succeeded));
    for (const [outcome, count] of Object.entries(lines)) this.lines.set({ ...labels, outcome }, count);
  }
}

const secondsOf = (time: string): number => Date.parse(time) / 1000;
