import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { rowList } from '../../src/documents/board.document.js';
import type { PeriodDocument, TopEcommerceRowDocument } from '../../src/documents/board.document.js';
import type { CreatorDayLoad, SaleLoad } from '../../src/records/facts.record.js';
import { Random } from '../../src/seed/random.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import type { FactWorld } from '../support/oracle/boards.oracle.js';
import { expectedTopEcommerce } from '../support/oracle/boards.oracle.js';
import { creators, dayAt, grouped, load, print, uidAt } from './facts-suite.js';

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
