import { cpus } from 'node:os';
import { compareWithApi } from './peers/compare.mjs';
import { readOptions } from './peers/options.mjs';
import { picture } from './peers/picture.mjs';
import { PEERS } from './peers/registry.mjs';
import { reasonOf, report } from './peers/report.mjs';
import { periodsBackFrom } from './pages/boards-data.mjs';
import { BOARDS, kindsOf, onProgress, startNode, warmUp, write } from './pages/bench-run.mjs';
import { costOf, ensureDataSet, FILTER_VALUES, sampleRecords, UNTIL } from './pages/data-set.mjs';
import { Measure } from './pages/measure.mjs';
import { startApi, startLoadGenerator } from './pages/processes.mjs';
import { treeResidentBytes } from './pages/process-group.mjs';
import { SHAPES, worldOf } from './pages/shapes.mjs';

const BUSY = 32;
const ZIPF = { distinct: 5000, skew: 1, seed: 1 };
/** Caches are measured as they are in use, not as they fill. */
const SETTLE_TIMES = 4;
const MIX_TIMES = 2;
const API = 'api';

/** The API beside what a user could pick instead: prints tables, writes the figures and a picture of them. */
export async function measure(parameters) {
  const options = readOptions(parameters);
  const started = new Started();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void started.end().then(() => process.exit(1)));
  try {
    const node = await startNode(options.elasticsearch);
    started.add(() => node.close());
    const run = await measureOn(node, options, started);
    const tables = report(run);
    const command = `npm run bench -- ${['peers', ...parameters].join(' ')}`;
    write(options.json, `${JSON.stringify(run, null, 2)}\n`);
    write(options.report, `# Benchmark: peers\n\n${run.at.slice(0, 10)}, \`${command}\`\n\n${tables}\n`);
    write(options.picture, picture(run));
    console.log(`\n${tables}\n\nWritten to ${options.json}, ${options.report} and ${options.picture}`);
    if (run.faults.length > 0) throw new Error(run.faults.slice(0, 5).join('\n'));
  } finally {
    onProgress.end();
    await started.end();
  }
}

/** Engines and services that run, each with how it is ended; the last begun ends first. */
class Started {
  #closings = [];

  add(close) {
    this.#closings.push(close);
  }

  async end() {
    for (let close = this.#closings.pop(); close !== undefined; close = this.#closings.pop()) await close();
  }
}

async function measureOn({ client, url, group }, options, started) {
  const { size, shapes } = options;
  const node = { client, url, group };
  const asked = PEERS.filter(({ name }) => options.peers.includes(name));
  const chosen = PEERS.filter((peer) => asked.includes(peer) || asked.some(({ beside }) => beside === peer.name));
  const set = { prefix: `bench-${size}-`, size, kinds: kindsOf(SHAPES), until: UNTIL, ...BOARDS };
  await ensureDataSet(client, { ...set, naive: options.peers.includes('naive') }, onProgress);
  const load = await startLoadGenerator();
  started.add(() => load.end());
  const api = await startApi({ elasticsearchUrl: url, prefix: set.prefix });
  started.add(() => api.end());
  const peers = [];
  const missing = {};
  for (const peer of chosen) {
    const why = await peer.missing();
    if (why !== undefined) missing[peer.name] = why;
    else {
      onProgress(`starting ${peer.title}`);
      const running = await peer.start({ set, node, onProgress });
      started.add(() => running.close());
      peers.push({ ...peer, ...running });
    }
  }
  const world = worldOf(sampleRecords(size), periodsBackFrom(UNTIL, set.periods), FILTER_VALUES);
  const compared = {};
  for (const peer of peers) {
    onProgress(`comparing answers of ${peer.title}`);
    const held = {
      set,
      shapes: ableOf(peer, shapes),
      world,
      count: options.compared,
      api,
      peer,
      elasticsearchUrl: url,
    };
    compared[peer.name] = await compareWithApi(held);
  }
  const measured = new Measure(load, url, group);
  const rounds = new Rounds(measured, set, { api, peers, options });
  await rounds.warmUp();
  const table = await rounds.table();
  const mix = await rounds.mix();
  const zipf = await rounds.zipf();
  const own = {
    ...(await costOf(client, set, false)),
    residentBytes: treeResidentBytes(group) + treeResidentBytes(api.child.pid),
  };
  return {
    at: new Date().toISOString(),
    size,
    machine: { cpus: cpus().length, node: process.versions.node },
    seconds: options.seconds,
    rounds: options.rounds,
    api: own,
    peers: peers.map(({ name, title, beside = API, settings, cannot, loadSeconds, diskBytes, residentBytes }) => ({
      ...{ name, title, beside, settings, cannot, loadSeconds, diskBytes },
      residentBytes: residentBytes(),
    })),
    ...{ missing, compared, table, mix, zipf, faults: measured.faults },
  };
}

/** Those of the shapes that a peer can answer. */
const ableOf = (peer, shapes) => shapes.filter(({ name }) => reasonOf(peer, name) === undefined);

/** What is measured of the API and its peers, in turn. */
class Rounds {
  constructor(measure, set, { api, peers, options }) {
    Object.assign(this, { measure, set, api, peers, options });
  }

