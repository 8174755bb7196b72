import { Injectable } from '@nestjs/common';
import type { DatedPeriod } from '../common/period/period.js';
import type { FactKind } from '../common/record-kind.js';
import { requestScope } from '../common/request-scope.js';
import { ListCache, type Sized } from '../freshness/data-cache.js';
import { RANKING_WINDOW, terms } from '../search/compiler/clauses.js';
import type { QueryClause, Range, SortItem } from '../search/compiler/types.js';
import type { Subject } from '../subjects/subjects.js';
import { type FactDays, inDays } from './fact-days.js';
import { type FactKey, FactGroups, type GroupedFacts, ofChannel } from './fact-groups.js';
import type { SaleChannel } from './facts.record.js';
import { type FirstGroups, FirstGroupsReader, type SumOrder } from './first-groups.js';
import { RowBudget } from './row-budget.js';
import { AMOUNT_SUMS, type Coverage, hhiOfAll, marketOf, soldIn, UNITS, USD_SUMS } from './sums.js';

/** The rows of a list, their order and their filters: facts are read the same for a period and the one before. */
export interface ListQuery {
  /** Stands for all of it but the order and the ids. */
  readonly name: string;
  readonly subject: Subject;
  readonly facts: FactKind;
  /** The main figure, whose growth is shown. */
  readonly figure: string;
  /** The figure that orders the rows unless `orderby` is set. */
  readonly rankedBy: string;
  readonly period: DatedPeriod;
  /** The period that rows are compared with; undefined before year 0001. */
  readonly before: DatedPeriod | undefined;
  readonly key: FactKey;
  /** The filters of the facts that figures count. */
  readonly clauses: readonly QueryClause[];
  /** The filters that all facts of a row must fit. */
  readonly agreed: readonly QueryClause[];
  /** A row with a sale in the period that fits all of these, whatever the other filters, is left out; none without any. */
  readonly excluded: readonly QueryClause[];
  /** The fields of facts that `clauses` filter by. */
  readonly filtered: readonly string[];
  /** The filters of the records that have a row, by what facts lack. */
  readonly records: readonly QueryClause[];
  /** Rows need a sale of this channel. */
  readonly channel: SaleChannel | undefined;
  /** The figures that order the rows in turn; equal rows follow by id. */
  readonly order: readonly SortItem[];
  readonly ranges: readonly (readonly [figure: string, range: Range])[];
  readonly growth: Range | undefined;
  readonly isNew: boolean | undefined;
  /** Only these rows are asked for; undefined for all. The list has the others as well. */
  readonly ids: readonly string[] | undefined;
  /** What makes the list shorter, as `tooManyRows` takes it. */
  readonly narrowedBy: readonly string[];
  /** Whether `hhi` is asked for, which the search that counts the rows then tells as well. */
  readonly concentration: boolean;
}

/** Orders by how rows changed: they have no previous place by them, but two places by the figure of the ranking. */
export const CHANGES: readonly string[] = ['usd_gmv_change', 'growth_rate', 'rank_change'];

export const isChange = (field: string): boolean => CHANGES.includes(field);

/** Whether rows are ordered by how much they changed, so that they have no place in the period before. */
export const isByChange = ({ order }: Pick<ListQuery, 'order'>): boolean => order.some(({ field }) => isChange(field));

export const byFigure = ({ rankedBy }: Pick<ListQuery, 'rankedBy'>): SortItem[] => [{ field: rankedBy, order: 'desc' }];

/** The name under which something of a list is kept, whatever ids are asked for. */
export const listKey = (what: string, { name, order }: Pick<ListQuery, 'name' | 'order'>): string =>
  `${what} ${name} ${JSON.stringify(order)}`;

/** The rows of a ranking in their order, as ids and places: all of them, or those of its first pages. */
export interface RankedList extends Sized, Coverage {
  /** Whether the period before can be compared with, as far as it has rows. */
  readonly hasBefore: boolean;
  readonly total: number;
  /** The first rows. */
  readonly ids: readonly string[];
  /** The facts of each row; not known where the list is of one channel and its rows are of both. */
  readonly facts: Int32Array | undefined;
  /**
   * The places of rows in the period before, from 1: 0 where they were not there, Infinity for one beyond those that are
   * told. Undefined where only the whole list knows them. @param rows their places in this list, from 0
   */
  readonly placesBefore: (rows: readonly number[]) => Promise<readonly number[] | undefined>;
  /** The places of the first rows by the figure of the ranking; only where they are ordered by a change. */
  readonly ranksByFigure?: Int32Array | undefined;
  /** The sums of all rows, and the part that the ten largest have in them; only of sales. */
  readonly market: ReturnType<typeof marketOf> | undefined;
  /** How concentrated the amounts of all rows are on few of them, as `hhiOf`. */
  readonly hhi: () => Promise<number | null>;
}

