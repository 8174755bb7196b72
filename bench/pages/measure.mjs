import { groupCpuSeconds } from './process-group.mjs';

const GUESSED_PER_SECOND = { 1: 900, 8: 3500, 32: 5000 };
const SPARE = 1.25;

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * Whom the requests of a set are sent to, as what `round` takes: Elasticsearch by a bare proxy only where there is one,
 * the naive body only where its index is.
 */
export function targetsOf({ api, proxy, set }) {
  const to = (target, server = api) => ({ target, server, set });
  return {
    api: to('api'),
    raw: to('raw'),
    ...(proxy && { proxy: to('proxy', proxy) }),
    ...(set.naive && { naive: to('naive') }),
  };
}

/** Sends rounds of requests to the API and to Elasticsearch and takes their figures. */
export class Measure {
  #rates = new Map();
  compared = 0;
  faults = [];

  /** @param nodeGroup process group of Elasticsearch; undefined when it is not of this machine */
  constructor(load, elasticsearchUrl, nodeGroup) {
    this.load = load;
    this.elasticsearchUrl = elasticsearchUrl;
    this.nodeGroup = nodeGroup;
  }

  /** One round: what the load generator saw, and the CPU that the server before Elasticsearch and it used for it. */
  async round({ server, set, target, shapes, connections, seconds, ...others }) {
    const names = shapes.map(({ name }) => name);
    const key = [set.prefix, others.who ?? target, connections, ...names].join();
    const rate = this.#rates.get(key) ?? GUESSED_PER_SECOND[connections] ?? 5000;
    await server?.call('reset');
    const elasticBefore = groupCpuSeconds(this.nodeGroup);
    const outcome = await this.load.call('run', {
      set,
      target,
      serverUrl: server?.url,
      token: server?.token,
      elasticsearchUrl: this.elasticsearchUrl,
      shapes: names,
      connections,
      seconds,
      expected: Math.ceil(rate * seconds * SPARE) + connections,
      ...others,
    });
    const elastic = elasticBefore === undefined ? undefined : groupCpuSeconds(this.nodeGroup) - elasticBefore;
    const own = await server?.call('read');
    this.#rates.set(key, outcome.requests / outcome.seconds);
    this.compared += outcome.compared;
    this.faults.push(...outcome.wrong);
    // What a peer can't answer is a figure of it.
    if (outcome.failed > 0 && others.who === undefined) {
      const share = `${outcome.failed} of ${outcome.requests} requests failed (${target})`;
      const { status, text } = outcome.firstFailed;
      this.faults.push(`${names.join(' + ').slice(0, 200)}: ${share}, first ${status} ${text.slice(0, 500)}`);
    }
    return { ...outcome, elasticCpu: elastic, apiCpu: own?.cpuSeconds, process: own };
  }

  /**
   * Rounds of several ways in turn. Another one begins each time: the first finds caches as the round before left them.
   * @param ways by name, what `round` takes
   * @returns by name, the median throughput and latencies, CPU milliseconds per page over all rounds
   */
  async inTurn(rounds, ways) {
    const seen = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
    const names = Object.keys(ways);
    for (let number = 0; number < rounds; number += 1) {
      for (const turn of names.keys()) {
        const name = names[(number + turn) % names.length];
        seen[name].push(await this.round(ways[name]));
      }
    }
    return Object.fromEntries(Object.entries(seen).map(([name, outcomes]) => [name, summary(outcomes)]));
  }
}

/** Several rounds of one way as one. */
function summary(rounds) {
  const requests = sum(rounds.map((round) => round.requests));
  const perPage = (field) =>
    rounds[0][field] === undefined ? undefined : (1000 * sum(rounds.map((round) => round[field]))) / requests;
  const failed = sum(rounds.map((round) => round.failed));
  const ofProcess = (field) => Math.max(...rounds.map(({ process }) => process?.[field] ?? 0));
  return {
    requests,
    ...(failed > 0 && { failed, firstFailed: rounds.find((round) => round.failed > 0).firstFailed }),
    perSecond: median(rounds.map((round) => round.requests / round.seconds)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    kilobytes: median(rounds.map(({ kilobytes }) => kilobytes)),
    /** Milliseconds of CPU per page, which is the seconds per 1,000. */
    apiCpu: perPage('apiCpu'),
    elasticCpu: perPage('elasticCpu'),
    ...(rounds[0].process && {
      delayP99: ofProcess('delayP99'),
      delayMax: ofProcess('delayMax'),
      rssMegabytes: ofProcess('rssMegabytes'),
    }),
  };
}
