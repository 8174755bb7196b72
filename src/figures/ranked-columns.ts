import { setImmediate as nextTurn } from 'node:timers/promises';
import { memoize } from '../common/memoize.js';
import { amountPer } from '../common/numbers.js';
import type { ConversionReader } from './conversion.js';
import { byBytes, NO_CATEGORY } from './fact-groups.js';
import { CONVERSIONS } from './figures.record.js';
import type { Followers } from './followers.js';
import { isChange, type ListQuery } from './ranked-list.js';
import { amountOf, growthRate, isInRange, NOT_KNOWN, unitsOf, type Values } from './sums.js';
import { periodFrom, previousPeriod } from '../common/period/period.js';
import type { SortItem } from '../search/compiler/types.js';

/** Sales by row, in columns. */
export class SalesRows {
  readonly ids: string[] = [];
  readonly facts: number[] = [];
  readonly amounts: number[] = [];
  readonly units: number[] = [];
  /** Exact amounts, in ten-thousandths. */
  readonly exact: number[] = [];

  add(id: string, facts: number, values: Values): void {
    this.ids.push(id);
    this.facts.push(facts);
    this.amounts.push(amountOf(values, 'usd_gmv', id));
    this.units.push(unitsOf(values, id));
    this.exact.push(values['usd_gmv'] ?? 0);
  }

  /** The rows at some places. */
  at(places: readonly number[]): SalesRows {
    const columns = Object.entries(this) as [string, unknown[]][];
    const picked = columns.map(([name, column]) => [name, places.map((place) => column[place])]);
    return Object.assign(new SalesRows(), Object.fromEntries(picked) as Partial<SalesRows>);
  }

  /** The sums of the rows at some places. */
  sums(places: Iterable<number>): Values {
    const sums = { units: 0, usd_gmv: 0 };
    for (const at of places) {
      sums.units += this.units[at] ?? 0;
      sums.usd_gmv += this.exact[at] ?? 0;
    }
    return sums;
  }
}

/** The rows of a period before they are ordered. A figure that is not known is -Infinity. */
export interface Rows {
  readonly ids: readonly string[];
  readonly figures: Readonly<Record<string, Float64Array>>;
  /** The main figure by id, of all channels together. */
  readonly mainOf: (id: string) => number | undefined;
  /** The sales of rows; absent of followers. */
  readonly sales?: SalesRows;
}

type FigureOfRow = (at: number, id: string) => number | null | undefined;
export type Readers = Readonly<Record<string, FigureOfRow>>;

/** A figure of each row. `Float64Array.from` goes through an iterator, which costs more than the figures. */
export const columnOf = (ids: readonly string[], read: FigureOfRow): Float64Array =>
  new Float64Array(ids.length).map((_, at) => read(at, ids[at] ?? '') ?? NOT_KNOWN);

/** The columns of some figures. @param readerOf returns what reads a figure */
export const columnsOf = <Name extends string>(
  ids: readonly string[],
  names: Iterable<Name>,
  readerOf: (name: Name) => FigureOfRow | undefined,
): Rows['figures'] =>
  Object.fromEntries([...names].map((name) => [name, columnOf(ids, readerOf(name) ?? (() => null))]));

/** The creators whose followers are known in a period and the one before, and how many they gained: now, and a period before. */
export function growthIn(
  query: ListQuery,
  followers: Pick<Followers, 'latest'>,
  most: number,
  matching?: ReadonlySet<string>,
): Promise<Rows | undefined>[] {
  const { period, before, clauses } = query;
  const latest = memoize((value: string | undefined) =>
    followers.latest(value === undefined ? undefined : periodFrom(period.type, value), clauses, most),
  );
  return [period, before].map(async (one): Promise<Rows | undefined> => {
    const earlier = one && previousPeriod(one);
    const [now, then] = await Promise.all([latest(one?.value), latest(earlier?.value)]);
    if (now === undefined || then === undefined) return undefined;
    const ids = [...now.keys()].filter((uid) => then.has(uid) && matching?.has(uid) !== false);
    const gained = (uid: string): number => (now.get(uid) ?? 0) - (then.get(uid) ?? 0);
    const readers: Readers = {
      follower_inc_count: (_, uid) => gained(uid),
      follower_inc_rate: (_, uid) => growthRate(then.get(uid) ?? 0, now.get(uid) ?? 0),
      follower_count_at_period_end: (_, uid) => now.get(uid),
    };
    const figures = columnsOf(ids, wantedFigures(query), (name) => readers[name]);
    return { ids, figures, mainOf: (uid) => (now.has(uid) && then.has(uid) ? gained(uid) : undefined) };
  });
}

