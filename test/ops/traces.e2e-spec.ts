import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { loadConfig } from '../../src/config/config.js';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import { Traces } from '../../src/telemetry/traces.js';
import type { Answer } from '../support/api-client.js';
import { startTestApp, testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy, isSearchOfLives } from '../support/fault-proxy.js';
import { loadRecords } from '../support/load-records.js';
import { readMetrics, sumOf } from '../support/metrics.js';
import { scopeOf } from '../support/requests.js';
import { emptyIndices } from '../support/shared-indices.js';
import { TIED_LIVES } from '../support/tied-records.js';

interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean };
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: of a server, 3: of a client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  /** code 2: an error. */
  readonly status: { readonly code: number };
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}
export interface Span extends Omit<OtlpSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector of traces: OTLP over HTTP, as JSON; or one that takes whatever comes and never answers. */
export class Collector {
  received = '';
  readonly resources: Readonly<Record<string, unknown>>[] = [];
  readonly spans: Span[] = [];
  asked = 0;

  private constructor(private readonly server: Server) {}

  static async start(answer: 'takes' | 'hangs' | 'fails'): Promise<Collector> {
    const server = createServer((request, response) => {
      collector.asked += 1;
      void text(request).then((body) => {
        collector.received += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n${body}\n`;
        if (answer === 'takes') collector.take(JSON.parse(body) as Export);
        if (answer !== 'hangs') response.writeHead(answer === 'takes' ? 200 : 500).end('{}');
      });
    });
    const collector = new Collector(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/traces`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(plain(resource.attributes));
      for (const { spans } of scopeSpans) {
        this.spans.push(...spans.map((span) => ({ ...span, attributes: plain(span.attributes) })));
      }
    }
  }
}

const plain = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const SEARCH = '/live/v1/search';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER_ID = 'b7ad6b7169203331';
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;
const SLACK_MS = 15_000;

const tracingTo = (url: string, variables: Record<string, string> = {}) => {
  const { tracing } = loadConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url, ...variables });
  if (tracing === undefined) throw new Error('No traces are configured.');
  return { tracing };
};

describe('traces', () => {
  let collector: Collector;
  const proxy = new FaultProxy();
  const service = testApp(async () => {
    collector = await Collector.start('takes');
    return {
      name: 'traces',
      proxy,
      load: loadRecords({ lives: TIED_LIVES }),
      config: tracingTo(collector.url, { OTEL_SERVICE_NAME: 'search-under-test' }),
    };
  });
  const ids: Record<string, string> = {};
  let linkToken: string;

  const ask = async (name: string, body: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await service.api.send(SEARCH, { text: JSON.stringify(body), headers });
    ids[name] = answer.body.request_id;
    return answer;
  };
  const spansOf = (name: string): { server: Span; searches: Span[] } => {
    const servers = collector.spans.filter(
      ({ kind, attributes }) => kind === SERVER && attributes['commerce.request_id'] === ids[name],
    );
    expect(servers).toHaveLength(1);
    const server = servers[0] as Span;
    return { server, searches: collector.spans.filter(({ parentSpanId }) => parentSpanId === server.spanId) };
  };

  /** Leaves as soon as its search has met the proxy. */
  const leave = async (pagesize: number): Promise<void> => {
    const leaving = new AbortController();
    const { met } = proxy;
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${service.token}` };
    const end = service.api.fetch(SEARCH, {
      method: 'POST',
      headers: { ...headers, 'X-Request-Id': (ids.left = 'client-that-leaves') },
      body: JSON.stringify({ pagesize }),
      signal: leaving.signal,
    });
    await eventually('the search', () => proxy.met > met);
    leaving.abort();
    await expect(end).rejects.toThrow('aborted');
  };

  beforeAll(async () => {
    // Nothing is kept before the version of the data is known.
    const watch = service.app.get(DataVersionWatch);
    await eventually('the version of the data', () => watch.snapshot.dataVersion);
    proxy.only = isSearchOfLives;
    expect((await ask('page', { keywords: 'confidential', pagesize: 2 })).status).toBe(200);
    await eventually('a page from memory', async () => {
      await ask('memory', { keywords: 'confidential', pagesize: 2 });
      return (sumOf(await readMetrics(service), 'commerce_page_cache_hits_total') ?? 0) > 0;
    });
    const traceparent = (flags: string) => ({ traceparent: `00-${TRACE_ID}-${CALLER_ID}-${flags}` });
    await ask('continued', { pagesize: 3 }, traceparent('01'));
    await ask('not wanted', { pagesize: 4 }, traceparent('00'));
    await ask('malformed', { pagesize: 5 }, { traceparent: `00-${TRACE_ID}-nonsense-01` });
    expect((await ask('refused', { confidential: 'confidential' })).status).toBe(400);
    const { status, body } = await service.api.withToken('confidential').post(SEARCH);
    ids['without token'] = body.request_id;
    expect(status).toBe(401);
    ids['no route'] = (await service.api.get(`/confidential/${service.token}`)).body.request_id;
    const made = { operation: 'exportLiveStreams', request: { keywords: 'confidential' } };
    const { url } = await service.api.ask<{ url: string }>('/v1/links', made);
    for (const [address, expected] of [
      [url, 200],
      [`${url}x`, 404],
    ] as const) {
      expect((await fetch(address)).status).toBe(expected);
    }
    linkToken = url.split('/').at(-2) ?? '';
    proxy.fault = { kind: 'late', ms: 300 };
    await Promise.all([ask('first', { pagesize: 6 }), ask('second', { pagesize: 6 })]);
    proxy.fault = { kind: 'answer', status: 503 };
    let faults = 1;
    proxy.only = (path) => isSearchOfLives(path) && faults-- > 0;
    expect((await ask('tried again', { pagesize: 7 })).status).toBe(200);
    proxy.only = isSearchOfLives;
    proxy.fault = { kind: 'answer', status: 400 };
    expect((await ask('failed', { pagesize: 8 })).status).toBe(500);
    proxy.fault = { kind: 'hang' };
    await leave(9);
    await service.closeService();
  });
  afterAll(() => collector?.close());

  it('have a span for a request and one below it for each call of Elasticsearch for a search, all sent before the service ends', () => {
    const { server, searches } = spansOf('page');
    expect(server).toMatchObject({ name: `POST ${SEARCH}`, status: { code: 0 } });
    expect(server.parentSpanId ?? '').toBe('');
    expect(server.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': SEARCH,
      'url.path': SEARCH,
      'url.scheme': 'http',
      'http.response.status_code': 200,
      'commerce.request_id': ids.page,
      'commerce.code': 0,
      'commerce.hits': 0,
      'commerce.page_cache.hit': false,
    });
    expect(searches.length).toBeGreaterThan(0);
    for (const search of searches) {
      expect(search).toMatchObject({ name: 'search lives', kind: CLIENT, traceId: server.traceId });
      expect(search.attributes).toEqual({
        'db.system.name': 'elasticsearch',
        'db.operation.name': 'search',
        'db.collection.name': 'lives',
      });
      expect(BigInt(search.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(server.startTimeUnixNano));
      expect(BigInt(search.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(server.endTimeUnixNano));
    }
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'search-under-test' });
  });

  it('show a page from memory, and no search below it', () => {
    const { server, searches } = spansOf('memory');
    expect(server.attributes['commerce.page_cache.hit']).toBe(true);
    expect(searches).toEqual([]);
    expect(server.traceId).not.toBe(spansOf('page').server.traceId);
  });

  it('go on with the trace of a caller, who says whether it is kept; what is no trace is not', () => {
    expect(spansOf('continued').server).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER_ID });
    expect(spansOf('continued').searches).toMatchObject([{ traceId: TRACE_ID }]);
    expect(collector.received).not.toContain(ids['not wanted']);
    expect(spansOf('malformed').server.traceId).not.toBe(TRACE_ID);
  });

  it('tell a client’s faults from the service’s', () => {
    const { server: refused } = spansOf('refused');
    expect(refused).toMatchObject({ status: { code: 0 }, attributes: { 'commerce.code': 10001 } });
    expect(spansOf('without token').server.attributes).toMatchObject({ 'http.response.status_code': 401 });
    const { server, searches } = spansOf('failed');
    expect(server).toMatchObject({ status: { code: ERROR }, attributes: { 'error.type': '500' } });
    expect(searches).toMatchObject([{ status: { code: ERROR }, attributes: { 'error.type': 'ResponseError' } }]);
  });

  it('show each try of a search; a request that waits for another’s makes none', () => {
    const callsOf = (name: string): unknown[] => spansOf(name).searches.map(({ status }) => status.code);
    expect([...callsOf('first'), ...callsOf('second')]).toEqual([0]);
    expect(callsOf('tried again')).toEqual([ERROR, 0]);
  });

  it('show a client that left, and the search that was given up for it', () => {
    const { server, searches } = spansOf('left');
    expect(server.attributes).toMatchObject({ 'commerce.aborted': true });
    expect(server.attributes).not.toHaveProperty('commerce.code');
    expect(searches).toMatchObject([{ attributes: { 'error.type': 'RequestAbortedError' } }]);
  });

  it('hold no token, no keyword and no path that a client made up', () => {
    expect(collector.received).toContain(ids.page);
    expect(spansOf('no route').server).toMatchObject({ name: 'GET' });
    expect(spansOf('no route').server.attributes).not.toHaveProperty('http.route');
    expect(collector.received).not.toContain(service.token);
    expect(collector.received).not.toContain('confidential');
    expect(collector.received).toContain('v1/links');
    expect(collector.received).not.toContain(linkToken.slice(0, 30));
    expect(collector.received).not.toContain(linkToken.slice(-30));
  });

  it('have their id in the log line of the request', () => {
    const line = service.log.find((entry) => entry.msg === 'request' && entry.request_id === ids.page);
    expect(line?.trace_id).toBe(spansOf('page').server.traceId);
  });
});

describe('the sampler of traces', () => {
  beforeAll(() => void (process.env.OTEL_TRACES_SAMPLER_ARG = '0'));
  afterAll(() => {
    delete process.env.OTEL_TRACES_SAMPLER;
    delete process.env.OTEL_TRACES_SAMPLER_ARG;
  });

  it.each([
    ['parentbased_always_off', undefined, false],
    ['parentbased_always_off', '01', true],
    ['parentbased_always_on', '00', false],
    ['parentbased_always_on', undefined, true],
    ['always_off', '01', false],
    ['always_on', '00', true],
    ['traceidratio', '01', false],
    ['parentbased_traceidratio', '01', true],
    ['parentbased_traceidratio', undefined, false],
  ])('%s, a caller’s flags being %s, keeps the trace: %s', async (OTEL_TRACES_SAMPLER, flags, kept) => {
    const collector = await Collector.start('takes');
    try {
      process.env.OTEL_TRACES_SAMPLER = OTEL_TRACES_SAMPLER;
      const traces = new Traces(tracingTo(collector.url).tracing, pino({ level: 'silent' }));
      const headers = flags === undefined ? {} : { traceparent: `00-${TRACE_ID}-${CALLER_ID}-${flags}` };
      const scope = scopeOf();
      traces.begin({ method: 'POST', path: SEARCH, headers }, scope, true);
      traces.end(scope, { method: 'POST', path: SEARCH, status: 200, code: 0, tookMs: 1, elasticMs: 0 });
      await traces.close();
      expect(collector.spans).toHaveLength(kept ? 1 : 0);
    } finally {
      await collector.close();
    }
  });
});

describe('a collector of traces', () => {
  const FAST = { OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_EXPORTER_OTLP_TIMEOUT: '200' };
  beforeAll(() => void Object.assign(process.env, FAST));
  afterAll(() => Object.keys(FAST).forEach((name) => Reflect.deleteProperty(process.env, name)));

  it.each(['hangs', 'fails'] as const)('that %s costs no request anything and is logged once', async (answer) => {
    const collector = await Collector.start(answer);
    try {
      await expectNoHarm(collector.url, () => collector.asked >= 3);
    } finally {
      await collector.close();
    }
  });

  it('that refuses connections costs no request anything and is logged once', async () => {
    const nobody = createTcpServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as AddressInfo;
    await new Promise((resolve) => nobody.close(resolve));
    const from = performance.now();
    await expectNoHarm(`http://127.0.0.1:${port}/v1/traces`, () => performance.now() - from > 1000);
  });

  async function expectNoHarm(url: string, enough: () => boolean): Promise<void> {
    const service = await startTestApp({ name: 'traces-lost', indices: emptyIndices(), config: tracingTo(url) });
    try {
      const lines = (): Record<string, unknown>[] => service.log.filter(({ spans_lost }) => spans_lost !== undefined);
      for (let page = 1; lines().length === 0 || !enough(); page += 1) {
        const askedAt = performance.now();
        expect((await service.api.post(SEARCH, { page })).status).toBe(200);
        expect(performance.now() - askedAt).toBeLessThan(SLACK_MS);
        await sleep(20);
      }
      const toldAt = performance.now();
      await service.closeService();
      expect(performance.now() - toldAt).toBeLessThan(1000 + SLACK_MS);
      expect(lines()).toMatchObject([{ level: 'warn', spans_lost: expect.any(Number) as number }]);
    } finally {
      await service.close();
    }
  }
});
