import { Injectable } from '@nestjs/common';
import { declaredFields } from '../fields/schema.js';
import { amountPer } from '../common/numbers.js';
import { CREATOR_FIELDS, type CreatorDocument, toCreatorDocument } from '../creator/creator.record.js';
import { Followers } from '../figures/followers.js';
import { amountChange, growthRate } from '../figures/sums.js';
import { COUNT_NAMES, RowFigures } from '../figures/row-figures.js';
import { terms } from '../search/compiler/clauses.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { isContent, subjectOf } from '../subjects/subjects.js';
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
    if (plan.facts === 'creator-days') return this.growth(request, ids);
    const { key, clauses } = query;
    const { subject, record } = plan;
    const { date_info: period } = request.filter;
    const { channel } = filtersOf(request);
    const isCreator = subject === 'creator';
    const declared = declaredFields(record);
    const { fields = [] } = request;
    const before = comparedPeriod(request);
    const [figuresOf, creators, followersOf, products] = await Promise.all([
      this.figures.read({
        ...{ key, ids, clauses, compared: before },
        periods: [period],
        moneys: isCreator ? ['usd_gmv', 'gmv'] : ['usd_gmv'],
        counts: COUNT_NAMES.filter((name) => declared.has(name) && (fields.length === 0 || fields.includes(name))),
        factsOf,
        agreedField: subjectOf(subject).agreed?.[0],
      }),
      isCreator ? this.creators(ids) : undefined,
      isCreator ? this.followers.growth(ids, [period]) : undefined,
      subject === 'product' ? this.records.fieldsOf(ids, ['l1_category_id', 'region']) : undefined,
    ]);
    const hidden = channel === undefined ? undefined : channel === 'video' ? 'live' : 'video';
    return ids.map((id) => {
      const { agreed, ...figures } = figuresOf(id, period);
      const { usd_gmv: earlier } = figuresOf(id, before);
      const { l1_category_id = null, region = agreed } = products?.get(id) ?? {};
      return {
        id,
        l1_category_id,
        region,
        ...(isContent(subject) && { uid: agreed }),
        ...figures,
        ...(isCreator && { ...creatorOf(id, creators?.get(id)), ...followersOf?.(id, period) }),
        ...(isCreator && { creator_usd_gmv: figures.usd_gmv, creator_gmv: figures.gmv }),
        average_usd_price: amountPer(figures.usd_gmv, figures.units_sold),
        usd_gmv_change: amountChange(earlier, figures.usd_gmv),
        growth_rate: growthRate(earlier, figures.usd_gmv),
        ...(hidden && { [`${hidden}_usd_gmv`]: null, [`${hidden}_count`]: null }),
      };
    });
  }

  private async growth(request: RankingRequest, ids: readonly string[]): Promise<Row[]> {
    const { date_info: period } = request.filter;
    const before = comparedPeriod(request);
    const [creators, growthOf] = await Promise.all([
      this.creators(ids),
      this.followers.growth(ids, before ? [period, before] : [period]),
    ]);
    return ids.map((id) => {
      const { follower_count: follower_count_at_period_end, ...growth } = growthOf(id, period);
      const { follower_inc_count: earlier } = growthOf(id, before);
      const growth_rate = growthRate(earlier ?? 0, growth.follower_inc_count ?? 0);
      return { id, facts: 1, ...creatorOf(id, creators.get(id)), ...growth, follower_count_at_period_end, growth_rate };
    });
  }

  private async creators(ids: readonly string[]): Promise<ReadonlyMap<string, CreatorDocument>> {
    const body = { query: terms('uid', ids), size: ids.length, track_total_hits: false, _source: CREATOR_FIELDS };
    const { hits } = await this.gateway.searchRaw<CreatorHits>('creators', body);
    return new Map(hits.hits.map(({ _source }) => [_source.uid, _source]));
  }
}

/** The creator of a row; one that was removed a moment ago has only its uid. */
function creatorOf(uid: string, found: CreatorDocument | undefined) {
  const creator = found ?? toCreatorDocument({ uid });
  const { region = null, category_id = null } = found ?? {};
  return { uid, creator, region, creator_category_id: category_id };
}
