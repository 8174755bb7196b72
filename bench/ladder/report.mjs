import { goalsOf, growthOf } from './goals.mjs';

/** A number as it is read: three digits of it, no more than two decimals. */
export function shown(value) {
  if (value === undefined || value === null || Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export const line = (cells) => `| ${cells.join(' | ')} |`;
export const titles = (...names) => [line(names), line(names.map(() => '---'))];

/** The figures of a run as Markdown. */
export function report(run) {
  const sections = [
    `${run.size.toLocaleString('en-US')} products and videos, ${run.machine.cpus} CPUs, Node ${run.machine.node}; rates are pages a second, times milliseconds, CPU milliseconds per page (seconds per 1,000).`,
    run.table && tableText(run.table),
    run.mix && mixText(run.mix),
    run.repeated && repeatedText(run.repeated),
    run.pages && pagesText(run.pages),
    run.growth && growthText(run.growth),
    run.periods && periodsText(run.periods),
    run.builds && buildsText(run.builds),
    run.process && processText(run.process),
    `${run.compared.toLocaleString('en-US')} answers were held against Elasticsearch's own: ${run.faults.length === 0 ? 'all equal' : `${run.faults.length} faults`}.`,
    goalsText(run),
  ];
  return sections.filter((section) => section !== undefined).join('\n\n');
}

function tableText(rows) {
  const head = ['Shape', 'Conn.', 'API /s', 'Raw /s', 'Ratio', 'p50', 'raw', 'p99', 'raw'];
  const lines = rows.map(({ shape, connections, api, raw }) => {
    const figures = [api.perSecond, raw.perSecond, api.perSecond / raw.perSecond, api.p50, raw.p50, api.p99, raw.p99];
    return line([shape, connections, ...[...figures, api.apiCpu, api.elasticCpu, raw.elasticCpu].map(shown)]);
  });
  return [...titles(...head, 'CPU API', 'CPU ES', 'raw'), ...lines].join('\n');
}

function mixText(rows) {
  const lines = rows.flatMap(({ connections, ...ways }) =>
    Object.entries(ways).map(([name, way]) =>
      line([connections, WAY_NAMES[name], ...wayCells(way), shown(ways.api.perSecond / way.perSecond)]),
    ),
  );
  return ['Mix of all shapes, never repeated', '', ...titles('Conn.', ...WAY_TITLES, 'API / it'), ...lines].join('\n');
}

const WAY_NAMES = {
  api: 'API',
  raw: 'raw',
  proxy: 'bare proxy',
  naive: 'naive body',
  rawCached: 'raw, request cache',
  hits: 'API, all kept',
};
const WAY_TITLES = ['Way', 'Pages /s', 'p50', 'p99', 'CPU Node', 'CPU ES'];
const wayCells = (way) => [way.perSecond, way.p50, way.p99, way.apiCpu, way.elasticCpu].map(shown);

function repeatedText({ distinct, connections, zipf, hits }) {
  const lines = Object.entries({ ...zipf, hits }).map(([name, way]) =>
    line([WAY_NAMES[name], ...wayCells(way), shown(zipf.api.perSecond / way.perSecond)]),
  );
  const title = `Zipf mix over ${distinct.toLocaleString('en-US')} requests, ${connections} connections (kept pages: 8)`;
  return [title, '', ...titles(...WAY_TITLES, 'API / it'), ...lines].join('\n');
}

const cpuOf = ({ apiCpu, elasticCpu }) => apiCpu + elasticCpu;

function pagesText(rows) {
  const lines = rows.map(({ operation, first, last, rawFirst, rawLast, lastKept }) => {
    const raw = rawLast.elasticCpu / rawFirst.elasticCpu;
    const own = cpuOf(last) / cpuOf(first);
    return line([operation, ...[cpuOf(first), cpuOf(last), own, cpuOf(lastKept) / cpuOf(first), raw].map(shown)]);
  });
  const head = titles('Operation', 'First, 10', 'Last, 100', 'Ratio', 'Ratio when kept', 'Raw ratio');
  return ['CPU of the last page of the window with 100 records against the first with 10', '', ...head, ...lines].join(
    '\n',
  );
}

function growthText(rows) {
  const all = rows.map(growthOf);
  const sizes = all[0]?.sizes.map((size) => size.toLocaleString('en-US')) ?? [];
  const lines = all.map(({ shape, costs, steps }) => line([shape, ...costs.map(shown), ...steps.map(shown)]));
  const head = titles('Shape', ...sizes, ...sizes.slice(1).map((_, number) => `Step ${number + 1}`));
  return ['CPU per page by the number of products and videos', '', ...head, ...lines].join('\n');
}

function periodsText(rows) {
  const counts = Object.keys(rows[0]?.byPeriods ?? {});
  const lines = rows.map(({ shape, byPeriods }) => {
    const costs = counts.map((count) => cpuOf(byPeriods[count]));
    return line([shape, ...costs.map(shown), shown(costs.at(-1) / costs[0])]);
  });
  return ['CPU of a ranking page by the periods kept', '', ...titles('Shape', ...counts, 'Ratio'), ...lines].join('\n');
}

function buildsText(rows) {
  const lines = rows.flatMap(({ name, builds }) =>
    Object.entries(builds).map(([build, way]) =>
      line([name, build, ...wayCells(way), shown(way.apiCpu / Object.values(builds)[0].apiCpu)]),
    ),
  );
  const titled = WAY_TITLES.slice(1);
  return ['Builds in turn', '', ...titles('Pages', 'Build', ...titled, 'CPU Node / this'), ...lines].join('\n');
}

function processText({ readyMs, rssMegabytes, delayP99, delayMax }) {
  return `API process: ready after ${shown(readyMs)} ms, at most ${shown(rssMegabytes)} MB resident, event-loop delay ${shown(delayP99)} ms at p99, ${shown(delayMax)} ms at most.`;
}

function goalsText(run) {
  const lines = goalsOf(run).map(({ name, figure, limit, passed }) =>
    line([name, limit, shown(figure), passed ? 'met' : 'MISSED']),
  );
  return [...titles('Goal', 'Wanted', 'Measured', ''), ...lines].join('\n');
}

/** Two runs side by side: the later's figures over the earlier's, by shape and way. */
export function compareRuns(before, after) {
  const ratio = (a, b) => shown(b / a);
  const rows = (after.table ?? []).flatMap((row) => {
    const old = (before.table ?? []).find((one) => one.shape === row.shape && one.connections === row.connections);
    return old === undefined ? [] : [[row.shape, row.connections, old, row]];
  });
  const mixes = (after.mix ?? []).flatMap((row) => {
    const old = (before.mix ?? []).find(({ connections }) => connections === row.connections);
    return old === undefined ? [] : [['mix', row.connections, old, row]];
  });
  const lines = [...rows, ...mixes].map(([name, connections, old, now]) =>
    line([
      name,
      connections,
      shown(old.api.perSecond / old.raw.perSecond),
      shown(now.api.perSecond / now.raw.perSecond),
      ratio(old.api.perSecond, now.api.perSecond),
      ratio(old.api.p50, now.api.p50),
      ratio(old.api.p99, now.api.p99),
      ratio(old.api.apiCpu, now.api.apiCpu),
      ratio(old.api.elasticCpu, now.api.elasticCpu),
    ]),
  );
  const head = ['Shape', 'Conn.', 'API / raw before', 'after', 'Rate ×', 'p50 ×', 'p99 ×', 'CPU API ×', 'CPU ES ×'];
  const goals = goalsOf(after).map(({ name, figure, limit }) => {
    const old = goalsOf(before).find((goal) => goal.name === name);
    return line([name, limit, shown(old?.figure), shown(figure)]);
  });
  return [...titles(...head), ...lines, '', ...titles('Goal', 'Wanted', 'Before', 'After'), ...goals].join('\n');
}
