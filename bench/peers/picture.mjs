import { headingsOf, summaryOf } from './report.mjs';

const WIDTH = 860;
const [LEFT, BAR, GAP, GROUP_GAP, TOP] = [330, 14, 3, 16, 88];
const LEGEND = { top: 34, perRow: 3, width: 280, height: 18 };
const COLORS = ['#2f6f9f', '#b3632a', '#5b8a3c', '#7d5ba6', '#8a8a2a', '#a04668'];
const TEXT = 'font-family="sans-serif" font-size="13"';

/** The short table of a run as an SVG: how many times as many pages are answered, on a logarithmic scale. */
export function picture(run) {
  const rows = summaryOf(run);
  const all = rows.flatMap(([, ratios]) => Object.values(ratios).map(({ faster }) => faster));
  const [smallest, largest] = [Math.min(1, ...all), Math.max(10, ...all)];
  const [low, high] = [Math.log10(smallest / 1.1), Math.log10(largest * 1.6)];
  const at = (value) => LEFT + ((Math.log10(value) - low) / (high - low)) * (WIDTH - LEFT - 20);
  const groupHeight = run.peers.length * (BAR + GAP) + GROUP_GAP;
  const height = TOP + rows.length * groupHeight + 20;
  const bars = rows.flatMap(([title, ratios], row) => {
    const top = TOP + row * groupHeight;
    const label = `<text x="${LEFT - 10}" y="${top + (groupHeight - GROUP_GAP) / 2 + 4}" text-anchor="end" ${TEXT}>${escape(title)}</text>`;
    const own = run.peers.flatMap(({ name }, place) =>
      ratios[name] === undefined ? [] : bar(ratios[name].faster, top, place, at),
    );
    return [label, ...own];
  });
  const legend = headingsOf(run.peers).map((heading, place) => {
    const x = 20 + (place % LEGEND.perRow) * LEGEND.width;
    const y = LEGEND.top + Math.floor(place / LEGEND.perRow) * LEGEND.height;
    return `<rect x="${x}" y="${y}" width="12" height="12" fill="${COLORS[place]}"/><text x="${x + 18}" y="${y + 11}" ${TEXT}>${escape(heading)}</text>`;
  });
  const equal = `<line x1="${at(1)}" x2="${at(1)}" y1="${TOP - 8}" y2="${height - 12}" stroke="#444" stroke-dasharray="4 3"/>`;
  const heading = `<text x="20" y="20" ${TEXT} font-weight="bold">Pages a second over theirs, ${run.size.toLocaleString('en-US')} records; the line is 1</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">\n<rect width="100%" height="100%" fill="#fff"/>\n${[heading, ...legend, equal, ...bars].join('\n')}\n</svg>\n`;
}

function bar(value, top, place, at) {
  const y = top + place * (BAR + GAP);
  const [from, to] = [Math.min(at(1), at(value)), Math.max(at(1), at(value))];
  return [
    `<rect x="${from}" y="${y}" width="${Math.max(1, to - from)}" height="${BAR}" fill="${COLORS[place]}"/>`,
    `<text x="${to + 5}" y="${y + BAR - 3}" ${TEXT}>${value.toFixed(value < 10 ? 2 : 1)}</text>`,
  ];
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