export type ListDays = Awaited<ReturnType<FactDays['completeness']>>;

/** Tells the places that are known. A kept list holds nothing else that it was made of. */
export const placesIn =
  (places: Int32Array): RankedList['placesBefore'] =>
  (rows) =>
    Promise.resolve(rows.map((at) => places[at] ?? 0));

/** How much of a list is read. */
export const BOUNDS = {
  /** Rows of the first pages: the paging window. */
  rows: RANKING_WINDOW,
  /** Groups that are read for them: some more, because the last ones may be shown as equal to others. */
  read: 1024,
  /** Places in the period before that are told. */
  places: 50_000,
  /** Groups of the period before that are read in turn until the rows of a page are among them. */
  depths: [8192, 65_000],
  /** Where both periods have at most as many facts the whole list is read sooner. */
  fewFacts: 30_000,
  /** Over several shards the whole list is read sooner where it has at most about as many rows. */
  fewOfShards: 65_000,
};

export const ID_BYTES = 40;

/** Whether filters keep rows by their figures or by what all their facts agree on, so that no facts alone are the list. */
export const filtersRows = ({ agreed, excluded, records, ranges, growth, isNew }: ListQuery): boolean =>
  agreed.length + excluded.length + records.length + ranges.length > 0 || growth !== undefined || isNew !== undefined;

/**
 * The sum in whose order Elasticsearch finds the first rows of a list; undefined where the whole list is read: what
 * orders or filters its rows is not one sum of the facts that have a filter’s values, or it has few rows anyway.
 */
export function sumOrder(query: ListQuery): SumOrder | undefined {
  const { facts, subject, figure, channel, order } = query;
  const [by, ...others] = order;
  const isOfSums = facts === 'sales' && subject !== 'category' && others.length === 0;
  if (by === undefined || !isOfSums || filtersRows(query)) return undefined;
  if (by.field === (channel === undefined ? figure : `${channel}_usd_gmv`)) return { ...by, field: 'usd_gmv' };
  return by.field === 'units_sold' && channel === undefined ? { ...by, field: 'units' } : undefined;
}

/** The places of rows of the period before by their ids. */
type PlacesBefore = Sized & Readonly<{ placeOf: ReadonlyMap<string, number>; isAll: boolean }>;

const LARGEST: SumOrder = { field: 'usd_gmv', order: 'desc' };

/** Makes the lists of first pages: the rest of their rows is added up and counted, but not read. */
@Injectable()
export class RankingWindows {
  readonly bounds = BOUNDS;

  constructor(
    private readonly firstGroups: FirstGroupsReader,
    private readonly groups: FactGroups,
    private readonly lists: ListCache,
    private readonly budget: RowBudget,
  ) {}

