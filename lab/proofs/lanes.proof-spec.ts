import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../dev/seed/random.js';
import { buildService, ServiceProcess } from '../../test/ops/service-process.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../../test/support/app.js';
import { loadSeed } from '../../test/support/load-records.js';
import { FaultProxy } from '../../test/support/fault-proxy.js';
import { LoadGenerator, type LoadOutcome, type Post, quantile } from './load-generator.js';
import { parseMetrics, sumOf } from '../../test/support/metrics.js';
import { RANKING_PATHS } from '../../test/support/open-api.js';

/** 1 is the seed of `npm start`; a smaller one makes cheap what this is about. */
const SCALE = Number(process.env.PROOF_SCALE ?? 1);
const CHEAP_CLIENTS = 8;
const EXPENSIVE_CLIENTS = 20;
const WARM_UP_MS = 10_000;
const MEASURED_MS = 20_000;
/** p95 of cheap requests may grow by this next to expensive ones. */
const MOST_GROWTH = 2;
const IDLE_AFTER_MS = 2000;
/** The deadline of a request, and half a second for the clock of a busy machine. */
const DEADLINE_MS = 3500;
/** Cheap requests that wait for a dead node: those in flight when it dies, and one a second that tries it out. */
const MOST_SLOW = CHEAP_CLIENTS + 10;
const SLOW_MS = 500;
const GONE_AFTER_MS = 1000;
const LEFT_AFTER_MS = 300;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const RANGE = { date_info: { type: 'range', value: '2026-03-31~2026-06-30' } };
const BREAKDOWN = { by: 'category', level: 3, from: '2026-03-31', to: '2026-06-30' };
const FACETS = ['region', 'seller_id', 'l1_category_id', 'l2_category_id', 'l3_category_id'].map((field) => ({
  field,
}));
const VIDEOS = { create_time_range: { min: 0 } };

const post = (path: string, body: object): Post => ({ path, body: JSON.stringify(body) });

const KINDS: readonly Post[] = [
  ...RANKING_PATHS.map((path) => post(path, { filter: RANGE })),
  post('/sales/v1/breakdown', { ...BREAKDOWN, filter: {} }),
  post('/product/v1/facets', { facets: FACETS }),
  post('/creator/v1/peers', { filter: { uid: '1', date_info: { type: 'week', value: '2026-20' } } }),
  post('/product/v1/export', { keywords: 'phone case' }),
  post('/video/v1/search', { keywords: 'lipstik dress', filter: VIDEOS }),
  post('/creator/v1/suggest', { keywords: 'm' }),
];

/** Requests that nothing is kept for: each has another filter. */
function expensive(random: Random): () => Post {
  return () =>
    random.whole(0, 9) === 0
      ? post('/sales/v1/breakdown', { ...BREAKDOWN, filter: {}, from: `2026-04-${random.whole(10, 30)}` })
      : post(random.pick(RANKING_PATHS), {
          filter: { ...RANGE, growth_rate_range: { min: -random.whole(1, 1_000_000) } },
          page: random.whole(1, 3),
        });
}

function cheap(random: Random): () => Post {
  const words = ['lipstick', 'phone case', 'dress', 'serum', 'coffee', 'yoga mat', 'led light', 'shoes'];
  return () => {
    const min = random.whole(0, 20_000);
    switch (random.whole(0, 3)) {
      case 0:
        return post('/product/v1/search', { keywords: random.pick(words), filter: { units_sold_range: { min } } });
      case 1:
        return post('/video/v1/search', { filter: { ...VIDEOS, play_count_range: { min } } });
      case 2:
        return post('/live/v1/search', { filter: { viewer_range: { min } } });
      default:
        return post('/sales/v1/breakdown', { ...BREAKDOWN, filter: { uid: String(min) } });
    }
  };
}

