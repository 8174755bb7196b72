import { median } from '../pages/measure.mjs';
import { line, shown, titles } from '../pages/report.mjs';

const MEGABYTE = 1e6;
const BY_FIGURES = ({ keywords, ranking }) => !keywords && !ranking;
const BY_KEYWORDS = ({ keywords }) => keywords;
/** Kinds of shapes, and whether a row of the table is of one. */
const KINDS = [
  ['filters and orderby', BY_FIGURES],
  ['keywords', BY_KEYWORDS],
  ['rankings', ({ ranking }) => ranking],
];

/** Why a peer can't answer the shape so named; undefined when it can. */
export const reasonOf = ({ cannot }, shape) => cannot[Object.keys(cannot).find((part) => shape.includes(part))];

/** Who is held against each other in the column of each peer. */
export const headingsOf = (peers) =>
  peers.map(({ title, beside }) => `${peers.find(({ name }) => name === beside)?.title ?? 'API'} / ${title}`);

const times = (figure) => (figure === undefined ? '–' : `${shown(figure)} ×`);

/**
 * The throughput of what a peer is held against, the API or Elasticsearch alone, over its own, and the same of p99, in one
 * row of a run.
 * @returns by name `{faster, p99}`; a peer that was not asked is left out
 */
const ratiosOf = (ways, peers) =>
  Object.fromEntries(
    peers.flatMap(({ name, beside }) => {
      const [own, other] = [ways[beside], ways[name]];
      return other === undefined ? [] : [[name, { faster: own.perSecond / other.perSecond, p99: own.p99 / other.p99 }]];
    }),
  );

/** The median over rows of what `ratiosOf` says of each peer. */
function together(rows, peers) {
  const ratios = rows.map(({ ways }) => ratiosOf(ways, peers));
  const names = [...new Set(ratios.flatMap(Object.keys))];
  return Object.fromEntries(
    names.map((name) => {
      const own = ratios.flatMap((row) => row[name] ?? []);
      return [name, { faster: median(own.map(({ faster }) => faster)), p99: median(own.map(({ p99 }) => p99)) }];
    }),
  );
}

/** The rows that a reader grasps in a minute: a title and what `ratiosOf` says. */
export function summaryOf({ mix, zipf, table, peers }) {
  const groups = KINDS.map(([kind, isOne]) => [`${kind}, median of the shapes`, table.filter(isOne)]);
  return [
    ...mix.map(({ connections, ways }) => [
      `mix, never repeated, ${connections} connection${connections === 1 ? '' : 's'}`,
      ratiosOf(ways, peers),
    ]),
    [`Zipf mix, ${zipf.connections} connections`, ratiosOf(zipf.ways, peers)],
    ...groups.filter(([, rows]) => rows.length > 0).map(([title, rows]) => [title, together(rows, peers)]),
  ];
}

