import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { requestScope } from '../common/request-scope.js';
import { type RequestFailure, tooManyRows } from '../common/errors/failure.js';
import type { DatedPeriod } from '../common/period/period.js';
import { type Config, CONFIG } from '../config/config.js';
import { ConversionReader } from './conversion.js';
import { FactDays, inDays } from './fact-days.js';
import { FactGroups, type GroupedFacts, ofChannel, within } from './fact-groups.js';
import { Followers } from './followers.js';
import { RowBudget } from './row-budget.js';
import { amountChange, growthRate, hhiOfAll, isInRange, marketOf, USD_SUMS } from './sums.js';
import { allOf } from '../search/compiler/clauses.js';
import { ListCache } from '../freshness/data-cache.js';
import type { QueryClause } from '../search/compiler/types.js';
import { isContent, SUBJECTS } from '../subjects/subjects.js';
import {
  askedConversions,
  byCategory,
  columnsOf,
  growthIn,
  type Readers,
  type Rows,
  rowsInRanges,
  rowsOfSales,
  SalesRows,
  sortPlaces,
  wantedFigures,
} from './ranked-columns.js';
import {
  byFigure,
  ID_BYTES,
  isByChange,
  isChange,
  type ListDays,
  listKey,
  type ListQuery,
  placesIn,
  type RankedList,
  RankingWindows,
  sumOrder,
} from './ranked-list.js';

/** Counts the creators that the sales of a video or live stream name. */
const NAMED_CREATORS = { creators: { cardinality: { field: 'uid' } } };

