import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { rowList } from '../../src/documents/board.document.js';
import type { PeriodDocument, TopEcommerceRowDocument } from '../../src/documents/board.document.js';
import type { RecordSource } from '../../src/loading/replace-all.js';
import { replaceAll } from '../../src/loading/replace-all.js';
import type { CreatorLoad } from '../../src/records/creator.record.js';
import type { CreatorDayLoad, SaleLoad } from '../../src/records/facts.record.js';
import { BUILT_IN_TREES } from '../../src/reference/category-tree.js';
import { REGION_CODES } from '../../src/reference/regions.js';
import { Random } from '../../src/seed/random.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import type { RankingAnswer } from '../support/boards-suite.js';
import { build, expectBoardsAsComputed, EVERYTHING, TOP_ECOMMERCE, TOP_GROWTH } from '../support/boards-suite.js';
import { drawCreator, drawSale, drawWorld, FactWriter, NOTABLE_DAYS } from '../support/fact-world.js';
import type { DateType, FactWorld } from '../support/oracle/boards.oracle.js';
import { expectedTopEcommerce, periodAt } from '../support/oracle/boards.oracle.js';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const grouped = (number: number): string => Math.round(number).toLocaleString('en-US');
const dayAt = (daysBefore: number): string =>
  new Date(Date.UTC(2026, 5, 30) - daysBefore * 86_400_000).toISOString().slice(0, 10);
const uidAt = (index: number): string => Random.id(7129, 'creator', index);

/** Loads records as a seed does: filled beside the live indices, merged, and published at once. */
async function load({ elasticsearch, names }: Pick<TestApp, 'elasticsearch' | 'names'>, sources: RecordSource[]) {
  const categories = { product: BUILT_IN_TREES['product-categories'], creator: BUILT_IN_TREES['creator-categories'] };
  await replaceAll(
    { client: elasticsearch, names, patience: { giveUpAfterMs: 60_000 } },
    sources,
    categories,
    'proof',
    { onStored: () => undefined, onFinishing: () => undefined },
  );
}

function* creators(count: number): Generator<CreatorLoad> {
  for (let index = 0; index < count; index++) {
    const uid = uidAt(index);
    yield {
      uid,
      unique_id: `creator.number.${index}`,
      nickname: `Creator number ${index}`,
      avatar: `https://cdn.example/avatars/${uid}/large.jpeg`,
      region: REGION_CODES[index % REGION_CODES.length] ?? null,
      category_id: 600_000 + (index % 30),
      account_type: 1 + (index % 2),
      follower_count: index,
      video_count: index % 100,
    };
  }
}

describe('boards of random facts', () => {
  it('equal a brute-force computation in every row, also after every round of changes', async () => {
    let rows = 0;
    let builds = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const random = new Random('facts-proof', seed);
      const world = drawWorld(random, 30 + 20 * seed, 20 + 10 * seed);
      const app = await startTestApp({ name: 'proof-facts' });
      try {
        const facts = new FactWriter(app.elasticsearch, app.names, world);
        await facts.writeAll();
        const loaded = new Map(world.creators);
        for (let round = 0; round < 5; round++) {
          for (let change = 0; round > 0 && change < 8; change++) await changeSomething(facts, world, loaded, random);
          await build(app);
          builds += 1;
          rows += await expectBoardsAsComputed(app.api, world);
        }
        expect((await build(app)).built).toEqual([]);
      } finally {
        await app.close();
      }
    }
    print(`random facts: ${builds} builds, ${grouped(rows)} rows equal to the brute-force computation`);
  });

  /** A late, corrected or withdrawn fact, or a creator who comes, goes or changes what boards filter by. */
  async function changeSomething(
    facts: FactWriter,
    world: FactWorld,
    loaded: ReadonlyMap<string, CreatorLoad>,
    random: Random,
  ): Promise<void> {
    const uid = random.pick([...loaded.keys(), ...[...world.sales.values()].map((sale) => sale.uid)]);
    const date = random.pick(NOTABLE_DAYS);
    const sale = random.pick([...world.sales.values()]);
    const { region, category_id, category, account_type } = drawCreator(uid, random);
    const creator = { ...loaded.get(uid), uid, region, category_id, category, account_type };
    const changes = [
      () => facts.putSale(drawSale(`late-${random.next()}`, date, uid, random)),
      () => facts.putSale(drawSale(sale.id, date, uid, random)),
      () => facts.deleteSale(sale.id),
      () => facts.putCreatorDay({ date, uid, follower_count: random.whole(0, 1000), video_count: null }),
      () => facts.putCreator(creator),
      () => (world.creators.has(uid) ? facts.deleteCreator(uid) : facts.putCreator(creator)),
    ];
    await random.pick(changes)();
  }
});

