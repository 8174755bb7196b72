import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { BOARDS, kindsOf, onProgress, startNode, warmUp, write } from './pages/bench-run.mjs';
import { ensureDataSet, UNTIL } from './pages/data-set.mjs';
import { goalsOf } from './pages/goals.mjs';
import { Measure, targetsOf } from './pages/measure.mjs';
import { readOptions } from './pages/options.mjs';
import * as parts from './pages/parts.mjs';
import { startApi, startBareProxy, startLoadGenerator } from './pages/processes.mjs';
import { compareRuns, report } from './pages/report.mjs';

const FEW_AND_MANY = [4, 104];
const SMALLEST_SET = 1000;

/** The pages of the API against raw Elasticsearch: prints tables and goals, writes the figures. */
export async function measure(parameters) {
  const options = readOptions(parameters);
  if (options.compare !== undefined) {
    const [before, after] = options.compare.map((file) => JSON.parse(readFileSync(file, 'utf8')));
    console.log(compareRuns(before, after));
    return;
  }
  const node = await startNode(options.elasticsearch);
  try {
    const run = await measureOn(node, options);
    const tables = report(run);
    write(options.json, `${JSON.stringify(run, null, 2)}\n`);
    write(
      options.report,
      `# Benchmark: pages\n\n${run.at.slice(0, 10)}, \`npm run bench -- ${parameters.join(' ')}\`\n\n${tables}\n`,
    );
    console.log(`\n${tables}\n\nWritten to ${options.json} and ${options.report}`);
    for (const fault of run.faults.slice(0, 20)) console.error(fault);
    if (run.faults.length > 0) process.exitCode = 1;
  } finally {
    await node.close();
  }
}

async function measureOn({ client, url, group }, options) {
  const startOn = async (size, more = {}) => {
    const kinds = kindsOf(options.shapes);
    const set = { prefix: `bench-${size}-`, size, kinds, until: UNTIL, naive: false, ...BOARDS, ...more };
    await ensureDataSet(client, set, onProgress);
    return set;
  };
  const boardSets = async () => {
    const sets = [];
    for (const periods of FEW_AND_MANY) {
      sets.push(await startOn(SMALLEST_SET, { prefix: `bench-${periods}-periods-`, periods }));
    }
    return sets;
  };
  const measuresMix = options.parts.includes('mix');
  const set = await startOn(options.size, { naive: measuresMix });
  const started = [];
  const start = async (starting) => {
    started.push(await starting);
    return started.at(-1);
  };
  try {
    const load = await start(startLoadGenerator());
    const api = await start(startApi({ elasticsearchUrl: url, prefix: set.prefix, ...profiling(options) }));
    const proxy = measuresMix ? await start(startBareProxy(url)) : undefined;
    const measure = new Measure(load, url, group);
    const targets = targetsOf({ api, proxy, set });
    const context = { measure, set, targets, options, startOn, boardSets, elasticsearchUrl: url, onProgress };
    await warmUp(measure, targets, options.shapes);
    const run = {
      at: new Date().toISOString(),
      size: options.size,
      machine: { cpus: cpus().length, node: process.versions.node },
      seconds: options.seconds,
      rounds: options.rounds,
    };
    for (const part of options.parts) run[part] = await parts[part](context);
    const busy = run.mix?.at(-1).api;
    run.process = {
      readyMs: await parts.readiness(context, api.readyMs),
      rssMegabytes: busy?.rssMegabytes,
      delayP99: busy?.delayP99,
      delayMax: busy?.delayMax,
    };
    return { ...run, compared: measure.compared, faults: measure.faults, goals: goalsOf(run) };
  } finally {
    for (const child of started.reverse()) await child.end();
    onProgress.end();
  }
}

const profiling = ({ profile }) =>
  profile === undefined ? {} : { nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${profile}`] };
