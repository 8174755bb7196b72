import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { either } from '../common/errors/error-texts.js';
import { memoize } from '../common/memoize.js';
import { amountPer } from '../common/numbers.js';
import { requestScope } from '../common/request-scope.js';
import { RequestFailure } from '../common/errors/failure.js';
import { type DatedPeriod, periodFrom, previousPeriod } from '../common/period/period.js';
import { type Config, CONFIG } from '../config/config.js';
import { FactDays, inDays } from '../figures/fact-days.js';
import { byBytes, FactGroups, type GroupedFacts, MOST_GROUPS, NO_CATEGORY, ofChannel } from '../figures/fact-groups.js';
import { Followers } from '../figures/followers.js';
import { RowBudget } from '../figures/row-budget.js';
import { amountChange, amountIn, growthRate, isInRange, NOT_KNOWN, topTenShare, UNITS } from '../figures/sums.js';
import { allOf, terms } from '../search/compiler/clauses.js';
import { ListCache } from '../freshness/page-cache.js';
import type { QueryClause } from '../search/compiler/types.js';
import { isContent, SUBJECTS } from '../subjects/subjects.js';
import { SalesRows, sortPlaces } from './rankings.columns.js';
import { ID_BYTES, NO_WINDOW, type RankedList, sumOrder } from './rankings.list.js';
import { byFigure, isByChange, listKey, namedIds, type RankingQuery, wantedFigures } from './rankings.query.js';
import { CHANGES } from './rankings.record.js';
import { RankingWindows } from './rankings.windows.js';