/** The figures of a run as Markdown. */
export function report(run) {
  return [
    `${run.size.toLocaleString('en-US')} products and videos, ${run.machine.cpus} CPUs shared by engines, services and load generator, Node ${run.machine.node}; medians of ${run.rounds} rounds of ${run.seconds} s in turn.`,
    summaryText(run),
    costText(run),
    answersText(run),
    failuresText(run),
    shapesText(run),
    settingsText(run),
    goalsText(run),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function summaryText(run) {
  const cells = (ratios) =>
    run.peers.map(({ name }) =>
      ratios[name] === undefined ? '–' : `${times(ratios[name].faster)}, ${times(ratios[name].p99)}`,
    );
  const lines = summaryOf(run).map(([title, ratios]) => line([title, ...cells(ratios)]));
  const head = titles('Throughput, p99, each over theirs', ...headingsOf(run.peers));
  return [...head, ...lines].join('\n');
}

function costText({ api, peers }) {
  const row = (title, { residentBytes, diskBytes, loadSeconds }) =>
    line([title, ...[residentBytes / MEGABYTE, diskBytes / MEGABYTE, loadSeconds].map(shown)]);
  const lines = [row('API with Elasticsearch', api), ...peers.map((peer) => row(peer.title, peer))];
  return [...titles('', 'Memory, MB', 'Disk, MB', 'Load, s'), ...lines].join('\n');
}

/** How far answers are the API's, by kind of shape. */
function answersText({ compared, peers, table }) {
  const share = (all, field) => `${shown((100 * all.reduce((sum, one) => sum + one[field], 0)) / all.length)} %`;
  const lines = peers.flatMap(({ name, title }) =>
    KINDS.flatMap(([kind, isOne]) => {
      const own = table.filter(isOne).flatMap(({ shape }) => compared[name][shape] ?? []);
      if (own.length === 0) return [];
      const parts = own.map((said) => ({
        equal: said.equal / said.compared,
        totals: said.sameTotals / said.compared,
        shared: said.shared,
      }));
      return [line([title, kind, share(parts, 'equal'), share(parts, 'totals'), share(parts, 'shared')])];
    }),
  );
  return [
    "Answers held against the API's",
    '',
    ...titles('', 'Shapes', 'Equal', 'Same total', "Of the page's records"),
    ...lines,
  ].join('\n');
}

/** Requests that a peer did not answer; empty when there are none. */
function failuresText({ table, mix, zipf, peers }) {
  const rows = [...table, ...mix.map(({ ways }) => ({ shape: 'mix', ways })), { shape: 'Zipf mix', ways: zipf.ways }];
  const lines = peers.flatMap(({ name, title }) =>
    rows.flatMap(({ shape, ways: { [name]: way } }) =>
      way?.failed === undefined
        ? []
        : [
            line([
              title,
              shape,
              `${way.failed} of ${way.requests}`,
              `${way.firstFailed.status} ${way.firstFailed.text}`,
            ]),
          ],
    ),
  );
  return lines.length === 0
    ? ''
    : [...titles('Not answered by', 'Shape', 'Requests', 'The first'), ...lines].join('\n');
}

function shapesText({ table, peers }) {
  const lines = table.map(({ shape, ways }) => {
    const ratios = ratiosOf(ways, peers);
    const cells = peers.map((peer) => reasonOf(peer, shape) ?? times(ratios[peer.name].faster));
    return line([shape, shown(ways.api.perSecond), shown(ways.api.p99), ...cells]);
  });
  return [...titles('Shape, 32 connections', 'API /s', 'p99, ms', ...headingsOf(peers)), ...lines].join('\n');
}

function settingsText({ peers, missing }) {
  const lines = peers.flatMap(({ title, settings }) => settings.map(([name, how]) => line([title, name, how])));
  const absent = Object.entries(missing).map(([name, why]) => line([name, 'not measured', why]));
  return [...titles('Peer', 'Setting', 'As'), ...lines, ...absent].join('\n');
}

/** The goals that a run has the figures of: the API's throughput or p99 over a peer's. */
function goalsText({ mix, zipf, table, peers }) {
  const busiest = ratiosOf(mix.at(-1).ways, peers);
  const worst = (isOne, name) => {
    const all = table.filter(isOne).flatMap(({ ways }) => ratiosOf(ways, peers)[name]?.faster ?? []);
    return all.length === 0 ? undefined : Math.min(...all);
  };
  const goals = [
    ['usual', 'never repeated: throughput, at least 1.8', busiest.usual?.faster, (figure) => figure >= 1.8],
    ['usual', 'never repeated: p99, at most 0.6', busiest.usual?.p99, (figure) => figure <= 0.6],
    ['usual', 'Zipf mix: throughput, at least 5', ratiosOf(zipf.ways, peers).usual?.faster, (figure) => figure >= 5],
    [
      'postgres',
      'the worst keyword shape: throughput, above 1',
      worst(BY_KEYWORDS, 'postgres'),
      (figure) => figure > 1,
    ],
    [
      'postgres',
      'the worst shape of filters: throughput, at least 1',
      worst(BY_FIGURES, 'postgres'),
      (figure) => figure >= 1,
    ],
    [
      'opensearch',
      'Elasticsearch alone, the worst shape: throughput, at least 1',
      worst(() => true, 'opensearch'),
      (figure) => figure >= 1,
    ],
  ];
  const lines = goals
    .filter(([, , figure]) => figure !== undefined)
    .map(([name, goal, figure, isMet]) => {
      const { title } = peers.find((peer) => peer.name === name);
      return line([title, goal, times(figure), isMet(figure) ? 'met' : 'MISSED']);
    });
  return lines.length === 0 ? '' : [...titles('Against', 'Goal', 'Measured', ''), ...lines].join('\n');
}
