import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../src/config/config.js';
import { Random } from '../../dev/seed/random.js';
import { buildService, ServiceProcess } from '../../test/ops/service-process.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../../test/support/app.js';
import { loadSeed } from '../../test/support/load-records.js';
import { parseMetrics, sumOf } from '../../test/support/metrics.js';
import { LoadGenerator, type LoadOutcome, median, type Post, quantile } from './load-generator.js';

const SCALE = 0.2;
const RUNS = 3;
const TIMES_SUSTAINABLE = 4;
/** Of what it can do, this share is answered while four times as much is asked for, */
const SHARE_ACCEPTED = 0.5;
/** and all of this share of it three seconds after. */
const SHARE_AFTER = 0.7;
const CALM_AFTER_MS = 3000;
const AFTER_MS = 6000;
/** Warming up lasts until a round does less than this more than the best before: V8 and the JVM compile for minutes. */
const WARM_UP = { ms: 10_000, grown: 1.05, most: 12 };
const UNLOADED_MS = 8_000;
const SUSTAINED_MS = 8_000;
const OVERLOAD_MS = 20_000;
/** As many at a time as the service works on at once. */
const WORKERS = loadConfig({}).requestsAtOnce;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const ms = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

interface Run {
  readonly unloadedP99: number;
  readonly sustainable: number;
  readonly overload: LoadOutcome;
  readonly after: LoadOutcome;
  readonly memory: readonly number[];
}

describe('a service asked for four times what it can do', () => {
  let seeded: TestApp;
  let folder: string;
  let service: ServiceProcess;
  let generator: LoadGenerator;
  let url: string;

  beforeAll(async () => {
    await buildService();
    seeded = await startTestApp({ name: 'overload', load: loadSeed(SCALE) });
    folder = await mkdtemp(join(tmpdir(), 'overload-'));
    service = ServiceProcess.launch(folder, 0, {
      ELASTICSEARCH_URL: elasticsearchUrl(),
      INDEX_PREFIX: seeded.config.indexPrefix,
      PAGE_CACHE_MIB: '0',
      LOG_LEVEL: 'error',
    });
    url = await service.url();
    generator = new LoadGenerator(url, seeded.token, drawer(new Random('overload', 1)));
    const rate = await warmUp();
    await generator.open(TIMES_SUSTAINABLE * rate, WARM_UP.ms);
  });
  afterAll(async () => {
    generator?.close();
    service?.signal('SIGTERM');
    await service?.end();
    await seeded?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  it(`answers ${SHARE_ACCEPTED} of that, refuses nobody of a load that it can serve after it, and its memory stays flat`, async () => {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure());
    const ratio = median(runs.map(({ unloadedP99, overload }) => quantile(overload.accepted, 0.99) / unloadedP99));
    const share = median(
      runs.map(({ sustainable, overload }) => overload.accepted.length / overload.seconds / sustainable),
    );
    print(
      `medians: p99 of the accepted against the unloaded one ${ratio.toFixed(2)}, share of capacity accepted ${share.toFixed(2)}`,
    );
    for (const { overload, after, memory } of runs) {
      expect([after.refused.length, after.other]).toEqual([0, []]);
      expect(overload.other).toEqual([]);
      expect(overload.refused.length).toBeGreaterThan(overload.sent / 4);
      expect(overload.accepted.length + overload.refused.length).toBe(overload.sent);
      expect(Math.max(...memory.slice(2))).toBeLessThan(1.25 * Math.max(...memory.slice(0, 2)));
    }
    expect(share).toBeGreaterThanOrEqual(SHARE_ACCEPTED);
  });

  async function warmUp(): Promise<number> {
    let best = 0;
    for (let round = 1; round <= WARM_UP.most; round += 1) {
      const { accepted, seconds } = await generator.closed(WORKERS, WARM_UP.ms);
      const rate = accepted.length / seconds;
      if (rate < WARM_UP.grown * best) return Math.max(rate, best);
      best = Math.max(rate, best);
    }
    return best;
  }

  /** Begins without the connections of the load before: one request at a time is one connection. */
  async function measure(): Promise<Run> {
    generator.close();
    await sleep(1000);
    const unloaded = await generator.closed(1, UNLOADED_MS);
    const sustained = await generator.closed(WORKERS, SUSTAINED_MS);
    const sustainable = sustained.accepted.length / sustained.seconds;
    await generator.connectAll();
    await sleep(1000);
    const memory: number[] = [];
    const watch = setInterval(() => void residentBytes().then((bytes) => memory.push(bytes)), OVERLOAD_MS / 6);
    const overload = await generator.open(TIMES_SUSTAINABLE * sustainable, OVERLOAD_MS);
    clearInterval(watch);
    const calming = await generator.open(SHARE_AFTER * sustainable, CALM_AFTER_MS);
    const after = await generator.open(SHARE_AFTER * sustainable, AFTER_MS);
    const unloadedP99 = quantile(unloaded.accepted, 0.99);
    const p99 = quantile(overload.accepted, 0.99);
    print(
      [
        `unloaded p50 ${ms(median(unloaded.accepted))} p99 ${ms(unloadedP99)} (${unloaded.sent})`,
        `sustainable ${sustainable.toFixed(0)}/s, p99 ${ms(quantile(sustained.accepted, 0.99))}`,
        `offered ${(overload.sent / overload.seconds).toFixed(0)}/s: accepted ${overload.accepted.length} of ${overload.sent}`,
        `(${(overload.accepted.length / overload.seconds).toFixed(0)}/s) p50 ${ms(median(overload.accepted))} p99 ${ms(p99)}`,
        `refused p50 ${ms(median(overload.refused))} p99 ${ms(quantile(overload.refused, 0.99))}`,
        `ratio ${(p99 / unloadedP99).toFixed(2)}`,
        `then ${SHARE_AFTER} of it: refused ${calming.refused.length} in three seconds, ${after.refused.length} of ${after.sent} after`,
        `resident ${memory.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' ')} MiB`,
      ].join('; '),
    );
    return { unloadedP99, sustainable, overload, after, memory };
  }

  async function residentBytes(): Promise<number> {
    const response = await fetch(`${url}/metrics`);
    return sumOf(parseMetrics(await response.text()), 'process_resident_memory_bytes') ?? NaN;
  }
});

function drawer(random: Random): () => Post {
  const words = ['lipstick', 'phone case', 'dress', 'serum', 'coffee', 'yoga mat', 'led light', 'shoes'];
  const draw = (): { path: string; body: object } => {
    const page = { page: random.whole(1, 20), pagesize: 10 };
    const min = random.whole(0, 20_000);
    switch (random.whole(0, 3)) {
      case 0:
        return {
          path: '/product/v1/search',
          body: { ...page, keywords: random.pick(words), filter: { units_sold_range: { min } } },
        };
      case 1:
        return { path: '/product/v1/search', body: { ...page, filter: { units_sold_range: { min } } } };
      case 2:
        return {
          path: '/video/v1/search',
          body: { ...page, filter: { create_time_range: { min: 0 }, play_count_range: { min } } },
        };
      default:
        return { path: '/live/v1/search', body: { ...page, filter: { viewer_range: { min } } } };
    }
  };
  return () => {
    const { path, body } = draw();
    return { path, body: JSON.stringify(body) };
  };
}
