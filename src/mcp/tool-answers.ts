import type { FieldChoice, Paging, SortItem } from '../search/compiler/types.js';
import { fieldChooser, fieldsOnRequest, pathsOf, type RecordClass, valueAt } from '../fields/paths.js';
import { currencyOf } from '../common/regions.js';
import type { Period } from '../common/period/period.js';
import { NEWEST, type NewestMoments } from '../common/record-kind.js';
import type { PeriodsData } from '../rankings/periods/periods.requests.js';
import { type Question, toolName } from './tool-questions.js';
import type { JsonObject } from '../common/json-object.js';

/** The data of an answer: a page of rows, or counts. */
export interface AnswerData {
  readonly list?: readonly object[];
  readonly facets?: readonly { readonly field: string }[];
  readonly total?: number;
  readonly peers?: number;
  readonly has_more?: number;
  readonly currency?: unknown;
}

/** The parts of a request that decide what its answer shows. */
type Shown = Partial<FieldChoice> & {
  readonly measure?: string;
  readonly orderby?: readonly SortItem[];
  readonly level?: number;
  readonly filter?: { readonly level?: number };
};

/** Answers whole rows with the chosen fields, ids under the names that other tools take, and the currency of amounts. */
export function shortAnswer(
  { row, fields: usual, ids = {} }: Pick<Question, 'row' | 'fields' | 'ids'>,
  data: AnswerData,
  { fields: chosen = [], orderby = [], measure, filter = {}, level = filter.level ?? 1 }: Shown,
): AnswerData {
  const ordering = row === undefined ? [] : [...orderingPaths(row, usual, orderby), ...fieldsOnRequest(row)];
  const paths = chosen.length > 0 ? chosen : usual.length > 0 ? [...usual, ...ordering] : [];
  if (data.facets !== undefined) {
    const facets = data.facets.map((facet) => ({ ...facet, field: toolName(facet.field) }));
    const isLocal = measure === 'gmv' || facets.some(({ field }) => isLocalAmount(field.replace(/_range$/, '')));
    return { ...data, facets, ...(isLocal && { currency: rowCurrency(filter) }) };
  }
  if (data.list === undefined) return withToolNames(data);
  if (row === undefined || paths.length === 0) return { ...data, list: data.list.map(withToolNames) };
  const choose = fieldChooser(row, paths);
  const ownIds = Object.entries(ids).filter(([name]) => Number(/^l(\d)_/.exec(name)?.[1] ?? 1) === level);
  const list = data.list.map((whole) => {
    const some = choose(whole);
    const named = ownIds.map(([name, path]) => [name, valueAt(whole, path)] as const);
    return {
      ...(chosen.length === 0 && Object.fromEntries(named)),
      ...Object.fromEntries(Object.entries(some).filter(([, value]) => !isEmpty(value))),
      ...(hasLocalAmounts(some) && { currency: rowCurrency(whole) }),
    };
  });
  return { ...data, list };
}

/** The paths of the figures that order rows, where rows do not have them anyway. */
const orderingPaths = (row: RecordClass, usual: readonly string[], orderby: readonly SortItem[]): string[] =>
  orderby.flatMap(({ field }) => {
    const isOfField = (path: string) => path === field || ORDERING_ENDS.some((end) => path.endsWith(end(field)));
    return usual.some(isOfField) ? [] : (pathsOf(row).find(isOfField) ?? []);
  });

const ORDERING_ENDS: readonly ((field: string) => string)[] = [(field) => `.${field}`, (field) => `${field}_info.rate`];

/** A suggestion or comparison whose filter has the names of tools, all of which take ids in the place of keywords. */
function withToolNames<Named extends object>(named: Named): Named {
  const { filter } = named as { readonly filter?: JsonObject | null };
  if (!filter) return named;
  const ids = Object.entries(filter).filter(([name]) => name !== 'keywords');
  return { ...named, filter: Object.fromEntries(ids.map(([name, id]) => [toolName(name), id])) };
}

