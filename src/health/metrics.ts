import type { Histogram } from 'prom-client';
import { collectDefaultMetrics, Counter, Gauge, Histogram as NewHistogram, Registry } from 'prom-client';
import type { IndexKind } from '../common/index-kind.js';
import type { BreakerObserver, BreakerState } from '../elastic/client/cluster-reads.js';
import type { LimitName } from '../common/access-token.js';

/** A request that was answered or that its client left. Times are milliseconds. */
export interface EndedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The envelope's code; undefined when the client left before the answer. */
  readonly code: number | undefined;
  readonly tookMs: number;
  /** The part of it that was spent waiting for Elasticsearch. */
  readonly elasticMs: number;
}

/** Injection token of the traces; undefined where they are not configured. */
export const TRACES = Symbol('TRACES');

/** Seconds: the steps that OpenTelemetry advises, and finer ones below, because pages take milliseconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10];
const BREAKER_STATES: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };
/** Unknown paths share one label, and so do the methods that a route does not take, to bound the number of labels. */
const UNKNOWN_ROUTE = 'unknown';
const OTHER_METHOD = '_OTHER';

interface Observed {
  observe(seconds: number): void;
}

interface RouteMetrics {
  /** Route and method. */
  readonly labels: readonly [string, string];
  readonly duration: Observed;
  readonly ownDuration: Observed;
  /** By status and code. */
  readonly answers: Map<number, { inc(): void }>;
}

/** The service's metrics for Prometheus. Labels of frequent observations are looked up once. */
export class Metrics implements BreakerObserver {
  readonly registry = new Registry();

  private readonly answers = this.counter(
    'http_server_requests_total',
    'Requests by route, method, HTTP status and code of the envelope; code is empty when the client had gone.',
    ['http_route', 'http_request_method', 'http_response_status_code', 'code'],
  );
  private readonly durations = this.histogram(
    'http_server_request_duration_seconds',
    'From the arrival of a request to the end of its answer.',
    ['http_route', 'http_request_method'],
  );
  private readonly ownDurations = this.histogram(
    'commerce_request_own_duration_seconds',
    'As http_server_request_duration_seconds, less the time spent waiting for Elasticsearch.',
    ['http_route', 'http_request_method'],
  );
  private readonly calls = this.histogram(
    'db_client_operation_duration_seconds',
    'Calls of Elasticsearch for searches, each try by itself; error is "true" for those that failed.',
    ['db_system_name', 'db_operation_name', 'db_collection_name', 'error'],
  );
  private readonly breakers = new Gauge({
    name: 'commerce_elasticsearch_breaker_state',
    help: 'Whether reads of an index pass: 0 they do, 1 one finds out, 2 they are refused.',
    labelNames: ['index'],
    registers: [this.registry],
  });
  private readonly rateLimitedCounter = this.counter(
    'commerce_rate_limited_requests_total',
    'Requests refused with 429: by the second, minute or day of a token, a third export at once, or guesses of tokens from an address.',
    ['limit'],
  );
  private readonly shedCounter = this.counter(
    'commerce_shed_requests_total',
    'Requests refused because too many waited.',
    [],
  );
  private readonly routes = new Map<string, RouteMetrics>();
  private readonly paths = new Set<string>();
  private readonly callsOf = new Map<string, Observed>();
  private readonly limits = {
    second: this.rateLimitedCounter.labels('second'),
    minute: this.rateLimitedCounter.labels('minute'),
    day: this.rateLimitedCounter.labels('day'),
    guesses: this.rateLimitedCounter.labels('guesses'),
    exports: this.rateLimitedCounter.labels('exports'),
  };

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Registers the routes, as `METHOD /path`. All other paths share a label. */
  knowRoutes(routes: Iterable<string>): void {
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      this.routes.set(route, this.route(method, path));
      this.paths.add(path);
    }
  }

  ended({ method, path, status, code, tookMs, elasticMs }: EndedRequest): void {
    const metrics = this.routes.get(`${method} ${path}`) ?? this.otherRoute(path);
    metrics.duration.observe(tookMs / 1000);
    metrics.ownDuration.observe(Math.max(0, tookMs - elasticMs) / 1000);
    const key = (code ?? -1) * 1000 + status;
    let answers = metrics.answers.get(key);
    if (answers === undefined) {
      answers = this.answers.labels(...metrics.labels, String(status), String(code ?? ''));
      metrics.answers.set(key, answers);
    }
    answers.inc();
  }

  called(index: IndexKind, tookMs: number, failed: boolean): void {
    const key = `${index} ${failed}`;
    let calls = this.callsOf.get(key);
    if (calls === undefined) {
      calls = this.calls.labels('elasticsearch', 'search', index, String(failed));
      this.callsOf.set(key, calls);
    }
    calls.observe(tookMs / 1000);
  }

  breakerChanged(kind: IndexKind, state: BreakerState): void {
    this.breakers.labels(kind).set(BREAKER_STATES[state]);
  }

  /** Counts a request that a limit refused (429). */
  limited(limit: LimitName): void {
    this.limits[limit].inc();
  }

  shed(): void {
    this.shedCounter.inc();
  }

  /** For a method that the path does not take, or a path that is no route. */
  private otherRoute(path: string): RouteMetrics {
    const [method, route] = this.paths.has(path) ? [OTHER_METHOD, path] : ['', UNKNOWN_ROUTE];
    const name = `${method} ${route}`;
    const metrics = this.routes.get(name) ?? this.route(method, route);
    this.routes.set(name, metrics);
    return metrics;
  }

  private route(method: string, path: string): RouteMetrics {
    return {
      labels: [path, method],
      duration: this.durations.labels(path, method),
      ownDuration: this.ownDurations.labels(path, method),
      answers: new Map(),
    };
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new NewHistogram({ name, help, labelNames, buckets: SECONDS, registers: [this.registry] });
  }

  /** A gauge that is read when the metrics are. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect: () => gauge.set(read()) });
  }

  /** A counter that something else counts. */
  total(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect: () => {
        counter.reset();
        counter.inc(read());
      },
    });
  }
}
