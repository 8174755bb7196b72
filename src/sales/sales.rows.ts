import { type Pairing, pairingOf } from '../common/period/pairing.js';
import { dayOf, periodOf, type PeriodType } from '../common/period/period.js';
import { stepOf, type Steps } from '../common/steps.js';
import type { FactGroup } from '../figures/fact-groups.js';
import { columnsOf, rowsInRanges, sortPlaces } from '../figures/ranked-columns.js';
import { addUp, amountOf, comparisonOf, type Coverage, soldIn, type Values } from '../figures/sums.js';
import type { Range } from '../search/compiler/types.js';
import type { SalesSum } from './breakdown.record.js';
import type { BreakdownFilter } from './sale-filters.js';
import {
  BREAKDOWN_SORTS,
  type BreakdownDays,
  type BreakdownKey,
  type BreakdownSort,
  isPeriod,
  keysOf,
} from './sales.definition.js';
import type { BreakdownSelection } from './sales.requests.js';

/** Stands for the key of sales that have none. */
export const NO_KEY = '';

/** A row without its records. A key is null when the shop, region, category or step is unknown. */
export interface BreakdownRow {
  readonly keys: readonly (string | null)[];
  readonly sales: number;
  readonly now: Values;
  /** Those of the days before, where they are asked for; null of a day, week or month without a partner there. */
  readonly before: Values | null | undefined;
}

type Time = 'now' | 'before';

/** Reads a key of rows from the field of facts. */
export interface KeyReader {
  /** The key of the row for a value; undefined for days before that have no partner. */
  readonly read: (value: string, time: Time) => string | null | undefined;
  readonly hasPartner?: Pairing['hasPartner'];
}

/** The days of facts as keys of days, weeks or months: those before stand next to their partners. */
export function periodKey(type: PeriodType, { now, before }: BreakdownDays): KeyReader {
  const { partnerOf, hasPartner } = pairingOf(type, now, before ?? now);
  const read: KeyReader['read'] = (value, time) => {
    const day = dayOf(Number(value));
    return time === 'now' ? periodOf(type, day).value : partnerOf(day);
  };
  return { read, hasPartner };
}

/** The step that a figure of facts is in as a key. */
export const stepKey = (steps: Steps): KeyReader => ({
  read: (value) => (value === NO_KEY ? null : String(stepOf(steps, Number(value)))),
});

/** Any other value as a key. */
export const ownKey: KeyReader = { read: (value) => (value === NO_KEY ? null : value) };

/**
 * The rows of a breakdown in the order of their keys, null last, and the sales of days before that are in no row.
 * @param readers of each key
 */
export function rowsOf(
  keys: readonly BreakdownKey[],
  readers: readonly KeyReader[],
  now: readonly FactGroup[],
  before: readonly FactGroup[] | undefined,
): { readonly rows: readonly BreakdownRow[]; readonly unpaired: readonly Values[] } {
  const rows = new Map<string, BreakdownRow>();
  const unpaired: Values[] = [];
  const add = ({ key, facts, values }: FactGroup, time: Time): void => {
    const parts = key.split('\n');
    const own = readers.map(({ read }, at) => read(parts[at] ?? NO_KEY, time));
    if (!own.every((one) => one !== undefined)) return void unpaired.push(values);
    const name = JSON.stringify(own);
    const isPaired = readers.every(({ hasPartner }, at) => hasPartner?.(own[at] ?? '') ?? true);
    const row = rows.get(name) ?? { keys: own, sales: 0, now: {}, before: before && (isPaired ? {} : null) };
    const sales = time === 'now' ? row.sales + facts : row.sales;
    rows.set(name, { ...row, sales, [time]: addGroups(row[time] ?? {}, values) });
  };
  for (const group of now) add(group, 'now');
  for (const group of before ?? []) add(group, 'before');
  const sorted = [...rows.values()].sort((one, other) =>
    keys.reduce((order, { isNumber = false }, at) => order || inKeyOrder(isNumber, one.keys[at], other.keys[at]), 0),
  );
  return { rows: sorted, unpaired };
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

/** The ranges of a filter by the figures that they are of. */
export const rangesOf = (filter: BreakdownFilter) =>
  BREAKDOWN_SORTS.flatMap((name) => {
    const { [`${name}_range` as keyof BreakdownFilter]: range } = filter;
    return range === undefined ? [] : [[name, range as Range] as const];
  });

/** The figures of a row that it may be ordered and filtered by. */
export type FiguresOf = (row: BreakdownRow) => Readonly<Partial<Record<BreakdownSort, number | null>>>;

/** The rows in the ranges of the filter, by their figures as shown; equal rows stay in the order of their keys. */
export async function rowsInOrder(
  rows: readonly BreakdownRow[],
  { by, filter, orderby }: Pick<BreakdownSelection, 'by' | 'filter' | 'orderby'>,
  figuresOf: FiguresOf,
): Promise<readonly BreakdownRow[]> {
  const ranges = rangesOf(filter);
  const usual: typeof orderby = keysOf(by).some(isPeriod) ? [] : [{ field: 'usd_gmv', order: 'desc' }];
  const order = orderby.length > 0 ? orderby : usual;
  const names = [...order.map(({ field }) => field), ...ranges.map(([name]) => name)];
  const ids = rows.map(({ keys }) => String(keys));
  const shown = rows.map(figuresOf);
  const figures = columnsOf(ids, names, (name) => (at) => shown[at]?.[name]);
  const places = await sortPlaces(figures, rowsInRanges({ ids, figures }, { ranges }), order);
  return places.flatMap((at) => rows[at] ?? []);
}

/** Sums as shown, rounded once. @param currency that of sales of one creator; of others, undefined, `gmv` is null */
export function roundSums(
  { keys, now, before }: Pick<BreakdownRow, 'keys' | 'now'> & Partial<BreakdownRow>,
  covered: Coverage,
  currency: string | null | undefined,
): SalesSum {
  const sold = soldIn(now, String(keys));
  return {
    ...sold,
    gmv: currency === undefined ? null : amountOf(now, 'gmv', String(keys)),
    currency: currency ?? null,
    ...(before !== undefined && comparisonOf(sold.usd_gmv, before && soldIn(before, String(keys)), covered)),
  };
}