/** Whether a value is an object without a field that was chosen. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Whether a row has amounts in the currency of a region; the names of those in USD say so. */
export const hasLocalAmounts = (row: object): boolean => Object.keys(row).some(isLocalAmount);

const isLocalAmount = (name: string): boolean => /^(?!.*usd).*(?:gmv|price|uv_value)$/.test(name);

/** The currency of a row: its own, or that of its region. */
function rowCurrency(row: object): unknown {
  const region = valueAt(row, 'region') ?? valueAt(row, 'creator.region');
  return valueAt(row, 'currency') ?? (typeof region === 'string' ? currencyOf(region) : null);
}

/** Says that a uid looks like a handle; empty when none does. */
export function handleHint({
  filter,
  uid = filter?.uid,
}: {
  readonly filter?: JsonObject;
  readonly uid?: unknown;
}): string {
  const handle = [uid as string | string[] | undefined].flat().find((id) => id !== undefined && /\D/.test(id));
  return handle === undefined ? '' : ` "${handle}" looks like a handle: find_ids of creators has its uid.`;
}

/** States which records a page has; pages reach `window` records. */
export function pageCompleteness(
  { list = [], total, has_more }: AnswerData,
  { page, pagesize }: Paging,
  window: number,
): string {
  const known = total === undefined ? '' : ` of ${total}`;
  if (total === 0) return 'Nothing matches. Try removing a filter or widening a range.';
  if (list.length === 0) return `Page ${page} is empty${total === undefined ? '' : `: there are ${total} records`}.`;
  const first = (page - 1) * pagesize + 1;
  const last = first + list.length - 1;
  const records = `Records ${first} to ${last}${known}.`;
  const isAtEdge = (page + 1) * pagesize > window;
  const isMore = total === undefined ? has_more === 1 || (isAtEdge && list.length === pagesize) : last < total;
  if (!isMore) return `${records} There are no more.`;
  if (!isAtEdge) return `${records} Page ${page + 1} has more.`;
  return `${records} ${total === undefined ? 'There may be more' : 'There are more'}, but pages reach only the first ${window}: narrow the filter.`;
}

/** States whether the period has a ranking and whether it is complete. */
export function periodCompleteness({ list }: Pick<PeriodsData, 'list'>, value: string, isComplete: boolean): string {
  const period = list.find(({ date_value }) => date_value === value);
  if (isComplete) return 'The period is complete.';
  if (period !== undefined) return 'The period is not complete: the data does not reach from its start to its end.';
  const [newest] = list;
  const hint = newest === undefined ? 'there is none of this kind' : `the newest is ${newest.date_value}`;
  return `There is no ranking of ${value}; ${hint}.`;
}

/** States which periods of a history are incomplete. */
export function historyCompleteness(
  list: readonly { readonly date_value: string }[],
  complete: readonly Period[],
): string {
  if (list.length === 0) return 'Nothing is known of this id.';
  const whole = new Set(complete.map(({ value }) => value));
  const partial = [...new Set(list.map(({ date_value }) => date_value))].filter((value) => !whole.has(value));
  const all = 'All periods asked for, oldest first';
  return partial.length === 0 ? `${all}, each complete.` : `${all}; not complete: ${partial.join(', ')}.`;
}

/** States how new the data of these kinds is; undefined without a kind. */
export function freshnessOf(
  kinds: readonly (keyof NewestMoments)[],
  newest: NewestMoments | null,
  ageSeconds: number | undefined,
): string | undefined {
  if (kinds.length === 0) return undefined;
  const moments = NEWEST.filter(({ name }) => kinds.includes(name))
    .map(({ name, label }) => `${label} ${newest === null ? 'unknown' : momentText(newest[name])}`)
    .join(', ');
  const age = ageSeconds === undefined ? '' : ` The answer is from memory, last confirmed ${ageSeconds} s ago.`;
  return `Data: ${moments}.${age}`;
}

function momentText(moment: number | string | null): string {
  if (moment === null) return 'none';
  if (typeof moment === 'string') return moment;
  return `${new Date(moment * 1000).toISOString().replace('.000', '')} (${moment})`;
}
