import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.js';
import { PageCache } from '../search/page-cache.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import type { RecordPages } from '../common/records/encoded-data.js';
import { localizeCategory } from '../common/categories/category.record.js';
import { EncodedData, pagesOf } from '../common/records/encoded-data.js';
import type { Rule } from '../common/error-texts.js';
import { refusal } from '../http/validation/request-errors.js';
import { terms } from '../search/compiler/clauses.js';
import { sliceOf } from '../search/compiler/paging.js';
import type { SalesCreator, SalesSum } from './breakdown.record.js';
import { BreakdownRecord } from './breakdown.record.js';
import { withFields } from '../common/fields/field-paths.js';
import type { Lang } from '../common/lang.js';
import { currencyOf } from '../common/regions.js';
import { divideRounded, roundToCents } from '../common/money.js';
import { shiftDay } from '../common/period/day.js';
import { roundHalfAwayFromZero } from '../common/rounding.js';
import type { BreakdownKey } from './sales.definition.js';
import { BREAKDOWNS } from './sales.definition.js';
import type { BreakdownAnswer, Figures, KeyedFigures } from './sales.query.js';
import { compileBreakdown, daysOf, inOrder, readBreakdown, regroup, sumOf } from './sales.query.js';
import type { BreakdownData, BreakdownExportRequest, BreakdownRequest, BreakdownSelection } from './sales.requests.js';
import { MOST_IDS, ShortRecords } from '../search/short-records.js';

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
    const refuse = (rule: Rule, path: string, given: unknown, limit: number, detail: string) =>
      refusal({ path, rule, given, limit, detail }, lang);
    const idsOf = async (kind: 'product' | 'creator', field: 'seller_id' | 'region') => {
      const given = filter[field];
      if (given === undefined) return undefined;
      const { ids, total } = await this.records.idsOf(kind, terms(field, [given].flat()), MOST_IDS);
      if (total > MOST_IDS) throw refuse(`too_many_${kind}s`, `filter.${field}`, given, MOST_IDS, String(total));
      return [...ids];
    };
    const under = async (level: 2 | 3) => {
      const given = filter[`l${level}_category_id`];
      const clause = given === undefined ? [] : await this.records.salesUnder(level, given);
      if (clause) return [clause].flat();
      throw refuse('too_many_products', `filter.l${level}_category_id`, given, MOST_IDS, `more than ${MOST_IDS}`);
    };
    const [seller_id, region] = await Promise.all([idsOf('product', 'seller_id'), idsOf('creator', 'region')]);
    const clauses = (await Promise.all([under(2), under(3)])).flat();
    const { groups }: BreakdownKey = BREAKDOWNS[by];
    const most = groups ? MOST_IDS - 1 : this.config.breakdownMaxRows;
    const withGmv = by === 'creator' || filter.uid?.length === 1;
    const sales = { ...request, filter: { ...filter, seller_id, region } };
    const body = compileBreakdown(sales, most, withGmv, clauses);
    const answer = await this.gateway.searchRaw<BreakdownAnswer>('sales', body);
    let rows = readBreakdown(answer, most);
    if (groups !== undefined) {
      const [kind, field] = groups;
      if (rows === undefined) throw refuse(`too_many_${kind}s`, 'by', by, most, `more than ${most}`);
      const ids = rows.map(({ key }) => key as string);
      const found = await this.records.fieldsOf(kind, ids, [field]);
      rows = regroup(rows, (id) => (found.get(id)?.[field] ?? null) as string | null);
    }
    if (rows !== undefined && by === 'day' && compare) {
      // A day stands beside the one as many days before it as there are days.
      rows = regroup(rows, (day) => (day < from ? shiftDay(day, daysOf(request)) : day));
    }
    const { breakdownMaxRows } = this.config;
    if (rows === undefined || rows.length > breakdownMaxRows) {
      throw refuse('too_many_rows', 'by', by, breakdownMaxRows, BREAKDOWNS[by].narrowedBy);
    }
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
    const [id, shown]: readonly (keyof BreakdownRecord)[] = BREAKDOWNS[by].shownAs;
    if (by === 'category') {
      const tree = await this.trees.get('product-categories');
      return (key) => ({ category: localizeCategory({ id: Number(key), name: null }, tree, lang) });
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
    usd_gmv_change: roundToCents(wholeCents(amount) - wholeCents(before.amount)),
  }),
});

/** An exact amount rounded to cents, in ten-thousandths as before. */
const wholeCents = (amount: bigint): bigint => divideRounded(amount, 100n) * 100n;
