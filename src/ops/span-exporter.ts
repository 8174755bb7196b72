import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Logger } from 'pino';

type Export = OTLPTraceExporter['export'];

const SAY_AGAIN_AFTER_MS = 60_000;

/** Sends spans to the collector; those that it does not take are lost, which is logged once a minute. */
export class SpanExporter extends OTLPTraceExporter {
  private lost = 0;
  private saidAt = -Infinity;

  constructor(
    url: string,
    private readonly logger: Logger,
  ) {
    super({ url });
  }

  override export(spans: Parameters<Export>[0], done: Parameters<Export>[1]): void {
    super.export(spans, (result) => {
      if (result.code === ExportResultCode.FAILED) this.say(spans.length, result.error);
      done(result);
    });
  }

  private say(lost: number, error: Error | undefined): void {
    this.lost += lost;
    if (performance.now() - this.saidAt < SAY_AGAIN_AFTER_MS) return;
    this.logger.warn({ spans_lost: this.lost, err: error }, 'Traces can’t be sent to their collector.');
    this.saidAt = performance.now();
    this.lost = 0;
  }
}
