import { Inject, Injectable } from '@nestjs/common';
import { EncodedData, pagesOf, type RecordPages } from '../common/encoded-data.js';
import { tooManyRows } from '../common/errors/failure.js';
import { amountPer } from '../common/numbers.js';
import { firstDay, lastDay } from '../common/period/period.js';
import { currencyOf } from '../common/regions.js';
import { requestScope } from '../common/request-scope.js';
import { stepOf } from '../common/steps.js';
import { type Config, CONFIG } from '../config/config.js';
import { pageFieldsIn, seriesType, withFields } from '../fields/paths.js';
import { FactDays } from '../figures/fact-days.js';
import { type FactGroup, FactGroups } from '../figures/fact-groups.js';
import { PageFigures } from '../figures/page-figures.js';
import { RowBudget } from '../figures/row-budget.js';
import { SeriesReader } from '../figures/series.js';
import { addUp, hhiOfAll, previousDays, soldIn, topShares } from '../figures/sums.js';
import { PageCache } from '../freshness/data-cache.js';
import { requireSpan } from '../http/validation/period.field.js';
import { ShortRecords } from '../records/short-records.js';
import { sliceOf } from '../search/compiler/clauses.js';
import { SearchStream } from '../search/gateway/search-stream.js';
import { SUBJECT_INDICES } from '../subjects/subjects.js';
import { BreakdownRecord } from './breakdown.record.js';
import {
  type BreakdownDays,
  type BreakdownKey,
  breakdownKeys,
  BY_CHANGE,
  FIRST_ROWS,
  ID_FILTERS,
  isPeriod,
  MOST_BREAKDOWN_DAYS,
} from './sales.definition.js';
import { compileBreakdown, daysOf, pageRowsOf, seriesQuery } from './sales.query.js';
import { type Breakdown, BreakdownRecordsReader } from './sales.records.js';
import type { BreakdownData, BreakdownExportRequest, BreakdownRequest, BreakdownSelection } from './sales.requests.js';
import {
  type FiguresOf,
  type KeyReader,
  ownKey,
  periodKey,
  rangesOf,
  roundSums,
  rowsInOrder,
  rowsOf,
  stepKey,
} from './sales.rows.js';

