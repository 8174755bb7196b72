import { Injectable } from '@nestjs/common';
import type { PeriodDocument, Ranking } from '../../documents/board.document.js';
import { GenerationWatch } from '../../elastic/generation-watch.js';
import { KeptForGeneration } from '../../elastic/kept-for-generation.js';
import type { SearchPage } from '../../elastic/search-gateway.js';
import { SearchGateway } from '../../elastic/search-gateway.js';
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

/** Reads a page of the board that the catalogue names for a period. */
@Injectable()
export class BoardLookup {
  private readonly boards: KeptForGeneration<PeriodDocument>;

  constructor(
    private readonly gateway: SearchGateway,
    watch: GenerationWatch,
  ) {
    this.boards = new KeptForGeneration(watch);
  }

  /**
   * The page that `compile` asks for of the period's current board; an empty one when there is no board.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async readPage<Row>(
    ranking: Ranking,
    period: Period,
    compile: (board: string) => CompiledSearch,
    signal: AbortSignal,
  ): Promise<SearchPage<Row>> {
    const entry = await this.boards.get(`${ranking} ${period.type} ${period.value}`, async () => {
      const entries = await this.gateway.search<PeriodDocument>(compileBoardLookup(ranking, period), signal);
      return entries.items[0];
    });
    return entry === undefined
      ? { total: 0, items: [], attempt: 0 }
      : this.gateway.search<Row>(compile(entry.board), signal);
  }
}
