import { Injectable } from '@nestjs/common';
import type {
  BoardKind,
  PeriodDocument,
  SellingSubject,
  TopEcommerceRowDocument,
  TopSellingRowDocument,
} from '../../../documents/board.document.js';
import { rowList, sellingList } from '../../../documents/board.document.js';
import type { CreatorDayDocument } from '../../../documents/facts.document.js';
import type { IndexKind } from '../../../documents/index-kind.js';
import { PageCache } from '../../../search/page-cache.js';
import type { SearchCaller } from '../../../search/gateway/search-caller.js';
import { SearchGateway } from '../../../search/gateway/search-gateway.js';
import { CategoryTrees } from '../../../search/state/category-trees.js';
import { EncodedData } from '../../../records/encoded-data.js';
import type { Period } from '../../../period/period.js';
import { firstDay, lastDay, periodOf, periodsBetween, previousPeriod } from '../../../period/period.js';
import { term, terms } from '../../../query/clauses.js';
import type { CompiledSearch, QueryClause } from '../../../query/types.js';
import { toHistoryRecord, toSellingHistory } from '../../../records/rankings/history.record.js';
import type { HistoryData, HistoryRequest, HistorySpan, ProductHistoryData } from './history.dto.js';
import { MOST_HISTORY_PERIODS } from './history.dto.js';

/** The subject of a history, and its periods. A category may be limited to a region. */
export interface SellingHistory {
  readonly id: string;
  readonly part?: string | undefined;
  readonly span: HistorySpan;
}

/** Histories: rows of the boards, and of creators their creator-days, period by period. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  list(request: HistoryRequest, caller: SearchCaller): Promise<EncodedData<HistoryData>> {
    const { uid, date_type, from, to } = request;
    return this.pages.remember(`history ${JSON.stringify([uid, date_type, from, to])}`, caller, async (shared) => {
      const [rows, followers, isOnBoards] = await Promise.all([
        this.rows<TopEcommerceRowDocument>(CREATOR_ROWS, term('uid', uid), request, shared),
        this.followers(request, shared),
        this.isLoaded('creators', term('uid', uid), shared),
      ]);
      if (!isOnBoards && rows.size + followers.size === 0) return EncodedData.of({ list: [] });
      const list = periodsOf(request).map((period) => {
        const before = previousPeriod(period);
        return toHistoryRecord(period, {
          row: rows.get(period.value),
          followers: followers.get(period.value),
          followersBefore: before && followers.get(before.value),
          isOnBoards,
        });
      });
      return EncodedData.of({ list });
    });
  }

  /**
   * The history of a product, shop or category.
   * @throws as `list` does
   */
  listSales(
    subject: SellingSubject,
    { id, part, span }: SellingHistory,
    caller: SearchCaller,
  ): Promise<EncodedData<ProductHistoryData>> {
    const key = `history ${subject} ${JSON.stringify([id, part, span])}`;
    return this.pages.remember(key, caller, async (shared) => {
      const listOf = (board: string): string => sellingList(board, subject, part);
      const [rows, reach, isKnown] = await Promise.all([
        this.rows<TopSellingRowDocument>({ ...SELLING_ROWS, listOf }, term('id', id), span, shared),
        this.gateway.searchRaw<ReachAnswer>('sales', REACH, shared),
        subject === 'category'
          ? this.isCategory(Number(id), shared)
          : this.isLoaded('products', term(subject === 'product' ? 'product_id' : 'seller_id', id), shared),
      ]);
      if (!isKnown && rows.size === 0) return EncodedData.of({ list: [] });
      const { oldest, newest } = reach.aggregations;
      const list = periodsOf(span).map((period) => {
        const isReached =
          (oldest.value_as_string ?? '9') <= firstDay(period) && lastDay(period) <= (newest.value_as_string ?? '');
        return toSellingHistory(subject, period.value, rows.get(period.value), isKnown && isReached ? 0 : null);
      });
      return EncodedData.of({ list });
    });
  }

  /** Whether a creator, product or shop is loaded. Boards of these hold back the sales of others. */
  private async isLoaded(kind: IndexKind, query: QueryClause, caller: SearchCaller): Promise<boolean> {
    const body = { query, size: 0, track_total_hits: true };
    return (await this.gateway.searchRaw<CountAnswer>(kind, body, caller)).hits.total.value > 0;
  }

  /** Whether a category is in the tree or has sales. */
  private async isCategory(id: number, caller: SearchCaller): Promise<boolean> {
    const tree = await this.trees.get('product-categories');
    return tree.name(id, 'EN_US') !== undefined || this.isLoaded('sales', term('product_category_id', id), caller);
  }

  /** The rows of boards by period. */
  private async rows<Row extends { readonly board: string }>(
    { kind, index, listOf }: RowLists,
    subject: QueryClause,
    span: HistorySpan,
    caller: SearchCaller,
  ): Promise<ReadonlyMap<string, Row>> {
    const { answer: catalogue } = await this.gateway.search(compileCatalogue(kind, span), caller);
    const periods = new Map(
      catalogue.documents<PeriodDocument>().map(({ board, date_value }) => [board, date_value] as const),
    );
    const lists = [...periods.keys()].map(listOf);
    const { answer } = await this.gateway.search(listed(index, [subject, terms('list', lists)], 'list'), caller);
    return new Map(
      answer.documents<Row>().flatMap((row) => {
        const period = periods.get(row.board);
        return period === undefined ? [] : [[period, row] as const];
      }),
    );
  }

  /** The creator's followers on the latest day of each period. */
  private async followers(request: HistoryRequest, caller: SearchCaller): Promise<ReadonlyMap<string, number>> {
    const { aggregations } = await this.gateway.searchRaw<FollowersAnswer>(
      'creator-days',
      compileFollowers(request),
      caller,
    );
    const days = aggregations.periods.buckets.flatMap(({ latest }) => latest.hits.hits.map(({ _source }) => _source));
    return new Map(days.map(({ date, follower_count }) => [periodOf(request.date_type, date).value, follower_count]));
  }
}