/** The rows of a period before they are ordered. A figure that is not known is -Infinity. */
interface Rows {
  readonly ids: readonly string[];
  readonly figures: Readonly<Record<string, Float64Array>>;
  /** The main figure by id, of all channels together. Only where the request compares it. */
  readonly mainOf: (id: string) => number | undefined;
  /** The sales of rows; absent of followers. */
  readonly sales?: SalesRows;
}

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
  ) {}

  /**
   * The list of a request, whatever ids it names: at least its rows down to a place, and those that it names.
   * @throws RequestFailure (400) when a whole list has too many rows, and as `FactGroups.read` does
   */
  async find(query: RankingQuery, until = Infinity): Promise<RankedList> {
    const by = sumOrder(query);
    const { rows, fewFacts } = this.windows.bounds;
    if (by === undefined || until > rows) return this.whole(query);
    const { factsIn } = await this.days.reach(query.plan.facts);
    const few = Math.min(fewFacts, this.mostRows);
    if ([query.period, query.before].every((one) => factsIn(one) <= few)) return this.whole(query);
    const list = await this.lists.remember(listKey('first', query), () => this.windows.make(query, by));
    if (list === NO_WINDOW) return this.whole(query);
    const isIn = new Set(list.ids);
    const hasRows = namedIds(query)?.every((id) => isIn.has(id)) ?? until <= isIn.size;
    return hasRows || isIn.size === list.total ? list : this.whole(query);
  }

  /** The places in the period before of rows of a list that `find` returned, Infinity beyond `mostPlaces`. @throws as that does */
  async placesBefore(query: RankingQuery, list: RankedList, rows: readonly number[]): Promise<readonly number[]> {
    const places = (await list.placesBefore(rows)) ?? (await (await this.whole(query)).placesBefore(rows)) ?? [];
    return places.map((place) => (place > this.mostPlaces ? Infinity : place));
  }

  /** The number of places in the period before that are told. */
  get mostPlaces(): number {
    return this.windows.bounds.places;
  }

  private whole(query: RankingQuery): Promise<RankedList> {
    return this.lists.remember(listKey('whole', query), () => this.make(query));
  }

  private async make(query: RankingQuery): Promise<RankedList> {
    const scope = requestScope();
    scope.isExpensive = true;
    const rows = await this.estimate(query);
    if (rows > this.budget.rows) throw this.tooMany(query);
    return this.budget.run(rows, scope.signal, () => this.read(query));
  }

  /** Rows of a list: a period and the one before. */
  private get mostRows(): number {
    return Math.min(this.config.rankingMaxRows, Math.floor(this.budget.rows / 2));
  }

  /** About how many rows are under way while a list is made. They are not estimated where there is room for all facts. */
  private async estimate({ plan, period, before, key, clauses, agreed, channel }: RankingQuery): Promise<number> {
    const { facts, subject } = plan;
    if (subject === 'category') return 0;
    // Growth compares the period before with the one before it; rows of one channel may be read of both as well.
    const rowsOf = (now = 0, then = 0): number =>
      facts === 'creator-days' ? now + 2 * then : (now + then) * (agreed.length > 0 || channel !== undefined ? 2 : 1);
    const periods = [period, before];
    const { factsIn } = await this.days.reach(facts);
    const most = rowsOf(...periods.map(factsIn));
    if (this.budget.hasRoom(most)) return most;
    const estimates = periods.map((one) =>
      this.groups.estimate({ facts, field: key.id, clauses: [inDays(one), ...clauses, ...agreed] }),
    );
    return rowsOf(...(await Promise.all(estimates)));
  }

  private async read(query: RankingQuery): Promise<RankedList> {
    const { plan, period, before } = query;
    const { hasBefore, ...completeness } = await this.days.completeness(plan.facts, period, before);
    const isComparable = completeness.complete && completeness.previous_complete;
    const products = query.products && (await this.productsBy(query.products));
    const most = this.mostRows;
    const latest = memoize((value: string | undefined) =>
      this.followers.latest(value === undefined ? undefined : periodFrom(period.type, value), query.clauses, most),
    );
    const rowsIn = (one: DatedPeriod | undefined) =>
      plan.facts === 'creator-days' ? growthIn(one, query, latest) : this.sales(one, query, products);
    const [now, then] = await Promise.all([rowsIn(period), rowsIn(before)]);
    if (now === undefined || then === undefined) throw this.tooMany(query);
    const isOfChanges = isByChange(query);
    const orderBefore = isOfChanges ? byFigure(query) : query.order;
    const rowsBefore = rowsInRanges(then, query);
    const inOrder = await sortPlaces(then.figures, rowsBefore, orderBefore);
    const places = new Map(inOrder.map((at, place) => [then.ids[at], place + 1]));
    await nextTurn();
    const growthSince = (id: string): number | null => growthRate(then.mainOf(id) ?? 0, now.mainOf(id) ?? 0);
    const kept = rowsInRanges(now, query).filter((at) => {
      const id = now.ids[at] ?? '';
      return (
        (query.growth === undefined || (isComparable && isInRange(growthSince(id), query.growth))) &&
        (query.isNew === undefined || (hasBefore && query.isNew !== places.has(id)))
      );
    });
    await nextTurn();
    const ranks = new Int32Array(isOfChanges ? now.ids.length : 0);
    const ranked = isOfChanges ? await sortPlaces(now.figures, kept, byFigure(query)) : [];
    ranked.forEach((at, place) => (ranks[at] = place + 1));
    const changes: Readonly<Record<(typeof CHANGES)[number], (at: number, id: string) => number | null>> = {
      usd_gmv_change: (_, id) => (isComparable ? amountChange(then.mainOf(id) ?? 0, now.mainOf(id) ?? 0) : null),
      growth_rate: (_, id) => (isComparable ? growthSince(id) : null),
      rank_change: (at, id) => {
        const rank = ranks[at] ?? 0;
        const before = places.get(id) ?? Infinity;
        return rank > 0 && before <= this.mostPlaces ? before - rank : null;
      },
    };
    const columns = CHANGES.flatMap((change) =>
      query.order.some(({ field }) => field === change)
        ? [[change, columnOf(now.ids, (at, id) => changes[change](at, id))] as const]
        : [],
    );
    const rows = await sortPlaces({ ...now.figures, ...Object.fromEntries(columns) }, kept, query.order);
    const ids = rows.map((at) => now.ids[at] ?? '');
    const { sales } = now;
    const sum = sales && {
      ...sales.sold(rows),
      previous: completeness.previous_complete ? (then.sales?.sold(rowsBefore) ?? null) : null,
    };
    const amounts = rows.map((at) => sales?.amounts[at] ?? 0);
    return {
      ...completeness,
      market: sum && { sum, top10_share: topTenShare(amounts, sum.usd_gmv) },
      hasBefore,
      total: ids.length,
      ids,
      facts: sales && query.channel === undefined ? new Int32Array(rows.map((at) => sales.facts[at] ?? 0)) : undefined,
      ranksByFigure: isOfChanges ? new Int32Array(rows.map((at) => ranks[at] ?? 0)) : undefined,
      placesBefore: placesIn(new Int32Array(ids.map((id) => places.get(id) ?? 0))),
      bytes: ids.length * (ID_BYTES + 12),
    };
  }

  /** The ids of all products that a filter keeps. */
  private async productsBy(clause: QueryClause): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    const products = { facts: 'products', field: SUBJECTS.product.id, clauses: [clause] } as const;
    await this.groups.each(products, Infinity, (id) => ids.add(id));
    return ids;
  }

  /** The rows of sales in a period; undefined when there are too many. */
  private async sales(
    period: DatedPeriod | undefined,
    query: RankingQuery,
    products: ReadonlySet<string> | undefined,
  ): Promise<Rows | undefined> {
    const { channel } = query;
    const wanted = wantedFigures(query);
    const channelFigure = channel && `${channel}_usd_gmv`;
    const isOfAll = [...wanted].some((figure) => figure !== channelFigure && figure !== 'follower_count');
    // Growth counts all facts of a row, whether or not those of the period before agree.
    const compares = isByChange(query) || query.growth !== undefined;
    const needsAll = channel === undefined ? compares && query.agreed.length > 0 : isOfAll || compares;
    const [groups, all, followers] = await Promise.all([
      this.readGroups(period, query, channel),
      needsAll ? this.readGroups(period, { ...query, agreed: [] }, undefined) : undefined,
      wanted.has('follower_count') ? this.followers.latest(period, query.key.clauses) : undefined,
    ]);
    if (groups === undefined || (needsAll && all === undefined)) return undefined;
    const rows =
      products === undefined
        ? groups
        : groups.at([...groups.ids.keys()].filter((at) => products.has(groups.ids[at] ?? '')));
    const { ids } = rows;
    const whole = all ?? rows;
    const placeIn = all && new Map(all.ids.map((id, at) => [id, at]));
    const wholeAt = (at: number): number => placeIn?.get(ids[at] ?? '') ?? at;
    const main = (at: number): number | undefined => whole.amounts[wholeAt(at)];
    const read: Readonly<Record<string, (at: number) => number | null | undefined>> = {
      units_sold: (at) => whole.units[wholeAt(at)],
      average_usd_price: (at) => amountPer(main(at) ?? 0, whole.units[wholeAt(at)] ?? 0),
      follower_count: (at) => followers?.get(ids[at] ?? ''),
      ...(channelFigure && { [channelFigure]: (at: number) => rows.amounts[at] }),
    };
    const mains = compares ? new Map(whole.ids.map((id, at) => [id, whole.amounts[at]])) : undefined;
    return {
      ids,
      figures: Object.fromEntries([...wanted].map((figure) => [figure, columnOf(ids, read[figure] ?? main)])),
      mainOf: (id) => mains?.get(id),
      sales: rows,
    };
  }

  /** The groups of rows whose facts all fit the filters that they must agree on, by id. */
  private async readGroups(
    period: DatedPeriod | undefined,
    { plan, key, clauses, agreed }: RankingQuery,
    channel: RankingQuery['channel'],
  ): Promise<SalesRows | undefined> {
    const ofPeriod = [inDays(period), ...clauses];
    const isOfCreators = agreed.length > 0 && isContent(plan.subject);
    const grouped: GroupedFacts = {
      ...{ facts: 'sales', field: key.id, missing: key.missing },
      clauses: [...ofPeriod, ...agreed, ...ofChannel(channel)],
      metrics: { ...UNITS, ...amountIn('usd_gmv'), ...(isOfCreators && NAMED_CREATORS) },
    };
    const rows = new SalesRows();
    const left = new Set<string>();
    const isWhole = await this.groups.each(grouped, this.mostRows, (id, facts, values) => {
      rows.add(id, facts, values);
      if ((values['creators'] ?? 1) > 1) left.add(id);
    });
    if (!isWhole) return undefined;
    await nextTurn();
    const { ids } = rows;
    const idAt = (at: number): string => ids[at] ?? '';
    if (plan.subject === 'category')
      return rows.at([...ids.keys()].sort((one, other) => byCategory(idAt(one), idAt(other))));
    if (agreed.length === 0) return rows;
    const disagrees = { bool: { must_not: [allOf(undefined, agreed)] } };
    const others = [...ofPeriod, disagrees, ...(ids.length <= MOST_GROUPS ? [terms(key.id, ids)] : [])];
    await this.groups.each({ facts: 'sales', field: key.id, clauses: others }, Infinity, (id) => left.add(id));
    return rows.at([...ids.keys()].filter((at) => !left.has(idAt(at))));
  }

  private tooMany({ plan, period: given }: RankingQuery): RequestFailure {
    const names = Object.keys(plan.filters).map((name) => `filter.${name}`);
    const limit = this.mostRows;
    const detail = either(...names, 'fewer_days');
    return new RequestFailure({ path: 'filter.date_info', rule: 'too_many_rows', given, limit, detail });
  }
}

