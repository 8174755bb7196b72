import { type Subject, SUBJECTS } from '../../subjects/subjects.js';
import type { Ranking, RankingTool } from '../ranking.definition.js';
import { HistoryRecord, ProductHistoryRecord, SellingHistoryRecord } from './history.record.js';
import { Injectable } from '@nestjs/common';
import { declaredFields } from '../../fields/schema.js';
import {
  dayOf,
  firstDay,
  lastDay,
  nextPeriod,
  type Period,
  periodOf,
  periodsBetween,
  previousPeriod,
} from '../../common/period/period.js';
import { formatPercent } from '../../common/numbers.js';
import { either } from '../../common/errors/error-texts.js';
import { EncodedData } from '../../documents/encoded-data.js';
import { FactDays } from '../../figures/fact-days.js';
import { aggregate, categoryField, FactGroups, factKey, type GroupedFacts } from '../../figures/fact-groups.js';
import { LATEST } from '../../figures/followers.js';
import { followersIn } from '../../figures/facts.record.js';
import { amountChange, growthRate } from '../../figures/sums.js';
import { COUNT_NAMES, periodRow, RowFigures, rowsOfPeriods } from '../../figures/row-figures.js';
import { refusal } from '../../http/validation/request-errors.js';
import { filterClauses, terms } from '../../search/compiler/clauses.js';
import { SearchGateway } from '../../search/gateway/search-gateway.js';
import { PageCache } from '../../search/page-cache.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import { type CategoryHistoryRequest, type HistorySpan, MOST_HISTORY_ROWS } from './histories.requests.js';
import { recordOfRow } from '../records/ranked.js';

/** A history of a subject: the ranking whose rows it lists, as records of periods. */
export interface History {
  readonly ranking: Ranking;
  readonly record: new () => { date_value: string };
  readonly tool: RankingTool;
}

const SOLD = 'previous usd_gmv_change date_value units_sold usd_gmv video_usd_gmv live_usd_gmv creator_count';

export const HISTORIES = {
  creator: {
    ranking: 'topEcommerce',
    record: HistoryRecord,
    tool: {
      path: '/creator/v1/history',
      fields:
        'uid previous usd_gmv_change date_value follower_count follower_inc_count creator_usd_gmv video_usd_gmv live_usd_gmv units_sold',
    },
  },
  product: {
    ranking: 'productTopSelling',
    record: ProductHistoryRecord,
    tool: { path: '/product/v1/history', fields: `product_id ${SOLD}` },
  },
  shop: {
    ranking: 'shopTopSelling',
    record: SellingHistoryRecord,
    tool: { path: '/shop/v1/history', fields: `seller_id ${SOLD} product_count` },
  },
  category: {
    ranking: 'categoryTopSelling',
    record: SellingHistoryRecord,
    tool: {
      path: '/category/v1/history',
      fields: `${SOLD} product_count`,
      ids: { product_category_id: 'l1_category_id' },
    },
  },
} as const satisfies Partial<Record<Subject, History>>;

type HistorySubject = keyof typeof HISTORIES;

/** The filters of the sales of a category, by the fields of sales. */
const CATEGORY_FILTERS = {
  region: 'creator_region',
  ...Object.fromEntries([1, 2, 3].map((level) => [`l${level}_category_id`, categoryField(level)])),
};

type AnyHistory = HistorySpan & Partial<CategoryHistoryRequest>;