  /** The first rows of a list; undefined where they are not proven, or all are read sooner. @throws as `FactGroups.read` does */
  async make(query: ListQuery, by: SumOrder, days: ListDays): Promise<RankedList | undefined> {
    requestScope().isExpensive = true;
    const { complete, previous_complete, hasBefore } = days;
    if (this.firstGroups.isOfShards) {
      if (by.order === 'asc') return undefined;
      const rows = await this.groups.estimate(salesOf(query, query.period));
      if (rows <= this.bounds.fewOfShards) return undefined;
    }
    const isByLargest = by.field === 'usd_gmv' && by.order === 'desc';
    const [now, then, largest] = await Promise.all([
      this.read(query, by),
      hasBefore ? this.readBefore(query, by, this.bounds.read, this.bounds.rows) : undefined,
      isByLargest ? undefined : this.read(query, LARGEST),
    ]);
    const { groups: top, isAll } = largest ?? now;
    const isProven = (isAll || top.length >= 10) && (now.isAll || now.groups.length > 0);
    if (!isProven) return undefined;
    const rows = now.isAll ? now.groups : now.groups.slice(0, this.bounds.rows);
    // Before the sums of all, so that an error names the row.
    const amounts = top.map(({ key, values }) => soldIn(values, key).usd_gmv);
    const market = marketOf(now.sums, (previous_complete && then?.sums) || null, amounts);
    const ids = rows.map(({ key }) => key);
    const idsAt = (some: readonly number[]) => some.map((at) => ids[at] ?? '');
    const places = firstPlaces(then);
    const hhi = now.isAll ? hhiOfAll(now.groups.map(({ values }) => values['usd_gmv'] ?? 0)) : undefined;
    const { facts } = now;
    return {
      ...{ complete, previous_complete, hasBefore, ids, market },
      total: now.isAll ? ids.length : (await this.count(query, facts, query.concentration)).total,
      hhi: async () => (hhi === undefined ? (await this.count(query, facts, true)).hhi : hhi),
      facts: query.channel === undefined ? new Int32Array(rows.map(({ facts }) => facts)) : undefined,
      placesBefore: (some) => this.placesBefore(query, by, places, idsAt(some)),
      bytes: ids.length * (ID_BYTES + 8) + places.bytes,
    };
  }

  /** The number of rows, and how concentrated amounts are on them, the same for all orders. */
  private count(query: ListQuery, facts: number, withHhi: boolean) {
    return this.lists.remember(listKey(withHhi ? 'concentration' : 'count', { ...query, order: [] }), async () => {
      requestScope().isExpensive = true;
      return { ...(await this.firstGroups.count(salesOf(query, query.period), facts, withHhi)), bytes: ID_BYTES };
    });
  }

  /** Reads as many rows of the period before as these need. Rows without facts then were not there. */
  private async placesBefore(
    query: ListQuery,
    by: SumOrder,
    first: PlacesBefore,
    ids: readonly string[],
  ): Promise<readonly number[] | undefined> {
    let places = first;
    const unplaced = first.isAll ? [] : ids.filter((id) => !first.placeOf.has(id));
    const present = new Set<string>();
    if (unplaced.length > 0) {
      const { clauses, ...facts } = salesOf(query, query.before);
      const ofUnplaced = { ...facts, clauses: [...clauses, terms(facts.field, unplaced)], metrics: {} };
      await this.groups.each(ofUnplaced, Infinity, (id) => present.add(id));
    }
    const isPlaced = (id: string): boolean => places.placeOf.has(id);
    for (const depth of this.bounds.depths) {
      if (places.isAll || [...present].every(isPlaced)) break;
      places = await this.lists.remember(listKey(`before ${depth}`, query), async () => {
        requestScope().isExpensive = true;
        return firstPlaces(await this.budget.run(depth, () => this.readBefore(query, by, depth)));
      });
    }
    const { placeOf, isAll } = places;
    if (!isAll && placeOf.size < this.bounds.places && ![...present].every(isPlaced)) return undefined;
    return ids.map((id) => placeOf.get(id) ?? (present.has(id) ? Infinity : 0));
  }

  private read(query: ListQuery, by: SumOrder): Promise<FirstGroups> {
    return this.firstGroups.first(salesOf(query, query.period), by, this.bounds.read, this.bounds.rows);
  }

  /** Of the rows before only the places count. */
  private readBefore(query: ListQuery, by: SumOrder, depth: number, least = 0): Promise<FirstGroups> {
    const metrics = by.field === 'units' ? UNITS : AMOUNT_SUMS.usd_gmv;
    return this.firstGroups.first({ ...salesOf(query, query.before), metrics }, by, depth, least);
  }
}

const salesOf = ({ key, clauses, channel }: ListQuery, period: DatedPeriod | undefined): GroupedFacts => ({
  ...key,
  facts: 'sales',
  clauses: [inDays(period), ...clauses, ...ofChannel(channel)],
  metrics: USD_SUMS,
});

const firstPlaces = (first: FirstGroups | undefined): PlacesBefore => ({
  placeOf: new Map(first?.groups.map(({ key }, at) => [key, at + 1])),
  isAll: first?.isAll ?? true,
  bytes: (first?.groups.length ?? 0) * 2 * ID_BYTES,
});
