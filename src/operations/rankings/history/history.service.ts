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
import { EncodedData } from '../../../records/encoded-data.js';
import type { Period, PeriodType } from '../../../period/period.js';
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
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  list(request: HistoryRequest, caller: SearchCaller): Promise<EncodedData<HistoryData>> {
    const { uid, date_type, from, to } = request;
    return this.pages.remember(`history ${JSON.stringify([uid, date_type, from, to])}`, caller, async (shared) => {
      const [rows, followers, creator] = await Promise.all([
        this.rows<TopEcommerceRowDocument>('topEcommerce', request, (boards) => compileRows(request, boards), shared),
        this.followers(request, shared),
        this.gateway.look<CountAnswer>('creators', compileCreator(request), shared),
      ]);
      const list = periodsOf(request).map((period) => {
        const before = previousPeriod(period);
        return toHistoryRecord(period, {
          row: rows.get(period.value),
          followers: followers.get(period.value),
          followersBefore: before && followers.get(before.value),
          isOnBoards: creator.hits.total.value > 0,
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
      const compile = (boards: readonly string[]): CompiledSearch => {
        const lists = boards.map((board) => sellingList(board, subject, part));
        return listed('top-selling-boards', [term('id', id), terms('list', lists)], 'list');
      };
      const [rows, reach, isKnown] = await Promise.all([
        this.rows<TopSellingRowDocument>('topSelling', span, compile, shared),
        this.gateway.look<ReachAnswer>('sales', compileReach(), shared),
        this.isKnown(subject, id, shared),
      ]);
      const { oldest, newest } = reach.aggregations;
      const list = periodsOf(span).map((period) => {
        const isReached =
          (oldest.value_as_string ?? '9') <= firstDay(period) && lastDay(period) <= (newest.value_as_string ?? '');
        return toSellingHistory(subject, period.value, rows.get(period.value), isKnown && isReached ? 0 : null);
      });
      return EncodedData.of({ list });
    });
  }

  /** Whether the boards count sales of a product or shop: those of products that are not loaded are held back. */
  private async isKnown(subject: SellingSubject, id: string, caller: SearchCaller): Promise<boolean> {
    if (subject === 'category') return true;
    const query = term(subject === 'product' ? 'product_id' : 'seller_id', id);
    const { hits } = await this.gateway.look<CountAnswer>(
      'products',
      { query, size: 0, track_total_hits: true },
      caller,
    );
    return hits.total.value > 0;
  }

  /** The rows of boards by period. */
  private async rows<Row extends { readonly board: string }>(
    kind: BoardKind,
    span: HistorySpan,
    compile: (boards: readonly string[]) => CompiledSearch,
    caller: SearchCaller,
  ): Promise<ReadonlyMap<string, Row>> {
    const { answer: catalogue } = await this.gateway.search(compileCatalogue(kind, span), caller);
    const periods = new Map(
      catalogue.documents<PeriodDocument>().map(({ board, date_value }) => [board, date_value] as const),
    );
    const { answer } = await this.gateway.search(compile([...periods.keys()]), caller);
    return new Map(
      answer.documents<Row>().flatMap((row) => {
        const period = periods.get(row.board);
        return period === undefined ? [] : [[period, row] as const];
      }),
    );
  }

  /** The creator's followers on the latest day of each period. */
  private async followers(request: HistoryRequest, caller: SearchCaller): Promise<ReadonlyMap<string, number>> {
    const { aggregations } = await this.gateway.look<FollowersAnswer>(
      'creator-days',
      compileFollowers(request),
      caller,
    );
    const days = aggregations.periods.buckets.flatMap(({ latest }) => latest.hits.hits.map(({ _source }) => _source));
    return new Map(days.map(({ date, follower_count }) => [periodOf(request.date_type, date).value, follower_count]));
  }
}

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

/** The creator's rows on these boards, of all product categories. */
function compileRows({ uid }: HistoryRequest, boards: readonly string[]): CompiledSearch {
  const lists = boards.map((board) => rowList(board, undefined));
  return listed('top-ecommerce-boards', [term('uid', uid), terms('list', lists)], 'list');
}

/** Counts the creator: 0 when it is not loaded. */
function compileCreator({ uid }: HistoryRequest): object {
  return { query: term('uid', uid), size: 0, track_total_hits: true };
}

/** The creator's latest day of each period, and of the one before the first. */
function compileFollowers({ uid, date_type: type, from, to }: HistoryRequest): object {
  const first = { type, value: from };
  const range = { gte: firstDay(previousPeriod(first) ?? first), lte: lastDay({ type, value: to }) };
  return {
    query: { bool: { filter: [term('uid', uid), { range: { date: range } }] } },
    size: 0,
    track_total_hits: false,
    aggs: { periods: { date_histogram: dateHistogram(type), aggs: { latest: LATEST } } },
  };
}

const dateHistogram = (calendar_interval: PeriodType) => ({
  field: 'date',
  calendar_interval,
  min_doc_count: 1,
});

/** The first and the last day of all sales. */
const compileReach = (): object => ({
  size: 0,
  track_total_hits: false,
  aggs: { oldest: { min: { field: 'date' } }, newest: { max: { field: 'date' } } },
});

const LATEST = { top_hits: { size: 1, sort: [{ date: { order: 'desc' } }], _source: ['date', 'follower_count'] } };
