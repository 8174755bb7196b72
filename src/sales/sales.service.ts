import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config.js';
import { PageCache } from '../search/page-cache.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { localizeCategory } from '../common/categories/category.record.js';
import { EncodedData, pagesOf, type RecordPages } from '../common/records/encoded-data.js';
import type { Rule } from '../common/error-texts.js';
import { refusal } from '../http/validation/request-errors.js';
import { sliceOf } from '../search/compiler/paging.js';
import { BreakdownRecord, type SalesCreator, type SalesSum } from './breakdown.record.js';
import { withFields } from '../common/fields/field-paths.js';
import type { Lang } from '../common/lang.js';
import { currencyOf } from '../common/regions.js';
import { roundToCents } from '../common/money.js';
import { salesChange } from '../boards/follower-growth.js';
import { shiftDay } from '../common/period/day.js';
import { roundHalfAwayFromZero } from '../common/rounding.js';
import { breakdownKey, BREAKDOWNS } from './sales.definition.js';
import {
  type BreakdownAnswer,
  compileBreakdown,
  daysOf,
  type Figures,
  inKeyOrder,
  inOrder,
  type KeyedFigures,
  readBreakdown,
  regroup,
  sumOf,
} from './sales.query.js';
import type { BreakdownData, BreakdownExportRequest, BreakdownRequest, BreakdownSelection } from './sales.requests.js';
import { MOST_IDS, ShortRecords } from '../search/short-records.js';

/** The filters by records as they are loaded now. */
const BY_RECORDS = ['seller_id', 'region', 'l2_category_id', 'l3_category_id'] as const;

/** All rows of a breakdown, without the records behind them. */
interface Breakdown {
  readonly rows: readonly KeyedFigures[];
  readonly sum: SalesSum;
  /** The creator of a request about one creator; empty when it is not loaded. */
  readonly ofOne?: ReadonlyMap<string, SalesCreator>;
}

