import { Client } from 'undici';
import { Random } from '../../dist/modules/src/seed/random.js';
import { FILTER_VALUES, sampleRecords } from './data-set.mjs';
import { periodsBackFrom } from './boards-data.mjs';
import { compareAnswers } from './compare-answers.mjs';
import { idOf, naivePlan, rawPlan } from './plans.mjs';
import { drawShape, SHAPES, worldOf } from './shapes.mjs';

/**
 * The process that sends requests, to the API and to Elasticsearch alike, one at a time on each of its connections, and
 * times them. It is told what to do in messages: `{call, id, parameters}`, and answers each with `{id, result}`.
 */
const SAMPLED = 3;
const JSON_TYPE = { 'content-type': 'application/json' };
const DISTINCT_TRIES = 50;
/** Words are looked up meanwhile, which Elasticsearch should not feel. */
const PREPARED_AT_ONCE = 8;

const worlds = new Map();
const made = new Map();
let runs = 0;

const calls = { run, close: async () => process.disconnect() };
process.on('message', async ({ id, call, parameters }) => {
  try {
    process.send({ id, result: await calls[call](parameters) });
  } catch (error) {
    process.send({ id, error: error.stack });
  }
});
process.send({ ready: true });

/**
 * One round against one target.
 * @param parameters `{set, target: 'api' | 'peer' | 'raw' | 'naive' | 'proxy', serverUrl, token, elasticsearchUrl, engineUrl,
 *   shapes, connections, seconds, expected, requestCache, repeat, headers, who}`: a `peer` answers the API's own paths,
 *   `engineUrl` is sent what Elasticsearch would be, `who` names the peer of the API that is asked; `shapes` names one or
 *   more, drawn by weight; `repeat` `{distinct, skew, seed}` draws from so many requests; `expected` says for how many
 *   requests to be ready
 */
async function run(parameters) {
  const { set, target, who = target, shapes: names, connections, seconds, expected, repeat } = parameters;
  runs += 1;
  const shapes = SHAPES.filter(({ name }) => names.includes(name));
  const world = worldFor(set);
  const random = new Random('bench requests', runs);
  const makeOne = () => {
    const shape = drawShape(random, shapes);
    return { shape, body: distinct(`${set.prefix} ${who}`, shape, random, world) };
  };
  const drawn =
    repeat === undefined ? Array.from({ length: expected }, makeOne) : repeated(repeat, shapes, world, expected);
  const work = [];
  for (let at = 0; at < drawn.length; at += PREPARED_AT_ONCE) {
    work.push(...(await Promise.all(drawn.slice(at, at + PREPARED_AT_ONCE).map((one) => workOf(parameters, one)))));
  }
  const outcome = await drive(parameters, work);
  const checked = target === 'api' ? await check(parameters, outcome.kept) : { compared: 0, wrong: [] };
  const { latencies, elapsed, failed, firstFailed, bytes } = outcome;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
  return {
    requests: latencies.length,
    seconds: elapsed,
    wanted: seconds,
    connections,
    p50: at(0.5),
    p99: at(0.99),
    kilobytes: bytes / 1000 / latencies.length,
    failed,
    firstFailed,
    ...checked,
  };
}

function worldFor({ size, periods, until }) {
  const key = `${size} ${periods}`;
  if (!worlds.has(key)) worlds.set(key, worldOf(sampleRecords(size), periodsBackFrom(until, periods), FILTER_VALUES));
  return worlds.get(key);
}

/** A request that the target was not sent before, as long as the shape has any. */
function distinct(target, shape, random, world) {
  const key = `${target} ${shape.name}`;
  if (!made.has(key)) made.set(key, new Set());
  const sent = made.get(key);
  for (let tries = 0; ; tries += 1) {
    const body = shape.make(random, world);
    const text = JSON.stringify(body);
    if (sent.has(text) && tries < DISTINCT_TRIES) continue;
    sent.add(text);
    return body;
  }
}

const pools = new Map();
/** Draws from a fixed number of requests; rank r comes up in proportion to 1 / r^skew. */
function repeated({ distinct: count, skew, seed }, shapes, world, expected) {
  const key = `${seed} ${count} ${shapes.map(({ name }) => name).join()}`;
  if (!pools.has(key)) {
    const random = new Random('bench pool', seed);
    const seen = new Set();
    const pool = [];
    while (pool.length < count) {
      const shape = drawShape(random, shapes);
      const body = shape.make(random, world);
      const text = shape.name + JSON.stringify(body);
      if (seen.has(text)) continue;
      seen.add(text);
      pool.push({ shape, body });
    }
    pools.set(key, pool);
  }
  const pool = pools.get(key);
  const shares = pool.map((_, rank) => (rank + 1) ** -skew);
  const sums = [];
  shares.reduce((sum, share) => (sums.push(sum + share), sum + share), 0);
  const random = new Random('bench draws', runs);
  return Array.from({ length: expected }, () => {
    const wanted = random.next() * sums.at(-1);
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return pool[low];
  });
}

