import type { RecordSource } from '../../src/loading/writing/replace-all.js';
import type { SaleLoad } from '../../src/records/facts.record.js';
import { REGION_CODES } from '../../src/reference/regions.js';
import { Random } from '../../src/seed/random.js';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import type { RankingAnswer } from '../support/boards-suite.js';
import { build, EVERYTHING, TOP_ECOMMERCE, TOP_GROWTH } from '../support/boards-suite.js';
import type { DateType } from '../support/oracle/boards.oracle.js';
import { periodAt } from '../support/oracle/boards.oracle.js';
import { creators, dayAt, grouped, load, print, uidAt } from './facts-suite.js';

describe('a page of a ranking', () => {
  const CREATORS = 5000;
  const SALES_A_WEEK = 3;

  function* weeks<Fact>(count: number, factsOf: (creator: number, sunday: number) => Iterable<Fact>): Generator<Fact> {
    for (let creator = 0; creator < CREATORS; creator++) {
      for (let week = 0; week < count; week++) yield* factsOf(creator, 2 + 7 * week);
    }
  }

  /** Facts of the weeks that end before 2026-06-29, `count` of them. */
  const factsOf = (count: number): RecordSource[] => {
    const random = new Random('weeks', count);
    return [
      { kind: 'creators', records: creators(CREATORS) },
      {
        kind: 'creator-days',
        records: weeks(count + 1, (creator, sunday) => [
          { date: dayAt(sunday), uid: uidAt(creator), follower_count: random.whole(0, 1_000_000), video_count: null },
        ]),
      },
      {
        kind: 'sales',
        records: weeks(count, (creator, sunday) =>
          Array.from({ length: SALES_A_WEEK }, (_, at): SaleLoad => ({
            id: `${creator}-${sunday}-${at}`,
            date: dayAt(sunday + random.whole(0, 6)),
            uid: uidAt(creator),
            channel: random.pick(['video', 'live'] as const),
            content_id: `c${random.whole(1, 5)}`,
            product_id: `p${random.whole(1, 500)}`,
            product_category_id: 601_000 + random.whole(1, 10),
            units_sold: 1,
            gmv: random.whole(1, 9_000_000) / 100,
            usd_gmv: random.whole(1, 9_000_000) / 100,
          })),
        ),
      },
    ];
  };

  it('costs the same with 1 week of boards kept and with 104', async () => {
    const [few, many] = [1, 104];
    const apps = new Map<number, TestApp>();
    try {
      for (const kept of [few, many]) {
        const app = await startTestApp({
          name: 'proof-page',
          config: { pageCacheBytes: 0 },
          load: (elasticsearch, names) => load({ elasticsearch, names }, factsOf(kept)),
        });
        apps.set(kept, app);
        await build(app, { ...EVERYTHING, types: ['week'] });
      }
      const value = periodAt('week', dayAt(2));
      const timings = new Map([few, many].map((kept) => [kept, [] as number[]]));
      const random = new Random('pages', 1);
      for (let round = 0; round < 1200; round++) {
        const request = drawPage(random, { type: 'week', value });
        for (const kept of round % 2 === 0 ? [few, many] : [many, few]) {
          const started = performance.now();
          const answer = await (apps.get(kept) as TestApp).api.post<RankingAnswer>(request.path, request.body);
          if (round >= 200) timings.get(kept)?.push(performance.now() - started);
          expect(answer.status).toBe(200);
        }
      }
      const p50 = (kept: number): number => (timings.get(kept) ?? []).sort((a, b) => a - b)[500] ?? NaN;
      const ratio = p50(many) / p50(few);
      for (const kept of [few, many]) {
        const { elasticsearch, names } = apps.get(kept) as TestApp;
        const index = [names.alias('top-ecommerce-boards'), names.alias('top-growth-boards')];
        const { count } = await elasticsearch.count({ index });
        print(`${kept} weeks of boards (${grouped(count)} rows): p50 of a page ${p50(kept).toFixed(2)} ms`);
      }
      print(`ratio of 104 weeks to 1 week: ${ratio.toFixed(2)}`);
      expect(ratio).toBeLessThan(1.5);
    } finally {
      for (const app of apps.values()) await app.close();
    }
  });

  function drawPage(random: Random, date_info: { type: DateType; value: string }) {
    const region = random.chance(0.5) ? { region: random.pick(REGION_CODES) } : {};
    if (random.chance(0.3))
      return { path: TOP_GROWTH, body: { filter: { date_info, ...region }, page: random.whole(1, 20) } };
    const ecommerce_type = random.pick([undefined, 1, 2]);
    const product_category_id = random.chance(0.4) ? 601_000 + random.whole(1, 10) : undefined;
    return {
      path: TOP_ECOMMERCE,
      body: { filter: { date_info, ...region, ecommerce_type, product_category_id }, page: random.whole(1, 20) },
    };
  }
});
