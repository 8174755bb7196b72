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
import { AMOUNT_SUMS, UNITS } from '../../src/figures/sums.js';
import { firstDay, lastDay, shiftDay } from '../../src/common/period/period.js';
import { term } from '../../src/search/compiler/clauses.js';
import { startTestNode } from '../../tools/testing/test-node.js';
import { creators, LAST_DAY, moved, nextDay, products, sales, sizesOf } from './figures/records.mjs';
import { startBuild } from './ladder/rungs.mjs';

const PREFIX = 'bench-figures-';
const PROJECT_DIR = join(import.meta.dirname, '..', '..');
const FOLDER = join(PROJECT_DIR, '.cache', 'bench-figures');
/** Lists at once, of periods that begin and end a day earlier each. */
const AT_ONCE = 8;
/** All ways of a row of the table together, and the least rounds of them. */
const LASTS_MS = 15_000;
const LEAST_ROUNDS = 3;
const PERIODS = {
  day: { type: 'day', value: LAST_DAY },
  month: { type: 'month', value: '2026-06' },
  '92 days': { type: 'range', value: `${shiftDay(LAST_DAY, -91)}~${LAST_DAY}` },
};
const SELECTIONS = { 'all markets': {}, 'one region': { region: 'GB' } };

/** A filter that keeps every row, for which the whole list is read. */
const WHOLE = { units_sold_range: { min: 0 } };
const ANEW = { 'cache-control': 'no-store' };

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
  const sizes = sizesOf(count);
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
    const start = (name) => startBuild(node.url, { name, projectDir: PROJECT_DIR, prefix: PREFIX, env, onStart });
    // Each way has a process of its own, whose memory is measured.
    const [first, whole] = [await start('first rows'), await start('whole lists')];
    const duckdb = await openDuckDb();
    const rows = {};
    for (const [name, period] of Object.entries(PERIODS)) {
      for (const [selected, filter] of Object.entries(SELECTIONS)) {
        const page = (service, { headers = {}, more, daysBack = 0, page = 1 }) =>
          ask(service, headers, { filter: { ...filter, ...more, date_info: shifted(period, daysBack) }, page });
        const eight = (service, options) =>
          Promise.all(Array.from({ length: AT_ONCE }, (_, daysBack) => page(service, { ...options, daysBack })));
        const anew = { headers: ANEW };
        const ways = {
          new: () => page(first, anew),
          whole: () => page(whole, { ...anew, more: WHOLE }),
          bare: () => aggregated(client, period, filter),
          ...(duckdb && { DuckDB: () => duckdb(period, filter) }),
          'new, 8': () => eight(first, anew),
          'whole, 8': () => eight(whole, { ...anew, more: WHOLE }),
          kept: () => page(first, {}),
        };
        const row = await inTurn(ways);
        // Once of each list: then the places of its rows in the period before are kept as well.
        const third = { times: [], statuses: [] };
        for (let daysBack = 0; daysBack < AT_ONCE; daysBack += 1) {
          await page(first, { daysBack });
          await time(third, () => page(first, { daysBack, page: 3 }));
        }
        const { readBytes } = await first.usage();
        await page(first, anew);
        const read = (await first.usage()).readBytes - readBytes;
        rows[`${name}, ${selected}`] = { ...row, 'page 3': textOf(third), 'KB read': Math.round(read / 1000) };
      }
    }
    const { indices } = await client.indices.stats({ index: `${PREFIX}sales`, metric: 'store,docs' });
    const [{ primaries }] = Object.values(indices);
    const bytes = Math.round(primaries.store.size_in_bytes / primaries.docs.count);
    console.log(`${count} sales, ${bytes} bytes each: p50 / p99 in ms, and the share of 503`);
    console.table(rows);
    for (const rung of started)
      console.log(`${rung.name}: ${Math.round((await rung.usage()).rssMegabytes)} MB resident`);
    await load('sales', nextDay(count, sizes), '--merge', 'the sales of another day');
    await load('products', moved(sizes), '--merge', 'a hundredth of the products in another region');
  } finally {
    for (const rung of started) await rung.end();
    await client.close();
    await node.close();
  }
}

/** Sends a request, and returns the status of its answer. */
async function ask({ url, headers }, more, body) {
  const request = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify({ pagesize: 20, ...body }) };
  const answer = await fetch(`${url}/product/v1/rank/topSelling`, request);
  await answer.arrayBuffer();
  return answer.status;
}

/** The period that ends some days earlier and has as many days. */
function shifted(period, days) {
  if (days === 0) return period;
  const [from, to] = [firstDay(period), lastDay(period)].map((day) => shiftDay(day, -days));
  return from === to ? { type: 'day', value: to } : { type: 'range', value: `${from}~${to}` };
}

/** Repeats ways in turn, of which another one begins each time; the first round, which warms up, does not count. */
async function inTurn(ways) {
  const names = Object.keys(ways);
  const results = Object.fromEntries(names.map((name) => [name, { times: [], statuses: [] }]));
  for (const name of names) await ways[name]();
  const endsAt = performance.now() + LASTS_MS;
  for (let round = 0; round < LEAST_ROUNDS || performance.now() < endsAt; round += 1) {
    const order = names.map((_, turn) => names[(round + turn) % names.length]);
    if (round % 2 === 1) order.reverse();
    for (const name of order) await time(results[name], ways[name]);
  }
  return Object.fromEntries(names.map((name) => [name, textOf(results[name])]));
}

async function time({ times, statuses }, work) {
  const startedAt = performance.now();
  statuses.push(await work());
  times.push(performance.now() - startedAt);
}

function textOf({ times, statuses }) {
  const inOrder = times.toSorted((one, other) => one - other);
  const quantile = (share) => inOrder[Math.ceil(share * inOrder.length) - 1].toFixed(1);
  const all = statuses.flat();
  const refused = all.filter((status) => status === 503).length / all.length;
  return `${quantile(0.5)} / ${quantile(0.99)}${refused > 0 ? `, ${refused.toFixed(2)}` : ''}`;
}

/** The products of a period that sold most: one sum, in the order of Elasticsearch. */
async function aggregated(client, period, { region }) {
  const largest = { field: 'product_id', size: 20, order: { usd_gmv: 'desc' } };
  const clauses = [inDays(period), ...(region ? [term('product_region', region)] : [])];
  const groups = { terms: largest, aggs: { ...UNITS, ...AMOUNT_SUMS.usd_gmv } };
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