describe('expensive requests next to cheap ones', () => {
  let seeded: TestApp;
  let folder: string;
  let service: ServiceProcess;
  let proxy: FaultProxy;
  let url: string;
  const generators: LoadGenerator[] = [];

  beforeAll(async () => {
    await buildService();
    seeded = await startTestApp({ name: 'lanes', load: loadSeed(SCALE) });
    folder = await mkdtemp(join(tmpdir(), 'lanes-'));
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = ServiceProcess.launch(folder, 0, {
      ELASTICSEARCH_URL: proxy.url,
      INDEX_PREFIX: seeded.config.indexPrefix,
      PAGE_CACHE_MIB: '0',
      LOG_LEVEL: 'fatal',
    });
    url = await service.url();
  });
  afterAll(async () => {
    for (const generator of generators) generator.close();
    service?.signal('SIGTERM');
    await service?.end();
    await proxy?.down();
    await seeded?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const generatorOf = (next: () => Post): LoadGenerator => {
    const generator = new LoadGenerator(url, seeded.token, next);
    generators.push(generator);
    return generator;
  };
  const breaker = async (): Promise<number | undefined> =>
    sumOf(parseMetrics(await (await fetch(`${url}/metrics`)).text()), 'commerce_elasticsearch_breaker_state');
  /** The searches that Elasticsearch runs, each with its seconds. */
  const searches = async (): Promise<string[]> => {
    const { nodes = {} } = await seeded.elasticsearch.tasks.list({ actions: '*search*' });
    return Object.values(nodes).flatMap(({ tasks }) =>
      Object.values(tasks).map(
        ({ action, running_time_in_nanos: nanos }) => `${action} ${(Number(nanos) / 1e9).toFixed(1)}`,
      ),
    );
  };
  const told = (name: string, { sent, accepted, refused, other }: LoadOutcome): string =>
    `${name}: sent ${sent}, answered ${accepted.length}, refused ${refused.length}, other ${other.length}, p50 ${quantile(accepted, 0.5).toFixed(0)} ms, p95 ${quantile(accepted, 0.95).toFixed(0)} ms`;

  it(`grow their p95 at most by ${MOST_GROWTH}, refuse none of them, and leave Elasticsearch idle ${IDLE_AFTER_MS} ms later`, async () => {
    const cheapOnes = generatorOf(cheap(new Random('lanes', 1)));
    const expensiveOnes = generatorOf(expensive(new Random('lanes', 2)));
    await cheapOnes.closed(CHEAP_CLIENTS, WARM_UP_MS);
    const alone = await cheapOnes.closed(CHEAP_CLIENTS, MEASURED_MS);
    const [together, others] = await Promise.all([
      cheapOnes.closed(CHEAP_CLIENTS, MEASURED_MS),
      expensiveOnes.closed(EXPENSIVE_CLIENTS, MEASURED_MS),
    ]);
    expensiveOnes.close();
    await sleep(IDLE_AFTER_MS);
    const left = await searches();
    for (const text of [told('cheap alone', alone), told('cheap', together), told('expensive', others)]) print(text);
    expect(others.other).toEqual([]);
    expect([together.refused.length, together.other]).toEqual([0, []]);
    expect([left, await breaker()]).toEqual([[], 0]);
    expect(quantile(together.accepted, 0.95) / quantile(alone.accepted, 0.95)).toBeLessThanOrEqual(MOST_GROWTH);
  });

  it.each([
    ['is frozen', () => void (proxy.fault = { kind: 'hang' }), () => Promise.resolve(proxy.heal())],
    ['is killed', () => void proxy.down(), () => proxy.up()],
  ])('let no cheap one wait for Elasticsearch when it %s, and serve again after it', async (fault, begin, end) => {
    const cheapOnes = generatorOf(cheap(new Random('lanes', 3)));
    const expensiveOnes = generatorOf(expensive(new Random('lanes', 4)));
    const dear = expensiveOnes.closed(EXPENSIVE_CLIENTS, MEASURED_MS);
    await cheapOnes.closed(CHEAP_CLIENTS, WARM_UP_MS / 2);
    begin();
    const dead = await cheapOnes.closed(CHEAP_CLIENTS, WARM_UP_MS);
    const state = await breaker();
    await end();
    await dear;
    await sleep(IDLE_AFTER_MS);
    const after = await cheapOnes.closed(CHEAP_CLIENTS, IDLE_AFTER_MS);
    const slow = dead.refused.filter((ms) => ms > SLOW_MS);
    print(`${fault}: ${dead.refused.length} refused, ${slow.length} of them after more than ${SLOW_MS} ms`);
    print(told('cheap after it', after));
    expect(dead.other).toEqual([]);
    expect(dead.refused.length).toBeGreaterThan(100);
    expect([slow.length <= MOST_SLOW, Math.max(...slow, 0) <= DEADLINE_MS]).toEqual([true, true]);
    expect(state).toBeGreaterThan(0);
    expect([after.refused.length, after.other, await breaker()]).toEqual([0, [], 0]);
  });

  it.each(KINDS.map(({ path, body }) => [path, body]))(
    `end in Elasticsearch within ${GONE_AFTER_MS} ms of their clients’ leaving: %s`,
    async (path, body) => {
      const leaving = new AbortController();
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${seeded.token}` };
      const ask = (signal?: AbortSignal): Promise<Response> =>
        fetch(`${url}${path}`, { method: 'POST', headers, body, signal });
      // A refused request would leave no search behind either.
      const whole = await ask();
      expect([whole.status, await whole.text()]).toEqual([200, expect.any(String)]);
      const asked = Array.from({ length: 4 }, () =>
        ask(leaving.signal)
          .then((response) => response.text())
          .catch(() => undefined),
      );
      await Promise.race([Promise.all(asked), sleep(LEFT_AFTER_MS)]);
      const before = await searches();
      leaving.abort();
      await sleep(GONE_AFTER_MS);
      print(`${path}: ${before.length} searches when their clients left`);
      expect(await searches()).toEqual([]);
    },
  );
});
