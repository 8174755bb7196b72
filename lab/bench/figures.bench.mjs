import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { inDays } from '../../src/figures/fact-days.js';
import { aggregate } from '../../src/figures/fact-groups.js';
import { amountIn, UNITS } from '../../src/figures/sums.js';
import { firstDay, lastDay, shiftDay } from '../../src/common/period/period.js';
import { term } from '../../src/search/compiler/clauses.js';
import { startTestNode } from '../../tools/testing/test-node.js';
import { startBuild } from './ladder/rungs.mjs';

const PREFIX = 'bench-figures-';
const PROJECT_DIR = join(import.meta.dirname, '..', '..');
const FOLDER = join(PROJECT_DIR, '.cache', 'bench-figures');
const LAST_DAY = '2026-06-30';
/** The longest period, and the one before it. */
const DAYS = 184;
const SHOPS = 8000;
const CATEGORIES = 30;
const REGIONS = ['US', 'GB', 'ID', 'MX', 'DE', 'TH'];
const CONNECTIONS = [1, 8];
const LASTS_MS = 3000;
const back = (days) => ({ type: 'range', value: `${shiftDay(LAST_DAY, 1 - days)}~${LAST_DAY}` });
const PERIODS = {
  day: { type: 'day', value: LAST_DAY },
  month: { type: 'month', value: '2026-06' },
  '28 days': back(28),
  '92 days': back(92),
};
const SELECTIONS = { 'all markets': {}, 'one region': { region: 'GB' } };

/** A filter that keeps every row, for which the whole list is read. */
const WHOLE = { units_sold_range: { min: 0 } };

/** Measures pages of products by sales, new, by the whole list and kept, beside the bare first rows and DuckDB. */
export async function measure(parameters) {
  const { facts, shards } = new Command('npm run bench -- figures')
    .description('Ranks generated facts; a list of the period and of the one before is made anew, or kept.')
    .option('--facts <list>', 'numbers of facts, such as 300k or 1m,3m,6m', readCounts, [1_000_000])
    .option('--shards <number>', 'shards of the sales', '1')
    .parse(parameters, { from: 'user' })
    .opts();
  for (const count of facts) await measureFacts(count, shards);
}

const readCounts = (text) =>
  text.split(',').map((one) => parseFloat(one) * ({ k: 1e3, m: 1e6 }[one.at(-1).toLowerCase()] ?? 1));