describe('a build of 5 million sales', () => {
  const CREATORS = 5000;
  const DAYS = 91;
  const WATCHED = [17, 1234, 4321];
  const watched: FactWorld = { sales: new Map(), creatorDays: new Map(), creators: new Map() };

  function* sales(count: number): Generator<SaleLoad> {
    const random = new Random('many-sales', 1);
    for (let at = 0; at < count; at++) {
      const creator = random.chance(0.3) ? random.heavyTail(1, CREATORS) - 1 : random.whole(0, CREATORS - 1);
      const uid = uidAt(creator);
      const isVideo = random.chance(0.6);
      const sale: SaleLoad = {
        id: `s${at}`,
        date: dayAt(random.whole(0, DAYS - 1)),
        uid,
        channel: isVideo ? 'video' : 'live',
        content_id: Random.id(7491, isVideo ? 'video' : 'live', creator * 40 + random.whole(0, 39)),
        product_id: Random.id(1729, 'product', random.heavyTail(1, 15_000)),
        product_category_id: 601_000 + Math.min(24, random.heavyTail(1, 100)),
        units_sold: random.whole(1, 20),
        gmv: random.whole(-10_000, 50_000_000) / 10_000,
        usd_gmv: random.whole(-10_000, 50_000_000) / 10_000,
      };
      if (WATCHED.includes(creator)) watched.sales.set(sale.id, sale);
      yield sale;
    }
  }

  function* creatorDays(): Generator<CreatorDayLoad> {
    const random = new Random('many-days', 1);
    for (let creator = 0; creator < CREATORS; creator++) {
      for (let day = DAYS - 1; day >= 0; day--) {
        const count: CreatorDayLoad = {
          date: dayAt(day),
          uid: uidAt(creator),
          follower_count: random.whole(0, 1_000_000),
          video_count: null,
        };
        if (WATCHED.includes(creator)) watched.creatorDays.set(`${count.date}:${count.uid}`, count);
        yield count;
      }
    }
  }

  it('takes bounded memory, and gives the rows that the facts add up to', async () => {
    for (const creator of creators(CREATORS)) {
      if (WATCHED.some((index) => uidAt(index) === creator.uid)) watched.creators.set(creator.uid, creator);
    }
    const peaks: number[] = [];
    for (const count of [500_000, 5_000_000]) {
      watched.sales.clear();
      const app = await startTestApp({ name: 'proof-many' });
      try {
        const loadStarted = performance.now();
        await load(app, [
          { kind: 'creators', records: creators(CREATORS) },
          { kind: 'creator-days', records: creatorDays() },
          { kind: 'sales', records: sales(count) },
        ]);
        const loadSeconds = (performance.now() - loadStarted) / 1000;
        const { seconds, peakMiB, output } = await buildByCommand(app);
        const rows = await countRows(app);
        print(
          `${grouped(count)} sales, ${grouped(CREATORS * DAYS)} creator-days of ${grouped(CREATORS)} creators: ` +
            `loaded in ${loadSeconds.toFixed(0)} s; boards built in ${seconds.toFixed(1)} s, ${grouped(rows)} rows, ` +
            `${grouped(rows / seconds)} rows/s, ${grouped((count + CREATORS * DAYS) / seconds)} facts/s, peak memory ${grouped(peakMiB)} MiB`,
        );
        expect(output).toMatch(new RegExp(`${grouped(count)} sales and ${grouped(CREATORS * DAYS)} creator-days read`));
        peaks.push(peakMiB);
        await expectWatchedRows(app);
      } finally {
        await app.close();
      }
    }
    const [small = 0, large = 0] = peaks;
    print(`peak memory of 5,000,000 sales is ${(large / small).toFixed(2)} times that of 500,000`);
    expect(large / small).toBeLessThan(1.6);
  });

  /** Runs `npm run rankings -- build` as a process of its own and watches its memory. */
  async function buildByCommand({ config }: TestApp): Promise<{ seconds: number; peakMiB: number; output: string }> {
    const started = performance.now();
    const child = spawn(process.execPath, ['dist/bin/rankings.js', 'build'], {
      env: { ...process.env, ELASTICSEARCH_URL: elasticsearchUrl(), INDEX_PREFIX: config.indexPrefix },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    let peakMiB = 0;
    const watch = setInterval(() => (peakMiB = Math.max(peakMiB, peakOf(child.pid))), 200);
    const [status] = (await once(child, 'close')) as [number];
    clearInterval(watch);
    expect({ status, output }).toMatchObject({ status: 0 });
    return { seconds: (performance.now() - started) / 1000, peakMiB, output };
  }

  /** The most memory a process has ever held, in MiB; 0 where the system does not tell. */
  function peakOf(pid: number | undefined): number {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  }

  async function countRows({ elasticsearch, names }: TestApp): Promise<number> {
    const index = [names.alias('top-ecommerce-boards'), names.alias('top-growth-boards')];
    return (await elasticsearch.count({ index })).count;
  }

  async function expectWatchedRows({ elasticsearch, names }: TestApp): Promise<void> {
    const entries = await elasticsearch.search<PeriodDocument>({
      index: names.alias('periods'),
      query: { term: { ranking: 'topEcommerce' } },
      size: 10_000,
    });
    let compared = 0;
    for (const { _source: entry } of entries.hits.hits) {
      if (entry === undefined) continue;
      const expected = expectedTopEcommerce(watched, entry.date_type, entry.date_value);
      const found = await elasticsearch.search<TopEcommerceRowDocument>({
        index: names.alias('top-ecommerce-boards'),
        query: {
          bool: {
            filter: [{ term: { list: rowList(entry.board, undefined) } }, { terms: { uid: WATCHED.map(uidAt) } }],
          },
        },
        sort: [{ creator_usd_gmv: 'desc' }, { uid: 'asc' }],
      });
      const rows = found.hits.hits.map(({ _source }) => _source);
      expect(
        rows.map((row) => ({
          ...row?.figures,
          uid: row?.uid,
          creator_usd_gmv: row?.creator_usd_gmv,
          video_usd_gmv: row?.video_usd_gmv,
          live_usd_gmv: row?.live_usd_gmv,
        })),
      ).toEqual(
        expected.map((row) => {
          const { uid, follower_count, product_count, video_count, live_count } = row;
          const { creator_gmv, video_gmv, live_gmv, creator_usd_gmv, video_usd_gmv, live_usd_gmv } = row;
          return {
            uid,
            follower_count,
            product_count,
            video_count,
            live_count,
            creator_gmv,
            video_gmv,
            live_gmv,
            creator_usd_gmv,
            video_usd_gmv,
            live_usd_gmv,
          };
        }),
      );
      compared += rows.length;
    }
    print(`  ${compared} rows of ${WATCHED.length} creators equal to the brute-force computation`);
    expect(compared).toBeGreaterThan(200);
  }
});

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
