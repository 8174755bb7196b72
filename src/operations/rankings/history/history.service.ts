import { Injectable } from '@nestjs/common';
import type { PeriodDocument, TopEcommerceRowDocument } from '../../../documents/board.document.js';
import { rowList } from '../../../documents/board.document.js';
import type { CreatorDayDocument } from '../../../documents/creator-day.document.js';
import { PageCache } from '../../../search/page-cache.js';
import type { SearchCaller } from '../../../search/gateway/search-caller.js';
import { SearchGateway } from '../../../search/gateway/search-gateway.js';
import { EncodedData } from '../../../records/encoded-data.js';
import type { Period, PeriodType } from '../../../period/period.js';
import { firstDay, lastDay, periodOf, periodsBetween, previousPeriod } from '../../../period/period.js';
import { term, terms } from '../../../query/clauses.js';
import type { CompiledSearch, QueryClause } from '../../../query/types.js';
import { toHistoryRecord } from '../../../records/history.record.js';
import type { HistoryData, HistoryRequest } from './history.dto.js';
import { MOST_HISTORY_PERIODS } from './history.dto.js';

/** A creator's history: rows of the boards and creator-days, period by period. */
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
        this.rows(request, shared),
        this.followers(request, shared),
        this.gateway.look<CreatorAnswer>('creators', compileCreator(request), shared),
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

  /** The creator's rows by period. */
  private async rows(
    request: HistoryRequest,
    caller: SearchCaller,
  ): Promise<ReadonlyMap<string, TopEcommerceRowDocument>> {
    const { answer: catalogue } = await this.gateway.search(compileCatalogue(request), caller);
    const periods = new Map(
      catalogue.documents<PeriodDocument>().map(({ board, date_value }) => [board, date_value] as const),
    );
    const { answer } = await this.gateway.search(compileRows(request, [...periods.keys()]), caller);
    return new Map(
      answer.documents<TopEcommerceRowDocument>().flatMap((row) => {
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

interface CreatorAnswer {
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
function periodsOf({ date_type: type, from, to }: HistoryRequest): Period[] {
  return [...periodsBetween(type, firstDay({ type, value: from }), lastDay({ type, value: to }))];
}

const listed = (index: 'periods' | 'top-ecommerce-boards', filter: QueryClause[], sort: string): CompiledSearch => ({
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

/** The catalogue entries of the periods' boards of sales. */
function compileCatalogue({ date_type, from, to }: HistoryRequest): CompiledSearch {
  const filter = [
    term('ranking', 'topEcommerce'),
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

/** Counts the creator: 0 when nobody has loaded it. */
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

const LATEST = { top_hits: { size: 1, sort: [{ date: { order: 'desc' } }], _source: ['date', 'follower_count'] } };