/** Histories: the figures of a subject, period by period. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly groups: FactGroups,
    private readonly figures: RowFigures,
    private readonly days: FactDays,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /**
   * The figures of each period that a request asks for, of each id.
   * @throws RequestFailure (400) for too many rows, and as `FactGroups.read` does
   */
  list(
    subject: HistorySubject,
    request: AnyHistory,
  ): Promise<EncodedData<{ readonly list: { date_value: string }[] }>> {
    const { level = 1 } = request;
    const { id, index, key } = SUBJECTS[subject];
    const named = level === 1 ? id : `l${level}_category_id`;
    const given = valueOf(request, named);
    const ids = [given].flat().map(String);
    return this.pages.remember(`history ${subject} ${JSON.stringify(request)}`, async () => {
      const periods = periodsOf(request);
      if (ids.length * periods.length > MOST_HISTORY_ROWS) {
        const [given, detail] = [`${ids.length} ids`, either('fewer_ids', 'fewer_periods')];
        throw refusal({ path: named, rule: 'too_many_rows', given, limit: MOST_HISTORY_ROWS, detail }, 'EN_US');
      }
      const known = this.known(named === id ? [index, key] : ['products', named], ids);
      const rowsIn = (some: readonly Period[]) => this.rows(subject, ids, request, some, known);
      const [rowsOf, rowsBefore] = await Promise.all([rowsIn(periods), rowsIn(comparedPeriods(request, periods))]);
      const list = ids.flatMap((one) => {
        const before = rowsBefore(one);
        return rowsOf(one).map((row, at) => ({
          ...(Array.isArray(given) && { [named]: subject === 'category' ? Number(one) : one }),
          ...row,
          ...(request.compare_to !== undefined && comparison(row, before[at])),
        }));
      });
      return EncodedData.of({ list });
    });
  }

  /** Returns a function from an id to its periods; of one that nobody knows there is none. */
  private async rows(
    subject: HistorySubject,
    ids: readonly string[],
    request: AnyHistory,
    periods: readonly Period[],
    knownIds: Promise<ReadonlySet<string>>,
  ): Promise<(id: string) => PeriodRow[]> {
    if (periods.length === 0) return () => [];
    const { record }: History = HISTORIES[subject];
    const [salesOf, followers, sales, known] = await Promise.all([
      this.sales(subject, ids, request, periods),
      subject === 'creator' ? this.followers(ids, periods) : undefined,
      this.days.reach('sales'),
      knownIds,
    ]);
    return (id) => {
      const isKnown = known.has(id);
      const rows = periods.map((period) => periodRow(id, period));
      if (!isKnown && !rows.some((row) => salesOf(row).facts > 0 || followers?.has(row))) return [];
      return periods.map((period) => {
        const { facts, ...figures } = salesOf(periodRow(id, period));
        const row = { ...figures, creator_usd_gmv: figures.usd_gmv, creator_gmv: figures.gmv };
        const counted = followers && followersOf(id, period, followers);
        const isCovered = sales.covers(period);
        const counts =
          counted === undefined ? isCovered : counted.follower_count !== null && (isCovered || sales.hasFacts(period));
        const own = { date_value: period.value, ...counted };
        return recordOfRow(record, facts > 0 ? row : undefined, own, isKnown && counts ? 0 : null) as PeriodRow;
      });
    };
  }

  /** The ids of creators, products or shops that are loaded, and of categories in the tree or in sales. */
  private async known(
    [index, field]: readonly [GroupedFacts['facts'], string],
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const tree = field.endsWith('category_id') ? await this.trees.get('product-categories') : undefined;
    const known = ids.filter((id) => tree?.name(Number(id), 'EN_US') !== undefined);
    if (known.length === ids.length) return new Set(known);
    const groups = await this.groups.read({ facts: index, field, clauses: [terms(field, ids)] }, ids.length);
    return new Set([...known, ...(groups ?? []).map(({ key }) => key)]);
  }

  /** The sales of each id in each period. */
  private sales(subject: HistorySubject, ids: readonly string[], request: AnyHistory, periods: readonly Period[]) {
    const key = factKey(subject, request.level);
    return this.figures.read({
      rows: rowsOfPeriods(request.date_type, periods, key.id, ids),
      clauses: [...key.clauses, ...(subject === 'category' ? filterClauses(CATEGORY_FILTERS, request) : [])],
      moneys: subject === 'creator' ? ['usd_gmv', 'gmv'] : ['usd_gmv'],
      counts: COUNT_NAMES.filter((name) => declaredFields(HISTORIES[subject].record).has(name)),
    });
  }

  /** The creators' followers on the latest day of each period, and of the one before the first. */
  private async followers(uids: readonly string[], periods: readonly Period[]): Promise<Followers> {
    const [first, last] = [periods[0], periods.at(-1)] as [Period, Period];
    const { type } = first;
    const range = { gte: firstDay(previousPeriod(first) ?? first), lte: lastDay(last) };
    const latest = { date_histogram: { field: 'date', calendar_interval: type, min_doc_count: 1 }, aggs: LATEST };
    const creators = { terms: { field: 'uid', size: uids.length }, aggs: { periods: latest } };
    const body = aggregate([terms('uid', uids), { range: { date: range } }], { creators });
    const { aggregations } = await this.gateway.searchRaw<FollowersAnswer>('creator-days', body);
    return new Map(
      aggregations.creators.buckets.flatMap(({ key: uid, periods: { buckets } }) =>
        buckets.map(({ key, latest: { value } }) => [periodRow(uid, periodOf(type, dayOf(key))), followersIn(value)]),
      ),
    );
  }
}

