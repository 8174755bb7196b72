/** The goals, each with the figures it is held against. A goal whose part was not measured is left out. */
const at = (rows, connections) => rows?.find((row) => row.connections === connections);
const cpu = ({ apiCpu, elasticCpu }) => (elasticCpu === undefined ? undefined : apiCpu + elasticCpu);

const GOALS = [
  {
    name: '1a. never repeated, 32 connections: throughput against raw',
    least: 0.5,
    figure: ({ mix }) => at(mix, 32) && at(mix, 32).api.perSecond / at(mix, 32).raw.perSecond,
  },
  {
    name: '1b. never repeated, 32 connections: throughput against the naive body',
    least: 1,
    figure: ({ mix }) => at(mix, 32)?.naive && at(mix, 32).api.perSecond / at(mix, 32).naive.perSecond,
  },
  {
    name: '1c. 1 connection: p50 above raw, ms',
    most: 0.7,
    figure: ({ mix }) => at(mix, 1) && at(mix, 1).api.p50 - at(mix, 1).raw.p50,
  },
  {
    name: '2a. Zipf mix: throughput against raw without its request cache',
    least: 1.2,
    figure: ({ repeated }) => repeated && repeated.zipf.api.perSecond / repeated.zipf.raw.perSecond,
  },
  {
    name: '2b. Zipf mix: throughput against raw with its request cache',
    least: 0.7,
    figure: ({ repeated }) => repeated && repeated.zipf.api.perSecond / repeated.zipf.rawCached.perSecond,
  },
  {
    name: '2c. a page answered from the cache: CPU of the process, ms',
    most: 0.25,
    figure: ({ repeated }) => repeated?.hits.apiCpu,
  },
  {
    name: '3a. growth of the CPU per page per size step, without keywords: the worst shape',
    most: 1.5,
    figure: (run) => worstGrowth(run, false),
  },
  {
    name: '3b. growth of the CPU per page per size step, with keywords: the worst shape',
    most: 2,
    figure: (run) => worstGrowth(run, true),
  },
  {
    name: '4a. last page of 100 against first of 10, CPU: the worst operation',
    most: 8,
    figure: ({ pages }) => worst(pages, ({ first, last }) => cpu(last) / cpu(first)),
  },
  {
    name: '4b. last page of 100 from the cache against first of 10, CPU: the worst operation',
    most: 8,
    figure: ({ pages }) => worst(pages, ({ first, lastKept }) => cpu(lastKept) / cpu(first)),
  },
  {
    name: '5. ranking page with many periods against few, CPU: the ranking that differs most',
    most: 1.1,
    figure: ({ periods }) => worst(periods, ({ byPeriods }) => ratioOfEnds(Object.values(byPeriods))),
  },
  { name: '6a. ready after its start, ms', most: 1500, figure: ({ process }) => process?.readyMs },
  { name: '6b. resident under load, MB', most: 250, figure: ({ process }) => process?.rssMegabytes },
  { name: '6c. event-loop delay at p99 under load, ms', most: 50, figure: ({ process }) => process?.delayP99 },
];

/** Each goal that was measured: `{name, figure, limit, passed}`. */
export function goalsOf(run) {
  return GOALS.map(({ name, least, most, figure }) => {
    const measured = figure(run);
    if (measured === undefined || Number.isNaN(measured)) return undefined;
    const passed = least === undefined ? measured <= most : measured >= least;
    return { name, figure: measured, limit: least === undefined ? `at most ${most}` : `at least ${least}`, passed };
  }).filter((goal) => goal !== undefined);
}

/** Per shape the CPU per page at each size and the largest factor of a step. */
export function growthOf({ shape, keywords, bySize }) {
  const sizes = Object.keys(bySize)
    .map(Number)
    .sort((a, b) => a - b);
  const costs = sizes.map((size) => cpu(bySize[size]));
  const steps = costs.slice(1).map((cost, number) => cost / costs[number]);
  return { shape, keywords, sizes, costs, steps, worst: Math.max(...steps) };
}

const worstGrowth = ({ growth }, keywords) =>
  worst(
    growth?.filter((row) => row.keywords === keywords && Object.keys(row.bySize).length > 1),
    (row) => growthOf(row).worst,
  );

function worst(rows, figure) {
  const figures = (rows ?? []).map(figure).filter((value) => Number.isFinite(value));
  return figures.length === 0 ? undefined : Math.max(...figures);
}

function ratioOfEnds(ways) {
  const [few, many] = [cpu(ways[0]), cpu(ways.at(-1))];
  return Math.max(few, many) / Math.min(few, many);
}
