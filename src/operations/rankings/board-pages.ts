import { Injectable } from '@nestjs/common';
import type { PeriodDocument, Ranking } from '../../documents/board.document.js';
import { PageCache } from '../../elastic/search/page-cache.js';
import type { SearchCaller } from '../../elastic/search/search-caller.js';
import { SearchGateway } from '../../elastic/search/search-gateway.js';
import { SearchStream } from '../../elastic/search/search-stream.js';
import { CategoryTrees } from '../../elastic/state/category-trees.js';
import { DataVersionWatch } from '../../elastic/state/data-watch.js';
import { VersionedCache } from '../../elastic/state/versioned-cache.js';
import { EncodedData, toLatin1 } from '../../encoding/encoded-data.js';
import type { SearchAnswer } from '../../encoding/search-answer.js';
import type { ExportPages } from '../../http/export/export-sender.js';
import type { Period } from '../../period/period.js';
import { term } from '../../query/clauses.js';
import type { CompiledSearch } from '../../query/types.js';
import type { CategoryRecord } from '../../records/category.record.js';
import type { RankedCreator } from '../../records/creator.record.js';
import { localizeRanked } from '../../records/ranked.js';
import type { RankingData } from './ranking.response.dto.js';

const LANG = 'EN_US';

/** The board of a period, how it is searched, and its rows as they leave. */
interface BoardSearch<Row, Record> {
  readonly ranking: Ranking;
  readonly period: Period;
  readonly compile: (board: string) => CompiledSearch;
  readonly toRecord: (row: Row) => Record;
}

type Ranked = { creator: RankedCreator; category: CategoryRecord };
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

/** Pages and exports of the current board of a ranking's period. */
@Injectable()
export class BoardPages {
  private readonly boards: VersionedCache<PeriodDocument>;

  constructor(
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    private readonly trees: CategoryTrees,
    watch: DataVersionWatch,
  ) {
    this.boards = new VersionedCache(watch);
  }

  /**
   * The page that `compile` asks for of the board that the catalogue names for the period; an empty one without a board.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async page<Row, Record extends Ranked>(
    search: BoardSearch<Row, Record>,
    caller: SearchCaller,
  ): Promise<RankingPage<Record>> {
    const { ranking, period } = search;
    const echo = { date_type: period.type, date_value: period.value };
    const board = await this.find(ranking, period, caller);
    if (board === undefined) return EncodedData.of({ total: 0, list: [], ...echo });
    return this.pages.page(search.compile(board), LANG, caller, async (answer) =>
      EncodedData.of({ total: answer.total, list: await this.recordsOf(search, answer), ...echo }),
    );
  }

  /**
   * All rows of that board, at most `limit` of them.
   * @throws as `page` does, with any page
   */
  async *export<Row, Record extends Ranked>(
    search: BoardSearch<Row, Record>,
    limit: number,
    caller: SearchCaller,
  ): ExportPages {
    const board = await this.find(search.ranking, search.period, caller);
    if (board === undefined) return yield { total: 0, records: [] };
    for await (const answer of this.stream.answers(search.compile(board), limit, caller)) {
      const records = await this.recordsOf(search, answer);
      yield { total: answer.total, records: records.map((record) => toLatin1(JSON.stringify(record))) };
    }
  }

  private async recordsOf<Row, Record extends Ranked>(
    { toRecord }: BoardSearch<Row, Record>,
    answer: SearchAnswer,
  ): Promise<Record[]> {
    const names = await this.trees.get('creator-categories');
    return answer.documents<Row>().map((row) => localizeRanked(toRecord(row), names, LANG));
  }

  private async find(ranking: Ranking, period: Period, caller: SearchCaller): Promise<string | undefined> {
    const entry = await this.boards.get(`${ranking} ${period.type} ${period.value}`, async () => {
      const { answer } = await this.gateway.search(compileBoardLookup(ranking, period), caller);
      return answer.documents<PeriodDocument>()[0];
    });
    return entry?.board;
  }
}
