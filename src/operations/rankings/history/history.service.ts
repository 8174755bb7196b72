import { Injectable } from '@nestjs/common';
import type { PeriodDocument, TopEcommerceRowDocument } from '../../../documents/board.document.js';
import type { CreatorDayDocument } from '../../../documents/creator-day.document.js';
import { PageCache } from '../../../search/page-cache.js';
import type { SearchCaller } from '../../../search/gateway/search-caller.js';
import { SearchGateway } from '../../../search/gateway/search-gateway.js';
import { EncodedData } from '../../../records/encoded-data.js';
import { periodOf, previousPeriod } from '../../../period/period.js';
import { toHistoryRecord } from '../../../records/history.record.js';
import { compileCatalogue, compileCreator, compileFollowers, compileRows, periodsOf } from './history.query.js';
import type { HistoryRequest } from './history.request.dto.js';
import type { HistoryData } from './history.response.dto.js';

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
