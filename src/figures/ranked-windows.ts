import { Injectable } from '@nestjs/common';
import type { DatedPeriod } from '../common/period/period.js';
import { requestScope } from '../common/request-scope.js';
import { inDays } from './fact-days.js';
import { FactGroups, type GroupedFacts, ofChannel } from './fact-groups.js';
import { type FirstGroups, FirstGroupsReader, type SumOrder } from './first-groups.js';
import { amountIn, hhiOfAll, marketOf, soldIn, UNITS, USD_SUMS } from './sums.js';
import { terms } from '../search/compiler/clauses.js';
import { ListCache, type Sized } from '../freshness/data-cache.js';
import { RowBudget } from './row-budget.js';
import { BOUNDS, ID_BYTES, type ListDays, listKey, type ListQuery, NO_WINDOW, type RankedList } from './ranked-list.js';

/** Rows of the period before, by id, in their order. */
interface PlacesBefore extends Sized {
  readonly placeOf: ReadonlyMap<string, number>;
  readonly isAll: boolean;
}

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

  /** The first rows of a list; `NO_WINDOW` where they are not proven, or all are read sooner. @throws as `FactGroups.read` does */
  async make(query: ListQuery, by: SumOrder, days: ListDays): Promise<RankedList> {
    requestScope().isExpensive = true;
    const { complete, previous_complete, hasBefore } = days;
    if (this.firstGroups.isOfShards) {
      const isFew = async () => (await this.groups.estimate(grouped(query, query.period))) <= this.bounds.fewOfShards;
      if (by.order === 'asc' || (await isFew())) return NO_WINDOW;
    }
    const isByLargest = by.field === 'usd_gmv' && by.order === 'desc';
    const [now, then, largest] = await Promise.all([
      this.read(query, by),
      hasBefore ? this.readBefore(query, by, this.bounds.read, this.bounds.rows) : undefined,
      isByLargest ? undefined : this.read(query, LARGEST),
    ]);
    const { groups: top, isAll } = largest ?? now;
    const isProven = (isAll || top.length >= 10) && (now.isAll || now.groups.length > 0);
    if (!isProven) return NO_WINDOW;
    const rows = now.isAll ? now.groups : now.groups.slice(0, this.bounds.rows);
    // Before the sums of all, so that an error names the row.
    const amounts = top.map(({ key, values }) => soldIn(values, key).usd_gmv);
    const market = marketOf(now.sums, (previous_complete && then?.sums) || null, amounts);
    const ids = rows.map(({ key }) => key);
    const places = placesIn(then);
    const idsAt = (some: readonly number[]) => some.map((at) => ids[at] ?? '');
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
      return { ...(await this.firstGroups.count(grouped(query, query.period), facts, withHhi)), bytes: ID_BYTES };
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
      const { clauses, ...facts } = grouped(query, query.before);
      const own = { ...facts, clauses: [...clauses, terms(facts.field, unplaced)], metrics: {} };
      await this.groups.each(own, Infinity, (id) => present.add(id));
    }
    const isPlaced = (id: string): boolean => places.placeOf.has(id);
    for (const depth of this.bounds.depths) {
      if (places.isAll || [...present].every(isPlaced)) break;
      places = await this.lists.remember(listKey(`before ${depth}`, query), async () => {
        const scope = requestScope();
        scope.isExpensive = true;
        return placesIn(await this.budget.run(depth, scope.signal, () => this.readBefore(query, by, depth)));
      });
    }
    const { placeOf, isAll } = places;
    if (!isAll && placeOf.size < this.bounds.places && ![...present].every(isPlaced)) return undefined;
    return ids.map((id) => placeOf.get(id) ?? (present.has(id) ? Infinity : 0));
  }

  private read(query: ListQuery, by: SumOrder): Promise<FirstGroups> {
    return this.firstGroups.first(grouped(query, query.period), by, this.bounds.read, this.bounds.rows);
  }

  /** Of the rows before only the places count. */
  private readBefore(query: ListQuery, by: SumOrder, depth: number, least = 0): Promise<FirstGroups> {
    const metrics = by.field === 'units' ? UNITS : amountIn('usd_gmv');
    return this.firstGroups.first({ ...grouped(query, query.before), metrics }, by, depth, least);
  }
}

/** The sales of the rows of a period. */
const grouped = ({ key, clauses, channel }: ListQuery, period: DatedPeriod | undefined): GroupedFacts => ({
  facts: 'sales',
  field: key.id,
  clauses: [inDays(period), ...clauses, ...ofChannel(channel)],
  metrics: USD_SUMS,
});

const placesIn = (first: FirstGroups | undefined): PlacesBefore => ({
  placeOf: new Map(first?.groups.map(({ key }, at) => [key, at + 1])),
  isAll: first?.isAll ?? true,
  bytes: (first?.groups.length ?? 0) * 2 * ID_BYTES,
});
