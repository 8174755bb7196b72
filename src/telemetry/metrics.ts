import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

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
  readonly refused?: string | undefined;
}

/** Injection token of the traces; undefined where they are not configured. */
export const TRACES = Symbol('TRACES');

/** Seconds: the steps that OpenTelemetry advises, finer ones below, because pages take milliseconds, and the objective. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.3, 0.5, 0.75, 1, 2.5, 5, 10];

export class Metrics {
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
  private readonly rateLimited = this.counter(
    'commerce_rate_limited_requests_total',
    'Requests refused with 429: by the second, minute or day of a token, a third export at once, or guesses of tokens from an address.',
    ['limit'],
  );
  private readonly refused = this.counter(
    'commerce_refused_tokens_total',
    'Requests whose token was refused or missing, by the reason, such as expired, scope, or for a JWT the claim (exp) or a code of jose.',
    ['reason'],
  );
  private readonly sheds = this.counter(
    'commerce_shed_requests_total',
    'Requests refused because too many of their lane waited.',
    ['lane'],
  );
  private routes: ReadonlyMap<string, ReadonlySet<string>> = new Map();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** @param routes the methods of each path. Other paths share a label, and other methods of a path do, to bound their number */
  setRoutes(routes: ReadonlyMap<string, ReadonlySet<string>>): void {
    this.routes = routes;
  }

  /** Whether a route has this path and takes this method. */
  isRoute(method: string, path: string): boolean {
    return this.routes.get(path)?.has(method) === true;
  }

  countRequest({ method, path, status, code, tookMs, elasticMs, refused }: EndedRequest): void {
    const methods = this.routes.get(path);
    const [route, verb] = methods === undefined ? ['unknown', ''] : [path, methods.has(method) ? method : '_OTHER'];
    this.durations.labels(route, verb).observe(tookMs / 1000);
    this.ownDurations.labels(route, verb).observe(Math.max(0, tookMs - elasticMs) / 1000);
    if (refused !== undefined) this.refused.labels(refused).inc();
    this.answers.labels(route, verb, String(status), String(code ?? '')).inc();
  }

  /** One call of Elasticsearch for a search has ended; several requests may have waited for it, and one may need several. */
  countCall(index: string, tookMs: number, failed: boolean): void {
    this.calls.labels('elasticsearch', 'search', index, String(failed)).observe(tookMs / 1000);
  }

  countLimited(limit: string): void {
    this.rateLimited.labels(limit).inc();
  }

  /** Counts a request that was refused because too many searches of its lane are in flight. */
  countShed(lane: string): void {
    this.sheds.labels(lane).inc();
  }

  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect: () => gauge.set(read()) });
  }

  /** A gauge with a value for each lane. */
  laneGauge(name: string, help: string, read: () => Readonly<Record<string, number>>): void {
    const collect = (): void => Object.entries(read()).forEach(([lane, value]) => gauge.set({ lane }, value));
    const gauge: Gauge = new Gauge({ name, help, labelNames: ['lane'], registers: [this.registry], collect });
  }

  total(name: string, help: string, read: () => number): void {
    const collect = (): void => {
      counter.reset();
      counter.inc(read());
    };
    const counter: Counter = new Counter({ name, help, registers: [this.registry], collect });
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [this.registry] });
  }
}
