import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode } from '../dist/modules/tools/testing/test-node.js';
import { createSeed } from '../dist/modules/src/seed/seed.js';
import { BUILT_IN_TREES } from '../dist/modules/src/reference/category-tree.js';
import { toStored } from '../dist/modules/src/loading/load-kind.js';

const ROUNDS = 3;
const SCALE = 5;

/** The loader against a minimal bulk writer that has the same documents in memory: same node, same run, in turn. */
export async function measure() {
  const node = await startTestNode();
  try {
    await measureOn(node.url);
  } finally {
    await node.close();
  }
}

async function measureOn(url) {
  const folder = mkdtempSync(join(tmpdir(), 'load-bench-'));
  try {
    const count = await writeFiles(folder);
    console.log(`${count.toLocaleString('en-US')} full video records, ${ROUNDS} rounds; documents/s`);
    console.log(
      '| Round | Raw bulk | --replace | Ratio | --merge into nothing | Ratio | Ready to serve: raw | --replace | Ratio |',
    );
    console.log('|---|---|---|---|---|---|---|---|---|');
    runOnce('raw', url, folder); // The node's compiler warms up: the first writer would pay for it.
    const rounds = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const ways = ['raw', 'replace', 'merge'];
      if (round % 2 === 0) ways.reverse();
      const seen = Object.fromEntries(ways.map((way) => [way, runOnce(way, url, folder)]));
      const rate = (way) => count / seen[way].storedSeconds;
      const served = (way) => count / seen[way].servedSeconds;
      rounds.push([rate('replace') / rate('raw'), rate('merge') / rate('raw'), served('replace') / served('raw')]);
      const [replace, merge, ready] = rounds.at(-1);
      const cells = [
        rate('raw'),
        rate('replace'),
        replace,
        rate('merge'),
        merge,
        served('raw'),
        served('replace'),
        ready,
      ];
      console.log(`| ${[round, ...cells.map(shown)].join(' | ')} |`);
    }
    const medians = rounds[0].map((_, column) => median(rounds.map((round) => round[column])));
    console.log(
      `Median ratios to raw bulk: --replace ${shown(medians[0])}, --merge ${shown(medians[1])}, ready to serve ${shown(medians[2])}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The records as they are loaded, and the documents that come of them. */
async function writeFiles(folder) {
  const categories = { product: BUILT_IN_TREES['product-categories'], creator: BUILT_IN_TREES['creator-categories'] };
  const records = createWriteStream(join(folder, 'records.ndjson'));
  const documents = createWriteStream(join(folder, 'documents.ndjson'));
  let count = 0;
  for (const record of createSeed({ scale: SCALE, until: '2026-06-30' }).videos()) {
    const { id, document } = toStored('videos', record, categories);
    const written = [
      records.write(`${JSON.stringify(record)}\n`),
      documents.write(`{"index":{"_id":"${id}"}}\n${JSON.stringify(document)}\n`),
    ];
    count += 1;
    if (written.includes(false))
      await Promise.all([records, documents].map((file) => file.writableNeedDrain && once(file, 'drain')));
  }
  records.end();
  documents.end();
  await Promise.all([once(records, 'finish'), once(documents, 'finish')]);
  return count;
}

function runOnce(way, url, folder) {
  const script = join(import.meta.dirname, 'load-once.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, way, url, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const shown = (value) => (value > 10 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
