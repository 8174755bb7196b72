import { Injectable } from '@nestjs/common';
import type { PeriodDocument, Ranking } from '../../documents/board.document.js';
import { PageCache } from '../../elastic/search/page-cache.js';
import type { SearchCaller } from '../../elastic/search/search-caller.js';
import { SearchGateway } from '../../elastic/search/search-gateway.js';
import { CategoryTrees } from '../../elastic/state/category-trees.js';
import { DataVersionWatch } from '../../elastic/state/data-watch.js';
import { VersionedCache } from '../../elastic/state/versioned-cache.js';
import { EncodedData } from '../../encoding/encoded-data.js';
import type { Period } from '../../period/period.js';
import { term } from '../../query/clauses.js';
import type { CompiledSearch } from '../../query/types.js';
import type { CategoryRecord } from '../../records/category.record.js';
import type { RankedCreator } from '../../records/creator.record.js';
import { localizeRanked } from '../../records/ranked.js';
import type { RankingData } from './ranking.response.dto.js';

const LANG = 'EN_US';

type RankingPage<Row> = EncodedData<RankingData & { list: Row[] }>;

/** The catalogue entry of a ranking's period, as a search for at most one. */
export function compileBoardLookup(ranking: Ranking, { type, value }: Period): CompiledSearch {
  const query = { bool: { filter: [term('ranking', ranking), term('date_type', type), term('date_value', value)] } };
  return {
    index: 'periods',
    attempts: [{ query, sort: [{ board: { order: 'desc' } }], from: 0, size: 1, track_total_hits: true }],
    enough: 0,
  };
}

/** Pages of the current board of a ranking's period. */
@Injectable()
export class BoardPages {
  private readonly boards: VersionedCache<PeriodDocument>;

  constructor(
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
    watch: DataVersionWatch,
  ) {
    this.boards = new VersionedCache(watch);
  }

  /**
   * The page that `compile` asks for of the board that the catalogue names for the period; an empty one without a board.
   * @param toRecord a row of the board as it leaves
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async page<Row, Record extends { creator: RankedCreator; category: CategoryRecord }>(
    { ranking, period }: { readonly ranking: Ranking; readonly period: Period },
    caller: SearchCaller,
    compile: (board: string) => CompiledSearch,
    toRecord: (row: Row) => Record,
  ): Promise<RankingPage<Record>> {
    const echo = { date_type: period.type, date_value: period.value };
    const board = await this.find(ranking, period, caller);
    if (board === undefined) return EncodedData.of({ total: 0, list: [], ...echo });
    return this.pages.page(compile(board), LANG, caller, async (answer) => {
      const names = await this.trees.get('creator-categories');
      const list = answer.documents<Row>().map((row) => localizeRanked(toRecord(row), names, LANG));
      return EncodedData.of({ total: answer.total, list, ...echo });
    });
  }

  private async find(ranking: Ranking, period: Period, caller: SearchCaller): Promise<string | undefined> {
    const entry = await this.boards.get(`${ranking} ${period.type} ${period.value}`, async () => {
      const { answer } = await this.gateway.search(compileBoardLookup(ranking, period), caller);
      return answer.documents<PeriodDocument>()[0];
    });
    return entry?.board;
  }
}