/** Breaks sales down into exact sums, with the record behind each row. */
@Injectable()
export class SalesService {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'breakdownMaxRows'>,
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
    private readonly records: ShortRecords,
  ) {}

  /**
   * @throws RequestFailure (400) when the request has too many rows or products; UnavailableFailure (503) or
   * InternalFailure (500) when Elasticsearch does not answer in full
   */
  breakdown(request: BreakdownRequest): Promise<EncodedData<BreakdownData>> {
    return this.pages.remember(`breakdown ${JSON.stringify(request)}`, async () => {
      const breakdown = await this.addUp(request);
      const { from, size } = sliceOf(request);
      const list = await this.named(breakdown, breakdown.rows.slice(from, from + size), request);
      return EncodedData.of<BreakdownData>({
        total: breakdown.rows.length,
        sum: breakdown.sum,
        list: withFields(list, BreakdownRecord, request.fields),
      });
    });
  }

  /** @throws as `breakdown` does, with any page */
  async *export(request: BreakdownExportRequest, limit: number): RecordPages {
    const breakdown = await this.addUp(request);
    const { rows } = breakdown;
    yield* pagesOf(rows.slice(0, limit), rows.length, (some) => this.named(breakdown, some, request));
  }

  private async addUp(request: BreakdownSelection): Promise<Breakdown> {
    const { by, filter, lang, from, compare = false } = request;
    const { breakdownMaxRows } = this.config;
    const refuse = (rule: Rule, path: string, given: unknown, limit: number, detail: string) =>
      refusal({ path, rule, given, limit, detail }, lang);
    const clauses = await Promise.all(
      BY_RECORDS.filter((name) => filter[name] !== undefined).map((name) =>
        this.records.salesWith(name, filter[name], (rule, detail) =>
          refuse(rule, `filter.${name}`, filter[name], MOST_IDS, detail),
        ),
      ),
    );
    const { kind, fields = [], rowOf, narrowedBy } = breakdownKey(request);
    const most = kind ? MOST_IDS - 1 : breakdownMaxRows;
    const withGmv = by === 'creator' || filter.uid?.length === 1;
    const body = compileBreakdown(request, most, withGmv, clauses);
    const groups = readBreakdown(await this.gateway.searchRaw<BreakdownAnswer>('sales', body), most);
    if (groups === undefined && kind) throw refuse(`too_many_${kind}s`, 'by', by, most, `more than ${most}`);
    const ids = new Set(groups?.map(({ key: [id = ''] }) => id));
    const found = kind && (await this.records.fieldsOf(kind, [...ids], fields));
    // A day stands beside the one as many days before it as there are days.
    const isMoved = by === 'day' && compare;
    const dayOf = (day: string) => (isMoved && day < from ? shiftDay(day, daysOf(request)) : day);
    const rows = groups && regroup(groups, (key) => dayOf(rowOf(key, found?.get(key[0] ?? '')) ?? '') || null);
    if (rows === undefined || rows.length > breakdownMaxRows) {
      throw refuse('too_many_rows', 'by', by, breakdownMaxRows, narrowedBy);
    }
    if (kind || isMoved) rows.sort(inKeyOrder(by === 'category'));
    const [uid, ...more] = filter.uid ?? [];
    const sum = sumOf(rows, compare);
    const ordered = inOrder(rows, request);
    if (uid === undefined || more.length > 0) return { rows: ordered, sum: shown({ ...sum, gmv: undefined }, null) };
    const ofOne = await this.records.find('creator', [uid]);
    return { rows: ordered, sum: shown(sum, currencyOf(ofOne.get(uid)?.region ?? null)), ofOne };
  }

  /** The rows of the answer. */
  private async named(
    { sum, ofOne }: Breakdown,
    rows: readonly KeyedFigures[],
    { by, lang }: BreakdownSelection,
  ): Promise<BreakdownRecord[]> {
    const keys = rows.flatMap(({ key }) => key ?? []);
    const nameOf = await this.namerOf(by, keys, lang, ofOne);
    return rows.map((row) => {
      const key = nameOf(row.key);
      const currency = 'creator' in key ? currencyOf(key.creator?.region ?? null) : sum.currency;
      return {
        ...key,
        ...shown(row, currency),
        share: sum.usd_gmv > 0 ? roundHalfAwayFromZero((roundToCents(row.amount) / sum.usd_gmv) * 100, 2) : null,
        sales: row.sales,
        first_date: row.first,
        last_date: row.last,
      };
    });
  }

  /** Returns a function from the key of a row to the fields that show it and the record behind it. */
  private async namerOf(
    by: BreakdownSelection['by'],
    keys: readonly string[],
    lang: Lang,
    creators: Breakdown['ofOne'],
  ): Promise<(key: string | null) => Partial<BreakdownRecord>> {
    const [id, shown] = BREAKDOWNS[by].shownAs as readonly (keyof BreakdownRecord)[];
    if (by === 'category') {
      const tree = await this.trees.get('product-categories');
      const categoryOf = (id: string) => localizeCategory({ id: Number(id), name: null }, tree, lang);
      return (key) => ({ category: key === null ? null : categoryOf(key) });
    }
    if (by === 'channel' || by === 'day' || by === 'region') return (key) => ({ [id as string]: key });
    const found = (by === 'creator' ? creators : undefined) ?? (await this.records.find(by, keys));
    return (key) => ({ [id as string]: key, [shown as string]: found.get(key ?? '') ?? null });
  }
}

/** Sums as shown, rounded once. `gmv` is undefined unless the facts are those of one creator. */
const shown = (
  { units, amount, gmv, before }: Pick<Figures, 'units' | 'amount' | 'gmv' | 'before'>,
  currency: string | null,
): SalesSum => ({
  units_sold: units,
  usd_gmv: roundToCents(amount),
  gmv: gmv === undefined ? null : roundToCents(gmv),
  currency: gmv === undefined ? null : currency,
  ...(before && {
    previous: { units_sold: before.units, usd_gmv: roundToCents(before.amount) },
    usd_gmv_change: salesChange(roundToCents(before.amount), roundToCents(amount)).usd_gmv_change,
  }),
});
