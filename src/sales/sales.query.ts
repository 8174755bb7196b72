import { type DatedPeriod, dayOf, daysBetween, periodOf, type PeriodType, shiftDay } from '../common/period/period.js';
import { inDays } from '../figures/fact-days.js';
import { type FactGroup, type GroupedFacts, ofChannel } from '../figures/fact-groups.js';
import { addUp, type Aggregations, amountIn, isInRange, soldWithPrice, UNITS, type Values } from '../figures/sums.js';
import { filterFields } from '../http/validation/request-field.js';
import { allOf, filterClauses, someOf, term, terms } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import { type BreakdownKey, isPeriod, keysOf } from './sales.definition.js';
import { BreakdownFilter, type BreakdownSelection } from './sales.requests.js';

const FILTERS = filterFields(BreakdownFilter);

/** Stands for the key of sales that have none. */
const NO_KEY = '';

/** The number of days after which the days compared with are those asked for. */
const daysSince = ({ from, to, compare_to }: Pick<BreakdownSelection, 'from' | 'to' | 'compare_to'>): number =>
  compare_to === undefined ? daysBetween(from, to) + 1 : daysBetween(compare_to.slice(0, 10), from);

/** The days of a breakdown, and those that it compares them with. */
export function daysOf(selection: Pick<BreakdownSelection, 'from' | 'to' | 'compare_to'>) {
  const ends = [selection.from, selection.to];
  const moved = (days: number) => ends.map((day) => shiftDay(day, days)).join('~');
  return [0, -daysSince(selection)].map((days): DatedPeriod => ({ type: 'range', value: moved(days) }));
}

/** Compiles a breakdown: the sales of its days, and those of the days that it compares them with. */
export function compileBreakdown(
  selection: Omit<BreakdownSelection, 'orderby' | 'lang'>,
  keys: readonly BreakdownKey[],
  withGmv: boolean,
): { readonly now: GroupedFacts; readonly before: GroupedFacts | undefined } {
  const { filter, compare_to, compare = compare_to !== undefined } = selection;
  const [first, second] = keys.map(({ field, takesMissing }) => ({
    field,
    missing: takesMissing ? NO_KEY : undefined,
  }));
  const sales = (period: DatedPeriod | undefined, metrics: Aggregations): GroupedFacts => ({
    facts: 'sales',
    field: '',
    ...first,
    second,
    clauses: [
      inDays(period),
      ...keys.flatMap(({ channel }) => ofChannel(channel)),
      ...filterClauses(FILTERS, filter),
      ...contentClauses(filter),
    ],
    metrics,
  });
  const usd = { ...UNITS, ...amountIn('usd_gmv') };
  const days = { first: { min: { field: 'date' } }, last: { max: { field: 'date' } } };
  const [asked, earlier] = daysOf(selection);
  return {
    now: sales(asked, { ...usd, ...days, ...(withGmv && amountIn('gmv')) }),
    before: compare ? sales(earlier, usd) : undefined,
  };
}

/** The channel of a fact distinguishes videos and live streams. A request that names both counts the facts of either. */
function contentClauses({ video_id, room_id }: Pick<BreakdownFilter, 'video_id' | 'room_id'>): QueryClause[] {
  const of = (channel: string, ids: readonly string[] | undefined): QueryClause[] =>
    ids === undefined ? [] : [allOf(undefined, [term('channel', channel), terms('content_id', ids)])];
  const either = [...of('video', video_id), ...of('live', room_id)];
  return either.length > 0 ? [someOf(...either)] : [];
}

/** A row without its records. A key is null when the shop, region, category or step is unknown. */
export interface BreakdownRow {
  readonly keys: readonly (string | null)[];
  readonly sales: number;
  readonly now: Values;
  /** Those of the days before, where they are asked for. */
  readonly before: Values | undefined;
}

/** Returns the value of the field of facts as the key of a row. @param shift days by which a day is moved */
export type KeyReader = (value: string, shift: number) => string | null;

/** The days of facts as keys of days, weeks or months. */
export const periodKey =
  (type: PeriodType): KeyReader =>
  (value, shift) =>
    periodOf(type, shiftDay(dayOf(Number(value)), shift)).value;

/** Any other value as a key. */
export const ownKey: KeyReader = (value) => (value === NO_KEY ? null : value);

/** The rows of a breakdown in the order of their keys, null last. @param readers of each key */
export function rowsOf(
  selection: Pick<BreakdownSelection, 'from' | 'to' | 'compare_to'>,
  keys: readonly BreakdownKey[],
  readers: readonly KeyReader[],
  now: readonly FactGroup[],
  before: readonly FactGroup[] | undefined,
): BreakdownRow[] {
  const rows = new Map<string, BreakdownRow>();
  const add = ({ key, facts, values }: FactGroup, time: 'now' | 'before', shift: number): void => {
    const parts = key.split('\n');
    const own = readers.map((read, at) => read(parts[at] ?? NO_KEY, shift));
    const name = JSON.stringify(own);
    const row = rows.get(name) ?? { keys: own, sales: 0, now: {}, before: before && {} };
    const sales = time === 'now' ? row.sales + facts : row.sales;
    rows.set(name, { ...row, sales, [time]: addGroups(row[time] ?? {}, values) });
  };
  for (const group of now) add(group, 'now', 0);
  // A day stands next to the one at its place in the days compared with.
  for (const group of before ?? []) add(group, 'before', daysSince(selection));
  return [...rows.values()].sort((one, other) =>
    keys.reduce((order, { isNumber = false }, at) => order || inKeyOrder(isNumber, one.keys[at], other.keys[at]), 0),
  );
}

/** The values of two groups of one row. */
const addGroups = (one: Values, other: Values): Values => ({
  ...addUp([one, other]),
  ...('first' in other && {
    first: Math.min(one['first'] ?? Infinity, other['first'] ?? Infinity),
    last: Math.max(one['last'] ?? -Infinity, other['last'] ?? -Infinity),
  }),
});

/** Compares keys as numbers or as texts; null comes last. */
function inKeyOrder(asNumbers: boolean, one: string | null = null, other: string | null = null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  if (asNumbers) return Number(one) - Number(other);
  return one < other ? -1 : 1;
}

/** The larger figure first, or with -1 the smaller one; null last both ways. */
const byFigure = (one: number | null, other: number | null, sign: number): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : (other - one) * sign;

/** The rows whose mean price lies in the range of the filter. */
export function rowsInRange(rows: readonly BreakdownRow[], { average_usd_price_range: range }: BreakdownFilter) {
  if (range === undefined) return rows;
  return rows.filter(({ keys, now }) => isInRange(soldWithPrice(now, String(keys)).average_usd_price, range));
}

/** Sorts rows by their figures as shown; equal rows stay in the order of their keys. */
export function sortRows(
  rows: readonly BreakdownRow[],
  { by, orderby }: Pick<BreakdownSelection, 'by' | 'orderby'>,
): readonly BreakdownRow[] {
  if (orderby.length === 0 && keysOf(by).some(isPeriod)) return rows;
  const items: typeof orderby = orderby.length === 0 ? [{ field: 'usd_gmv', order: 'desc' }] : orderby;
  const shown = rows.map((row) => ({ row, ...soldWithPrice(row.now, String(row.keys)) }));
  shown.sort((one, other) =>
    items.reduce((sign, { field, order }) => sign || byFigure(one[field], other[field], order === 'desc' ? 1 : -1), 0),
  );
  return shown.map(({ row }) => row);
}
