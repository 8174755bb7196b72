import type { OtherForms, Paging, QueryClause, Range, SortClause, SortItem } from './types.js';
import type { IdOrder } from '../../common/id-order.js';
import { isObject } from '../../common/json-object.js';

export type FieldOf<Document> = Exclude<keyof Document, 'record'> & string;

export function term(field: string, value: string | number | boolean): QueryClause {
  return { term: { [field]: value } };
}

export function terms(field: string, values: readonly (string | number)[]): QueryClause {
  return { terms: { [field]: [...values] } };
}

/** No figure is larger. Elasticsearch refuses a larger bound for whole numbers. */
const LARGEST_FIGURE = 9e18;

const asFigure = (bound: number | string): number | string =>
  typeof bound === 'string' ? bound : Math.max(-LARGEST_FIGURE, Math.min(LARGEST_FIGURE, bound));

/** Matches documents whose field lies between the bounds, both included; never a document without the field. */
export function range(field: string, { min, max }: Range | Range<string>): QueryClause {
  const bounds: { gte?: number | string; lte?: number | string } = {};
  if (min !== undefined) bounds.gte = asFigure(min);
  if (max !== undefined) bounds.lte = asFigure(max);
  return { range: { [field]: bounds } };
}

/** Matches every filter and the scored clause, if there is one. */
export function allOf(scored: QueryClause | undefined, filters: readonly QueryClause[]): QueryClause {
  if (scored === undefined && filters.length === 0) return { match_all: {} };
  const bool: { must?: QueryClause[]; filter?: QueryClause[] } = {};
  if (scored !== undefined) bool.must = [scored];
  if (filters.length > 0) bool.filter = [...filters];
  return { bool };
}

/** Matches at least one of the clauses; the scores of all that match are added. */
export function someOf(...clauses: QueryClause[]): QueryClause {
  return { bool: { should: clauses, minimum_should_match: 1 } };
}

/** Matches records of the regions, or of all when there are none, with one of the forms. */
export const inForms = ({ regions, forms }: OtherForms, boost = 1): QueryClause => ({
  bool: {
    must: [{ match: { text: { query: forms.join(' '), boost } } }],
    filter: regions.length === 0 ? [] : [{ terms: { region: [...regions] } }],
  },
});

/** The clauses of keywords that name a field. */
const OF_A_FIELD = ['match', 'match_phrase', 'term', 'terms', 'prefix', 'regexp', 'intervals'];

/** Compiled keywords for the fields of an object in documents, whose region stays the record’s; empty: the record’s fields. */
export function inObject<Value = QueryClause>(object: string, value: Value): Value {
  if (object === '') return value;
  if (Array.isArray(value)) return value.map((item: unknown) => inObject(object, item)) as Value;
  if (!isObject(value)) return value;
  const map = (fields: object, change: (name: string, inner: unknown) => [string, unknown]): object =>
    Object.fromEntries(Object.entries(fields).map(([name, inner]: [string, unknown]) => change(name, inner)));
  return map(value, (key, inner) =>
    OF_A_FIELD.includes(key) && isObject(inner)
      ? [key, map(inner, (field, query) => [field === 'region' ? field : `${object}.${field}`, query])]
      : [key, inObject(object, inner)],
  ) as Value;
}

type FilterValue = string | number | boolean | readonly (string | number)[] | Range | Range<string>;

/** The index field of each filter of an operation; `filterPlan` refuses a filter without one. */
export type FilterTable<Filter, Document> = { readonly [Name in keyof Filter]-?: FieldOf<Document> };

/** Compiles the filters that are set, in the order of the table: a single value, a list of values or a range. */
export function filterClauses(table: Readonly<Record<string, string>>, filter: object): QueryClause[] {
  const clauses: QueryClause[] = [];
  for (const [name, field] of Object.entries(table)) {
    const value = (filter as Readonly<Record<string, FilterValue | undefined>>)[name];
    if (value === undefined) continue;
    if (typeof value !== 'object') clauses.push(term(field, value));
    else clauses.push('length' in value ? terms(field, value) : range(field, value));
  }
  return clauses;
}

/** The index field of each `orderby` value of an operation. */
export type SortTable<Field extends string, Document> = Readonly<Record<Field, FieldOf<Document>>>;

export const BY_RELEVANCE: SortClause = { _score: { order: 'desc' } };

/** Sorts by a field, documents without it last both ways. */
export function sortClause(field: string, order: SortItem['order'] = 'desc'): SortClause {
  return { [field]: { order, missing: '_last' } };
}

/** Sorts by the id, ascending as a string. Every order ends with it, so that all pages together have every record once. */
export const BY_ID: readonly SortClause[] = [
  { id_rank: { order: 'asc' } },
  { unranked_id: { order: 'asc', missing: '_first' } },
] satisfies readonly Partial<Record<keyof IdOrder, SortClause[string]>>[];

/** The maximum of page * pagesize in search operations, in rankings and breakdowns (docs/api.md, "Operations"). */
export const SEARCH_WINDOW = 5000;
export const RANKING_WINDOW = 1000;

/** The slice of the sorted records on a page. An export has no page: its slice is empty. */
export function sliceOf({ page = 1, pagesize = 0 }: Partial<Paging>): { from: number; size: number } {
  return { from: (page - 1) * pagesize, size: pagesize };
}

/** Whether the next page has records and is within the window. */
export function hasNextPage({ page, pagesize }: Paging, total: number, window: number): boolean {
  return total > page * pagesize && (page + 1) * pagesize <= window;
}
