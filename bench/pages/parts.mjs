import { startApi } from './processes.mjs';
import { median, targetsOf } from './measure.mjs';

/** Each part measures one thing with what `run` hands it, and returns its figures as they are written to the file. */
const ZIPF = { distinct: 5000, skew: 1, seed: 1 };
const KEPT = { distinct: 200, skew: 0, seed: 2 };
const MIX_TIMES = 4;
/** Caches are measured as they are in use, not as they fill. */
const SETTLE_TIMES = 8;
const BUSY = 32;
const WARM_SECONDS = 15;
const NO_STORE = { 'cache-control': 'no-store' };

/** Adds an API process over the set to `targets`, and loads it until V8 has compiled what it will be measured by. */
async function startWarm(targets, { measure, elasticsearchUrl }, set, shapes) {
  const api = await startApi({ elasticsearchUrl, prefix: set.prefix });
  const { api: target } = targetsOf({ api, set });
  targets.push(target);
  await measure.round({ ...target, shapes, connections: BUSY, seconds: WARM_SECONDS, headers: NO_STORE });
}

/** Every shape by itself at each number of connections: the API and Elasticsearch sent the same, in turn. */
export async function table({ measure, targets, options, onProgress }) {
  const rows = [];
  for (const shape of options.shapes) {
    for (const connections of options.connections) {
      onProgress(`${shape.name}, ${connections} connections`);
      const way = { shapes: [shape], connections, seconds: options.seconds };
      const { api: ours, raw } = await measure.inTurn(options.rounds, {
        api: { ...way, ...targets.api },
        raw: { ...way, ...targets.raw },
      });
      rows.push({ shape: shape.name, keywords: shape.keywords === true, connections, api: ours, raw });
    }
  }
  return rows;
}

/** All shapes by weight, never repeated: the API, Elasticsearch sent the same, straight and by a bare proxy, and the naive body. */
export async function mix({ measure, targets, options, onProgress }) {
  const rows = [];
  for (const connections of options.connections) {
    onProgress(`mix of never-repeated requests, ${connections} connections`);
    const way = { shapes: options.shapes, connections, seconds: options.seconds * MIX_TIMES };
    const ways = Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, { ...way, ...target }]));
    rows.push({ connections, ...(await measure.inTurn(options.rounds, ways)) });
  }
  return rows;
}

/** Requests that come again: drawn by Zipf's law from a fixed number, and pages that are all in memory. */
export async function repeated({ measure, targets, options, onProgress }) {
  const way = { shapes: options.shapes, connections: BUSY, seconds: options.seconds * MIX_TIMES };
  onProgress(`Zipf mix over ${ZIPF.distinct} requests`);
  const ways = {
    api: { ...way, ...targets.api, repeat: ZIPF },
    raw: { ...way, ...targets.raw, repeat: ZIPF, requestCache: false },
    rawCached: { ...way, ...targets.raw, repeat: ZIPF, requestCache: true },
  };
  for (const settling of Object.values(ways)) await measure.round({ ...settling, seconds: SETTLE_TIMES * way.seconds });
  const zipf = await measure.inTurn(options.rounds, ways);
  onProgress('pages answered from memory');
  const kept = { ...way, ...targets.api, repeat: KEPT, connections: 8 };
  await measure.round(kept);
  const { api: hits } = await measure.inTurn(options.rounds, { api: kept });
  return { distinct: ZIPF.distinct, connections: BUSY, zipf, hits };
}

/** CPU per page of the last page of the window with 100 records against the first with 10, by operation. */
export async function pages({ measure, targets, options, onProgress }) {
  const rows = [];
  for (const operation of new Set(options.shapes.map((shape) => shape.operation))) {
    const first = options.shapes.find((shape) => shape.operation === operation && shape.first);
    const last = options.shapes.find((shape) => shape.operation === operation && shape.last);
    if (first === undefined || last === undefined) continue;
    onProgress(`${operation}: last page against first`);
    const way = { connections: 8, seconds: 2 * options.seconds, headers: NO_STORE };
    const onPage = (shape, target) => ({ ...way, ...target, shapes: [shape] });
    const seen = await measure.inTurn(options.rounds, {
      first: onPage(first, targets.api),
      last: onPage(last, targets.api),
      rawFirst: onPage(first, targets.raw),
      rawLast: onPage(last, targets.raw),
    });
    const kept = { ...onPage(last, targets.api), headers: {}, repeat: { distinct: 20, skew: 0, seed: 3 } };
    await measure.round(kept);
    const { kept: lastKept } = await measure.inTurn(options.rounds, { kept });
    rows.push({ operation, ...seen, lastKept });
  }
  return rows;
}

