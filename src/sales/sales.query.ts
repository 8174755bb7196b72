import { daysBetween, dayOf, FIRST_DAY, shiftDay } from '../common/period/day.js';
import type { FactGroup, GroupedFacts } from '../figures/fact-groups.js';
import { type Aggregations, amountIn, amountOf, UNITS, unitsOf, type Values } from '../figures/sums.js';
import { ofChannel } from '../figures/fact-key.js';
import { filterFields } from '../http/validation/request-field.js';
import { allOf, filterClauses, someOf, term, terms } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import { breakdownKey } from './sales.definition.js';
import { BreakdownFilter, type BreakdownSelection } from './sales.requests.js';

const FILTERS = filterFields(BreakdownFilter);

/** Stands for the key of sales that have none. */
const NO_KEY = '';

/** The number of days after which the days compared with are those asked for. */
const daysSince = ({ from, to, compare_to }: Pick<BreakdownSelection, 'from' | 'to' | 'compare_to'>): number =>
  compare_to === undefined ? daysBetween(from, to) + 1 : daysBetween(compare_to.slice(0, 10), from);

/** Compiles a breakdown: the sales of its days, and those of the days that it compares them with. */
export function compileBreakdown(
  selection: Omit<BreakdownSelection, 'orderby' | 'lang'>,
  withGmv: boolean,
): { readonly now: GroupedFacts; readonly before: GroupedFacts | undefined } {
  const { filter, from, to, compare_to, compare = compare_to !== undefined } = selection;
  const { field, takesMissing, channel } = breakdownKey(selection);
  const sales = (first: string, last: string, metrics: Aggregations): GroupedFacts => ({
    facts: 'sales',
    field,
    missing: takesMissing ? NO_KEY : undefined,
    clauses: [
      { range: { date: { gte: first < FIRST_DAY ? FIRST_DAY : first, lte: last } } },
      ...ofChannel(channel),
      ...filterClauses(FILTERS, filter),
      ...contentClauses(filter),
    ],
    metrics,
  });
  const usd = { ...UNITS, ...amountIn('usd_gmv') };
  const days = { first: { min: { field: 'date' } }, last: { max: { field: 'date' } } };
  const shift = -daysSince(selection);
  return {
    now: sales(from, to, { ...usd, ...days, ...(withGmv && amountIn('gmv')) }),
    before: compare ? sales(shiftDay(from, shift), shiftDay(to, shift), usd) : undefined,
  };
}

/** The channel of a fact distinguishes videos and live streams. A request that names both counts the facts of either. */
function contentClauses({ video_id, room_id }: Pick<BreakdownFilter, 'video_id' | 'room_id'>): QueryClause[] {
  const of = (channel: string, ids: readonly string[] | undefined): QueryClause[] =>
    ids === undefined ? [] : [allOf(undefined, [term('channel', channel), terms('content_id', ids)])];
  const either = [...of('video', video_id), ...of('live', room_id)];
  return either.length > 0 ? [someOf(...either)] : [];
}

/** A row without its record. The key is null when the shop, region or category is unknown. */
export interface BreakdownRow {
  readonly key: string | null;
  /** The number of sales. */
  readonly sales: number;
  readonly now: Values;
  /** Those of the days before, where they are asked for. */
  readonly before: Values | undefined;
}

/** The rows of a breakdown in the order of their keys, null last. */
export function rowsOf(
  selection: Pick<BreakdownSelection, 'by' | 'from' | 'to' | 'compare_to'>,
  now: readonly FactGroup[],
  before: readonly FactGroup[] | undefined,
): BreakdownRow[] {
  const { by } = selection;
  const days = daysSince(selection);
  const keyOf = ({ key }: FactGroup, shift = 0): string => (by === 'day' ? shiftDay(dayOf(Number(key)), shift) : key);
  const none = before && {};
  const rows = new Map<string, BreakdownRow>();
  const add = (key: string, row: Omit<BreakdownRow, 'key'>) =>
    rows.set(key, { key: key === NO_KEY ? null : key, ...row });
  for (const group of now) add(keyOf(group), { sales: group.facts, now: group.values, before: none });
  for (const group of before ?? []) {
    // A day stands next to the one at its place in the days compared with.
    const key = keyOf(group, days);
    add(key, { ...(rows.get(key) ?? { sales: 0, now: {} }), before: group.values });
  }
  return [...rows.values()].sort(inKeyOrder(by === 'category'));
}

/** Compares the keys of rows, as numbers or as texts; null comes last. */
const inKeyOrder =
  (asNumbers: boolean) =>
  ({ key: one }: BreakdownRow, { key: other }: BreakdownRow): number => {
    if (one === null || other === null) return one === null ? 1 : -1;
    if (asNumbers) return Number(one) - Number(other);
    return one < other ? -1 : 1;
  };

/** Sorts rows by their figures as shown; equal rows stay in the order of their keys. */
export function sortRows(
  rows: readonly BreakdownRow[],
  { by, orderby }: Pick<BreakdownSelection, 'by' | 'orderby'>,
): readonly BreakdownRow[] {
  if (orderby.length === 0 && by === 'day') return rows;
  const items: typeof orderby = orderby.length === 0 ? [{ field: 'usd_gmv', order: 'desc' }] : orderby;
  const shown = rows.map((row) => ({ row, usd_gmv: amountOf(row.now, 'usd_gmv'), units_sold: unitsOf(row.now) }));
  shown.sort((one, other) =>
    items.reduce((sign, { field, order }) => sign || (other[field] - one[field]) * (order === 'desc' ? 1 : -1), 0),
  );
  return shown.map(({ row }) => row);
}
