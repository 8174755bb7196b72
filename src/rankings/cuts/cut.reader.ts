import { Inject, Injectable } from '@nestjs/common';
import { EncodedData } from '../../common/records/encoded-data.js';
import { type Config, CONFIG } from '../../config/config.js';
import { SearchGateway } from '../../search/gateway/search-gateway.js';
import { PageCache } from '../../search/page-cache.js';
import { NO_CATEGORY } from '../../search/fact-keys.js';
import { ShortRecords } from '../../search/short-records.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import type { RankingPlan, RankingRequest } from '../ranking.definition.js';
import { filtersOf, keepsRow, liesIn, namedIds, orderOf } from '../ranking.query.js';
import { CHANGE, type RowPlace } from '../records/ranked.js';
import { type FactReads, FactRows, type Row } from './fact-rows.js';
import type { FactSubject } from './fact-subjects.js';

/** A row as the boards have it, and its place. */
export interface PlacedRow extends RowPlace {
  readonly row: Row;
}

/** Rows in their order, and what is known of the facts behind them. */
export interface Cut {
  readonly total: number;
  readonly complete: boolean;
  readonly previous_complete: boolean;
  readonly rows: readonly PlacedRow[];
}

/** Rows that are kept for the pages of a list. No page goes further. */
const KEPT_ROWS = 1000;

/** Filters by fields that the rows of boards lack. */
const OF_FACTS = ['channel', 'l2_category_id', 'l3_category_id', 'usd_price_range', 'price_range', 'launch_time_range'];

/** Answers rankings that no board holds: their rows are added up from the facts, by records as they are loaded now. */
@Injectable()
export class CutReader {
  private readonly reads: FactReads;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'rankingRangeMaxRows'>,
    gateway: SearchGateway,
    records: ShortRecords,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {
    this.reads = { gateway, records, most: config.rankingRangeMaxRows, levelOf: (category) => this.levelOf(category) };
  }

  /** Whether a request asks for rows that no board holds. */
  async asksForCut({ parts: [part = ''] }: RankingPlan, request: RankingRequest): Promise<boolean> {
    const { level = 1, product_category_id: category, ...asked } = filtersOf(request);
    if (request.filter.date_info.type === 'range' || level !== 1 || Array.isArray(asked[part])) return true;
    if (OF_FACTS.some((name) => asked[name] !== undefined)) return true;
    return category !== undefined && (await this.levelOf(category as number)) > 1;
  }

  /**
   * The rows of a page.
   * @throws RequestFailure (400) when there are too many rows; UnavailableFailure (503) or InternalFailure (500) when
   * Elasticsearch does not answer in full
   */
  async page(plan: RankingPlan, request: RankingRequest, { from, size }: { from: number; size: number }): Promise<Cut> {
    const { filter, orderby } = request;
    const facts = this.factsOf(plan, request);
    const key = `cut ${plan.board} ${plan.subject} ${JSON.stringify([filter, orderby])}`;
    const kept = await this.pages.remember(key, async () => {
      const cut = await this.list(plan, request, facts);
      return EncodedData.of<Cut>({ ...cut, rows: cut.rows.slice(0, KEPT_ROWS) });
    });
    const cut = kept.decode();
    return { ...cut, rows: await this.withDetails(plan, facts, cut.rows.slice(from, from + size)) };
  }

  /** The facts of a request, for `list` and `withDetails`. @param subject where the rows are not those of the ranking */
  factsOf(plan: RankingPlan, request: RankingRequest, subject?: FactSubject): FactRows {
    return new FactRows(this.reads, plan, request, subject);
  }

  /** All rows, without what `withDetails` adds. @throws as `page` does */
  async list(plan: RankingPlan, request: RankingRequest, facts: FactRows): Promise<Cut> {
    const { growth_rate_range: growth, is_new: wantsNew, level = 1 } = filtersOf(request);
    const [{ hasBefore, ...completeness }, found] = await Promise.all([facts.reach(), facts.rows()]);
    const isComparable = completeness.complete && completeness.previous_complete;
    const order = orderOf(plan, request).filter((figure) => isComparable || figure !== CHANGE);
    const isPlaced = hasBefore && !orderOf(plan, request).includes(CHANGE);
    const idOf = (row: Row): string => row[plan.id] as string;
    const kept = (rows: readonly (Row | undefined)[]): Row[] =>
      rows.flatMap((row) => (row && keepsRow(plan, row, request) ? [row] : [])).sort(inOrder(idOf, order));
    const places = new Map(kept(found.map(({ before }) => before)).map((row, at) => [idOf(row), at + 1]));
    const ids = level === 1 ? namedIds(plan, request) : undefined;
    const rows = kept(found.map(({ now }) => now))
      .map((row) => ({
        row,
        previous_rank: isPlaced ? (places.get(idOf(row)) ?? null) : null,
        is_new: hasBefore ? Number(!places.has(idOf(row))) : null,
        growthRate: isComparable ? (row['growth_rate'] as number | null) : null,
        isComparable,
      }))
      .filter(({ growthRate }) => growth === undefined || liesIn(growthRate, growth))
      .filter(({ is_new }) => wantsNew === undefined || is_new === Number(wantsNew))
      .map((placed, at) => ({ ...placed, rank: at + 1 }))
      .filter(({ row }) => ids === undefined || ids.includes(idOf(row)));
    return { total: rows.length, ...completeness, rows };
  }

  /** Rows with the fields that only those of a page are shown with. */
  async withDetails(plan: RankingPlan, facts: FactRows, rows: readonly PlacedRow[]): Promise<PlacedRow[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ row }) => row[plan.id] as string);
    const detailsOf = await facts.details(ids);
    return rows.map(({ row, ...place }, at) => ({ ...place, row: { ...row, ...detailsOf(ids[at] ?? '') } }));
  }

  /** The level of a category; 0 of one that does not exist. */
  private async levelOf(category: number): Promise<number> {
    return (await this.trees.get('product-categories')).path(category).length;
  }
}

/** Sorts after every id. */
const LAST = Buffer.from('\u{10ffff}');

/** Compares rows by figures in turn, descending and null last, then by id as bytes. */
const inOrder = (idOf: (row: Row) => string, order: readonly string[]) => {
  const bytesOf = (row: Row) => (idOf(row) === NO_CATEGORY ? LAST : Buffer.from(idOf(row)));
  return (one: Row, other: Row): number => {
    for (const figure of order) {
      const [mine, its] = [one[figure] as number | null, other[figure] as number | null];
      if (mine !== its) return (its ?? -Infinity) - (mine ?? -Infinity);
    }
    return Buffer.compare(bytesOf(one), bytesOf(other));
  };
};