  /** Whom requests of these shapes are sent to, as `Measure.round` takes it: those that can answer all of them. */
  ways(shapes, more) {
    const able = this.peers.filter((peer) => ableOf(peer, shapes).length === shapes.length);
    const to = ({ name, url: engineUrl, server }) => ({
      ...(engineUrl === undefined ? { target: 'peer', server } : { target: 'raw', engineUrl }),
      who: name,
    });
    const api = { target: API, server: this.api };
    const ways = [[API, api], ...able.map((peer) => [peer.name, to(peer)])];
    return Object.fromEntries(ways.map(([name, way]) => [name, { ...way, set: this.set, shapes, ...more }]));
  }

  /** Those that can't answer all shapes warm up by the ones that they can. */
  warmUp() {
    const { shapes } = this.options;
    const targets = this.peers.map((peer) => [peer.name, this.ways(ableOf(peer, shapes), {})[peer.name]]);
    const api = this.ways(shapes, {})[API];
    return warmUp(this.measure, { [API]: api, ...Object.fromEntries(targets) }, shapes);
  }

  /** Each shape by itself. */
  async table() {
    const rows = [];
    for (const shape of this.options.shapes) {
      onProgress(shape.name);
      const ways = this.ways([shape], { connections: BUSY, seconds: this.options.seconds });
      const { name, ranking, keywords = false } = shape;
      rows.push({ shape: name, ranking: ranking !== undefined, keywords, ways: await this.inTurn(ways) });
    }
    return rows;
  }

  /** All shapes by weight, never repeated. */
  async mix() {
    const rows = [];
    for (const connections of this.options.connections) {
      onProgress(`mix of never-repeated requests, ${connections} connections`);
      const ways = this.ways(this.options.shapes, { connections, seconds: this.options.seconds * MIX_TIMES });
      rows.push({ connections, ways: await this.inTurn(ways) });
    }
    return rows;
  }

  /** Requests that come again, drawn by Zipf's law. */
  async zipf() {
    onProgress(`Zipf mix over ${ZIPF.distinct} requests`);
    const seconds = this.options.seconds * MIX_TIMES;
    const ways = this.ways(this.options.shapes, { connections: BUSY, seconds, repeat: ZIPF });
    for (const way of Object.values(ways)) await this.measure.round({ ...way, seconds: SETTLE_TIMES * seconds });
    return { distinct: ZIPF.distinct, connections: BUSY, ways: await this.inTurn(ways) };
  }

  inTurn(ways) {
    return this.measure.inTurn(this.options.rounds, ways);
  }
}
