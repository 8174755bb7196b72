import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { readIndexDefinition } from '../../src/elastic/indices/index-definition.js';
import { toStored } from '../../src/loading/load-kind.js';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import { Seed } from '../../dev/seed/seed.js';
import { startTestNode } from '../../tools/testing/test-node.js';
import { median } from './ladder/report.mjs';

const ROUNDS = 3;
const SCALE = 5;
const SALES_SCALE = 1;
const PREFIX = 'bench-load-';
const BATCH_LINES = 2 * 2000;
const IN_FLIGHT = 2;
const PROJECT_DIR = join(import.meta.dirname, '..', '..');
const CATEGORIES = { product: BUILT_IN_TREES['product-categories'], creator: BUILT_IN_TREES['creator-categories'] };
const WAYS = ['raw', '--replace', '--merge'];

/** The command `load` against a minimal bulk writer, or that of other builds: records a second until they are served. */
export async function measure(parameters) {
  const { against } = new Command('npm run bench -- load')
    .option('--against <dir>', 'another built checkout, repeatable', (dir, dirs) => [...dirs, dir], [])
    .parse(parameters, { from: 'user' })
    .opts();
  return against.length > 0 ? measureBuilds([PROJECT_DIR, ...against]) : measureRaw();
}

/** The same sales, then the videos that they name, by the command `load` of each build in turn. */
async function measureBuilds(builds) {
  const node = await startTestNode();
  const folder = mkdtempSync(join(tmpdir(), 'load-bench-'));
  try {
    const seed = new Seed({ scale: SALES_SCALE, until: '2026-06-30' });
    const counts = {};
    const fileOf = (kind) => join(folder, `${kind}.ndjson`);
    const linesOf = function* (kind) {
      for (const record of seed[kind]()) {
        counts[kind] = (counts[kind] ?? 0) + 1;
        yield `${JSON.stringify(record)}\n`;
      }
    };
    const kinds = ['creators', 'products', 'videos', 'sales'];
    for (const kind of kinds) await pipeline(Readable.from(linesOf(kind)), createWriteStream(fileOf(kind)));
    const load = async (at, kind) => {
      const env = { ...process.env, ELASTICSEARCH_URL: node.url, INDEX_PREFIX: `${PREFIX}${at}-` };
      const startedAt = performance.now();
      const command = join(builds[at], 'dist', 'cli', 'load.js');
      await promisify(execFile)(process.execPath, [command, kind, '--replace', fileOf(kind)], { env });
      return (1000 * counts[kind]) / (performance.now() - startedAt);
    };
    for (const at of builds.keys()) for (const kind of kinds) await load(at, kind);
    const rounds = { sales: [], videos: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, rates] of Object.entries(rounds)) {
        const own = [];
        for (let turn = 0; turn < builds.length; turn += 1) {
          const at = (round + turn) % builds.length;
          own[at] = Math.round(await load(at, kind));
        }
        rates.push(own);
      }
    }
    for (const [kind, rates] of Object.entries(rounds)) {
      console.log(`${counts[kind]} ${kind}: records a second until they are served, ${ROUNDS} rounds`);
      console.table(rates.map((own) => Object.fromEntries(own.map((rate, at) => [builds[at], rate]))));
      for (const at of builds.keys())
        if (at > 0) console.log(`${median(rates.map((own) => own[0] / own[at])).toFixed(2)} of ${builds[at]}`);
    }
  } finally {
    await node.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRaw() {
  const node = await startTestNode();
  const client = createElasticClient({ url: node.url });
  const folder = mkdtempSync(join(tmpdir(), 'load-bench-'));
  try {
    const records = join(folder, 'records.ndjson');
    const lines = [];
    await pipeline(Readable.from(recordLines(lines)), createWriteStream(records));
    const run = async (way) => {
      const env = { ...process.env, ELASTICSEARCH_URL: node.url, INDEX_PREFIX: PREFIX };
      const startedAt = performance.now();
      if (way === 'raw') {
        const index = `${PREFIX}raw`;
        await writeRaw(client, { index, definition: readIndexDefinition('videos'), lines });
        await client.indices.forcemerge({ index, max_num_segments: 1 }, { requestTimeout: 600_000 });
      } else
        await promisify(execFile)(
          process.execPath,
          [join(PROJECT_DIR, 'dist', 'cli', 'load.js'), 'videos', way, records],
          { env },
        );
      const rate = (1000 * lines.length) / 2 / (performance.now() - startedAt);
      await dropAll(client);
      return rate;
    };
    await run('raw'); // The first writer would pay for the node's compiler.
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const rates = {};
      for (let turn = 0; turn < WAYS.length; turn += 1) {
        const way = WAYS[(round + turn) % WAYS.length];
        rates[way] = await run(way);
      }
      rounds.push(rates);
    }
    console.log(`${lines.length / 2} videos: documents a second until they are served, ${ROUNDS} rounds`);
    console.table(rounds);
    for (const way of WAYS.slice(1))
      console.log(`${way}: ${median(rounds.map((rates) => rates[way] / rates.raw)).toFixed(2)} of raw`);
  } finally {
    await client.close();
    await node.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each record as a line; its document is put among the lines of bulk requests. */
function* recordLines(bulkLines) {
  for (const record of new Seed({ scale: SCALE, until: '2026-06-30' }).videos()) {
    const { id, document } = toStored('videos', record, CATEGORIES);
    bulkLines.push(`{"index":{"_id":"${id}"}}`, JSON.stringify(document));
    yield `${JSON.stringify(record)}\n`;
  }
}

/**
 * The least that can be done: two bulk requests in flight, no refresh, no replicas.
 * @param lines of bulk requests
 * @returns the number of documents
 */
async function writeRaw(client, { index, definition: { settings, mappings }, lines }) {
  // Before anything is awaited: a reader of lines loses those that nobody waits for.
  const source = lines[Symbol.asyncIterator]?.() ?? lines[Symbol.iterator]();
  const building = { refresh_interval: '-1', number_of_replicas: 0, auto_expand_replicas: 'false' };
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, index: { ...settings.index, ...building } },
  });
  let documents = 0;
  const takeBatch = async () => {
    const batch = [];
    while (batch.length < BATCH_LINES) {
      const { value, done } = await source.next();
      if (done) break;
      batch.push(value);
    }
    documents += batch.length / 2;
    return batch;
  };
  let taking = Promise.resolve();
  const writeOn = async () => {
    for (;;) {
      const operations = await (taking = taking.then(takeBatch));
      if (operations.length === 0) return;
      const answer = await client.bulk({ index, operations }, { requestTimeout: 120_000 });
      if (answer.errors) throw new Error('A document was refused.');
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writeOn));
  await client.indices.refresh({ index });
  return documents;
}

async function dropAll(client) {
  const indices = Object.keys(await client.indices.get({ index: `${PREFIX}*`, features: 'aliases' }));
  if (indices.length > 0) await client.indices.delete({ index: indices });
}
