import { Injectable } from '@nestjs/common';
import type { PeriodDocument, Ranking } from '../../documents/board.document.js';
import type { SearchCaller } from '../../elastic/search/search-caller.js';
import { DataVersionWatch } from '../../elastic/state/data-watch.js';
import { VersionedCache } from '../../elastic/state/versioned-cache.js';
import { SearchGateway } from '../../elastic/search/search-gateway.js';
import type { Period } from '../../period/period.js';
import { term } from '../../query/clauses.js';
import type { CompiledSearch } from '../../query/types.js';

/** The catalogue entry of a ranking's period, as a search for at most one. */
export function compileBoardLookup(ranking: Ranking, { type, value }: Period): CompiledSearch {
  const query = { bool: { filter: [term('ranking', ranking), term('date_type', type), term('date_value', value)] } };
  return {
    index: 'periods',
    attempts: [{ query, sort: [{ board: { order: 'desc' } }], from: 0, size: 1, track_total_hits: true }],
    enough: 0,
  };
}

/** Finds the current board of a ranking's period. */
@Injectable()
export class BoardLookup {
  private readonly boards: VersionedCache<PeriodDocument>;

  constructor(
    private readonly gateway: SearchGateway,
    watch: DataVersionWatch,
  ) {
    this.boards = new VersionedCache(watch);
  }

  /**
   * The board that the catalogue names for the period; undefined when there is none.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async find(ranking: Ranking, period: Period, caller: SearchCaller): Promise<string | undefined> {
    const entry = await this.boards.get(`${ranking} ${period.type} ${period.value}`, async () => {
      const answer = await this.gateway.search(compileBoardLookup(ranking, period), caller);
      return answer.documents<PeriodDocument>()[0];
    });
    return entry?.board;
  }
}
