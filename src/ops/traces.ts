import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { TracingConfig } from '../config/config.js';
import type { IndexKind } from '../documents/index-kind.js';
import type { SearchCaller } from '../elastic/search/search-caller.js';
import type { SearchTracer, TracedSearch } from '../elastic/search/search-observer.js';
import type { ServiceRequest } from '../http/request/request-context.js';
import type { EndedRequest, RequestTracer } from '../http/request/request-observer.js';
import { SpanExporter } from './span-exporter.js';

/** At the end of the service, spans that are not sent by then are lost. */
const FLUSH_MS = 1000;

/**
 * A span for every request, going on with its caller's trace, and below it one for each of its searches; sent in batches,
 * apart from any request. They hold nothing that a client has written but the request id.
 */
export class Traces implements RequestTracer, SearchTracer {
  private readonly provider: BasicTracerProvider;
  private readonly tracer;
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly spans = new WeakMap<SearchCaller, Span>();
  private routes: ReadonlySet<string> = new Set();

  constructor({ url, serviceName, share, callerDecides }: TracingConfig, logger: Logger) {
    const root = new TraceIdRatioBasedSampler(share);
    this.provider = new BasicTracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
      sampler: callerDecides ? new ParentBasedSampler({ root }) : root,
      spanProcessors: [new BatchSpanProcessor(new SpanExporter(url, logger))],
    });
    this.tracer = this.provider.getTracer('commerce-analytics-search');
  }

  /** Names spans by these routes; `METHOD /path`. Any other path is the client's own text and stays out. */
  knowRoutes(routes: Iterable<string>): void {
    this.routes = new Set(routes);
  }

  begun({ context, method, path, headers }: ServiceRequest): void {
    const name = `${method} ${path}`;
    const known = this.routes.has(name);
    const caller = this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.start(known ? name : method, SpanKind.SERVER, caller, {
      'http.request.method': method,
      'url.scheme': 'http',
      ...(known && { 'http.route': path, 'url.path': path }),
      'commerce.request_id': context.requestId,
    });
    this.spans.set(context, span);
    context.traceId = span.spanContext().traceId;
  }

  ended({ context }: ServiceRequest, { status, code }: EndedRequest): void {
    const span = this.spans.get(context);
    if (span === undefined) return;
    this.spans.delete(context);
    if (code === undefined) span.setAttribute('commerce.aborted', true);
    else span.setAttributes({ 'http.response.status_code': status, 'commerce.code': code });
    if (context.hits !== undefined) span.setAttribute('commerce.hits', context.hits);
    if (context.cached !== undefined) span.setAttribute('commerce.page_cache.hit', context.cached);
    if (code !== undefined && status >= 500) fail(span, String(status));
    span.end();
  }

  searching(caller: SearchCaller, index: IndexKind): TracedSearch | undefined {
    const parent = this.spans.get(caller);
    if (parent === undefined) return undefined;
    const span = this.start(`search ${index}`, SpanKind.CLIENT, trace.setSpan(ROOT_CONTEXT, parent), {
      'db.system.name': 'elasticsearch',
      'db.operation.name': 'search',
      'db.collection.name': index,
    });
    let tries = 0;
    const end = (): void => {
      span.setAttribute('commerce.elasticsearch.tries', tries);
      span.end();
    };
    return {
      tried: () => (tries += 1),
      endsWith: (answer) =>
        void answer.then(end, (error: unknown) => {
          fail(span, nameOf(error));
          end();
        }),
    };
  }

  /** Sends what is left, in at most a second. */
  async close(): Promise<void> {
    const shutdown = this.provider.shutdown().catch(() => undefined);
    await Promise.race([shutdown, sleep(FLUSH_MS, undefined, { ref: false })]);
  }

  private start(name: string, kind: SpanKind, parent: Context, attributes: Attributes): Span {
    return this.tracer.startSpan(name, { kind, attributes }, parent);
  }
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The kind of an error, never its text. */
function nameOf(error: unknown): string {
  if (error instanceof DOMException) return error.name;
  return error instanceof Error ? error.constructor.name : 'unknown';
}