/** A function of its own, so that a kept list holds nothing else that it was made of. */
const placesIn =
  (places: Int32Array): RankedList['placesBefore'] =>
  (rows) =>
    Promise.resolve(rows.map((at) => places[at] ?? 0));

/** A figure of each row. `Float64Array.from` goes through an iterator, which costs more than the figures. */
const columnOf = (ids: readonly string[], read: (at: number, id: string) => number | null | undefined): Float64Array =>
  new Float64Array(ids.length).map((_, at) => read(at, ids[at] ?? '') ?? NOT_KNOWN);

/** Categories follow each other by their ids as texts; sales without a category come last. */
const byCategory = (one: string, other: string): number =>
  Number(one === NO_CATEGORY) - Number(other === NO_CATEGORY) || byBytes(one, other);

const GROWTH: Readonly<Record<string, (before: number, after: number) => number | null>> = {
  follower_inc_count: (before, after) => after - before,
  follower_inc_rate: growthRate,
  follower_count_at_period_end: (_before, after) => after,
};

/** The creators whose followers are known in a period and in the one before, and how many they gained. */
async function growthIn(
  period: DatedPeriod | undefined,
  query: RankingQuery,
  latest: (value: string | undefined) => ReturnType<Followers['latest']>,
): Promise<Rows | undefined> {
  const before = period && previousPeriod(period);
  const [now, then] = await Promise.all([latest(period?.value), latest(before?.value)]);
  if (now === undefined || then === undefined) return undefined;
  const ids = [...now.keys()].filter((uid) => then.has(uid));
  const columnFor = (figure: string) =>
    columnOf(ids, (_, uid) => GROWTH[figure]?.(then.get(uid) ?? 0, now.get(uid) ?? 0));
  return {
    ids,
    figures: Object.fromEntries([...wantedFigures(query)].map((figure) => [figure, columnFor(figure)])),
    mainOf: (uid) => (now.has(uid) && then.has(uid) ? (now.get(uid) ?? 0) - (then.get(uid) ?? 0) : undefined),
  };
}

/** The places of the rows whose figures lie in the ranges. */
function rowsInRanges({ ids, figures }: Rows, { ranges }: RankingQuery): number[] {
  const places = ids.map((_, at) => at);
  return ranges.length === 0
    ? places
    : places.filter((at) => ranges.every(([figure, range]) => isInRange(figures[figure]?.[at] ?? NOT_KNOWN, range)));
}
