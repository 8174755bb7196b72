import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { IndexKind } from '../documents/index-kind.js';
import type { LoadLines, LoadReport } from '../elastic/state/load-report.js';
import { DataVersionWatch } from '../search/state/data-watch.js';
import { Metrics } from './metrics.js';

const LABELS = ['index', 'mode'] as const;
const LINE_LABELS = [...LABELS, 'outcome'] as const;

type Label = (typeof LINE_LABELS)[number];

/** What loads say of themselves in Elasticsearch, read when the metrics are; absent while it can't be read. */
@Injectable()
export class LoadMetrics {
  private readonly gauges: Gauge<Label>[] = [];
  private readonly started: Gauge<Label>;
  private readonly heard: Gauge<Label>;
  private readonly lines: Gauge<Label>;
  private readonly lastEnded: Gauge<Label>;
  private readonly lastDuration: Gauge<Label>;
  private readonly lastSucceeded: Gauge<Label>;
  private readonly lastLines: Gauge<Label>;

  constructor(
    @Inject(DataVersionWatch) private readonly watch: DataVersionWatch,
    @Inject(Metrics) { registry }: Metrics,
  ) {
    const gauge = (name: string, help: string, labelNames: readonly Label[] = LABELS): Gauge<Label> => {
      const made = new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
      this.gauges.push(made);
      return made;
    };
    this.started = gauge(
      'commerce_load_started_timestamp_seconds',
      'When the load under way began, Unix seconds; absent when there is none.',
    );
    this.heard = gauge(
      'commerce_load_heard_timestamp_seconds',
      'When the load under way was heard of last, Unix seconds; long ago when it was broken off.',
    );
    this.lines = gauge(
      'commerce_load_lines',
      'Lines of the load under way: read so far, and of those stored and rejected.',
      LINE_LABELS,
    );
    this.lastEnded = gauge('commerce_load_last_ended_timestamp_seconds', 'When the last load ended, Unix seconds.');
    this.lastDuration = gauge('commerce_load_last_duration_seconds', 'How long the last load took.');
    this.lastSucceeded = gauge(
      'commerce_load_last_succeeded',
      'Whether the last load came to a good end: 1 it did, 0 it gave up or was stopped.',
    );
    this.lastLines = gauge(
      'commerce_load_last_lines',
      'Lines of the last load that ended, by what became of them.',
      LINE_LABELS,
    );
  }

  async refresh(): Promise<void> {
    for (const gauge of this.gauges) gauge.reset();
    const look = await this.watch.latest().catch(() => undefined);
    for (const [kind, report] of look?.loads ?? []) this.show(kind, report);
  }

  private show(index: IndexKind, { active, last }: LoadReport): void {
    if (active !== undefined) {
      const labels = { index, mode: active.mode };
      this.started.set(labels, secondsOf(active.started_at));
      this.heard.set(labels, secondsOf(active.heard_at));
      this.showLines(this.lines, labels, active.lines);
    }
    if (last !== undefined) {
      const labels = { index, mode: last.mode };
      this.lastEnded.set(labels, secondsOf(last.ended_at));
      this.lastDuration.set(labels, secondsOf(last.ended_at) - secondsOf(last.started_at));
      this.lastSucceeded.set(labels, Number(last.succeeded));
      this.showLines(this.lastLines, labels, last.lines);
    }
  }

  private showLines(gauge: Gauge<Label>, labels: Partial<Record<Label, string>>, lines: LoadLines): void {
    for (const [outcome, count] of Object.entries(lines)) gauge.set({ ...labels, outcome }, count);
  }
}

const secondsOf = (time: string): number => Date.parse(time) / 1000;
