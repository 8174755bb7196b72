import { Injectable } from '@nestjs/common';
import type { PeriodDocument, Ranking } from '../../documents/board.document.js';
import { PageCache } from '../../search/page-cache.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import { SearchGateway } from '../../search/gateway/search-gateway.js';
import { SearchStream } from '../../search/gateway/search-stream.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import { DataVersionWatch } from '../../search/state/data-watch.js';
import { VersionedCache } from '../../search/state/versioned-cache.js';
import { EncodedData } from '../../records/encoded-data.js';
import type { ExportPages } from '../../http/export/export-sender.js';
import type { Period } from '../../period/period.js';
import { range, someOf, term } from '../../query/clauses.js';
import type { CompiledSearch, QueryClause } from '../../query/types.js';
import type { CategoryRecord } from '../../records/category.record.js';
import type { RankedCreator } from '../../records/creator.record.js';
import { localizeRanked } from '../../records/ranked.js';
import type { RankingData } from './ranking.response.dto.js';

const LANG = 'EN_US';

/** What is asked of which board, and its rows as they leave. */
interface AskedBoard<Row, Record> {
  readonly ranking: Ranking;
  /** The figure that orders the rows, descending; equals by uid. */
  readonly sort: keyof Row & string;
  readonly filter: { readonly uid?: string[]; readonly date_info: Period };
  /** The search of the creators named, or of all. */
  readonly compile: (board: string, uids?: readonly string[]) => CompiledSearch;
  readonly toRecord: (row: Row, rank: number) => Record;
}

type Ranked = { readonly uid: string };
type RankedRecord = { creator: RankedCreator; category: CategoryRecord };
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

/** Counts for each row how many of a query's rows come before it: those with more, and of equals those whose uid does. */
export function compileRanks(
  query: QueryClause,
  sort: string,
  rows: readonly { readonly uid: string; readonly figure: number }[],
): object {
  const filters = rows.map(({ uid, figure }) => {
    const equals = { bool: { filter: [range(sort, { min: figure, max: figure }), { range: { uid: { lt: uid } } }] } };
    return someOf({ range: { [sort]: { gt: figure } } }, equals);
  });
  return { query, size: 0, track_total_hits: false, aggs: { before: { filters: { filters } } } };
}

interface RanksAnswer {
  readonly aggregations: { readonly before: { readonly buckets: readonly { readonly doc_count: number }[] } };
}

/** Pages and exports of the current board of a ranking’s period. */
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
  async page<Row extends Ranked, Record extends RankedRecord>(
    asked: AskedBoard<Row, Record>,
    caller: SearchCaller,
  ): Promise<RankingPage<Record>> {
    const { uid: uids, date_info: period } = asked.filter;
    const echo = { date_type: period.type, date_value: period.value };
    const board = await this.find(asked.ranking, period, caller);
    if (board === undefined) return EncodedData.of({ total: 0, list: [], ...echo });
    const compiled = asked.compile(board, uids);
    return this.pages.page(compiled, LANG, caller, async (answer, _, shared) => {
      const list = await this.recordsOf(asked, board, answer.documents<Row>(), compiled.attempts[0].from, shared);
      return EncodedData.of({ total: answer.total, list, ...echo });
    });
  }

  /**
   * All rows of that board, at most `limit` of them.
   * @throws as `page` does, with any page
   */
  async *export<Row extends Ranked, Record extends RankedRecord>(
    asked: AskedBoard<Row, Record>,
    limit: number,
    caller: SearchCaller,
  ): ExportPages {
    const { uid: uids, date_info: period } = asked.filter;
    const board = await this.find(asked.ranking, period, caller);
    if (board === undefined) return yield { total: 0, records: [] };
    let before = 0;
    for await (const answer of this.stream.answers(asked.compile(board, uids), limit, caller)) {
      const rows = answer.documents<Row>();
      const records = await this.recordsOf(asked, board, rows, before, caller);
      before += rows.length;
      yield { total: answer.total, records: records.map((record) => JSON.stringify(record)) };
    }
  }

  /** @param before how many rows of what is asked for come before these */
  private async recordsOf<Row extends Ranked, Record extends RankedRecord>(
    { sort, filter, compile, toRecord }: AskedBoard<Row, Record>,
    board: string,
    rows: readonly Row[],
    before: number,
    caller: SearchCaller,
  ): Promise<Record[]> {
    const names = await this.trees.get('creator-categories');
    const ranks =
      filter.uid === undefined
        ? rows.map((_, at) => before + at + 1)
        : await this.ranks(compile(board), sort, rows, caller);
    return rows.map((row, at) => localizeRanked(toRecord(row, ranks[at] ?? 0), names, LANG));
  }

  /** The place of each row, from 1, among all that a search finds. */
  private async ranks<Row extends Ranked>(
    { index, attempts: [{ query }] }: CompiledSearch,
    sort: keyof Row & string,
    rows: readonly Row[],
    caller: SearchCaller,
  ): Promise<number[]> {
    if (rows.length === 0) return [];
    const body = compileRanks(
      query,
      sort,
      rows.map((row) => ({ uid: row.uid, figure: row[sort] as number })),
    );
    const { aggregations } = await this.gateway.look<RanksAnswer>(index, body, caller);
    return aggregations.before.buckets.map(({ doc_count }) => doc_count + 1);
  }

  private async find(ranking: Ranking, period: Period, caller: SearchCaller): Promise<string | undefined> {
    const entry = await this.boards.get(`${ranking} ${period.type} ${period.value}`, async () => {
      const { answer } = await this.gateway.search(compileBoardLookup(ranking, period), caller);
      return answer.documents<PeriodDocument>()[0];
    });
    return entry?.board;
  }
}
