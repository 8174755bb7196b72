import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createElasticClient } from '../dist/modules/src/elastic/client/elastic-client.js';
import { readIndexDefinition } from '../dist/modules/src/elastic/indices/index-definition.js';
import { shiftDay } from '../dist/modules/src/common/period/day.js';
import { startTestNode } from '../dist/modules/tools/testing/test-node.js';
import { writeRaw } from './load.bench.mjs';

const PREFIX = 'bench-rankings-';
const ROWS = ['top-ecommerce-boards', 'top-growth-boards', 'top-selling-boards'];
const PROJECT_DIR = join(import.meta.dirname, '..');
const FOLDER = join(PROJECT_DIR, '.cache', 'bench-rankings');
/** Prints the processor time and the largest memory of a command when it ends. */
const TELL_USAGE = 'data:text/javascript,process.on("exit",()=>console.log(JSON.stringify(process.resourceUsage())))';

const LAST_DAY = '2026-06-30';
const CREATORS = 60_000;
const PRODUCTS = 200_000;
const SHOPS = 8000;
const CATEGORIES = 30;
/** More facts are more months: 180 days of these are 3 million. */
const SALES_A_DAY = 13_889;
const CREATOR_DAYS_A_DAY = 2778;
/** Of more rows only so many are written by raw bulk, and the time is scaled. */
const MOST_RAW_ROWS = 1_000_000;
const REGIONS = ['US', 'GB', 'ID', 'MX', 'DE', 'TH'];

/**
 * Builds all rankings of generated facts, then those that one more day of sales changes, and writes the same rows by raw
 * bulk. The facts stay in `.cache/bench-rankings` for `bench/duckdb_rankings.py`.
 * @param words the number of days
 */
export async function measure([words = '30']) {
  const days = Number(words);
  if (!(days >= 1)) throw new Error(`${words} is no number of days.`);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const node = await startTestNode();
  const client = createElasticClient({ url: node.url });
  const run = async (command, ...words) => {
    const before = await elasticsearchCpu(client);
    const startedAt = performance.now();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', TELL_USAGE, join(PROJECT_DIR, 'dist', 'bin', `${command}.js`), ...words],
      { env: { ...process.env, ELASTICSEARCH_URL: node.url, INDEX_PREFIX: PREFIX }, maxBuffer: 2 ** 26 },
    );
    const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(stdout.trim().split('\n').at(-1));
    return {
      seconds: (performance.now() - startedAt) / 1000,
      cpu: (userCPUTime + systemCPUTime) / 1e6 + (await elasticsearchCpu(client)) - before,
      megabytes: maxRSS / 1024,
    };
  };
  try {
    for (const [kind, records] of Object.entries(factsOf(days))) {
      await writeLines(join(FOLDER, `${kind}.ndjson`), records);
      await run('load', kind, '--replace', join(FOLDER, `${kind}.ndjson`));
    }
    const build = await run('rankings', 'build');
    const raw = await writeRowsRaw(client);
    await writeLines(join(FOLDER, 'late.ndjson'), salesOn(days - 1, days, 'late'));
    await run('load', 'sales', '--merge', join(FOLDER, 'late.ndjson'));
    const later = await run('rankings', 'build');
    console.log(`${days * (SALES_A_DAY + CREATOR_DAYS_A_DAY)} facts of ${days} days, ${raw.rows} rows`);
    console.table({ build, 'raw bulk of the same rows': raw, 'build after another load of the last day': later });
    console.log(
      `build: ${(build.seconds / raw.seconds).toFixed(2)} of raw bulk, ${(build.cpu / raw.cpu).toFixed(2)} of its processor time`,
    );
  } finally {
    await client.close();
    await node.close();
  }
}

/** Reads rows to a file and writes them from there. @returns what all of them take */
async function writeRowsRaw(client) {
  const counts = await Promise.all(ROWS.map(async (kind) => (await client.count({ index: `${PREFIX}${kind}` })).count));
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const share = Math.min(1, MOST_RAW_ROWS / rows);
  const written = { rows, seconds: 0, cpu: 0 };
  for (const [at, kind] of ROWS.entries()) {
    const file = join(FOLDER, `${kind}.ndjson`);
    const pit = (await client.openPointInTime({ index: `${PREFIX}${kind}`, keep_alive: '10m' })).id;
    await writeLines(file, rowsOf(client, pit, Math.ceil(share * counts[at])));
    await client.closePointInTime({ id: pit });
    const [before, cpu] = [await elasticsearchCpu(client), process.cpuUsage()];
    const startedAt = performance.now();
    await writeRaw(client, {
      index: `${PREFIX}raw`,
      definition: readIndexDefinition(kind),
      lines: createInterface({ input: createReadStream(file) }),
    });
    written.seconds += (performance.now() - startedAt) / 1000 / share;
    const { user, system } = process.cpuUsage(cpu);
    written.cpu += ((user + system) / 1e6 + (await elasticsearchCpu(client)) - before) / share;
    await client.indices.delete({ index: `${PREFIX}raw` });
  }
  return written;
}

