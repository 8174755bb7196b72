import { Injectable } from '@nestjs/common';
import type {
  BoardKind,
  SellingSubject,
  TopEcommerceRowDocument,
  TopSellingRowDocument,
} from '../../boards/board.document.js';
import { rowList, sellingList, waitingBoard } from '../../boards/board.document.js';
import type { CreatorDayDocument } from '../../sales/facts.document.js';
import type { IndexKind } from '../../common/index-kind.js';
import { PageCache } from '../../search/page-cache.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import { SearchGateway } from '../../search/gateway/search-gateway.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import { EncodedData } from '../../common/records/encoded-data.js';
import type { Period } from '../../common/period/period.js';
import { firstDay, lastDay, periodOf, periodsBetween, previousPeriod } from '../../common/period/period.js';
import { someOf, term, terms } from '../../search/compiler/clauses.js';
import type { CompiledSearch, QueryClause } from '../../search/compiler/types.js';
import { toHistoryRecord, toSellingHistory } from '../records/history.record.js';
import { BoardCatalogue } from '../board-catalogue.js';
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
    private readonly boards: BoardCatalogue,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  list(request: HistoryRequest, caller: SearchCaller): Promise<EncodedData<HistoryData>> {
    const { uid, date_type, from, to } = request;
    return this.pages.remember(`history ${JSON.stringify([uid, date_type, from, to])}`, caller, async (shared) => {
      const [boards, followers, isLoaded] = await Promise.all([
        this.rows<TopEcommerceRowDocument>(CREATOR_ROWS, term('uid', uid), request, shared),
        this.followers(request, shared),
        this.isLoaded('creators', term('uid', uid), shared),
      ]);
      if (!isLoaded && !hasRow(boards) && followers.size === 0) return EncodedData.of({ list: [] });
      const list = periodsOf(request).map((period) => {
        const before = previousPeriod(period);
        return toHistoryRecord(period, {
          row: boards.get(period.value)?.row,
          followers: followers.get(period.value),
          followersBefore: before && followers.get(before.value),
          isOnBoards: isLoaded && boards.has(period.value),
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
      const [boards, isKnown] = await Promise.all([
        this.rows<TopSellingRowDocument>(
          { ...SELLING_ROWS, listOf, canWait: subject === 'product' },
          term('id', id),
          span,
          shared,
        ),
        subject === 'category'
          ? this.isCategory(Number(id), shared)
          : this.isLoaded('products', term(subject === 'product' ? 'product_id' : 'seller_id', id), shared),
      ]);
      if (!isKnown && !hasRow(boards)) return EncodedData.of({ list: [] });
      const list = periodsOf(span).map(({ value }) => {
        const board = boards.get(value);
        return toSellingHistory(subject, value, board?.row, isKnown && board?.complete === true ? 0 : null);
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

  /** The boards that are built and the subject's rows on them, by period. A board that waits for the subject is stale. */
  private async rows<Row extends { readonly board: string }>(
    { kind, index, listOf, canWait }: RowLists,
    subject: QueryClause,
    span: HistorySpan,
    caller: SearchCaller,
  ): Promise<ReadonlyMap<string, BoardRow<Row>>> {
    const boards = await this.boards.find(kind, periodsOf(span), caller);
    const builds = [...boards.values()].map(({ board }) => board);
    const isOn = someOf(terms('list', builds.map(listOf)), terms('board', canWait ? builds.map(waitingBoard) : []));
    const { answer } = await this.gateway.search(listed(index, [subject, isOn]), caller);
    const rows = new Map(answer.documents<Row>().map((row) => [row.board, row]));
    return new Map(
      [...boards.values()]
        .filter(({ board }) => !rows.has(waitingBoard(board)))
        .map(({ board, complete, date_value }) => [date_value, { row: rows.get(board), complete }]),
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
  /** Whether boards have waiting rows of the subject. */
  readonly canWait: boolean;
}

const CREATOR_ROWS: RowLists = {
  kind: 'topEcommerce',
  index: 'top-ecommerce-boards',
  listOf: (board) => rowList(board, undefined),
  canWait: true,
};
const SELLING_ROWS = { kind: 'topSelling', index: 'top-selling-boards' } as const;

/** A board that is built, and the subject's row on it. */
interface BoardRow<Row> {
  readonly row: Row | undefined;
  readonly complete: boolean;
}

const hasRow = (boards: ReadonlyMap<string, BoardRow<unknown>>): boolean =>
  [...boards.values()].some(({ row }) => row !== undefined);

interface CountAnswer {
  readonly hits: { readonly total: { readonly value: number } };
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
export function periodsOf({ date_type: type, from, to }: HistorySpan): Period[] {
  return [...periodsBetween(type, firstDay({ type, value: from }), lastDay({ type, value: to }))];
}

const listed = (index: IndexKind, filter: QueryClause[]): CompiledSearch => ({
  index,
  attempts: [
    {
      query: { bool: { filter } },
      sort: [{ list: { order: 'asc' } }],
      from: 0,
      size: MOST_HISTORY_PERIODS,
      track_total_hits: true,
    },
  ],
  enough: 0,
});

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

const LATEST = { top_hits: { size: 1, sort: [{ date: { order: 'desc' } }], _source: ['date', 'follower_count'] } };
