import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createElasticClient } from '../dist/modules/src/elastic/client/elastic-client.js';
import { ensureIndices } from '../dist/modules/src/elastic/indices/ensure-indices.js';
import { readIndexDefinition } from '../dist/modules/src/elastic/indices/index-definition.js';
import { IndexNames } from '../dist/modules/src/elastic/indices/index-names.js';
import { loadRecords } from '../dist/modules/src/loading/load-records.js';
import { findInputs } from '../dist/modules/src/loading/reading/input.js';
import { RejectsFile } from '../dist/modules/src/loading/reporting/rejects-file.js';

/** One load in a process of its own: `raw`, `replace` or `merge`; prints the seconds it took as JSON. */
const PREFIX = 'bench-load-';
const BATCH_LINES = 2 * 2000;
const IN_FLIGHT = 2;

const [way, url, folder] = process.argv.slice(2);
const client = createElasticClient({ url });
const names = new IndexNames(PREFIX);
await dropAll();
const seconds = way === 'raw' ? await writeRaw() : await load(way);
console.log(JSON.stringify(seconds));
await dropAll();
await client.close();

/** The least that can be done: documents in memory, two bulk requests in flight, no refresh, no replicas. */
async function writeRaw() {
  const { settings, mappings } = readIndexDefinition('videos');
  const index = `${PREFIX}raw`;
  const building = { refresh_interval: '-1', number_of_replicas: 0, auto_expand_replicas: 'false' };
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, index: { ...settings.index, ...building } },
  });
  const lines = readFileSync(join(folder, 'documents.ndjson'), 'utf8').trimEnd().split('\n');
  const startedAt = performance.now();
  let next = 0;
  const writeOn = async () => {
    while (next < lines.length) {
      const operations = lines.slice(next, (next += BATCH_LINES));
      const answer = await client.bulk({ index, operations }, { requestTimeout: 120_000 });
      if (answer.errors) throw new Error('A document was refused.');
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writeOn));
  const storedAt = performance.now();
  await client.indices.refresh({ index });
  await client.indices.forcemerge({ index, max_num_segments: 1 }, { requestTimeout: 600_000 });
  return { storedSeconds: (storedAt - startedAt) / 1000, servedSeconds: (performance.now() - startedAt) / 1000 };
}

async function load(mode) {
  await ensureIndices(client, names);
  const rejects = new RejectsFile(join(folder, 'rejects.ndjson'), 0);
  const inputs = await findInputs([join(folder, 'records.ndjson')]);
  const startedAt = performance.now();
  let storedAt = startedAt;
  const onProgress = ({ step }) => {
    if (step === 'finishing' && storedAt === startedAt) storedAt = performance.now();
  };
  const target = { client, names, retryOptions: { giveUpAfterMs: 60_000 } };
  await loadRecords(
    target,
    { kind: 'videos', mode, inputs, rejects, keep: 0 },
    { onProgress, onNote: () => undefined },
  );
  return { storedSeconds: (storedAt - startedAt) / 1000, servedSeconds: (performance.now() - startedAt) / 1000 };
}

async function dropAll() {
  const indices = Object.keys(await client.indices.get({ index: `${PREFIX}*`, features: 'aliases' }));
  if (indices.length > 0) await client.indices.delete({ index: indices });
  rmSync(join(folder, 'rejects.ndjson'), { force: true });
}
