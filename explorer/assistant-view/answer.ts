import type { Cross } from '../../clients/typescript/src/schema.js';
import type { Explorer } from '../components/app/context.js';
import { chosenColumns, type Column, columnsOf, plainFigures } from '../model/columns.js';
import { type Facet, type FacetValue, sortOf } from '../model/forms.js';
import { fieldText, textAt, valueAt } from '../model/field-text.js';
import { keyName, keyPath, namesOf, PERIODS } from '../model/key-name.js';
import type { Schema } from '../model/open-api.js';
import { RANKINGS, SUBJECTS } from '../model/subjects.js';
import type { Subject } from '../model/views.js';
import { chartFormat, type ChartSpec, columnFormat, type Series } from '../model/charts.js';
import { formatLabel } from '../model/format.js';
import type { ViewTexts } from './texts.js';

export type Row = Readonly<Record<string, unknown>>;

type Text = 'date_type' | 'date_value' | 'from' | 'to' | 'currency' | 'completeness' | 'freshness' | 'explorer_url';

/** The structured content of an answer. */
export interface ToolAnswer extends Readonly<Partial<Record<Text, string>>> {
  readonly list?: readonly Row[];
  readonly facets?: readonly Facet[];
  readonly cross?: Cross;
  readonly sum?: Row;
  readonly sum_series?: readonly Row[] | null;
}

/** The arguments of the call. */
export interface ToolInput extends Row {
  readonly of?: string;
  readonly by?: string | readonly string[];
  readonly measure?: string;
}

/** A document that declares nothing: columns come from the rows. */
export const NO_DOCUMENT = { paths: {}, components: { schemas: {} } };

/** The schema of values, from what they are. */
function schemaOf(values: readonly unknown[]): Schema {
  const known = values.filter((value) => (value ?? null) !== null);
  if (Array.isArray(known[0])) return { items: {} };
  if (typeof known[0] !== 'object') return { type: typeof known[0] };
  const rows = known as readonly Row[];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { properties: Object.fromEntries(names.map((name) => [name, schemaOf(rows.map((row) => row[name]))])) };
}

/** The list of the explorer that shows a ranking. */
export const rankingOf = ({ of }: ToolInput) =>
  (Object.keys(RANKINGS) as (keyof typeof RANKINGS)[]).find((list) => RANKINGS[list].ranking === of);

/** What the rows are of: the keys of a breakdown, or the subject of a ranking; nothing in a history. */
export function keysOf(input: ToolInput): readonly string[] {
  const list = rankingOf(input);
  return [input.by ?? (list === undefined ? [] : RANKINGS[list].subject)].flat();
}

/** The columns of rows besides those that name them. @param first the paths of those that come first */
export function columnsIn(rows: readonly Row[], keys: readonly string[], first: readonly string[] = []): Column[] {
  const named = keys.flatMap((key) => {
    const { id = key, title, subtitle, picture } = namesOf(key) ?? {};
    return [id, title, subtitle, picture, 'date'];
  });
  const columns = columnsOf(NO_DOCUMENT, schemaOf(rows)).filter(
    ({ path, kind }) =>
      kind !== 'id' &&
      !/^(?:date_value|is_new)$/.test(path) &&
      !named.some((name) => name && `${path}.`.startsWith(`${name}.`)),
  );
  return [...new Set([...chosenColumns(columns, first), ...columns])];
}

/** The figures that a chart may draw, sales first. */
export const figuresIn = (columns: readonly Column[]): Column[] =>
  plainFigures(columns)
    .filter(({ path }) => !/^previous\.|_change$/.test(path))
    .sort((one, other) => Number(other.kind === 'usd') - Number(one.kind === 'usd'));

/** The rows by one of their values, largest first unless the order says otherwise; rows without it are last. */
export function sorted(rows: readonly Row[], orderby: string): readonly Row[] {
  const { field, order } = sortOf(orderby);
  const isKnown = (row: Row): boolean => (valueAt(row, field) ?? null) !== null;
  const compare = (one: unknown, other: unknown): number =>
    typeof one === 'number' ? one - Number(other) : fieldText(one).localeCompare(fieldText(other));
  const known = rows.filter(isKnown).sort((one, other) => compare(valueAt(one, field), valueAt(other, field)));
  return [...(order === 'asc' ? known : known.reverse()), ...rows.filter((row) => !isKnown(row))];
}

/** The period of an answer, as addresses have it. */
export const periodIn = ({ date_type: type, date_value: value, from, to }: ToolAnswer): string =>
  value !== undefined ? `${value.includes('~') ? 'range' : type}:${value}` : from && to ? `range:${from}~${to}` : '';

/** Something that may be asked about: the questions, and their values, of which `name` names it. */
export interface Topic {
  readonly asks: readonly ('History' | 'Sales' | 'Records')[];
  readonly values: Readonly<Record<string, string>>;
}

const IDS = /^(?:uid|product_id|seller_id|\w*category_id)$/;
const idField = (row: Row, field = ''): string =>
  field in row ? field : (Object.keys(row).find((name) => IDS.test(name)) ?? '');

/** What may be asked next: of rows their history and sales, of a history its sales, of counts their records. */
export function topicsOf({ list = [], facets = [], ...answer }: ToolAnswer, input: ToolInput): Topic[] {
  const [key, ...others] = keysOf(input);
  const names = namesOf(key);
  if (names !== undefined && others.length === 0) {
    const { id: field, ...subject } = SUBJECTS[key as Subject];
    const period = (periodIn(answer).split(':')[1] ?? '').replace('~', ' – ');
    const asks = 'history' in subject ? (['History', 'Sales'] as const) : (['Sales'] as const);
    return list.flatMap((row): Topic[] => {
      const own = idField(row, field);
      const values = { name: textAt(row, names.title), field: own, id: fieldText(row[own]), period };
      return values.id === '' ? [] : [{ asks, values }];
    });
  }
  if (key === undefined && list.length > 0) {
    const field = idField(input);
    const id = fieldText(input[field]);
    const period = `${fieldText(list[0]?.date_value)} – ${fieldText(list.at(-1)?.date_value)}`;
    return [{ asks: ['Sales'], values: { name: id, field, id, period } }];
  }
  return facets.flatMap(({ field, values }) =>
    values.map(({ value, label }): Topic => {
      const id = fieldText(value);
      return { asks: ['Records'], values: { name: label, field, id, of: input.of ?? '' } };
    }),
  );
}

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