/** CPU per page of every search over sets of growing size, each with an API of its own. */
export async function growth(context) {
  const { measure, options, startOn, onProgress } = context;
  const shapes = options.shapes.filter(({ ranking }) => ranking === undefined);
  const targets = [];
  try {
    for (const size of options.sizes) {
      await startWarm(targets, context, await startOn(size), shapes);
    }
    const rows = [];
    for (const shape of shapes) {
      onProgress(`growth of ${shape.name}`);
      const ways = Object.fromEntries(
        targets.map((target) => [
          target.set.size,
          { ...target, shapes: [shape], connections: 8, seconds: options.seconds },
        ]),
      );
      rows.push({
        shape: shape.name,
        keywords: shape.keywords === true,
        bySize: await measure.inTurn(options.rounds, ways),
      });
    }
    return rows;
  } finally {
    for (const { server } of targets) await server.end();
  }
}

/** A ranking page's CPU where few and where many periods are kept. */
export async function periods(context) {
  const { measure, options, boardSets, onProgress } = context;
  const shapes = options.shapes.filter(({ ranking, first }) => ranking !== undefined && first);
  const targets = [];
  try {
    for (const set of await boardSets()) {
      await startWarm(targets, context, set, shapes);
    }
    const rows = [];
    for (const shape of shapes) {
      onProgress(`${shape.name}, few periods and many`);
      const ways = Object.fromEntries(
        targets.map((target) => [
          target.set.periods,
          { ...target, shapes: [shape], connections: 8, seconds: 2 * options.seconds, headers: NO_STORE },
        ]),
      );
      rows.push({ shape: shape.name, byPeriods: await measure.inTurn(2 * options.rounds, ways) });
    }
    return rows;
  } finally {
    for (const { server } of targets) await server.end();
  }
}

/** Pages that builds are held against each other by: never-repeated ones of all shapes and of keywords alone, and cached ones. */
const BUILDS_MEASURED = {
  'mix, 32 connections': (shapes) => ({ shapes, connections: BUSY }),
  'mix, 1 connection': (shapes) => ({ shapes, connections: 1 }),
  'keywords, clean': (shapes) => ({ shapes: shapes.filter(isAbout('two words')), connections: 8 }),
  'keywords, one misspelt': (shapes) => ({ shapes: shapes.filter(isAbout('misspelt')), connections: 8 }),
  'keywords, a handle': (shapes) => ({ shapes: shapes.filter(isAbout('a handle')), connections: 8 }),
  'cached pages': (shapes) => ({ shapes, connections: 8, repeat: KEPT }),
};
const isAbout =
  (ending) =>
  ({ name }) =>
    name.endsWith(ending);

/** This build and others over the same data, in turn: pages a second, CPU of the process and of Elasticsearch. */
export async function builds({ measure, elasticsearchUrl, set, targets, options, onProgress }) {
  const started = {};
  try {
    for (const { name, ...build } of options.builds) {
      const server = await startApi({ elasticsearchUrl, prefix: set.prefix, ...build });
      started[name] = { target: 'api', server, set };
    }
    const all = { 'this build': targets.api, ...started };
    for (const target of Object.values(started)) {
      onProgress('warming up the other builds');
      await measure.round({ ...target, shapes: options.shapes, connections: BUSY, seconds: WARM_SECONDS });
    }
    const rows = [];
    for (const [name, way] of Object.entries(BUILDS_MEASURED)) {
      onProgress(`builds: ${name}`);
      const measured = { ...way(options.shapes), seconds: options.seconds * MIX_TIMES };
      const ways = Object.fromEntries(Object.entries(all).map(([build, to]) => [build, { ...measured, ...to }]));
      for (const settling of Object.values(ways)) await measure.round(settling);
      rows.push({ name, builds: await measure.inTurn(2 * options.rounds, ways) });
    }
    return rows;
  } finally {
    for (const { server } of Object.values(started)) await server.end();
  }
}

/** How long the service takes from its start until it is ready: the median of some starts. */
export async function readiness({ set, elasticsearchUrl }, first) {
  const seen = [first];
  for (let number = 0; number < 2; number += 1) {
    const api = await startApi({ elasticsearchUrl, prefix: set.prefix });
    seen.push(api.readyMs);
    await api.end();
  }
  return median(seen);
}