const isService = (target) => target === 'api' || target === 'peer';

async function workOf({ target, set, token, requestCache, headers, elasticsearchUrl }, { shape, body }) {
  if (isService(target)) {
    const text = JSON.stringify(body);
    return {
      request: { shape, body },
      steps: [text],
      path: shape.path,
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}`, ...headers },
    };
  }
  const plan = await (target === 'naive' ? naivePlan : rawPlan)(shape, body, {
    prefix: set.prefix,
    elasticsearchUrl,
    requestCache,
  });
  return { request: { shape, body }, steps: plan.bodies, enough: plan.enough, path: plan.path, headers: JSON_TYPE };
}

/** Sends the work over so many connections until the time is up or there is no more. */
async function drive({ target, serverUrl, elasticsearchUrl, engineUrl, connections, seconds }, work) {
  const url = target === 'raw' || target === 'naive' ? (engineUrl ?? elasticsearchUrl) : serverUrl;
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }));
  await Promise.all(
    clients.map((client) =>
      send(client, { method: 'GET', path: isService(target) ? '/health/live' : '/_cluster/health' }),
    ),
  );
  const latencies = [];
  const kept = [];
  let [next, failed, bytes] = [0, 0, 0];
  let firstFailed;
  const keepEvery = Math.max(1, Math.floor(work.length / SAMPLED / 2));
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let lastAt = startedAt;
  await Promise.all(
    clients.map(async (client) => {
      while (next < work.length && performance.now() < endAt) {
        const number = next++;
        const item = work[number];
        const keep = target === 'api' && number % keepEvery === 0 && kept.length < SAMPLED;
        const sentAt = performance.now();
        const answer = await sendSteps(client, item, keep);
        lastAt = performance.now();
        latencies.push(lastAt - sentAt);
        bytes += answer.bytes;
        if (answer.status !== 200) {
          failed += 1;
          firstFailed ??= answer;
        } else if (keep) kept.push({ ...item.request, answer: answer.text });
      }
    }),
  );
  await Promise.all(clients.map((client) => client.close()));
  return { latencies, elapsed: (lastAt - startedAt) / 1000, failed, firstFailed, bytes, kept };
}

async function sendSteps(client, { steps, enough, path, headers }, keep) {
  let answer;
  for (const [number, body] of steps.entries()) {
    const isLast = number === steps.length - 1;
    answer = await send(client, { method: 'POST', path, headers, body }, keep ? 'text' : isLast ? undefined : 'head');
    if (isLast || totalOf(answer.text) >= enough) break;
  }
  return answer;
}

const TOTAL = /"total":\{"value":(\d+)/;
function totalOf(text) {
  const found = TOTAL.exec(text);
  if (found === null) throw new Error(`Elasticsearch answered without a total: ${text.slice(0, 500)}`);
  return Number(found[1]);
}

/** @param want `text` keeps the whole answer, `head` its beginning, undefined nothing of one that is 200 */
function send(client, request, want) {
  return new Promise((resolve, reject) => {
    const answer = { status: 0, bytes: 0, text: '' };
    const parts = [];
    client.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_, status) {
        answer.status = status;
      },
      onResponseData(_, chunk) {
        answer.bytes += chunk.length;
        if (want === 'text' || answer.status !== 200 || (want === 'head' && parts.length === 0))
          parts.push(Buffer.from(chunk));
      },
      onResponseEnd() {
        answer.text = Buffer.concat(parts).toString();
        resolve(answer);
      },
      onResponseError(_, error) {
        reject(error);
      },
    });
  });
}

/** Holds answers of the API against what Elasticsearch answers to the same compiled bodies: ids, their order, the total. */
async function check({ set, elasticsearchUrl }, kept) {
  const client = new Client(elasticsearchUrl);
  const wrong = [];
  for (const { shape, body, answer } of kept) {
    const plan = await rawPlan(shape, body, { prefix: set.prefix, elasticsearchUrl });
    const raw = await sendSteps(
      client,
      { steps: plan.bodies, enough: plan.enough, path: plan.path, headers: JSON_TYPE },
      true,
    );
    const fault = compareAnswers(
      { operation: shape.operation, id: idOf(shape.operation) },
      body,
      JSON.parse(answer),
      JSON.parse(raw.text),
    );
    if (fault !== undefined) wrong.push(`${shape.name} ${JSON.stringify(body)}: ${fault}`);
  }
  await client.close();
  return { compared: kept.length, wrong };
}
