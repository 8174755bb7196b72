import type { Cross } from '../../clients/typescript/src/schema.js';
import { chosenColumns, type Column, columnsOf, plainFigures } from '../model/columns.js';
import type { Facet } from '../model/facets.js';
import { fieldText, textAt, valueAt } from '../model/field-text.js';
import { namesOf } from '../model/key-name.js';
import type { Schema } from '../model/open-api.js';
import { sortOf } from '../model/request-body.js';
import { RANKINGS, SUBJECTS } from '../model/subjects.js';
import type { Subject } from '../model/views.js';

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
