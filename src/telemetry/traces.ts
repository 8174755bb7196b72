import { setTimeout as sleep } from 'node:timers/promises';
import { defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { EndedRequest } from './metrics.js';

/** What a span tells of a request, and where its span is kept. */
interface TracedRequest {
  readonly requestId: string;
  span?: unknown;
  traceId?: string;
  readonly hits?: number;
  readonly cached?: boolean;
}

/** At the end of the service, spans that are not sent by then are lost. */
const FLUSH_MS = 1000;

/**
 * A span for every request, going on with its caller's trace, and below it one for each call of Elasticsearch for a search;
 * sent in batches, apart from any request. They hold nothing that a client has written but the request id.
 */
export class Traces {
  private readonly provider: BasicTracerProvider;
  private readonly tracer;
  private readonly propagator = new W3CTraceContextPropagator();

  /** @param url the address that the collector takes spans at: OTLP over HTTP, as JSON */
  constructor({ url, serviceName }: { readonly url: string; readonly serviceName: string }, logger: Logger) {
    this.provider = new BasicTracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
      spanProcessors: [new BatchSpanProcessor(new SpanExporter(url, logger))],
    });
    this.tracer = this.provider.getTracer('commerce-analytics-search');
  }

  /** @param isRoute whether the span is named by the path; any other path is the client's own text and stays out */
  begin(request: Pick<Request, 'method' | 'path' | 'headers'>, scope: TracedRequest, isRoute: boolean): void {
    const { method, path, headers } = request;
    const caller = this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const attributes = {
      'http.request.method': method,
      'url.scheme': 'http',
      ...(isRoute && { 'http.route': path, 'url.path': path }),
      'commerce.request_id': scope.requestId,
    };
    const name = isRoute ? `${method} ${path}` : method;
    const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
    scope.span = span;
    scope.traceId = span.spanContext().traceId;
  }

  end(scope: TracedRequest, { status, code }: EndedRequest): void {
    const span = scope.span as Span;
    if (code === undefined) span.setAttribute('commerce.aborted', true);
    else span.setAttributes({ 'http.response.status_code': status, 'commerce.code': code });
    if (scope.hits !== undefined) span.setAttribute('commerce.hits', scope.hits);
    if (scope.cached !== undefined) span.setAttribute('commerce.page_cache.hit', scope.cached);
    if (code !== undefined && status >= 500) fail(span, String(status));
    span.end();
  }

  /** @returns a function that ends the call's span, with the error of a failed call */
  startCall(index: string, request: TracedRequest): (error?: unknown) => void {
    const attributes = {
      'db.system.name': 'elasticsearch',
      'db.operation.name': 'search',
      'db.collection.name': index,
    };
    const parent = trace.setSpan(ROOT_CONTEXT, request.span as Span);
    const span = this.tracer.startSpan(`search ${index}`, { kind: SpanKind.CLIENT, attributes }, parent);
    return (error) => {
      if (error !== undefined) fail(span, (error as Error).constructor.name);
      span.end();
    };
  }

  /** Sends what is left, in at most a second. */
  async close(): Promise<void> {
    const shutdown = this.provider.shutdown().catch(() => undefined);
    await Promise.race([shutdown, sleep(FLUSH_MS, undefined, { ref: false })]);
  }
}

/** @param type the kind of an error, never its text */
function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const LOGGED_EVERY_MS = 60_000;

/** Sends spans to the collector; those that it does not take are lost, which is logged once a minute. */
class SpanExporter extends OTLPTraceExporter {
  private lost = 0;
  private loggedAt = -Infinity;

  constructor(
    url: string,
    private readonly logger: Logger,
  ) {
    super({ url });
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      if (result.code === ExportResultCode.FAILED) this.logLoss(spans.length, result.error);
      done(result);
    });
  }

  private logLoss(spans: number, error: Error | undefined): void {
    this.lost += spans;
    if (performance.now() - this.loggedAt < LOGGED_EVERY_MS) return;
    this.logger.warn({ spans_lost: this.lost, err: error }, 'Traces can’t be sent to their collector.');
    this.loggedAt = performance.now();
    this.lost = 0;
  }
}
