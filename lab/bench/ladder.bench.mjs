import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import { startNode } from '../../dev/embedded-node/start-node.js';
import { nodeFolder } from '../../dev/embedded-node/data-directory.js';
import { builtScript } from '../built-script.js';
import * as ownDataSet from './ladder/data-set.mjs';
import { send } from './ladder/load.mjs';
import { OPERATIONS, Planner } from './ladder/plans.mjs';
import { report } from './ladder/report.mjs';
import { startRungs } from './ladder/rungs.mjs';
import { PAGES, Requests } from './ladder/shapes.mjs';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');
const SET = { kinds: ['videos', 'products', 'lives'], periods: 52, creators: 2000 };
const OURS = 'ours';
const CACHED = 'ours, cached';
const GZIP = 'ours, gzip';
/** Requests that are kept in the page cache, and those that the Zipf mix draws from. */
const CACHED_REQUESTS = 200;
const ZIPF_REQUESTS = 5000;
/** V8 compiles until about 10,000 requests. */
const WARM_UP = { requests: 10_000, connections: 32 };
const QUICK_SHARE = 10;
/** Pages of each connection before the rounds, from which the number of pages of a round is estimated. */
const SETTLING = 20;
const COMPARED = 200;
const PLANNED_AT_ONCE = 8;

/** What a page costs, from a bare proxy up to this service: every rung in turn, in one run. */
export async function measure(parameters) {
  const options = readOptions(parameters);
  const dataDir = await nodeFolder(join('.cache', 'bench-node'));
  const node = await startNode({ port: 0, heap: '1g', dataDir }, { environment: process.env, onProgress });
  const started = [];
  const end = async () => {
    for (const rung of started) await rung.end();
    await node.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    const builds = await loadDataSets(node.client, options);
    const rungs = await startRungs(node.url, builds, (rung) => started.push(rung));
    const compressed = rungs.find(({ name }) => name === GZIP);
    if (compressed !== undefined) compressed.headers['accept-encoding'] = 'gzip';
    const ladder = new Ladder(node.url, builds[OURS].prefix, rungs, options);
    await ladder.compareAnswers();
    await ladder.warmUp();
    const cells = [];
    for (const pages of options.pages) {
      for (const connections of options.connections) cells.push(await ladder.cell(pages, connections));
    }
    const { size, rounds, seconds, json } = options;
    const run = {
      at: new Date().toISOString(),
      revision: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: PROJECT_DIR, encoding: 'utf8' }).trim(),
      machine: { node: process.versions.node, cpus: cpus().length },
      ...{ size, rounds, seconds, cells, rssMegabytes: ladder.rssMegabytes },
      against: Object.keys(builds).filter((name) => name !== OURS),
    };
    console.log(report(run));
    if (json !== undefined) {
      mkdirSync(dirname(json), { recursive: true });
      writeFileSync(json, `${JSON.stringify(run, null, 2)}\n`);
    }
  } finally {
    await end();
  }
}

function readOptions(parameters) {
  const options = new Command('npm run bench -- ladder')
    .description('Measures what a page costs, from a bare proxy up to this service; data are kept in .cache.')
    .option('--size <records>', 'products and videos in the set, such as 100k or 1m', readSize, 100_000)
    .option('--seconds <seconds>', 'how long a round takes, about', readNumber)
    .option('--rounds <count>', 'how often each rung is measured, in turn', readNumber)
    .option('--connections <list>', 'connections at once', (text) => text.split(',').map(readNumber), [1, 8, 32])
    .option('--pages <list>', `of ${Object.keys(PAGES).join(', ')}`, readPages, Object.keys(PAGES))
    .option('--against <folder>', 'another built checkout as a further rung; repeatable', readBuilds, [])
    .option('--gzip', 'also ours for clients that take gzip, as a process of its own', false)
    .option('--quick', 'a shorter warm-up and short rounds, to see that it works', false)
    .option('--json <file>', 'where the figures are written')
    .parse(parameters, { from: 'user' })
    .opts();
  const { quick } = options;
  return { ...options, seconds: options.seconds ?? (quick ? 0.3 : 1), rounds: options.rounds ?? (quick ? 2 : 5) };
}

function readSize(text) {
  const [, digits, unit] = /^(\d+)([km]?)$/i.exec(text) ?? [];
  const size = Number(digits) * { '': 1, k: 1e3, m: 1e6 }[unit?.toLowerCase()];
  if (!(size >= 1000)) throw new InvalidArgumentError('It is a number from 1,000, such as 100k or 1m.');
  return size;
}

function readNumber(text) {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('It is a number above 0.');
  return Number(text);
}

function readPages(text) {
  const unknown = text.split(',').filter((name) => PAGES[name] === undefined);
  if (unknown.length > 0) throw new InvalidArgumentError(`There are no pages named ${unknown.join(', ')}.`);
  return text.split(',');
}

function readBuilds(folder, others) {
  const projectDir = resolve(folder);
  if (!existsSync(builtScript(projectDir, 'main'))) throw new InvalidArgumentError('It is not built.');
  return [...others, projectDir];
}

/** Loads the set of each build that stores other documents; builds that store the same ones share it. */
async function loadDataSets(client, { size, against, gzip }) {
  const builds = {};
  for (const [number, projectDir] of [PROJECT_DIR, ...against].entries()) {
    const file = join(projectDir, 'lab', 'bench', 'ladder', 'data-set.mjs');
    const dataSet = existsSync(file) ? await import(pathToFileURL(file)) : ownDataSet;
    const prefix = `bench-${size}-${dataSet.documentsMark()}-`;
    await dataSet.ensureDataSet(client, { ...SET, prefix, size }, onProgress);
    builds[number === 0 ? OURS : `${number}: ${basename(projectDir)}`] = { projectDir, prefix };
  }
  if (gzip) builds[GZIP] = builds[OURS];
  return builds;
}

