import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { VERSION } from '../../pages/data-set.mjs';
import { groupCpuSeconds, treeResidentBytes } from '../../pages/process-group.mjs';
import { PLANS, writeLines } from './records.mjs';

const PROJECT_DIR = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(PROJECT_DIR, '.cache', 'bench-tantivy');
const SOURCES = join(import.meta.dirname, 'server');
const BUILD_TIMEOUT_MS = 1_800_000;
const LOAD_TIMEOUT_MS = 3_600_000;
const run = promisify(execFile);

export const name = 'tantivy';
export const title = 'tantivy 0.27, the ceiling';
export const beside = 'elasticsearch';

/** How it was set up: a library in a small server, which does less than the API. */
export const settings = [
  ['Server', 'tantivy 0.27.0 in a Rust program of about 350 lines, one thread per connection, built with --release'],
  ['Index', 'one segment per search, documents in the order of their ids, which settles ties'],
  ['Texts', 'the same as in Elasticsearch, cut into words by letters and digits, lower case, no accents, no positions'],
  ['Keywords', 'every word, by BM25 and then the id; exact total'],
  ['Filters, orderby', 'every filter of the three searches; columns in memory maps; exact total'],
  ['Requests', 'not checked; no tokens, no log, no limits'],
  ['Records', 'stored as they leave, LZ4'],
];

const SEARCHES = ['video', 'product', 'live'];
const forEach = (searches, ending, reason) => searches.map((search) => [`${search}: ${ending}`, reason]);

/** Shapes whose answers would not be those of the contract, by the beginning of their names. */
const CANNOT = {
  ...Object.fromEntries([
    ...forEach(SEARCHES, 'two words, one misspelt', 'it has no vocabulary to read a misspelt word by'),
    ...forEach(['video', 'live'], 'a handle', 'exact names do not come before other hits'),
  ]),
  topEcommerce: 'rankings are not loaded',
  topGrowth: 'rankings are not loaded',
};

/** One sentence that says why it can't run here; undefined when it can. */
export const missing = () =>
  run('cargo', ['--version']).then(
    () => undefined,
    () => 'Rust (cargo) was not found, which builds the server.',
  );

/**
 * The server over the records of a set, which it is given the first time and keeps.
 * @throws Error with cargo's own lines when it can't be built
 */
export async function start({ set, onProgress }) {
  const program = await build(onProgress);
  const mark = createHash('sha256').update(JSON.stringify([VERSION, set.size, set.kinds, PLANS]));
  for (const name of (await readdir(join(SOURCES, 'src'))).sort())
    mark.update(await readFile(join(SOURCES, 'src', name)));
  const folder = join(FOLDER, `${set.prefix}${mark.digest('hex').slice(0, 12)}`);
  const loadSeconds = await ensureLoaded({ program, folder, set, onProgress });
  const child = spawn(program, ['serve', join(folder, 'plans.json'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const port = await firstLine(child);
  const group = child.pid;
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  return {
    server: { url: `http://127.0.0.1:${port}`, token: 'none', call: usageOf(group), end: close },
    loadSeconds,
    diskBytes: await bytesOf(folder),
    residentBytes: () => treeResidentBytes(group),
    cannot: CANNOT,
    close,
  };
}

async function build(onProgress) {
  onProgress('tantivy: building its server');
  const target = join(FOLDER, 'target');
  const options = ['build', '--release', '--quiet', '--target-dir', target];
  await run('cargo', options, { cwd: SOURCES, timeout: BUILD_TIMEOUT_MS });
  return join(target, 'release', 'tantivy-peer');
}

/** @returns the seconds that the load took, in this run or the one that did it; a load that was ended begins anew */
async function ensureLoaded({ program, folder, set, onProgress }) {
  const done = join(folder, 'load-seconds');
  const known = await readFile(done, 'utf8').catch(() => undefined);
  if (known !== undefined) return Number(known);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const startedAt = performance.now();
  const plans = join(folder, 'plans.json');
  await writeFile(plans, JSON.stringify(Object.fromEntries(set.kinds.map((kind) => [kind, PLANS[kind]]))));
  for (const kind of set.kinds) {
    onProgress(`tantivy: ${kind}`);
    const lines = join(folder, `${kind}.ndjson`);
    await writeLines(lines, kind, set.size);
    await run(program, ['load', plans, kind, lines, folder], { timeout: LOAD_TIMEOUT_MS });
    await rm(lines);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await writeFile(done, String(seconds));
  return seconds;
}

/** The port that the server prints once it answers. */
async function firstLine(child) {
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The tantivy server ended before it was ready.');
}

/** What the benchmark asks a server: `reset`, and `read` for what it has used since. */
function usageOf(group) {
  let before = groupCpuSeconds(group);
  return async (name) => {
    if (name === 'reset') before = groupCpuSeconds(group);
    else return { cpuSeconds: groupCpuSeconds(group) - before, rssMegabytes: treeResidentBytes(group) / 1e6 };
  };
}

async function bytesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
