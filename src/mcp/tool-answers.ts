import type { FieldChoice, Paging, SortItem } from '../search/compiler/types.js';
import { fieldChooser, fieldsOnRequest, pathsOf, type RecordClass, valueAt } from '../fields/paths.js';
import { currencyOf } from '../common/regions.js';
import { type DatedPeriod, firstDay, isCovered, lastDay, LAST_DAY, type Period } from '../common/period/period.js';
import { NEWEST, type NewestMoments } from '../common/record-kind.js';
import { type Question, toolName } from './tool-questions.js';
import type { JsonObject } from '../common/json-object.js';

/** The data of an answer: a page of rows, or counts. */
export interface AnswerData {
  readonly list?: readonly object[];
  readonly facets?: readonly { readonly field: string }[];
  readonly total?: number;
  readonly peers?: number;
  readonly note?: string | null;
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
  const shownIds = Object.entries(ids).filter(
    ([name, path]) =>
      Number(/^l(\d)_/.exec(name)?.[1] ?? 1) === level && (chosen.length === 0 || chosen.includes(path)),
  );
  const list = data.list.map((whole) => {
    const some = choose(whole);
    return {
      ...Object.fromEntries(shownIds.map(([name, path]) => [name, valueAt(whole, path)])),
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
function withToolNames<Item extends object>(item: Item): Item {
  const { filter } = item as { readonly filter?: JsonObject | null };
  if (!filter) return item;
  const ids = Object.entries(filter).filter(([name]) => name !== 'keywords');
  return { ...item, filter: Object.fromEntries(ids.map(([name, id]) => [toolName(name), id])) };
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

/** States which records a page has; pages reach `window` records. */
export function pageCompleteness(
  { list = [], total, has_more }: AnswerData,
  { page, pagesize }: Paging,
  window: number,
): string {
  const ofAll = total === undefined ? '' : ` of ${total}`;
  if (total === 0 || (list.length === 0 && page === 1))
    return 'Nothing matches. Try removing a filter or widening a range.';
  if (list.length === 0) return `Page ${page} is empty${total === undefined ? '' : `: there are ${total} records`}.`;
  const first = (page - 1) * pagesize + 1;
  const last = first + list.length - 1;
  const records = `Records ${first} to ${last}${ofAll}.`;
  const isAtEdge = (page + 1) * pagesize > window;
  const isMore = total === undefined ? has_more === 1 || (isAtEdge && list.length === pagesize) : last < total;
  if (!isMore) return `${records} There are no more.`;
  if (!isAtEdge) return `${records} Page ${page + 1} has more.`;
  return `${records} ${total === undefined ? 'There may be more' : 'There are more'}, but pages reach only the first ${window}: narrow the filter, or tell people of the export.`;
}

/** How far the facts of an answer reach. */
type Reach = Partial<Record<'oldest' | 'newest', string | undefined>>;

/** The period that an answer is of; undefined where its data has none. */
export function periodIn(data: AnswerData): DatedPeriod | undefined {
  const { date_type, date_value, from, to, filter } = data as JsonObject;
  if (date_value !== undefined) return { type: date_type, value: date_value } as DatedPeriod;
  if (from !== undefined) return { type: 'range', value: `${from as string}~${to as string}` };
  return (filter as JsonObject | null | undefined)?.date_info as DatedPeriod | undefined;
}

/** States whether the data covers a period, and which is the newest of its kind that it does. */
export function periodCompleteness(period: DatedPeriod, reach: Reach, newestComplete: Period | undefined): string {
  if (isCovered(period, reach)) return 'The period is complete.';
  if (reach.oldest === undefined) return 'There is no data of any period.';
  const { type, value } = newestComplete ?? {};
  const other = type === undefined ? '' : `; the newest complete ${type} is ${value}`;
  const about = isOutside(period, reach) ? `There is no data of ${period.value}` : 'The period is not complete';
  return `${about}: ${extentOf(reach)}${other}.`;
}

const extentOf = ({ oldest, newest }: Reach): string => `the data reaches from ${oldest} to ${newest}`;

/** Whether a period has no day in common with the data. */
export const isOutside = (period: DatedPeriod, { oldest = LAST_DAY, newest = '' }: Reach): boolean =>
  lastDay(period) < oldest || newest < firstDay(period);

/** States which periods of a history have no data and are left out, and which are incomplete. */
export function historyCompleteness(
  asked: readonly string[],
  shown: readonly string[],
  partial: readonly string[],
  reach: Reach,
): string {
  if (asked.length === 0) return 'Nothing is known of this id.';
  const [first, last] = [shown.at(0), shown.at(-1)];
  if (first === undefined || last === undefined) return `There is no data of these periods: ${extentOf(reach)}.`;
  const all = shown.length === asked.length ? 'All periods asked for, oldest first' : 'Oldest first';
  const left = (where: string, count: number) => (count === 0 ? '' : ` No data ${where}: left out ${count}.`);
  const complete = partial.length === 0 ? ', each complete.' : `; not complete: ${partial.join(', ')}.`;
  const [before, after] = [asked.indexOf(first), asked.length - 1 - asked.indexOf(last)];
  return `${all}${complete}${left(`before ${first}`, before)}${left(`after ${last}`, after)}`;
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