/** Breaks sales down into exact sums, with the record behind each row. */
@Injectable()
export class SalesService {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'breakdownMaxRows' | 'rankingMaxRows'>,
    private readonly groups: FactGroups,
    private readonly days: FactDays,
    private readonly budget: RowBudget,
    private readonly pages: PageCache,
    private readonly records: ShortRecords,
    private readonly stream: SearchStream,
    private readonly series: SeriesReader,
    private readonly rows: BreakdownRecordsReader,
    private readonly figures: PageFigures,
  ) {}

  /** @throws RequestFailure (400) when the request has too many rows, and as `FactGroups.read` does */
  breakdown(request: BreakdownRequest): Promise<EncodedData<BreakdownData>> {
    return this.pages.remember(`breakdown ${JSON.stringify(request)}`, async () => {
      requestScope().isExpensive = !ID_FILTERS.some((id) => request.filter[id] !== undefined);
      const breakdown = await this.addUp(request);
      const { from, size } = sliceOf(request);
      const { days, keys, isOfSeveral, readers, shares } = breakdown;
      const rows = breakdown.rows.slice(from, from + size);
      const page = pageRowsOf(request, days, keys, readers, rows);
      const names = pageFieldsIn(BreakdownRecord, request.fields);
      const [records, { rows: figures, ...note }, sum_series] = await Promise.all([
        this.rows.read(breakdown, rows, request),
        this.figures.read(page, names, (by, ids) => this.records.find(by, ids)),
        this.sumSeries(breakdown, request),
      ]);
      const list = records.map((record, at) => ({ ...record, ...figures[at] }));
      return EncodedData.of<BreakdownData>({
        total: breakdown.total,
        ...(days.isCompared && { total_now: breakdown.totalNow }),
        sum: breakdown.sum,
        ...shares,
        ...(request.concentration && {
          hhi: hhiOfAll(isOfSeveral ? [] : breakdown.rows.map(({ now }) => now['usd_gmv'] ?? 0)),
        }),
        ...(sum_series !== undefined && { sum_series }),
        ...note,
        from: firstDay(days.now),
        to: lastDay(days.now),
        ...previousDays(days.before),
        ...breakdown.covered,
        list: withFields(list, BreakdownRecord, request.fields),
      });
    });
  }

  /** All rows, of one moment. @throws as `breakdown` does, with any page */
  export(request: BreakdownExportRequest, limit: number): RecordPages {
    return this.stream.ofOneMoment(SUBJECT_INDICES, () => this.parts(request, limit));
  }

  private async *parts(request: BreakdownExportRequest, limit: number): RecordPages {
    const breakdown = await this.addUp(request);
    const { rows, total } = breakdown;
    yield* pagesOf(rows.slice(0, limit), total, (some) => this.rows.read(breakdown, some, request));
  }

  /** A request whose days do not follow the data. */
  private async follow(request: BreakdownSelection): Promise<BreakdownSelection> {
    const { date_info, from, to } = request;
    if (date_info) return { ...request, date_info: await this.days.follow('sales', date_info, 'date_info.value') };
    const ends = await this.days.followEnds('sales', 'day', { from, to });
    requireSpan(request, ends, MOST_BREAKDOWN_DAYS);
    return { ...request, ...ends };
  }

  private async addUp(request: BreakdownSelection): Promise<Breakdown> {
    const keys = breakdownKeys(request.by, request.level);
    const { breakdownMaxRows, rankingMaxRows } = this.config;
    const withGmv = request.filter.uid?.length === 1 || keys.some((key) => key.by === 'creator');
    const days = daysOf(await this.follow(request));
    const facts = compileBreakdown(request, days, keys, withGmv);
    if (!keys.some(({ steps, hasSeveral }) => steps ?? hasSeveral))
      return this.read(request, days, keys, facts, breakdownMaxRows);
    // Rows of these keys are added up or chosen from more of them, which take twice the memory of a list's.
    const most = Math.min(rankingMaxRows, Math.floor(this.budget.rows / 4));
    const each = keys.length === 1 ? Math.min(most, await this.groups.estimate(facts.now)) : most;
    return this.budget.run(4 * each, () => this.read(request, days, keys, facts, most));
  }

  private async read(
    request: BreakdownSelection,
    days: BreakdownDays,
    keys: readonly BreakdownKey[],
    { now, before }: ReturnType<typeof compileBreakdown>,
    most: number,
  ): Promise<Breakdown> {
    const { by, filter } = request;
    const { breakdownMaxRows: limit } = this.config;
    const only = filter.uid?.length === 1 ? filter.uid[0] : undefined;
    const covered = (await this.days.reach('sales')).coverage(days.now, days.before);
    const isOfSeveral = keys.some(({ hasSeveral }) => hasSeveral);
    const earlier = covered.previous_complete ? before : undefined;
    const [groups, groupsBefore, creators, ofFacts] = await Promise.all([
      this.groups.read(now, most),
      earlier ? this.groups.read(earlier, most) : before && [],
      only === undefined ? undefined : this.records.find('creator', [only]),
      isOfSeveral ? Promise.all([this.groups.sum(now), earlier && this.groups.sum(earlier)]) : undefined,
    ]);
    const found = [...(groups ?? []), ...(groupsBefore ?? [])];
    const readers = await Promise.all(keys.map((key, at) => this.readerOf(key, days, at, found)));
    const all = groups && rowsOf(keys, readers, groups, groupsBefore);
    const isRead = all !== undefined && (before === undefined || groupsBefore !== undefined);
    if (!isRead || (all.rows.length > limit && !isOfSeveral)) {
      const narrowing = new Set(keys.flatMap(({ narrowedBy }) => narrowedBy));
      throw tooManyRows('by', by, isRead ? limit : most, [...narrowing]);
    }
    const asked = [...rangesOf(filter).map(([name]) => name), ...request.orderby.map(({ field }) => field)];
    const othersOf = await this.rows.otherFigures(asked, request, days, keys, all.rows);
    // Only an order by the change needs the comparison of every row.
    const isByChange = asked.includes(BY_CHANGE);
    const figuresOf: FiguresOf = (row) => {
      const sums = roundSums(isByChange ? row : { keys: row.keys, now: row.now }, covered, undefined);
      return { ...sums, average_usd_price: amountPer(sums.usd_gmv, sums.units_sold), ...othersOf(row) };
    };
    const rows = await rowsInOrder(all.rows, request, figuresOf);
    // A range keeps rows by what they sold now.
    const unpaired = rangesOf(filter).length === 0 ? all.unpaired : [];
    const [sumNow, sumBefore] = ofFacts ?? [
      addUp(rows.map(({ now: values }) => values)),
      addUp([...rows.map(({ before: values }) => values ?? {}), ...unpaired]),
    ];
    const sums = { keys: ['all rows'], now: sumNow ?? {}, before: before && (sumBefore ?? {}) };
    const amounts = rows.map((row) => soldIn(row.now, String(row.keys)).usd_gmv);
    const currency = creators && currencyOf(creators.get(only ?? '')?.region ?? null);
    const sum = roundSums(sums, covered, currency);
    return {
      ...{ days, covered, keys, isOfSeveral, readers, sum },
      rows: rows.length > limit ? rows.slice(0, Math.min(FIRST_ROWS, limit)) : rows,
      total: rows.length,
      totalNow: rows.filter(({ sales }) => sales > 0).length,
      // Shares of sums that overlap would add to more than all.
      shares: topShares(amounts, isOfSeveral ? 0 : sum.usd_gmv),
    };
  }

  /** Reads the keys of groups: the steps that the records behind them are in, periods, or their own values. */
  private async readerOf(
    { by, field, steps, figureOf }: BreakdownKey,
    days: BreakdownDays,
    at: number,
    groups: readonly FactGroup[],
  ): Promise<KeyReader> {
    if (isPeriod(by)) return periodKey(by, days);
    if (steps === undefined) return ownKey;
    if (figureOf === undefined) return stepKey(steps);
    const { records, figure } = figureOf;
    const ids = [...new Set(groups.map((group) => group.key.split('\n')[at] ?? ''))];
    const figures = await this.groups.figuresOf(records, field, figure, ids);
    return { read: (id) => (figures.has(id) ? String(stepOf(steps, figures.get(id))) : null) };
  }

  /** The series of all facts of a breakdown: null where a range keeps rows, undefined where none is asked for. */
  private async sumSeries(breakdown: Breakdown, request: BreakdownRequest) {
    const type = seriesType(request);
    if (type === undefined) return undefined;
    const isOfRows = rangesOf(request.filter).length > 0 && !breakdown.isOfSeveral;
    return isOfRows ? null : this.series.sum(seriesQuery(type, breakdown.days, breakdown.keys, request));
  }
}
