import { type Pairing, pairingOf } from '../common/period/pairing.js';
import {
  type DatedPeriod,
  dayOf,
  periodFrom,
  periodOf,
  type PeriodType,
  previousPeriod,
} from '../common/period/period.js';
import { inDays } from '../figures/fact-days.js';
import { type FactGroup, type GroupedFacts, ofChannel, rowsClause } from '../figures/fact-groups.js';
import { addUp, type Aggregations, amountIn, isInRange, UNITS, type Values } from '../figures/sums.js';
import { allOf, filterClauses, someOf, term, terms } from '../search/compiler/clauses.js';
import type { QueryClause, Range } from '../search/compiler/types.js';
import type { ConversionQuery } from '../figures/conversion.js';
import { isAnySet } from '../http/validation/broken-rule.js';
import type { Subject } from '../subjects/subjects.js';
import { BREAKDOWN_SORTS, type BreakdownKey, type BreakdownSort, isPeriod, keysOf } from './sales.definition.js';
import { type BreakdownFilter, type BreakdownSelection, SOLD_FILTERS } from './sales.requests.js';

/** Stands for the key of sales that have none. */
const NO_KEY = '';

/** The days of a breakdown, and those that it compares them with; undefined before year 0001. */
export interface BreakdownDays {
  readonly now: DatedPeriod;
  readonly before: DatedPeriod | undefined;
  readonly isCompared: boolean;
}

type AskedDays = Pick<BreakdownSelection, 'date_info' | 'from' | 'to' | 'compare' | 'compare_to'>;

export function daysOf({ date_info, from, to, compare_to, compare = compare_to !== undefined }: AskedDays) {
  const now: DatedPeriod = date_info ?? { type: 'range', value: `${from}~${to}` };
  const before = compare_to === undefined ? previousPeriod(now) : periodFrom(now.type, compare_to);
  return { now, before, isCompared: compare } satisfies BreakdownDays;
}

/** Compiles a breakdown: the sales of its days, and those of the days that it compares them with. */
export function compileBreakdown(
  { filter }: Pick<BreakdownSelection, 'filter'>,
  days: BreakdownDays,
  keys: readonly BreakdownKey[],
  withGmv: boolean,
): { readonly now: GroupedFacts; readonly before: GroupedFacts | undefined } {
  const [first, second] = keys.map(({ field, takesMissing }) => ({
    field,
    missing: takesMissing ? NO_KEY : undefined,
  }));
  const sales = (period: DatedPeriod | undefined, metrics: Aggregations): GroupedFacts => ({
    facts: 'sales',
    field: '',
    ...first,
    second,
    clauses: [inDays(period), ...factClauses(filter, keys)],
    metrics,
  });
  const usd = { ...UNITS, ...amountIn('usd_gmv') };
  const ends = { first: { min: { field: 'date' } }, last: { max: { field: 'date' } } };
  return {
    now: sales(days.now, { ...usd, ...ends, ...(withGmv && amountIn('gmv')) }),
    before: days.isCompared ? sales(days.before, usd) : undefined,
  };
}

/** Matches the sales of a breakdown, of any day. */
export const factClauses = (filter: BreakdownFilter, keys: readonly BreakdownKey[]): QueryClause[] => [
  ...keys.flatMap(({ channel }) => ofChannel(channel)),
  ...filterClauses(SOLD_FILTERS, filter),
  ...contentClauses(filter),
];

/** Compiles the figures of rows that sales alone do not tell. */
export function compileOthers(
  { by, filter }: Pick<BreakdownSelection, 'by' | 'filter'>,
  { now: period }: BreakdownDays,
  keys: readonly BreakdownKey[],
  rows: readonly BreakdownRow[],
): ConversionQuery {
  const fields = Object.entries({ ...SOLD_FILTERS, video_id: 'content_id', room_id: 'content_id' });
  const filtered = fields.flatMap(([name, field]) => (isAnySet({ ...filter }, [name]) ? [field] : []));
  const ids = rows.flatMap((row) => row.keys[0] ?? []);
  const key = { id: keys[0]?.field ?? '', clauses: [] };
  return { subject: by as Subject, key, period, clauses: factClauses(filter, keys), filtered, ids };
}

/** Matches the sales of a row; undefined where periods or steps are its keys. */
export function rowClause(keys: readonly BreakdownKey[], row: BreakdownRow): QueryClause | undefined {
  if (keys.some(({ by, steps }) => isPeriod(by) || steps !== undefined)) return undefined;
  const parts = keys.map(({ field }, at) =>
    rowsClause({ id: field, missing: NO_KEY, clauses: [] }, [row.keys[at] ?? NO_KEY]),
  );
  return allOf(undefined, parts);
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

/** The larger figure first, or with -1 the smaller one; null last both ways. */
const byFigure = (one: number | null, other: number | null, sign: number): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : (other - one) * sign;

/** The ranges of a filter by the figures that they are of. */
export const rangesOf = (filter: BreakdownFilter) =>
  BREAKDOWN_SORTS.flatMap((name) => {
    const { [`${name}_range` as keyof BreakdownFilter]: range } = filter;
    return range === undefined ? [] : [[name, range as Range] as const];
  });

/** The figures of a row that it may be ordered and filtered by. */
export type FiguresOf = (row: BreakdownRow) => Readonly<Partial<Record<BreakdownSort, number | null>>>;

/** The rows whose figures lie in the ranges of the filter. */
export function rowsInRange(rows: readonly BreakdownRow[], filter: BreakdownFilter, figuresOf: FiguresOf) {
  const ranges = rangesOf(filter);
  if (ranges.length === 0) return rows;
  return rows.filter((row) => {
    const figures = figuresOf(row);
    return ranges.every(([name, range]) => isInRange(figures[name] ?? null, range));
  });
}

/** Sorts rows by their figures as shown; equal rows stay in the order of their keys. */
export function sortRows(
  rows: readonly BreakdownRow[],
  { by, orderby }: Pick<BreakdownSelection, 'by' | 'orderby'>,
  figuresOf: FiguresOf,
): readonly BreakdownRow[] {
  if (orderby.length === 0 && keysOf(by).some(isPeriod)) return rows;
  const items: typeof orderby = orderby.length === 0 ? [{ field: 'usd_gmv', order: 'desc' }] : orderby;
  const shown = rows.map((row) => ({ row, figures: figuresOf(row) }));
  shown.sort((one, other) =>
    items.reduce(
      (sign, { field, order }) =>
        sign || byFigure(one.figures[field] ?? null, other.figures[field] ?? null, order === 'desc' ? 1 : -1),
      0,
    ),
  );
  return shown.map(({ row }) => row);
}