/** Makes and keeps the lists that pages, exports and places of rankings are read from. */
@Injectable()
export class RankingLists {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'rankingMaxRows'>,
    private readonly groups: FactGroups,
    private readonly days: FactDays,
    private readonly followers: Followers,
    private readonly lists: ListCache,
    private readonly windows: RankingWindows,
    private readonly budget: RowBudget,
    private readonly conversion: ConversionReader,
  ) {}

  /**
   * The list of a request, whatever ids it names: at least its rows down to a place, and those that it names.
   * @throws RequestFailure (400) when a whole list has too many rows, and as `FactGroups.read` does
   */
  async find(query: ListQuery, until = Infinity): Promise<RankedList> {
    const { facts, period, before, ids } = query;
    const by = sumOrder(query);
    const { rows, fewFacts } = this.windows.bounds;
    const days = await this.days.completeness(facts, period, before);
    const isSmall = [period, before].every((one) => days.factsIn(one) <= Math.min(fewFacts, this.mostRows));
    if (by === undefined || until > rows || isSmall) return this.whole(query, days);
    const { list } = await this.lists.remember(listKey('first', query), async () => {
      const list = await this.windows.make(query, by, days);
      return { list, bytes: list?.bytes ?? ID_BYTES };
    });
    const isIn = new Set(list?.ids);
    const hasRows = ids?.every((id) => isIn.has(id)) ?? until <= isIn.size;
    return list && (hasRows || isIn.size === list.total) ? list : this.whole(query, days);
  }

  /** The places in the period before of rows of a list that `find` returned, Infinity beyond `mostPlaces`. @throws as that does */
  async placesBefore(query: ListQuery, list: RankedList, rows: readonly number[]): Promise<readonly number[]> {
    const places = (await list.placesBefore(rows)) ?? (await (await this.find(query)).placesBefore(rows)) ?? [];
    return places.map((place) => (place > this.mostPlaces ? Infinity : place));
  }

  get mostPlaces(): number {
    return this.windows.bounds.places;
  }

  private whole(query: ListQuery, days: ListDays): Promise<RankedList> {
    return this.lists.remember(listKey('whole', query), async () => {
      requestScope().isExpensive = true;
      const rows = await this.estimate(query, days);
      if (rows > this.budget.rows) throw this.tooMany(query);
      return this.budget.run(rows, () => this.read(query, days));
    });
  }

  private get mostRows(): number {
    return Math.min(this.config.rankingMaxRows, Math.floor(this.budget.rows / 2));
  }

  /** About how many rows are under way while a list is made. They are not estimated where there is room for all facts. */
  private async estimate(query: ListQuery, { factsIn }: ListDays): Promise<number> {
    const { facts, subject, period, before, key, clauses, agreed, excluded, channel } = query;
    const doubling = [...agreed, ...excluded, ...ofChannel(channel), ...askedConversions(query)];
    if (subject === 'category') return 0;
    // Growth compares the period before with the one before it; rows of one channel may be read of both, or with their videos.
    const rowsOf = (now = 0, then = 0): number =>
      facts === 'creator-days' ? now + 2 * then : (now + then) * (doubling.length > 0 ? 2 : 1);
    const periods = [period, before];
    const most = rowsOf(...periods.map(factsIn));
    if (this.budget.hasRoom(most)) return most;
    const estimates = periods.map((one) =>
      this.groups.estimate({ ...key, facts, clauses: [inDays(one), ...clauses, ...agreed] }),
    );
    return rowsOf(...(await Promise.all(estimates)));
  }

  private async read(query: ListQuery, { complete, previous_complete, hasBefore }: ListDays): Promise<RankedList> {
    const { period, before, growth, isNew } = query;
    const isComparable = complete && previous_complete;
    const matching = query.records.length > 0 ? await this.idsOfRecords(query) : undefined;
    const [now, then] = await Promise.all(
      query.facts === 'creator-days'
        ? growthIn(query, this.followers, this.mostRows, matching)
        : [this.sales(period, query, matching), this.sales(before, query, matching)],
    );
    if (now === undefined || then === undefined) throw this.tooMany(query);
    const isOfChanges = isByChange(query);
    const rowsBefore = rowsInRanges(then, query);
    const inOrder = await sortPlaces(then.figures, rowsBefore, isOfChanges ? byFigure(query) : query.order);
    const places = new Map(inOrder.map((at, place) => [then.ids[at], place + 1]));
    await nextTurn();
    const growthSince = (id: string): number | null => growthRate(then.mainOf(id) ?? 0, now.mainOf(id) ?? 0);
    const kept = rowsInRanges(now, query).filter((at) => {
      const id = now.ids[at] ?? '';
      return (
        (growth === undefined || (isComparable && isInRange(growthSince(id), growth))) &&
        (isNew === undefined || (hasBefore && isNew !== places.has(id)))
      );
    });
    await nextTurn();
    const ranks = new Int32Array(isOfChanges ? now.ids.length : 0);
    const ranked = isOfChanges ? await sortPlaces(now.figures, kept, byFigure(query)) : [];
    ranked.forEach((at, place) => (ranks[at] = place + 1));
    const changes: Readers = {
      usd_gmv_change: (_, id) => (isComparable ? amountChange(then.mainOf(id) ?? 0, now.mainOf(id) ?? 0) : null),
      growth_rate: (_, id) => (isComparable ? growthSince(id) : null),
      rank_change: (at, id) => {
        const [rank = 0, placeBefore = Infinity] = [ranks[at], places.get(id)];
        return rank > 0 && placeBefore <= this.mostPlaces ? placeBefore - rank : null;
      },
    };
    const names = isOfChanges ? query.order.map(({ field }) => field).filter(isChange) : [];
    const columns = columnsOf(now.ids, names, (name) => changes[name]);
    const rows = await sortPlaces({ ...now.figures, ...columns }, kept, query.order);
    const ids = rows.map((at) => now.ids[at] ?? '');
    const sales = now.sales?.at(rows);
    const sumsBefore = (previous_complete && then.sales?.sums(rowsBefore)) || null;
    const hhi = hhiOfAll(sales?.exact ?? []);
    return {
      ...{ complete, previous_complete, hasBefore, ids },
      market: sales && marketOf(sales.sums(ids.keys()), sumsBefore, sales.amounts),
      hhi: () => Promise.resolve(hhi),
      total: ids.length,
      facts: sales && query.channel === undefined ? new Int32Array(sales.facts) : undefined,
      ranksByFigure: isOfChanges ? new Int32Array(rows.map((at) => ranks[at] ?? 0)) : undefined,
      placesBefore: placesIn(new Int32Array(ids.map((id) => places.get(id) ?? 0))),
      bytes: ids.length * (ID_BYTES + 12),
    };
  }

  private async idsOfRecords({ subject, records }: ListQuery): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    const { index, id: field } = SUBJECTS[subject];
    await this.groups.each({ facts: index, field, clauses: records }, Infinity, (id) => ids.add(id));
    return ids;
  }

  /** The rows of sales in a period; undefined when there are too many. */
  private async sales(
    period: DatedPeriod | undefined,
    query: ListQuery,
    matching: ReadonlySet<string> | undefined,
  ): Promise<Rows | undefined> {
    const { channel, agreed, excluded } = query;
    const wanted = wantedFigures(query);
    const converting = askedConversions(query);
    const ofNoChannel = [`${channel}_usd_gmv`, 'follower_count', ...converting];
    // Growth counts all facts of a row, whether or not those of the period before agree.
    const compares = isByChange(query) || query.growth !== undefined;
    const isOfAll = channel !== undefined && [...wanted].some((figure) => !ofNoChannel.includes(figure));
    const needsAll = isOfAll || (compares && (channel !== undefined || agreed.length + excluded.length > 0));
    const [rows, all, followers, conversionsOf] = await Promise.all([
      this.readGroups(period, query, channel, matching),
      needsAll ? this.readGroups(period, { ...query, agreed: [], excluded: [] }, undefined) : undefined,
      wanted.has('follower_count') ? this.followers.latest(period, query.key.clauses) : undefined,
      converting.length > 0 ? this.conversion.read({ ...query, period, ids: undefined }, converting) : undefined,
    ]);
    if (rows === undefined || (needsAll && all === undefined)) return undefined;
    return rowsOfSales(rows, all, query, followers, conversionsOf);
  }

  /** The groups of rows whose facts all fit the filters that they must agree on, by id. */
  private async readGroups(
    period: DatedPeriod | undefined,
    { subject, key, clauses, agreed, excluded }: ListQuery,
    channel: ListQuery['channel'],
    matching?: ReadonlySet<string>,
  ): Promise<SalesRows | undefined> {
    const ofPeriod = [inDays(period), ...clauses];
    const grouped: GroupedFacts = {
      ...key,
      facts: 'sales',
      clauses: [...ofPeriod, ...agreed, ...ofChannel(channel)],
      metrics: { ...USD_SUMS, ...(agreed.length > 0 && isContent(subject) && NAMED_CREATORS) },
    };
    const rows = new SalesRows();
    const left = new Set<string>();
    const isWhole = await this.groups.each(grouped, this.mostRows, (id, facts, values) => {
      if (matching?.has(id) !== false) rows.add(id, facts, values);
      if ((values['creators'] ?? 1) > 1) left.add(id);
    });
    if (!isWhole) return undefined;
    await nextTurn();
    const { ids } = rows;
    const leaveOut = (clauses: readonly QueryClause[]) =>
      this.groups.each({ ...grouped, clauses, metrics: {} }, Infinity, (id) => left.add(id));
    if (agreed.length > 0) {
      const disagrees = { bool: { must_not: [allOf(undefined, agreed)] } };
      await leaveOut([...ofPeriod, disagrees, ...within(key.field, ids)]);
    }
    if (excluded.length > 0) await leaveOut([inDays(period), ...key.clauses, ...excluded]);
    const kept = [...ids.keys()].filter((at) => !left.has(ids[at] ?? ''));
    if (subject === 'category') kept.sort((one, other) => byCategory(ids[one] ?? '', ids[other] ?? ''));
    return left.size === 0 && subject !== 'category' ? rows : rows.at(kept);
  }

  private tooMany({ narrowedBy, period }: ListQuery): RequestFailure {
    return tooManyRows('filter.date_info', period, this.mostRows, narrowedBy);
  }
}
