import { Injectable } from '@nestjs/common';
import { rateText, toRateInfo } from '../money/figure-info.record.js';
import { pageFieldsIn, shownFigures } from '../fields/paths.js';
import { declaredFields } from '../fields/schema.js';
import { amountPer } from '../common/numbers.js';
import { ConversionReader } from '../figures/conversion.js';
import { inDays } from '../figures/fact-days.js';
import { Followers } from '../figures/followers.js';
import { PageFigures, type PageFiguresAnswer, pageOf } from '../figures/page-figures.js';
import { CONVERSIONS, type LargestPart } from '../figures/figures.record.js';
import { columnOf, sortPlaces } from '../figures/ranked-columns.js';
import type { RankedList } from '../figures/ranked-list.js';
import { amountChange, growthRate } from '../figures/sums.js';
import { COUNT_NAMES, RowFigures } from '../figures/row-figures.js';
import { ShortRecords } from '../records/short-records.js';
import { RANKING_WINDOW } from '../search/compiler/clauses.js';
import type { SortItem } from '../search/compiler/types.js';
import { subjectOf } from '../subjects/subjects.js';
import { filtersOf, type RankingQuery } from './rankings.query.js';
import { tooManyRows } from '../common/errors/failure.js';
import type { JsonObject } from '../common/json-object.js';

/** A row of a ranking: its id and its figures. */
export type Row = JsonObject & {
  readonly id: string;
  /** The sales of the row in the period, or its creator-days. */
  readonly facts: number;
  /** The first dimension on which all its facts agree: the region of a shop, the creator of a video or live stream. */
  readonly agreed: string | null;
  /** Percent. */
  readonly growth_rate: number | null;
};

/** Reads the rows of a page of a ranking: every figure that is shown. */
@Injectable()
export class RankingRows {
  constructor(
    private readonly figures: RowFigures,
    private readonly followers: Followers,
    private readonly conversion: ConversionReader,
    private readonly pages: PageFigures,
    private readonly records: ShortRecords,
  ) {}

  /** The figures of rows, by their places, that fields on pages only name. @throws as `FactGroups.read` does */
  async onRequest(
    { plan, period, key, clauses }: RankingQuery,
    list: RankedList,
    places: readonly number[],
    fields: readonly string[],
  ): Promise<PageFiguresAnswer> {
    const names = pageFieldsIn(plan.record, fields);
    if (names.length === 0) return { rows: [] };
    const ids = places.map((at) => list.ids[at] ?? '');
    const facts = places.reduce((sum, at) => sum + (list.facts?.[at] ?? Infinity), 0);
    const page = pageOf(key, ids, [...clauses, inDays(period)], facts);
    return this.pages.read(page, names, (by, some) => this.records.find(by, some));
  }

  /**
   * The places of the first rows of a list in the order of the share of their largest creator.
   * @throws RequestFailure (400) for too many pairs of a row and a creator, and as `onRequest` does
   */
  async placesByShare(query: RankingQuery, list: RankedList, by: SortItem): Promise<number[]> {
    const places = [...list.ids.slice(0, RANKING_WINDOW).keys()];
    const { rows, note } = await this.onRequest(query, list, places, [by.field]);
    if (note !== undefined) throw tooManyRows('orderby[0].field', by.field, this.pages.mostPairs, query.narrowedBy);
    const share = columnOf(list.ids, (at) => (rows[at]?.['largest_creator'] as LargestPart | null | undefined)?.share);
    return sortPlaces({ [by.field]: share }, places, [by]);
  }

  /**
   * The rows of some ids, in their order.
   * @param facts the number of sales of each, where it is known
   * @throws as `FactGroups.read` does
   */
  async read(query: RankingQuery, ids: readonly string[], facts?: ArrayLike<number>): Promise<Row[]> {
    const { plan, request, period, before, key, clauses } = query;
    if (ids.length === 0) return [];
    if (plan.facts === 'creator-days') return this.growth(query, ids);
    const { channel } = filtersOf(request);
    const isCreator = plan.subject === 'creator';
    const declared = declaredFields(plan.record);
    const { fields = [] } = request;
    const converting = shownFigures(request, CONVERSIONS);
    const factCounts = facts && new Map(ids.map((id, at) => [id, facts[at] ?? 0]));
    const [figuresOf, followersOf, conversionsOf] = await Promise.all([
      this.figures.read({
        ...{ key, ids, clauses, compared: before },
        periods: [period],
        moneys: isCreator ? ['usd_gmv', 'gmv'] : ['usd_gmv'],
        counts: COUNT_NAMES.filter((name) => declared.has(name) && (fields.length === 0 || fields.includes(name))),
        factsOf: factCounts && ((id) => factCounts.get(id) ?? 0),
        agreedField: subjectOf(plan.subject).agreed?.[0],
      }),
      isCreator ? this.followers.growth(ids, [period]) : undefined,
      converting.length > 0 ? this.conversion.read({ ...query, ids }, converting) : undefined,
    ]);
    const hidden = channel === undefined ? undefined : channel === 'video' ? 'live' : 'video';
    return ids.map((id) => {
      const figures = figuresOf(id, period);
      const { usd_gmv: earlier } = figuresOf(id, before);
      return {
        id,
        ...figures,
        ...followersOf?.(id, period),
        ...conversionsOf?.(id),
        creator_usd_gmv: figures.usd_gmv,
        creator_gmv: figures.gmv,
        average_usd_price: amountPer(figures.usd_gmv, figures.units_sold),
        usd_gmv_change: amountChange(earlier, figures.usd_gmv),
        growth_rate: growthRate(earlier, figures.usd_gmv),
        ...(hidden && { [`${hidden}_usd_gmv`]: null, [`${hidden}_count`]: null }),
      };
    });
  }

  private async growth({ period, before }: RankingQuery, ids: readonly string[]): Promise<Row[]> {
    const growthOf = await this.followers.growth(ids, before ? [period, before] : [period]);
    return ids.map((id) => {
      const { follower_count, follower_inc_count, follower_inc_rate } = growthOf(id, period);
      const { follower_inc_count: earlier } = growthOf(id, before);
      const rate = rateText(follower_inc_rate);
      return {
        id,
        facts: 1,
        agreed: null,
        follower_inc_count,
        follower_inc_rate: rate,
        follower_inc_rate_info: toRateInfo(follower_inc_rate),
        follower_rate: rate,
        follower_count_at_period_end: follower_count,
        growth_rate: growthRate(earlier ?? 0, follower_inc_count ?? 0),
      };
    });
  }
}