interface PeriodRow {
  readonly date_value: string;
  readonly units_sold: number | null;
  readonly usd_gmv?: number | null;
  readonly creator_usd_gmv?: number | null;
}

/** The periods of the days that a history is compared with; none without a comparison. */
function comparedPeriods({ compare_to, date_type: type }: HistorySpan, { length }: readonly Period[]): Period[] {
  const periods: Period[] = [];
  let next: Period | undefined = compare_to === undefined ? undefined : { type, value: compare_to };
  for (; next !== undefined && periods.length < length; next = nextPeriod(next)) periods.push(next);
  return periods;
}

/** What a row has of the period that it is compared with. */
function comparison(row: PeriodRow, before: PeriodRow | undefined) {
  const usdOf = ({ usd_gmv, creator_usd_gmv }: PeriodRow) => usd_gmv ?? creator_usd_gmv ?? null;
  const [now, usd_gmv, units_sold] = [usdOf(row), before ? usdOf(before) : null, before?.units_sold ?? null];
  const isKnown = before !== undefined && usd_gmv !== null && units_sold !== null;
  return {
    previous: isKnown ? { date_value: before.date_value, units_sold, usd_gmv } : null,
    usd_gmv_change: isKnown && now !== null ? amountChange(usd_gmv, now) : null,
  };
}

/** Creators' followers by the row of the creator and the period. */
type Followers = ReadonlyMap<string, number>;

interface FollowersAnswer {
  readonly aggregations: {
    readonly creators: {
      readonly buckets: readonly {
        readonly key: string;
        readonly periods: {
          readonly buckets: readonly { readonly key: number; readonly latest: { readonly value: number } }[];
        };
      }[];
    };
  };
}

const valueOf = (request: HistorySpan, field: string): unknown =>
  (request as object as Readonly<Record<string, unknown>>)[field];

/** A creator's followers in a period, and their growth since the period before. */
function followersOf(uid: string, period: Period, followers: Followers) {
  const before = previousPeriod(period);
  const [now, then] = [followers.get(periodRow(uid, period)), before && followers.get(periodRow(uid, before))];
  const none = { follower_count: now ?? null, follower_inc_count: null, follower_inc_rate: null };
  if (now === undefined || then === undefined) return none;
  const rate = growthRate(then, now);
  return { ...none, follower_inc_count: now - then, follower_inc_rate: rate === null ? null : formatPercent(rate) };
}

/** The periods of a request, oldest first. */
export function periodsOf({ date_type: type, from, to }: HistorySpan): Period[] {
  return [...periodsBetween(type, firstDay({ type, value: from }), lastDay({ type, value: to }))];
}