class Ladder {
  rssMegabytes = 0;
  #zipfPool;

  constructor(elasticsearchUrl, prefix, rungs, options) {
    this.requests = new Requests(ownDataSet.worldOf(options.size, SET.periods));
    this.planner = new Planner(elasticsearchUrl, prefix);
    this.rungs = rungs;
    this.options = options;
  }

  /** All services answer the same pages: a quick one that is wrong would win. */
  async compareAnswers() {
    const services = this.rungs.filter(({ isService }) => isService);
    for (const request of this.requests.fresh(PAGES.mix.shapes, COMPARED)) {
      const [usual, ...others] = await Promise.all(services.map((rung) => answerOf(rung, request)));
      const wrong = others.findIndex((answer) => !isDeepStrictEqual(answer, usual));
      if (wrong < 0) continue;
      const answers = JSON.stringify({ usual, [services[wrong + 1].name]: others[wrong] });
      throw new Error(`${request.path} ${JSON.stringify(request.body)} is answered differently: ${answers}`);
    }
  }

  async warmUp() {
    const work = await this.#prepare(this.requests.fresh(PAGES.mix.shapes, this.#smaller(WARM_UP.requests)));
    for (const rung of this.rungs) {
      onProgress(`warming up: ${rung.name}`);
      await this.#send(rung, work, WARM_UP.connections);
    }
  }

  /** One kind of pages at one number of connections: the figures of each rung, by rounds. */
  async cell(pages, connections) {
    const { shapes, isRepeated } = PAGES[pages];
    const { rounds, seconds } = this.options;
    const ways = this.rungs.flatMap((rung) => {
      const way = { name: rung.name, rung, rounds: [] };
      return rung.name === OURS && !isRepeated ? [way, { ...way, name: CACHED, isCached: true, rounds: [] }] : [way];
    });
    onProgress(`${pages}, ${connections} connections: settling`);
    if (isRepeated) this.#zipfPool ??= this.requests.fresh(shapes, this.#smaller(ZIPF_REQUESTS));
    const cached = await this.#prepare(isRepeated ? [] : this.requests.fresh(shapes, CACHED_REQUESTS));
    const draw = (count) =>
      this.#prepare(isRepeated ? this.requests.zipf(this.#zipfPool, count) : this.requests.fresh(shapes, count));
    const take = ({ rung, isCached }, work, count) =>
      this.#send(rung, isCached ? repeat(cached, count) : work.slice(0, count), connections);

    const settling = await draw(isRepeated ? this.#zipfPool.length : SETTLING * connections);
    for (const way of ways) {
      if (way.isCached) await this.#send(way.rung, cached, connections);
      const { pagesPerSecond } = await take(way, settling, way.rung.isBuild ? settling.length : SETTLING * connections);
      way.count = Math.ceil((pagesPerSecond * seconds) / connections) * connections;
    }
    const most = Math.max(...ways.map(({ isCached, count }) => (isCached ? 0 : count)));
    for (let round = 0; round < rounds; round += 1) {
      onProgress(`${pages}, ${connections} connections: round ${round + 1}`);
      const work = await draw(most);
      // Another rung begins, and every other round goes backwards: a rung finds caches as the one before left them.
      const order = ways.map((_, turn) => ways[(round + turn) % ways.length]);
      if (round % 2 === 1) order.reverse();
      for (const way of order) way.rounds.push(await take(way, work, way.count));
    }
    const figures = ways.map(({ name, rounds: seen }) => {
      const of = (field) => [field, seen.map((round) => round[field])];
      return [name, Object.fromEntries(['pagesPerSecond', 'cpuMs', 'p50', 'p99'].map(of))];
    });
    return { pages, connections, rungs: Object.fromEntries(figures) };
  }

  #smaller(count) {
    return this.options.quick ? count / QUICK_SHARE : count;
  }

  /** Requests as services take them, each with its search of Elasticsearch. */
  async #prepare(requests) {
    const work = [];
    for (let at = 0; at < requests.length; at += PLANNED_AT_ONCE) {
      work.push(...(await Promise.all(requests.slice(at, at + PLANNED_AT_ONCE).map((one) => this.#planned(one)))));
    }
    return work;
  }

  async #planned(request) {
    const search = await this.planner.plan(request);
    return { request: { path: request.path, body: JSON.stringify(request.body) }, search };
  }

  async #send(rung, work, connections) {
    const before = await rung.usage();
    const { seconds, ...latency } = await send(
      rung,
      work.map(({ request, search }) => (rung.isService ? request : search)),
      connections,
    );
    const { cpuSeconds, rssMegabytes } = await rung.usage();
    if (rung.name === OURS) this.rssMegabytes = Math.max(this.rssMegabytes, rssMegabytes);
    const cpuMs = (1000 * (cpuSeconds - before.cpuSeconds)) / work.length;
    return { pagesPerSecond: work.length / seconds, cpuMs, ...latency };
  }
}

/** Totals and ids of an answer. */
async function answerOf({ url, headers }, { operation, path, body }) {
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, ...failure } = await answer.json();
  if (answer.status !== 200) return failure;
  const { total, has_more, list } = data;
  return {
    total: operation === 'live' ? has_more : total,
    ids: list.map((record) => record[OPERATIONS[operation].id]),
  };
}

const repeat = (items, count) => Array.from({ length: count }, (_, number) => items[number % items.length]);

function onProgress(text) {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
}
