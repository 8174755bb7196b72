import { Injectable } from '@nestjs/common';
import { boardKindOf, type PeriodDocument, type Ranking, rowsListed } from '../boards/board.document.js';
import { PERIOD_TYPES } from '../common/period/period.js';
import { range, term, terms } from '../search/compiler/clauses.js';
import { compileFiltered } from '../search/compiler/search.js';
import type { CompiledSearch, SortClause } from '../search/compiler/types.js';
import { PageCache } from '../search/page-cache.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { DataVersionWatch } from '../search/state/data-watch.js';
import { NewestData } from '../search/state/newest-data.js';
import { EncodedData } from '../common/records/encoded-data.js';
import { InternalFailure } from '../common/errors/failure.js';
import { PeriodRecord, type PeriodsData, type PeriodsRequest } from './periods.requests.js';
import { recordOfRow } from './records/ranked.js';

/** Which periods have data. */
@Injectable()
export class PeriodsService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly newest: NewestData,
    private readonly watch: DataVersionWatch,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  list(request: PeriodsRequest): Promise<EncodedData<PeriodsData>> {
    return this.watch.withSnapshot(async () => {
      const newest = await this.newest.moments();
      return this.pages.remember(`periods ${JSON.stringify([request, newest])}`, async () => {
        const { answer } = await this.gateway.search(compilePeriods(request));
        const periods = answer.documents<PeriodDocument>();
        if (answer.total > periods.length) throw new InternalFailure('There are more periods than one answer holds.');
        const rankings = request.filter.ranking === undefined ? RANKINGS_OF_CREATORS : [request.filter.ranking];
        const list = byPeriodType(periods)
          .flatMap((entry) =>
            rankings
              .filter((ranking) => boardKindOf(ranking) === entry.ranking)
              .map((ranking): PeriodRecord =>
                recordOfRow(PeriodRecord, entry, { ranking, rows: rowsListed(ranking, entry) }),
              ),
          )
          .filter(({ rows }) => rows > 0);
        return EncodedData.of({ total: list.length, list, newest });
      });
    });
  }
}

/** The rankings that are listed unless the request names one. */
const RANKINGS_OF_CREATORS: readonly Ranking[] = ['topEcommerce', 'topGrowth'];

/** The `max_result_window` of the periods index: the list is not paged. */
const MOST_PERIODS = 100_000;

/** The catalogue entries of boards that have at least one creator. */
export function compilePeriods({ filter: { ranking, date_type } }: PeriodsRequest): CompiledSearch {
  const filters = [
    range('creators', { min: 1 }),
    ranking === undefined
      ? terms('ranking', RANKINGS_OF_CREATORS.map(boardKindOf))
      : term('ranking', boardKindOf(ranking)),
    ...(date_type === undefined ? [] : [term('date_type', date_type)]),
  ];
  const sort: SortClause[] = [{ date_value: { order: 'desc' } }, { ranking: { order: 'asc' } }];
  return compileFiltered('periods', filters, sort, { from: 0, size: MOST_PERIODS });
}

/** Entries by kind of period: days, weeks, months; those of one kind stay as they are. */
export function byPeriodType(entries: readonly PeriodDocument[]): PeriodDocument[] {
  return PERIOD_TYPES.flatMap((type) => entries.filter(({ date_type }) => date_type === type));
}
