import { Injectable } from '@nestjs/common';
import type { IndexKind } from '../common/index-kind.js';
import { declaredFields } from '../fields/schema.js';
import { dayOf } from '../common/period/day.js';
import { formatPercent } from '../common/rounding.js';
import { firstDay, lastDay, type Period, periodOf, periodsBetween, previousPeriod } from '../common/period/period.js';
import { EncodedData } from '../documents/encoded-data.js';
import { FactDays } from '../figures/fact-days.js';
import { aggregate } from '../figures/fact-groups.js';
import { LATEST } from '../figures/followers.js';
import { followersIn } from '../figures/facts.record.js';
import { growthRate } from '../figures/growth.js';
import { COUNT_NAMES, RowFigures, rowsOfPeriods } from '../figures/row-figures.js';
import { categoryField, factKey } from '../figures/fact-key.js';
import { filterClauses, term } from '../search/compiler/clauses.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { PageCache } from '../search/page-cache.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { SUBJECTS } from '../subjects/subjects.js';
import type { CategoryHistoryRequest, HistorySpan } from './histories.requests.js';
import { HISTORIES, type History, type HistorySubject } from './histories.table.js';
import { recordOfRow } from './records/ranked.js';

/** The filters of the sales of a category, by the fields of sales. */
const CATEGORY_FILTERS = {
  region: 'creator_region',
  ...Object.fromEntries([1, 2, 3].map((level) => [`l${level}_category_id`, categoryField(level)])),
};

/** The request of any history. */
type AnyHistory = HistorySpan & Partial<CategoryHistoryRequest>;

/** Histories: the figures of a subject, period by period. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly figures: RowFigures,
    private readonly days: FactDays,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /** The figures of each period that a request asks for. @throws as `FactGroups.read` does */
  list(
    subject: HistorySubject,
    request: AnyHistory,
  ): Promise<EncodedData<{ readonly list: { date_value: string }[] }>> {
    const { record }: History = HISTORIES[subject];
    const { level = 1 } = request;
    const { id: ownId, index, key } = SUBJECTS[subject];
    const named = level === 1 ? ownId : `l${level}_category_id`;
    const id = String(valueOf(request, named));
    return this.pages.remember(`history ${subject} ${JSON.stringify(request)}`, async () => {
      const isOfCreator = subject === 'creator';
      const periods = periodsOf(request);
      const [salesOf, followers, sales, isKnown] = await Promise.all([
        this.sales(subject, id, request, periods),
        isOfCreator ? this.followers(id, request) : undefined,
        this.days.reach('sales'),
        this.isKnown(level === 1 ? [index, key] : ['products', named], id),
      ]);
      const hasSales = periods.some(({ value }) => salesOf(value).facts > 0);
      if (!isKnown && !hasSales && !followers?.size) return EncodedData.of({ list: [] });
      const list = periods.map((period) => {
        const { facts, ...figures } = salesOf(period.value);
        const row = { ...figures, creator_usd_gmv: figures.usd_gmv, creator_gmv: figures.gmv };
        const known = followers && followersOf(period, followers);
        const isCovered = sales.covers(period);
        const counts =
          known === undefined ? isCovered : known.follower_count !== null && (isCovered || sales.hasFacts(period));
        const given = { date_value: period.value, ...known };
        return recordOfRow(record, facts > 0 ? row : undefined, given, isKnown && counts ? 0 : null);
      });
      return EncodedData.of({ list });
    });
  }

  /** Whether a creator, product or shop is loaded, and a category in the tree or in sales. */
  private async isKnown([index, field]: readonly [IndexKind, string], id: string): Promise<boolean> {
    if (field.endsWith('category_id')) {
      const tree = await this.trees.get('product-categories');
      if (tree.name(Number(id), 'EN_US') !== undefined) return true;
    }
    const body = { query: term(field, id), size: 0, track_total_hits: true };
    const { hits } = await this.gateway.searchRaw<{ hits: { total: { value: number } } }>(index, body);
    return hits.total.value > 0;
  }

  /** The sales of each period. */
  private sales(subject: HistorySubject, id: string, request: AnyHistory, periods: readonly Period[]) {
    const key = factKey(subject, request.level);
    const ofId = subject === 'category' ? filterClauses(CATEGORY_FILTERS, request) : [term(key.id, id)];
    return this.figures.read({
      rows: rowsOfPeriods(request.date_type, periods),
      clauses: [...key.clauses, ...ofId],
      moneys: subject === 'creator' ? ['usd_gmv', 'gmv'] : ['usd_gmv'],
      counts: COUNT_NAMES.filter((name) => declaredFields(HISTORIES[subject].record).has(name)),
    });
  }

  /** The creator's followers on the latest day of each period. */
  private async followers(uid: string, request: HistorySpan): Promise<Followers> {
    const { date_type: type, from, to } = request;
    const first = { type, value: from };
    const range = { gte: firstDay(previousPeriod(first) ?? first), lte: lastDay({ type, value: to }) };
    const periods = { date_histogram: { field: 'date', calendar_interval: type, min_doc_count: 1 }, aggs: LATEST };
    const body = aggregate([term('uid', uid), { range: { date: range } }], { periods });
    const { aggregations } = await this.gateway.searchRaw<FollowersAnswer>('creator-days', body);
    return new Map(
      aggregations.periods.buckets.map(({ key, latest }) => [
        periodOf(type, dayOf(key)).value,
        followersIn(latest.value),
      ]),
    );
  }
}

/** A creator's followers by the value of the period. */
type Followers = ReadonlyMap<string, number>;

interface FollowersAnswer {
  readonly aggregations: {
    readonly periods: {
      readonly buckets: readonly { readonly key: number; readonly latest: { readonly value: number } }[];
    };
  };
}

const valueOf = (request: HistorySpan, field: string): unknown =>
  (request as object as Readonly<Record<string, unknown>>)[field];

/** A creator's followers in a period, and their growth since the period before. */
function followersOf(period: Period, followers: Followers) {
  const before = previousPeriod(period);
  const [now, then] = [followers.get(period.value), before && followers.get(before.value)];
  const none = { follower_count: now ?? null, follower_inc_count: null, follower_inc_rate: null };
  if (now === undefined || then === undefined) return none;
  const rate = growthRate(then, now);
  return { ...none, follower_inc_count: now - then, follower_inc_rate: rate === null ? null : formatPercent(rate) };
}

/** The periods of a request, oldest first. */
export function periodsOf({ date_type: type, from, to }: HistorySpan): Period[] {
  return [...periodsBetween(type, firstDay({ type, value: from }), lastDay({ type, value: to }))];
}