async function* rowsOf(client, id, wanted) {
  for (let after, left = wanted; left > 0;) {
    const page = {
      pit: { id, keep_alive: '10m' },
      size: Math.min(5000, left),
      sort: ['_shard_doc'],
      ...(after && { search_after: after }),
    };
    const { hits } = (await client.search({ ...page, track_total_hits: false })).hits;
    for (const { _id, _source } of hits) yield [{ index: { _id } }, _source];
    if (hits.length === 0) return;
    left -= hits.length;
    after = hits.at(-1).sort;
  }
}

/** Seconds of processor time. */
async function elasticsearchCpu(client) {
  const { nodes } = await client.nodes.stats({ metric: 'process' });
  return Object.values(nodes).reduce((sum, { process: { cpu } }) => sum + cpu.total_in_millis, 0) / 1000;
}

export async function writeLines(file, records) {
  async function* lines() {
    for await (const record of records)
      yield `${[record]
        .flat()
        .map((line) => JSON.stringify(line))
        .join('\n')}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

/** Facts of so many days, with their products and creators. */
export const factsOf = (days) => ({
  products: products(),
  creators: creators(),
  sales: sales(days),
  'creator-days': creatorDays(days),
});

const uidOf = (at) => String(7_129_000_000_000_000_000n + BigInt(at) * 9973n);
const productIdOf = (at) => String(1_729_000_000_000_000_000n + BigInt(at) * 7919n);
const dateOf = (day, days) => shiftDay(LAST_DAY, day - days + 1);

function* creators() {
  for (let at = 0; at < CREATORS; at += 1) {
    const names = { unique_id: `maker.of.things.${at}`, nickname: `Maker of Things ${at}` };
    yield {
      uid: uidOf(at),
      ...names,
      region: REGIONS[at % 6],
      category_id: 1000 + (at % 20),
      account_type: 1 + (at % 2),
    };
  }
}

function* products() {
  for (let at = 0; at < PRODUCTS; at += 1) {
    const category = { l1: { id: 600_000 + (at % CATEGORIES), name: `Category ${at % CATEGORIES}` } };
    const shop = { seller_id: String(7_495_000_000_000_000_000n + BigInt(at % SHOPS)) };
    yield { product_id: productIdOf(at), title: `Product ${at}`, region: REGIONS[at % 6], category, shop };
  }
}

function* sales(days) {
  for (let day = 0; day < days; day += 1) yield* salesOn(day, days, 'sale');
}

/** A few creators sell most, each of some products; equal words give equal sales. */
function* salesOn(day, days, name) {
  let state = day * 7919 + name.length;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let at = 0; at < SALES_A_DAY; at += 1) {
    const creator = Math.floor(CREATORS * random() ** 3);
    const product = (creator * 37 + Math.floor(60 * random() ** 2) * 101) % PRODUCTS;
    const isLive = random() < 0.4;
    const units_sold = 1 + Math.floor(random() * 9);
    const gmv = Math.round(random() * 1e6) * units_sold;
    yield {
      id: `${name}-${day}-${at}`,
      date: dateOf(day, days),
      uid: uidOf(creator),
      channel: isLive ? 'live' : 'video',
      content_id: String(
        7_500_000_000_000_000_000n + BigInt(creator * 1000 + (isLive ? day : Math.floor(random() * 30))),
      ),
      product_id: productIdOf(product),
      product_category_id: 600_000 + (product % CATEGORIES),
      units_sold,
      gmv: gmv / 1e4,
      usd_gmv: Math.round(gmv / 4) / 1e4,
    };
  }
}

function* creatorDays(days) {
  for (let day = 0; day < days; day += 1) {
    for (let at = 0; at < CREATOR_DAYS_A_DAY; at += 1) {
      const creator = (at * 17) % CREATORS;
      yield { date: dateOf(day, days), uid: uidOf(creator), follower_count: 1000 + creator + day * (creator % 7) };
    }
  }
}