/** The figures that a list is ordered and filtered by, besides changes. */
export const wantedFigures = ({ order, ranges, rankedBy }: ListQuery): ReadonlySet<string> =>
  new Set([...order.map(({ field }) => (isChange(field) ? rankedBy : field)), ...ranges.map(([figure]) => figure)]);

/** The figures by videos and live streams that a list is ordered or filtered by. */
export const askedConversions = (query: ListQuery) => {
  const wanted = wantedFigures(query);
  return CONVERSIONS.filter((name) => wanted.has(name));
};

/** Rows of sales with the figures that a list is ordered and filtered by. @param all their sales of all channels, and those of other rows */
export function rowsOfSales(
  sales: SalesRows,
  all: SalesRows | undefined,
  query: ListQuery,
  followers: ReadonlyMap<string, number> | undefined,
  conversionsOf: Awaited<ReturnType<ConversionReader['read']>> | undefined,
): Rows {
  const { ids } = sales;
  const whole = all ?? sales;
  const placeOf = all && new Map(all.ids.map((id, at) => [id, at]));
  const places = placeOf && ids.map((id, at) => placeOf.get(id) ?? at);
  const main = (at: number): number | undefined => whole.amounts[places?.[at] ?? at];
  const unitsAt = (at: number): number | undefined => whole.units[places?.[at] ?? at];
  const readers: Readers = {
    units_sold: unitsAt,
    average_usd_price: (at) => amountPer(main(at) ?? 0, unitsAt(at) ?? 0),
    follower_count: (_, id) => followers?.get(id),
    ...(query.channel && { [`${query.channel}_usd_gmv`]: (at: number) => sales.amounts[at] }),
    ...(conversionsOf &&
      Object.fromEntries(CONVERSIONS.map((name) => [name, (_: number, id: string) => conversionsOf(id)[name]]))),
  };
  const figures = columnsOf(ids, wantedFigures(query), (name) => readers[name] ?? main);
  let mains: Map<string, number | undefined> | undefined;
  const mainOf = (id: string) => (mains ??= new Map(whole.ids.map((one, at) => [one, whole.amounts[at]]))).get(id);
  return { ids, figures, mainOf, sales };
}

/** Categories follow each other by their ids as texts; sales without a category come last. */
export const byCategory = (one: string, other: string): number =>
  Number(one === NO_CATEGORY) - Number(other === NO_CATEGORY) || byBytes(one, other);

/** The places of the rows whose figures lie in the ranges. */
export const rowsInRanges = (
  { ids, figures }: Pick<Rows, 'ids' | 'figures'>,
  { ranges }: Pick<ListQuery, 'ranges'>,
): number[] =>
  [...ids.keys()].filter((at) =>
    ranges.every(([figure, range]) => isInRange(figures[figure]?.[at] ?? NOT_KNOWN, range)),
  );

/** Rows that are looked at in one turn of the event loop. */
const PORTION = 8000;

/**
 * Sorts rows by figures in turn, those that are not known last; equal rows stay in the order of their ids. Portions are
 * sorted, then merged in pairs.
 */
export async function sortPlaces(
  figures: Readonly<Record<string, Float64Array>>,
  places: readonly number[],
  by: readonly SortItem[],
): Promise<number[]> {
  const columns = by.map(({ field, order }) => {
    const column = figures[field] ?? new Float64Array();
    return order === 'desc' ? column : column.map((figure) => (figure === NOT_KNOWN ? figure : -figure));
  });
  const compare = (one: number, other: number): number => {
    for (const column of columns) {
      const [mine = 0, its = 0] = [column[one], column[other]];
      if (mine !== its) return its > mine ? 1 : -1;
    }
    return one - other;
  };
  const portions: number[][] = [];
  for (let at = 0; at < places.length; at += PORTION) {
    portions.push(places.slice(at, at + PORTION).sort(compare));
    await nextTurn();
  }
  for (let [one, other] = portions; one && other; [one, other] = portions) {
    portions.splice(0, 2);
    portions.push(await merge(one, other, compare));
  }
  return portions[0] ?? [];
}

async function merge(
  one: readonly number[],
  other: readonly number[],
  compare: (one: number, other: number) => number,
): Promise<number[]> {
  const all: number[] = [];
  for (let [at, otherAt] = [0, 0]; all.length < one.length + other.length;) {
    const [mine, its] = [one[at], other[otherAt]];
    const isMine = its === undefined || (mine !== undefined && compare(mine, its) < 0);
    all.push((isMine ? one[at++] : other[otherAt++]) ?? 0);
    if (all.length % PORTION === 0) await nextTurn();
  }
  return all;
}
