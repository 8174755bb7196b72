import { Injectable } from '@nestjs/common';
import { declaredFields } from '../fields/schema.js';
import { amountPer } from '../common/numbers.js';
import { previousPeriod } from '../common/period/period.js';
import { CREATOR_FIELDS, type CreatorDocument, toCreatorDocument } from '../creator/creator.record.js';
import { inDays } from '../figures/fact-days.js';
import { type FollowersByUid, Followers } from '../figures/followers.js';
import { amountChange, growthRate } from '../figures/sums.js';
import { COUNT_NAMES, RowFigures, rowsOfIds } from '../figures/row-figures.js';
import { terms } from '../search/compiler/clauses.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { ShortRecords } from '../records/short-records.js';
import type { RankingPlan, RankingRequest } from './ranking.definition.js';
import { comparedPeriod, filtersOf, type ListQuery } from './ranking.query.js';

/** A row of a ranking: its id, its figures, and what is known of its subject. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  /** The sales of the row in the period, or its creator-days. */
  readonly facts: number;
  /** Percent. */
  readonly growth_rate: number | null;
};

interface CreatorHits {
  readonly hits: { readonly hits: readonly { readonly _source: CreatorDocument }[] };
}

/** Reads the rows of a page of a ranking: every figure that is shown, and the records behind them. */
@Injectable()
export class RankingRows {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly figures: RowFigures,
    private readonly followers: Followers,
    private readonly records: ShortRecords,
  ) {}

  /**
   * The rows of some ids, in their order.
   * @param factsOf the number of sales of a row, where it is known
   * @throws as `FactGroups.read` does
   */
  async read(
    plan: RankingPlan,
    request: RankingRequest,
    query: ListQuery,
    ids: readonly string[],
    factsOf?: (id: string) => number,
  ): Promise<Row[]> {
    if (ids.length === 0) return [];
    if (plan.facts === 'creator-days') return this.growth(request, query, ids);
    const { key, clauses } = query;
    const { subject, record } = plan;
    const { date_info: period } = request.filter;
    const { channel } = filtersOf(request);
    const isCreator = subject === 'creator';
    const declared = declaredFields(record);
    const { fields = [] } = request;
    const [figuresOf, creators, followers, products] = await Promise.all([
      this.figures.read({
        rows: rowsOfIds(key, ids),
        clauses,
        times: { now: inDays(period), before: inDays(comparedPeriod(request)) },
        moneys: isCreator ? ['usd_gmv', 'gmv'] : ['usd_gmv'],
        counts: COUNT_NAMES.filter((name) => declared.has(name) && (fields.length === 0 || fields.includes(name))),
        factsOf,
        agreedField: subject === 'shop' ? 'product_region' : undefined,
      }),
      isCreator ? this.creators(ids) : undefined,
      isCreator ? this.followers.latest(period, [terms('uid', ids)]) : undefined,
      subject === 'product' ? this.records.fieldsOf('product', ids, ['l1_category_id', 'region']) : undefined,
    ]);
    const hidden = channel === undefined ? undefined : channel === 'video' ? 'live' : 'video';
    return ids.map((id) => {
      const { before, agreed, ...figures } = figuresOf(id);
      const { l1_category_id = null, region = agreed } = products?.get(id) ?? {};
      return {
        id,
        l1_category_id,
        region,
        ...figures,
        ...(isCreator && { ...creatorOf(id, creators?.get(id)), follower_count: followers?.get(id) ?? null }),
        ...(isCreator && { creator_usd_gmv: figures.usd_gmv, creator_gmv: figures.gmv }),
        average_usd_price: amountPer(figures.usd_gmv, figures.units_sold),
        usd_gmv_change: amountChange(before, figures.usd_gmv),
        growth_rate: growthRate(before, figures.usd_gmv),
        ...(hidden && { [`${hidden}_usd_gmv`]: null, [`${hidden}_count`]: null }),
      };
    });
  }

  private async growth(request: RankingRequest, query: ListQuery, ids: readonly string[]): Promise<Row[]> {
    const { date_info: period } = request.filter;
    const periods = [period, comparedPeriod(request)].flatMap((one) => [one, one && previousPeriod(one)]);
    const latest = this.followers.reader(period.type, [...query.clauses, terms('uid', ids)]);
    const [creators, ...followers] = await Promise.all([
      this.creators(ids),
      ...periods.map((one) => latest(one?.value)),
    ]);
    const [now, before, nowCompared, beforeCompared] = followers;
    return ids.map((id) => {
      const [growth, growthBefore] = [growthOf(id, before, now), growthOf(id, beforeCompared, nowCompared)];
      const gained = growth?.follower_inc_count ?? 0;
      const growth_rate = growthRate(growthBefore?.follower_inc_count ?? 0, gained);
      return { id, facts: 1, ...creatorOf(id, creators.get(id)), ...growth, growth_rate };
    });
  }

  private async creators(ids: readonly string[]): Promise<ReadonlyMap<string, CreatorDocument>> {
    const body = { query: terms('uid', ids), size: ids.length, track_total_hits: false, _source: CREATOR_FIELDS };
    const { hits } = await this.gateway.searchRaw<CreatorHits>('creators', body);
    return new Map(hits.hits.map(({ _source }) => [_source.uid, _source]));
  }
}

/** Growth of followers in a period; undefined without a count in it or in the period before. */
function growthOf(uid: string, then?: FollowersByUid, now?: FollowersByUid) {
  const [before, after] = [then?.get(uid), now?.get(uid)];
  if (before === undefined || after === undefined) return undefined;
  return {
    follower_inc_count: after - before,
    follower_inc_rate: growthRate(before, after),
    follower_count_at_period_end: after,
  };
}

/** The creator of a row; one that was removed a moment ago has only its uid. */
function creatorOf(uid: string, found: CreatorDocument | undefined) {
  const creator = found ?? toCreatorDocument({ uid });
  const { region = null, category_id = null } = found ?? {};
  return { uid, creator, region, creator_category_id: category_id };
}
