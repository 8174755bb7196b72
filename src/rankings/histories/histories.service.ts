import { Injectable } from '@nestjs/common';
import { type HistorySubject, SUBJECTS } from '../../subjects/subjects.js';
import { tooManyRows } from '../../common/errors/failure.js';
import { recordOfRow, valueAt } from '../../fields/paths.js';
import { declaredFields } from '../../fields/schema.js';
import { firstDay, lastDay, nextPeriod, type Period, periodsBetween, rangeOf } from '../../common/period/period.js';
import { rateText } from '../../money/figure-info.record.js';
import { EncodedData } from '../../common/encoded-data.js';
import { FactDays } from '../../figures/fact-days.js';
import { categoryField, FactGroups, factKey, type GroupedFacts } from '../../figures/fact-groups.js';
import { Followers } from '../../figures/followers.js';
import { comparisonOf, type Coverage, previousDays } from '../../figures/sums.js';
import { COUNT_NAMES, RowFigures } from '../../figures/row-figures.js';
import { filterClauses, terms } from '../../search/compiler/clauses.js';
import { PageCache } from '../../freshness/data-cache.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import { requireSpan } from '../../http/validation/period.field.js';
import {
  type CategoryHistoryRequest,
  HistoryRecord,
  type HistorySpan,
  MOST_HISTORY_PERIODS,
  MOST_HISTORY_ROWS,
  ProductHistoryRecord,
  SellingHistoryRecord,
} from './histories.requests.js';
import { SALE_FILTERS } from '../../sales/sale-filters.js';

/** The records of the periods of each subject that has a history. */
const RECORDS = {
  creator: HistoryRecord,
  product: ProductHistoryRecord,
  shop: SellingHistoryRecord,
  category: SellingHistoryRecord,
} satisfies Record<HistorySubject, new () => object>;

/** The fields of sales that filters look at; only categories have those below. */
const FILTERS = {
  ...SALE_FILTERS,
  region: 'creator_region',
  ...Object.fromEntries([1, 2, 3].map((level) => [`l${level}_category_id`, categoryField(level)])),
};

type AnyHistory = HistorySpan & Partial<CategoryHistoryRequest>;

/** Histories: the figures of a subject, period by period. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly groups: FactGroups,
    private readonly figures: RowFigures,
    private readonly followers: Followers,
    private readonly days: FactDays,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /**
   * The figures of each period that a request asks for, of each id.
   * @throws RequestFailure (400) for too many rows, and as `FactGroups.read` does
   */
  list(subject: HistorySubject, asked: AnyHistory): Promise<EncodedData<{ readonly list: { date_value: string }[] }>> {
    const { level = 1, date_type: type, compare_to } = asked;
    const { id, index, key } = SUBJECTS[subject];
    const named = level === 1 ? id : `l${level}_category_id`;
    const given = valueAt(asked, named);
    const ids = [given].flat().map(String);
    return this.pages.remember(`history ${subject} ${JSON.stringify(asked)}`, async () => {
      const { from, to } = await this.days.followEnds('sales', type, asked);
      requireSpan(asked, { from, to }, MOST_HISTORY_PERIODS, 'date_type');
      const periods = [...periodsBetween(type, firstDay({ type, value: from }), lastDay({ type, value: to }))];
      if (ids.length * periods.length > MOST_HISTORY_ROWS) {
        throw tooManyRows(named, `${ids.length} ids`, MOST_HISTORY_ROWS, ['fewer_ids', 'fewer_periods']);
      }
      const { coverage, covers } = await this.days.reach('sales');
      const known = this.findKnownIds(named === id ? [index, key] : ['products', named], ids);
      const rowsIn = (some: readonly Period[]) => this.rows(subject, ids, asked, some, known);
      const before = comparedPeriods(asked, periods);
      // All at once, so that none fails before somebody waits for it.
      const [rowsOf, rowsBefore] = await Promise.all([rowsIn(periods), rowsIn(before), known]);
      const list = ids.flatMap((one) => {
        const earlier = rowsBefore(one);
        return rowsOf(one).map((row, at) => ({
          ...(Array.isArray(given) && { [named]: subject === 'category' ? Number(one) : one }),
          ...row,
          ...(compare_to !== undefined && comparison(row, earlier[at], coverage(periods[at], before[at]))),
        }));
      });
      const compared = before[0] && rangeOf(before[0], before.at(-1));
      return EncodedData.of({
        ...(compared && { ...previousDays(compared), previous_complete: covers(compared) }),
        list,
      });
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
    const record: new () => object = RECORDS[subject];
    const key = factKey(subject, request.level);
    const [salesOf, followersOf, { covers, factsIn }, known] = await Promise.all([
      this.figures.read({
        ...{ key, ids, periods },
        clauses: [...key.clauses, ...filterClauses(FILTERS, request)],
        moneys: subject === 'creator' ? ['usd_gmv', 'gmv'] : ['usd_gmv'],
        counts: COUNT_NAMES.filter((name) => declaredFields(record).has(name)),
      }),
      subject === 'creator' ? this.followers.growth(ids, periods) : undefined,
      this.days.reach('sales'),
      knownIds,
    ]);
    return (id) => {
      const isKnown = known.has(id);
      const figures = periods.map((period) => {
        const sales = salesOf(id, period);
        const followers = followersOf?.(id, period);
        return { period, sales, followers, isCounted: (followers?.follower_count ?? null) !== null };
      });
      if (!isKnown && !figures.some(({ sales, isCounted }) => sales.facts > 0 || isCounted)) return [];
      return figures.map(({ period, sales: { facts, ...sold }, followers, isCounted }) => {
        const row = { ...sold, creator_usd_gmv: sold.usd_gmv, creator_gmv: sold.gmv };
        const isZero = covers(period) || (followers !== undefined && factsIn(period) > 0);
        const own = {
          date_value: period.value,
          ...(followers && { ...followers, follower_inc_rate: rateText(followers.follower_inc_rate) }),
        };
        const none = isKnown && isZero && (isCounted || followers === undefined) ? 0 : null;
        return recordOfRow(record, facts > 0 ? row : undefined, own, none) as PeriodRow;
      });
    };
  }

  /** The ids of creators, products or shops that are loaded, and of categories in the tree or in sales. */
  private async findKnownIds(
    [index, field]: readonly [GroupedFacts['facts'], string],
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const tree = field.endsWith('category_id') ? await this.trees.get('product-categories') : undefined;
    const known = ids.filter((id) => tree?.name(Number(id), 'EN_US') !== undefined);
    if (known.length === ids.length) return new Set(known);
    const groups = await this.groups.read({ facts: index, field, clauses: [terms(field, ids)] }, ids.length);
    return new Set([...known, ...(groups ?? []).map(({ key }) => key)]);
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
function comparison(row: PeriodRow, before: PeriodRow | undefined, covered: Coverage) {
  const usdOf = (one: PeriodRow | undefined) => one?.usd_gmv ?? one?.creator_usd_gmv ?? null;
  const { date_value = '', units_sold = null } = before ?? {};
  const usd_gmv = usdOf(before);
  const previous = usd_gmv === null || units_sold === null ? null : { date_value, units_sold, usd_gmv };
  return comparisonOf(usdOf(row), previous, covered);
}
