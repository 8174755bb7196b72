import { chosenColumns, type Column, columnsOf, plainFigures, valueAt } from '../model/columns.js';
import type { Facet } from '../model/facets.js';
import { fieldText } from '../model/field-text.js';
import { namesOf } from '../model/key-name.js';
import type { Schema } from '../model/open-api.js';
import { sortOf } from '../model/request-body.js';
import { RANKINGS, SUBJECTS } from '../model/subjects.js';
import type { Subject } from '../model/views.js';
import type { Cross } from '../components/list/use-list.js';
import type { ViewTexts } from './texts.js';

export type Row = Readonly<Record<string, unknown>>;

/** The structured content of an answer. */
export interface ToolAnswer {
  readonly list?: readonly Row[];
  readonly facets?: readonly Facet[];
  readonly cross?: Cross;
  readonly sum?: Row;
  readonly sum_series?: readonly Row[] | null;
  readonly date_type?: string;
  readonly date_value?: string;
  readonly from?: string;
  readonly to?: string;
  readonly currency?: string | null;
  readonly completeness?: string;
  readonly freshness?: string;
  readonly explorer_url?: string;
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
  const [known, unknown] = [true, false].map((has) =>
    rows.filter((row) => ((valueAt(row, field) ?? null) !== null) === has),
  );
  if (field === '' || known === undefined || unknown === undefined) return rows;
  const compare = (one: unknown, other: unknown): number =>
    typeof one === 'number' ? one - Number(other) : fieldText(one).localeCompare(fieldText(other));
  known.sort((one, other) => compare(valueAt(one, field), valueAt(other, field)));
  return [...(order === 'asc' ? known : known.reverse()), ...unknown];
}

/** The period of an answer, as addresses have it. */
export const periodIn = ({ date_type: type, date_value: value, from, to }: ToolAnswer): string =>
  value !== undefined ? `${value.includes('~') ? 'range' : type}:${value}` : from && to ? `range:${from}~${to}` : '';

/** Something that may be asked about, and the questions, in the words of a user. */
export interface Topic {
  readonly name: string;
  readonly questions: readonly (readonly [label: string, words: string])[];
}

/** The questions that go on: from rows to their history and sales, from a history to its sales, from counts to records. */
export function topicsOf(answer: ToolAnswer, input: ToolInput, own: ViewTexts): Topic[] {
  const { list = [], facets = [] } = answer;
  const [key, ...others] = keysOf(input);
  const names = namesOf(key);
  const about = (row: Row, name: string, period: string, hasHistory: boolean): Topic[] => {
    const field = Object.keys(row).find((path) =>
      /^(?:uid|product_id|seller_id|video_id|room_id|\w*category_id)$/.test(path),
    );
    const values = { name, field: field ?? '', id: fieldText(row[field ?? '']), period };
    const history = [own('askHistory'), own('sayHistory', values)] as const;
    const sales = [own('askSales'), own('saySales', values)] as const;
    return field === undefined ? [] : [{ name, questions: hasHistory ? [history, sales] : [sales] }];
  };
  if (names !== undefined && others.length === 0) {
    const period = (periodIn(answer).split(':')[1] ?? '').replace('~', ' – ');
    const { [key as Subject]: subject } = SUBJECTS;
    return list.flatMap((row) => about(row, fieldText(valueAt(row, names.title)), period, 'history' in subject));
  }
  if (key === undefined && list.length > 0) {
    const [first, last] = [list[0], list.at(-1)].map((row) => fieldText(row?.date_value));
    return about(input, '', `${first} – ${last}`, false);
  }
  return facets.flatMap(({ field, values }) =>
    values.map(({ value, label }): Topic => {
      const name = label ?? fieldText(value);
      const words = own('sayRecords', { of: input.of ?? '', field, name, id: fieldText(value) });
      return { name, questions: [[own('askRecords'), words]] };
    }),
  );
}
