import { chartFormat, type ChartSpec, columnFormat, type Series } from '../model/charts.js';
import type { Column } from '../model/columns.js';
import type { FacetValue } from '../model/facets.js';
import { fieldText, valueAt } from '../model/field-text.js';
import { formatLabel } from '../model/format.js';
import { keyName, keyPath, PERIODS } from '../model/key-name.js';
import type { Explorer } from '../components/app/context.js';
import { keysOf, type Row, type ToolAnswer, type ToolInput } from './answer.js';
import type { ViewTexts } from './texts.js';

type Shown = Pick<Explorer, 'text' | 'field' | 'choice' | 'state'> & { readonly own: ViewTexts };
type Line = readonly [name: string, rows: readonly Row[]];

/** There are no more colours. */
const MOST_LINES = 5;

const numberAt = (row: Row | undefined, path: string): number | null => {
  const value = row && valueAt(row, path);
  return typeof value === 'number' ? value : null;
};

/** A figure of rows, next to that of the period before where rows have it. */
function seriesOf(rows: readonly (Row | undefined)[], path: string, name: string, before: string): Series[] {
  const previous = rows.map((row) => numberAt(row, `previous.${path.replace(/^creator_/, '')}`));
  const series = { name, values: rows.map((row) => numberAt(row, path)) };
  const isCompared = previous.some((value) => value !== null);
  return isCompared ? [series, { name: before, values: previous, isBefore: true }] : [series];
}

/** Lines over periods. @param at where rows have their period */
function curves(all: readonly Line[], at: string, figure: Column, { text, field, state, own }: Shown): ChartSpec[] {
  const name = field(figure.path);
  const lines = all.slice(0, MOST_LINES);
  const periods = [...new Set(lines.flatMap(([, rows]) => rows.map((row) => fieldText(row[at]))))].sort();
  if (periods.length === 0) return [];
  const part = all.length > lines.length ? ` · ${own('firstOf', { count: lines.length, all: all.length })}` : '';
  const series = lines.flatMap(([line, rows]) => {
    const inOrder = periods.map((period) => rows.find((row) => row[at] === period));
    const both = seriesOf(inOrder, figure.path, line || name, text('previous'));
    return lines.length === 1 ? both : both.slice(0, 1);
  });
  const labels = periods.map((period) => formatLabel(period, state.lang));
  const written = columnFormat(figure, state.lang);
  return [{ title: `${name}${part}`, kind: 'line', hasLegend: true, labels, series, ...written }];
}

/** A figure of the rows: curves of the histories of one id or several and over periods, else bars. */
export function figureChart({ list = [] }: ToolAnswer, input: ToolInput, figure: Column, shown: Shown): ChartSpec[] {
  const [key, ...others] = keysOf(input);
  if (key === undefined) {
    const id = Object.keys(list[0] ?? {}).find((name) => /^uid$|_id$/.test(name)) ?? '';
    const ids = [...new Set(list.map((row) => row[id]))];
    const lines = ids.map((one): Line => [fieldText(one), list.filter((row) => row[id] === one)]);
    return curves(lines, 'date_value', figure, shown);
  }
  if (others.length === 0 && PERIODS.includes(key)) return curves([['', list]], keyPath(key), figure, shown);
  const { text, field, state } = shown;
  const series = seriesOf(list, figure.path, field(figure.path), text('previous'));
  const labels = list.map((row) => nameOf(row, input, shown));
  return [{ title: field(figure.path), kind: 'bar', labels, series, ...columnFormat(figure, state.lang) }];
}

const nameOf = (row: Row, input: ToolInput, shown: Shown): string =>
  keysOf(input)
    .map((key) => keyName(row, key, shown, shown.state.lang))
    .join(' · ');

/** The series of the rows, else that of their sum. */
export function seriesChart({ list = [], sum_series: sum }: ToolAnswer, input: ToolInput, shown: Shown): ChartSpec[] {
  const rows = list.flatMap((row): Line[] =>
    Array.isArray(row.series) ? [[nameOf(row, input, shown), row.series]] : [],
  );
  const lines = rows.length > 0 || !sum ? rows : [[shown.text('chartTotal'), sum] as const];
  const steps = shown.choice('date_type', input.series ?? 'day');
  return curves(lines, 'date_value', { path: 'usd_gmv', kind: 'usd', description: '' }, shown).map((spec) => ({
    ...spec,
    title: `${spec.title} · ${steps}`,
  }));
}

/** The counts of each field, or what is added up; other values and none are counted as well. */
export function facetCharts({ facets = [], currency }: ToolAnswer, { measure }: ToolInput, shown: Shown): ChartSpec[] {
  const { text, field, state } = shown;
  const figure = measure === undefined ? text('count') : field(measure);
  const name = measure === 'gmv' && currency ? `${figure} · ${currency}` : figure;
  return facets.map(({ field: facet, ...counted }): ChartSpec => {
    const rest = [
      { label: text('otherValues'), value: '', count: counted.other_count },
      { label: text('missingValues'), value: '', count: counted.missing_count },
    ];
    const isCount = measure === undefined;
    const all: FacetValue[] = [...counted.values, ...(isCount ? rest.filter(({ count }) => count > 0) : [])];
    const values = all.map(({ count, measure: sum = null }) => (isCount ? count : sum));
    const labels = all.map(({ label }) => label);
    const written = chartFormat(measure ?? '', state.lang);
    return { title: `${field(facet)} · ${name}`, kind: 'bar', labels, series: [{ name, values }], ...written };
  });
}