/** The rows of a kind of board that a history reads: those of one list of each board. */
interface RowLists {
  readonly kind: BoardKind;
  readonly index: IndexKind;
  readonly listOf: (board: string) => string;
}

const CREATOR_ROWS: RowLists = {
  kind: 'topEcommerce',
  index: 'top-ecommerce-boards',
  listOf: (board) => rowList(board, undefined),
};
const SELLING_ROWS = { kind: 'topSelling', index: 'top-selling-boards' } as const;

interface CountAnswer {
  readonly hits: { readonly total: { readonly value: number } };
}

interface ReachAnswer {
  readonly aggregations: Readonly<Record<'oldest' | 'newest', { readonly value_as_string?: string }>>;
}

interface FollowersAnswer {
  readonly aggregations: {
    readonly periods: {
      readonly buckets: readonly {
        readonly latest: {
          readonly hits: {
            readonly hits: readonly { readonly _source: Pick<CreatorDayDocument, 'date' | 'follower_count'> }[];
          };
        };
      }[];
    };
  };
}

/** The periods of a request, oldest first. */
function periodsOf({ date_type: type, from, to }: HistorySpan): Period[] {
  return [...periodsBetween(type, firstDay({ type, value: from }), lastDay({ type, value: to }))];
}

const listed = (index: IndexKind, filter: QueryClause[], sort: string): CompiledSearch => ({
  index,
  attempts: [
    {
      query: { bool: { filter } },
      sort: [{ [sort]: { order: 'asc' } }],
      from: 0,
      size: MOST_HISTORY_PERIODS,
      track_total_hits: true,
    },
  ],
  enough: 0,
});

/** The catalogue entries of the periods' boards. */
function compileCatalogue(kind: BoardKind, { date_type, from, to }: HistorySpan): CompiledSearch {
  const filter = [
    term('ranking', kind),
    term('date_type', date_type),
    { range: { date_value: { gte: from, lte: to } } },
  ];
  return listed('periods', filter, 'date_value');
}

/** The creator's latest day of each period, and of the one before the first. */
function compileFollowers({ uid, date_type: type, from, to }: HistoryRequest): object {
  const first = { type, value: from };
  const range = { gte: firstDay(previousPeriod(first) ?? first), lte: lastDay({ type, value: to }) };
  return {
    query: { bool: { filter: [term('uid', uid), { range: { date: range } }] } },
    size: 0,
    track_total_hits: false,
    aggs: {
      periods: {
        date_histogram: { field: 'date', calendar_interval: type, min_doc_count: 1 },
        aggs: { latest: LATEST },
      },
    },
  };
}

/** The first and the last day of all sales. */
const REACH = {
  size: 0,
  track_total_hits: false,
  aggs: { oldest: { min: { field: 'date' } }, newest: { max: { field: 'date' } } },
};

const LATEST = { top_hits: { size: 1, sort: [{ date: { order: 'desc' } }], _source: ['date', 'follower_count'] } };
