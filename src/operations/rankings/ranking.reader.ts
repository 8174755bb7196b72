import { Injectable } from '@nestjs/common';
import type { PeriodDocument, Ranking } from '../../documents/board.document.js';
import type { ExportPages } from '../../http/export/export-sender.js';
import type { Period } from '../../period/period.js';
import type { FieldOf } from '../../query/clauses.js';
import type { CompiledSearch } from '../../query/types.js';
import type { CategoryRecord } from '../../records/category.record.js';
import type { RankedCreator } from '../../records/creator.record.js';
import { EncodedData } from '../../records/encoded-data.js';
import { localizeRanked } from '../../records/ranked.js';
import { PageCache } from '../../search/page-cache.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import { SearchGateway } from '../../search/gateway/search-gateway.js';
import { SearchStream } from '../../search/gateway/search-stream.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import { DataVersionWatch } from '../../search/state/data-watch.js';
import { VersionedCache } from '../../search/state/versioned-cache.js';
import type { RankingData } from './creator-rankings.dto.js';
import type { RankingDefinition, RankingFilter, RankingRequest } from './ranking.definition.js';
import { compileBoardLookup, compileRanks, compileRows } from './ranking.query.js';

const LANG = 'EN_US';

type RankedRow = { readonly uid: string };
type RankedRecord = { creator: RankedCreator; category: CategoryRecord };
type RankingPage<Row> = EncodedData<RankingData & { list: Row[] }>;

interface RanksAnswer {
  readonly aggregations: { readonly before: { readonly buckets: readonly { readonly doc_count: number }[] } };
}

/** Reads pages and exports of every ranking from the current board of a period. */
@Injectable()
export class RankingReader {
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
   * The page that a request asks for; an empty one where the period has no board.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async page<Filter extends RankingFilter, Row extends RankedRow, Record extends RankedRecord>(
    definition: RankingDefinition<Filter, Row, Record>,
    request: RankingRequest<Filter>,
    caller: SearchCaller,
  ): Promise<RankingPage<Record>> {
    const { uid: uids, date_info: period } = request.filter;
    const echo = { date_type: period.type, date_value: period.value };
    const board = await this.find(definition.ranking, period, caller);
    if (board === undefined) return EncodedData.of({ total: 0, list: [], ...echo });
    const compiled = compileRows(definition, request, board, uids);
    return this.pages.page(compiled, LANG, caller, async (answer, _, shared) => {
      const { from } = compiled.attempts[0];
      const list = await this.recordsOf(definition, request, board, answer.documents<Row>(), from, shared);
      return EncodedData.of({ total: answer.total, list, ...echo });
    });
  }

  /**
   * All rows that a request asks for, at most `limit` of them.
   * @throws as `page` does, with any page
   */
  async *export<Filter extends RankingFilter, Row extends RankedRow, Record extends RankedRecord>(
    definition: RankingDefinition<Filter, Row, Record>,
    request: RankingRequest<Filter>,
    limit: number,
    caller: SearchCaller,
  ): ExportPages {
    const { uid: uids, date_info: period } = request.filter;
    const board = await this.find(definition.ranking, period, caller);
    if (board === undefined) return yield { total: 0, records: [] };
    let before = 0;
    for await (const answer of this.stream.answers(compileRows(definition, request, board, uids), limit, caller)) {
      const rows = answer.documents<Row>();
      const records = await this.recordsOf(definition, request, board, rows, before, caller);
      before += rows.length;
      yield { total: answer.total, records: records.map((record) => JSON.stringify(record)) };
    }
  }

  /** @param before number of rows that come before these among those asked for */
  private async recordsOf<Filter extends RankingFilter, Row extends RankedRow, Record extends RankedRecord>(
    definition: RankingDefinition<Filter, Row, Record>,
    request: RankingRequest<Filter>,
    board: string,
    rows: readonly Row[],
    before: number,
    caller: SearchCaller,
  ): Promise<Record[]> {
    const names = await this.trees.get('creator-categories');
    const ranks =
      request.filter.uid === undefined
        ? rows.map((_, at) => before + at + 1)
        : await this.ranks(compileRows(definition, request, board), definition.sort(request.filter), rows, caller);
    return rows.map((row, at) => localizeRanked(definition.toRecord(row, ranks[at] ?? 0), names, LANG));
  }

  /** The place of each row, from 1, among all that a search finds. */
  private async ranks<Row extends RankedRow>(
    { index, attempts: [{ query }] }: CompiledSearch,
    sort: FieldOf<Row>,
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
