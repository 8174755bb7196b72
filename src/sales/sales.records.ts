import { Injectable } from '@nestjs/common';
import type { Lang } from '../common/lang.js';
import { amountPer } from '../common/numbers.js';
import { dayOf } from '../common/period/period.js';
import { currencyOf } from '../common/regions.js';
import { stepFrom } from '../common/steps.js';
import { rowSeriesType, shownFigures } from '../fields/paths.js';
import { ConversionReader } from '../figures/conversion.js';
import { SeriesReader } from '../figures/series.js';
import { type Coverage, shareOf, type topShares } from '../figures/sums.js';
import { ShortRecords } from '../records/short-records.js';
import type { FieldChoice } from '../search/compiler/types.js';
import type { Subject } from '../subjects/subjects.js';
import type { BreakdownRecord, SalesSum } from './breakdown.record.js';
import {
  type BreakdownDays,
  type BreakdownKey,
  type BreakdownSort,
  isPeriod,
  isSubject,
  keyFields,
  keysWith,
  OTHER_FIGURES,
} from './sales.definition.js';
import { compileOthers, rowClause, seriesQuery } from './sales.query.js';
import type { BreakdownSelection } from './sales.requests.js';
import { type BreakdownRow, type KeyReader, roundSums } from './sales.rows.js';

/** All rows of a breakdown, without the records behind them. */
export interface Breakdown {
  readonly days: BreakdownDays;
  readonly covered: Coverage;
  readonly keys: readonly BreakdownKey[];
  /** Whether a sale may be in several rows. */
  readonly isOfSeveral: boolean;
  /** Only the first ones where sales are in several rows and these are too many. */
  readonly rows: readonly BreakdownRow[];
  readonly total: number;
  /** The rows with sales in the days asked for. */
  readonly totalNow: number;
  readonly sum: SalesSum;
  readonly readers: readonly KeyReader[];
  readonly shares: ReturnType<typeof topShares>;
}

type AskedBreakdown = BreakdownSelection & Partial<FieldChoice>;

/** Reads the records behind rows of breakdowns, and the figures that rows have besides their sums. */
@Injectable()
export class BreakdownRecordsReader {
  constructor(
    private readonly records: ShortRecords,
    private readonly series: SeriesReader,
    private readonly conversion: ConversionReader,
  ) {}

  /** The rows of the answer. @throws as `FactGroups.read` does */
  async read(breakdown: Breakdown, rows: readonly BreakdownRow[], request: AskedBreakdown): Promise<BreakdownRecord[]> {
    const { covered, keys, sum } = breakdown;
    const { lang, fields } = request;
    const series = await this.rowSeries(breakdown, rows, request);
    const fieldsOf = await Promise.all(
      keys.map((key, at) =>
        this.keyFieldsBy(key, [...new Set(rows.flatMap((row) => row.keys[at] ?? []))], lang, fields),
      ),
    );
    const shown = shownFigures(request, OTHER_FIGURES);
    const othersOf = await this.otherFigures(shown, request, breakdown.days, keys, rows);
    const ofOne = sum.gmv === null ? undefined : sum.currency;
    const dayIn = (moment: number | undefined) => (moment === undefined ? null : dayOf(moment));
    return rows.map((row, index) => {
      const key = Object.assign({}, ...row.keys.map((one, at) => fieldsOf[at]?.(one))) as Partial<BreakdownRecord>;
      const sums = roundSums(row, covered, 'creator' in key ? currencyOf(key.creator?.region ?? null) : ofOne);
      return {
        ...key,
        ...sums,
        share: shareOf(sums.usd_gmv, sum.usd_gmv),
        average_usd_price: amountPer(sums.usd_gmv, sums.units_sold),
        sales: row.sales,
        first_date: dayIn(row.now['first']),
        last_date: dayIn(row.now['last']),
        ...(series && { series: series[index] ?? null }),
        ...othersOf(row),
      };
    });
  }

  /** The figures of some names that sales alone do not tell, where rows have them. @throws as `ConversionReader.read` does */
  async otherFigures(names: readonly BreakdownSort[], ...rows: Parameters<typeof compileOthers>) {
    const [{ by }] = rows;
    const others = OTHER_FIGURES.filter((name) => names.includes(name) && keysWith(name).includes(by as Subject));
    if (others.length === 0) return () => ({});
    const figuresOf = await this.conversion.read(compileOthers(...rows), others);
    return (row: BreakdownRow) => figuresOf(row.keys[0] ?? '');
  }

  private async rowSeries(breakdown: Breakdown, rows: readonly BreakdownRow[], request: AskedBreakdown) {
    const type = rowSeriesType(request);
    const isOfPeriods = breakdown.keys.some(({ by }) => isPeriod(by));
    const parts = type && !isOfPeriods ? rows.flatMap((row) => rowClause(breakdown.keys, row) ?? []) : [];
    return type && this.series.read({ ...seriesQuery(type, breakdown.days, breakdown.keys, request), parts });
  }

  /** Returns a function from the key of a row to the fields that show it and the record behind it. */
  private async keyFieldsBy(
    { by, steps, isNumber }: BreakdownKey,
    keys: readonly string[],
    lang: Lang,
    fields?: readonly string[],
  ): Promise<(key: string | null) => Partial<BreakdownRecord>> {
    if (isSubject(by)) return this.records.subjectFields(by, keys, lang, undefined, fields);
    if (by === 'creator_category') {
      const categoryOf = await this.records.categories('creator-categories', lang);
      return (key) => ({ creator_category: categoryOf(key) });
    }
    const [name = by] = keyFields(by);
    const shown = (key: string) => {
      if (steps) return stepFrom(steps, Number(key));
      return by === 'is_ad' ? Number(key === 'true') : isNumber ? Number(key) : key;
    };
    return (key) => ({ [name]: key === null ? null : shown(key) });
  }
}
