const ALLOWED_LOSS = 0.15;
const GOAL_CONNECTIONS = 8;

/** @param {readonly number[]} values @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** One rung over another, by rounds: both of a round ran within seconds of each other. */
export const ratios = (rung, to, field) => rung[field].map((value, round) => value / to[field][round]);

/**
 * Whether a build loses more pages a second than a removal may cost, in every round or in their median alone.
 * @param {readonly number[]} values @returns {string}
 */
export function verdict(values) {
  const least = 1 - ALLOWED_LOSS;
  if (Math.max(...values) < least) return 'loses more than 15 %';
  return median(values) < least ? 'not shown: the rounds spread too far' : 'within 15 %';
}

/** A number as it is read: three digits of it, at most two decimals. */
function shown(value) {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
const spread = (values) => `${shown(median(values))} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`;
const line = (cells) => `| ${cells.join(' | ')} |`;
const table = (names, rows) => [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n');

/**
 * The figures of a run as Markdown.
 * @param run `{at, revision, machine, size, rounds, seconds, cells, against, rssMegabytes}`; `rungs` of a cell holds by name
 *   `{pagesPerSecond, cpuMs, p50, p99}`, a figure for each round
 */
export function report(run) {
  const { at, revision, size, machine, rounds, seconds } = run;
  const records = size.toLocaleString('en-US');
  const titles = [
    'Pages',
    'Conn.',
    'Rung',
    'Pages a second',
    'CPU, ms a page',
    '× proxy',
    'Pages/s: × proxy',
    '× usual',
    'p50, ms',
    'p99, ms',
  ];
  const parts = [
    `${at.slice(0, 10)}, revision ${revision}: ${records} products and videos, Node ${machine.node}, ${machine.cpus} CPUs, ${rounds} rounds of ${seconds} s; medians (least–most).`,
    table(titles, run.cells.flatMap(rungRows)),
    run.against.length > 0 && table(['Pages', 'Conn.', 'Ours against', 'Pages/s: ×', 'CPU: ×', ''], againstRows(run)),
    table(['Goal', 'Wanted', 'Measured', ''], goalRows(run)),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function rungRows({ pages, connections, rungs }) {
  const { proxy, usual } = rungs;
  return Object.entries(rungs).map(([name, rung]) => {
    const over = (to, field) => shown(median(ratios(rung, to, field)));
    const figures = [spread(rung.pagesPerSecond), spread(rung.cpuMs), over(proxy, 'cpuMs')];
    const rates = [over(proxy, 'pagesPerSecond'), over(usual, 'pagesPerSecond')];
    return [pages, connections, name, ...figures, ...rates, shown(median(rung.p50)), shown(median(rung.p99))];
  });
}

function againstRows({ cells, against }) {
  return cells.flatMap(({ pages, connections, rungs }) =>
    against.map((name) => {
      const rates = ratios(rungs.ours, rungs[name], 'pagesPerSecond');
      const cpu = ratios(rungs.ours, rungs[name], 'cpuMs');
      return [pages, connections, name, spread(rates), spread(cpu), verdict(rates)];
    }),
  );
}

function goalRows({ cells, rssMegabytes }) {
  const at = (pages) => cells.find((cell) => cell.pages === pages && cell.connections === GOAL_CONNECTIONS)?.rungs;
  const toUsual = (rungs) => rungs && median(ratios(rungs.ours, rungs.usual, 'pagesPerSecond'));
  const mix = at('mix');
  const least = Math.min(...cells.map(({ rungs }) => toUsual(rungs)));
  const goals = [
    ['mix, 8 connections: CPU, × proxy', 5.5, mix && median(ratios(mix.ours, mix.proxy, 'cpuMs')), true],
    ['mix, 8 connections: pages a second, × usual', 1.1, toUsual(mix)],
    ['all of the above: pages a second, × usual, the least', 0.95, least],
    ['zipf, 8 connections: pages a second, × usual', 3, toUsual(at('zipf'))],
    ['resident memory of ours, MB, the most', 250, rssMegabytes, true],
  ];
  return goals
    .filter(([, , measured]) => measured !== undefined)
    .map(([name, limit, measured, isMost]) => {
      const isMet = isMost ? measured <= limit : measured >= limit;
      return [name, `${isMost ? 'at most' : 'at least'} ${limit}`, shown(measured), isMet ? 'met' : 'missed'];
    });
}