async function measureFacts(count, shards) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const node = await startTestNode();
  const client = createElasticClient({ url: node.url });
  const sizes = { creators: Math.min(60_000, count / 5), products: Math.min(200_000, count / 4) };
  const started = [];
  const onStart = (rung) => started.push(rung);
  try {
    const load = async (kind, records, mode, what = kind) => {
      const file = join(FOLDER, `${kind}${mode}.ndjson`);
      await writeLines(file, records);
      const startedAt = performance.now();
      await promisify(execFile)(process.execPath, [join(PROJECT_DIR, 'dist', 'cli', 'load.js'), kind, mode, file], {
        env: { ...process.env, ELASTICSEARCH_URL: node.url, INDEX_PREFIX: PREFIX, INDEX_SHARDS: shards },
      });
      console.log(`${what}: loaded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    };
    await load('creators', creators(sizes), '--replace');
    await load('products', products(sizes), '--replace');
    await load('sales', sales(count, sizes), '--replace');
    const env = { PAGE_CACHE_MIB: '0' };
    const service = await startBuild(node.url, { name: 'ours', projectDir: PROJECT_DIR, prefix: PREFIX, env, onStart });
    const duckdb = await openDuckDb();
    const rows = {};
    for (const [name, period] of Object.entries(PERIODS)) {
      for (const [selected, filter] of Object.entries(SELECTIONS)) {
        const page = (headers, more) => async () => {
          const body = JSON.stringify({ filter: { ...filter, ...more, date_info: period }, pagesize: 20 });
          const request = { method: 'POST', headers: { ...service.headers, ...headers }, body };
          const answer = await fetch(`${service.url}/product/v1/rank/topSelling`, request);
          await answer.arrayBuffer();
          return answer.status;
        };
        const anew = { 'cache-control': 'no-store' };
        const [one, eight, whole, wholeEight, keptOne, keptEight] = [
          ...(await inTurn((connections) => timed(page(anew), connections))),
          ...(await inTurn((connections) => timed(page(anew, WHOLE), connections))),
          ...(await inTurn((connections) => timed(page({}), connections))),
        ];
        const bare = await timed(() => aggregated(client, period, filter), 1);
        const inDuckDb = duckdb && (await timed(() => duckdb(period, filter), 1));
        rows[`${name}, ${selected}`] = {
          ...{ new: one.text, 'new, 8': eight.text, whole: whole.text, 'whole, 8': wholeEight.text },
          ...{ kept: keptOne.text, 'kept, 8': keptEight.text, bare: bare.text },
          ...(inDuckDb && { DuckDB: inDuckDb.text }),
          'share of 503': [one, eight, whole, wholeEight, keptOne, keptEight].map(({ refused }) => refused).join(' '),
        };
      }
    }
    const { indices } = await client.indices.stats({ index: `${PREFIX}sales`, metric: 'store,docs' });
    const [{ primaries }] = Object.values(indices);
    const bytes = Math.round(primaries.store.size_in_bytes / primaries.docs.count);
    console.log(`${count} sales, ${bytes} bytes each: p50 / p99 in ms, at 1 and 8 connections; share of 503`);
    console.table(rows);
    await load('sales', nextDay(count, sizes), '--merge', 'the sales of another day');
    await load('products', moved(sizes), '--merge', 'a hundredth of the products in another region');
  } finally {
    for (const rung of started) await rung.end();
    await client.close();
    await node.close();
  }
}

const inTurn = async (work) => {
  const results = [];
  for (const connections of CONNECTIONS) results.push(await work(connections));
  return results;
};

/** Repeats work over connections for a while; the first time, which warms up, does not count. */
async function timed(work, connections) {
  await work();
  const times = [];
  let refused = 0;
  const endsAt = performance.now() + LASTS_MS;
  const workOn = async () => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const status = await work();
      times.push(performance.now() - startedAt);
      if (status === 503) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, workOn));
  times.sort((one, other) => one - other);
  const quantile = (share) => times[Math.ceil(share * times.length) - 1].toFixed(1);
  return { text: `${quantile(0.5)} / ${quantile(0.99)}`, refused: (refused / times.length).toFixed(2) };
}

/** The products of a period that sold most: one sum, in the order of Elasticsearch. */
async function aggregated(client, period, { region }) {
  const largest = { field: 'product_id', size: 20, order: { usd_gmv: 'desc' } };
  const clauses = [inDays(period), ...(region ? [term('product_region', region)] : [])];
  const groups = { terms: largest, aggs: { ...UNITS, ...amountIn('usd_gmv') } };
  await client.search({ index: `${PREFIX}sales`, request_cache: false, ...aggregate(clauses, { groups }) });
}

/** The same in DuckDB, over the files that were loaded; undefined where it is not installed. */
async function openDuckDb() {
  const module = await import('@duckdb/node-api').catch(() => undefined);
  if (module === undefined) return undefined;
  const connection = await (await module.DuckDBInstance.create()).connect();
  const read = (kind) => `read_json_auto('${join(FOLDER, `${kind}--replace.ndjson`)}')`;
  await connection.run(`CREATE TABLE facts AS SELECT sales.*, products.region AS product_region
    FROM ${read('sales')} AS sales JOIN ${read('products')} AS products USING (product_id)`);
  return async (period, { region }) => {
    const where = `date BETWEEN '${firstDay(period)}' AND '${lastDay(period)}'`;
    await connection.runAndReadAll(`SELECT product_id, sum(units_sold), sum(usd_gmv) AS amount FROM facts
      WHERE ${where} ${region ? `AND product_region = '${region}'` : ''}
      GROUP BY product_id ORDER BY amount DESC LIMIT 20`);
  };
}

async function writeLines(file, records) {
  async function* lines() {
    for (const record of records) yield `${JSON.stringify(record)}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

const uidOf = (at) => String(7_129_000_000_000_000_000n + BigInt(at) * 9973n);
const productIdOf = (at) => String(1_729_000_000_000_000_000n + BigInt(at) * 7919n);

function* creators({ creators: size }) {
  for (let at = 0; at < size; at += 1) {
    const own = { region: REGIONS[at % 6], category_id: 1000 + (at % 20), account_type: 1 + (at % 2) };
    yield { uid: uidOf(at), unique_id: `maker.of.things.${at}`, nickname: `Maker of Things ${at}`, ...own };
  }
}

function* products({ products: size }) {
  for (let at = 0; at < size; at += 1) {
    const category = { l1: { id: 600_000 + (at % CATEGORIES), name: `Category ${at % CATEGORIES}` } };
    const shop = { seller_id: String(7_495_000_000_000_000_000n + BigInt(at % SHOPS)) };
    yield { product_id: productIdOf(at), title: `Product ${at}`, region: REGIONS[at % 6], category, shop };
  }
}

function* moved(sizes) {
  let at = 0;
  for (const product of products(sizes)) if (at++ % 100 === 0) yield { ...product, region: REGIONS[at % 6] };
}

function* nextDay(count, sizes) {
  const date = shiftDay(LAST_DAY, 1);
  for (const sale of sales(Math.ceil(count / DAYS), sizes)) yield { ...sale, id: `next-${sale.id}`, date };
}

/** Sales spread over the days. A few creators sell most, each of some products; equal counts give equal sales. */
function* sales(count, sizes) {
  let state = count;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let at = 0; at < count; at += 1) {
    const creator = Math.floor(sizes.creators * random() ** 3);
    const product = (creator * 37 + Math.floor(60 * random() ** 2) * 101) % sizes.products;
    const channel = random() < 0.4 ? 'live' : 'video';
    const units_sold = 1 + Math.floor(random() * 9);
    const amount = Math.round(random() * 1e6) * units_sold;
    yield {
      id: `sale-${at}`,
      date: shiftDay(LAST_DAY, -(at % DAYS)),
      uid: uidOf(creator),
      channel,
      content_id: String(7_500_000_000_000_000_000n + BigInt(creator * 1000 + Math.floor(random() * 30))),
      product_id: productIdOf(product),
      product_category_id: 600_000 + (product % CATEGORIES),
      units_sold,
      gmv: amount / 1e4,
      usd_gmv: Math.round(amount / 4) / 1e4,
    };
  }
}
