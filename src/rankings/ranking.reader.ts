import { Injectable } from '@nestjs/common';
import { type BoardKind, isContent, type PeriodDocument, type RowSubject } from '../boards/board.document.js';
import { type Period, previousPeriod } from '../common/period/period.js';
import type { CompiledSearch, SearchBody, SortClause } from '../search/compiler/types.js';
import { term } from '../search/compiler/clauses.js';
import { compileFiltered } from '../search/compiler/search.js';
import { EncodedData, pagesOf, type RecordPages } from '../common/records/encoded-data.js';
import { withFields } from '../common/fields/field-paths.js';
import { CHANGE, rankedRecord, type RowNames } from './records/ranked.js';
import type { Lang } from '../common/lang.js';
import { PageCache } from '../search/page-cache.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { SearchStream } from '../search/gateway/search-stream.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { DataVersionWatch } from '../search/state/data-watch.js';
import { VersionedCache } from '../search/state/versioned-cache.js';
import { ShortRecords } from '../search/short-records.js';
import { sliceOf } from '../search/compiler/paging.js';
import { BoardCatalogue } from './board-catalogue.js';
import { CutReader, type PlacedRow } from './cuts/cut.reader.js';
import type { RankingPlan, RankingRequest } from './ranking.definition.js';
import {
  type Comparison,
  compileRanks,
  compileRows,
  keepsRow,
  namedIds,
  orderOf,
  type Place,
} from './ranking.query.js';
import type { RankingData } from './rankings.requests.js';

type Figures = Readonly<Record<string, unknown>>;
type Row = Figures & { readonly growth_rate: number | null; readonly before: Figures | null };
type RankingPage<Record> = EncodedData<RankingData & { list: Record[] }>;

/** The boards of a period and of the period before, and the order of the rows that are read from them. */
interface Compared extends Comparison {
  readonly board: PeriodDocument;
  readonly order: readonly string[];
}

interface Count {
  readonly doc_count: number;
}

interface RanksAnswer {
  readonly aggregations: {
    readonly reached: { readonly buckets: Readonly<Record<number, Count>> };
    readonly after: { readonly buckets: readonly Count[] };
  };
}

/** Boards that are remembered. */
const MOST_BOARDS = 1000;

const countOf = (bucket: Count | undefined): number => bucket?.doc_count ?? 0;

/** Reads pages and exports of every ranking from the current board of a period. */
@Injectable()
export class RankingReader {
  private readonly knownBoards: VersionedCache<PeriodDocument>;

  constructor(
    private readonly gateway: SearchGateway,
    private readonly boards: BoardCatalogue,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    private readonly trees: CategoryTrees,
    private readonly records: ShortRecords,
    private readonly cuts: CutReader,
    watch: DataVersionWatch,
  ) {
    this.knownBoards = new VersionedCache(watch, MOST_BOARDS);
  }

  /**
   * The page that a request asks for; an empty one where the period has no board.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  page<Record extends object>(plan: RankingPlan<Record>, request: RankingRequest): Promise<RankingPage<Record>> {
    const { date_info: period } = request.filter;
    const periodBefore = previousPeriod(period);
    const dated = (known: { readonly complete: boolean; readonly previous_complete: boolean }) => ({
      date_type: period.type,
      date_value: period.value,
      complete: known.complete,
      previous_complete: known.previous_complete,
      previous_date_value: periodBefore?.value ?? null,
    });
    return this.pages.remember(`ranking ${plan.board} ${plan.subject} ${JSON.stringify(request)}`, async () => {
      if (await this.cuts.asksForCut(plan, request)) {
        const { rows, total, ...known } = await this.cuts.page(plan, request, sliceOf(request));
        const list = withFields(await this.placedRecords(plan, request, rows), plan.record, request.fields ?? []);
        return EncodedData.of({ total, list, ...dated(known) });
      }
      const [board, before] = await this.find(plan.board, [period, periodBefore] as Period[]);
      const data = dated({ complete: board?.complete ?? false, previous_complete: before?.complete ?? false });
      if (board === undefined) return EncodedData.of({ total: 0, list: [], ...data });
      const { compared, compiled } = prepare(plan, request, board, before);
      const { answer } = await this.gateway.search(compiled);
      const { from } = compiled.attempts[0];
      const rows = await this.recordsOf(plan, request, compared, answer.documents<Row>(), from);
      return EncodedData.of({
        total: answer.total,
        list: withFields(rows, plan.record, request.fields ?? []),
        ...data,
      });
    });
  }

  /**
   * All rows that a request asks for, at most `limit` of them.
   * @throws as `page` does, with any page
   */
  async *export(plan: RankingPlan, request: RankingRequest, limit: number): RecordPages {
    if (await this.cuts.asksForCut(plan, request)) return yield* this.exportCut(plan, request, limit);
    const period = request.filter.date_info as Period;
    const [board, before] = await this.find(plan.board, [period, previousPeriod(period)]);
    if (board === undefined) return yield { total: 0, records: [] };
    const { compared, compiled } = prepare(plan, request, board, before);
    let from = 0;
    for await (const answer of this.stream.answers(compiled, limit)) {
      const rows = answer.documents<Row>();
      const records = await this.recordsOf(plan, request, compared, rows, from);
      from += rows.length;
      yield { total: answer.total, records: records.map((record) => JSON.stringify(record)) };
    }
  }

  /** All rows that a request asks for, with these fields; none where the period has no board. @throws as `page` does */
  async rows(plan: RankingPlan, request: RankingRequest, fields: readonly string[]): Promise<readonly Figures[]> {
    if (await this.cuts.asksForCut(plan, request)) {
      const facts = this.cuts.factsOf(plan, request);
      const { rows } = await this.cuts.list(plan, request, facts);
      return (await this.cuts.withDetails(plan, facts, rows)).map(({ row }) => row);
    }
    const [board] = await this.find(plan.board, [request.filter.date_info as Period]);
    if (board === undefined) return [];
    const { attempts, ...search } = compileRows(plan, request, board.board);
    const read: SearchBody = { ...attempts[0], _source: [...fields] };
    const rows: Figures[] = [];
    for await (const answer of this.stream.answers({ ...search, attempts: [read] }, Infinity))
      rows.push(...answer.documents<Figures>());
    return rows;
  }

  /** The row of an id in a period, and those of the parts of its sales, the largest first; undefined without one. */
  async rowOf({ board: kind, ...plan }: RankingPlan, period: Period, id: string) {
    const [board] = await this.find(kind, [period]);
    if (board === undefined) return undefined;
    const [field, listOf] = plan.list;
    const all = listOf(board.board);
    const query = [term(plan.id, id), { prefix: { [field]: all.slice(0, all.lastIndexOf('/') + 1) } }];
    const order: SortClause[] = [{ [plan.figure]: { order: 'desc' } }, { [field]: { order: 'asc' } }];
    const { answer } = await this.gateway.search(compileFiltered(plan.index, query, order, { from: 0, size: 1000 }));
    const rows = answer.documents<Figures>();
    const row = rows.find((one) => one[field] === all);
    const partOf = (one: Figures) => String(one[field]).split('/').at(-1) ?? '';
    return row && { row, parts: rows.filter((one) => one !== row).map(partOf) };
  }

  private async *exportCut(plan: RankingPlan, request: RankingRequest, limit: number): RecordPages {
    const facts = this.cuts.factsOf(plan, request);
    const { rows, total } = await this.cuts.list(plan, request, facts);
    yield* pagesOf(rows.slice(0, limit), total, async (some) =>
      this.placedRecords(plan, request, await this.cuts.withDetails(plan, facts, some)),
    );
  }

  private async placedRecords<Record extends object>(
    plan: RankingPlan<Record>,
    request: RankingRequest,
    rows: readonly PlacedRow[],
  ): Promise<Record[]> {
    const all = rows.map(({ row }) => row as Row);
    const names = await this.namesOf(plan.subject, all, request.lang ?? 'EN_US');
    return rows.map(({ row, ...place }) => rankedRecord(plan, row, place, names));
  }

  /** @param from number of rows on earlier pages */
  private async recordsOf<Record extends object>(
    plan: RankingPlan<Record>,
    request: RankingRequest,
    compared: Compared,
    rows: readonly Row[],
    from: number,
  ): Promise<Record[]> {
    const { id, subject } = plan;
    const { board, before, order, isComparable } = compared;
    const ids = rows.map((row) => row[id] as string);
    const listedBefore = rows.map(({ before: then }) => (then && keepsRow(plan, then, request) ? then : undefined));
    const placesOf = (all: readonly (Figures | undefined)[]): (Place | undefined)[] =>
      all.map((row, at) => row && { id: ids[at] ?? '', figures: order.map((field) => row[field] as number) });
    const ranksOn = (entry: PeriodDocument, places: readonly (Place | undefined)[], changes?: Compared) =>
      this.ranks(compileRows(plan, request, entry.board, { changes }), { id, order }, places);
    const { fields = [] } = request;
    const isShown = (field: string): boolean => fields.length === 0 || fields.includes(field);
    const hasPrevious = before !== undefined && isShown('previous_rank') && !orderOf(plan, request).includes(CHANGE);
    const [names, ranks, previousRanks] = await Promise.all([
      this.namesOf(subject, rows, request.lang ?? 'EN_US'),
      namedIds(plan, request) === undefined || !isShown('rank')
        ? Promise.resolve(rows.map((_, at) => from + at + 1))
        : ranksOn(board, placesOf(rows), compared),
      hasPrevious ? ranksOn(before, placesOf(listedBefore)) : Promise.resolve([]),
    ]);
    return rows.map((row, at) => {
      const place = {
        rank: ranks[at] ?? 0,
        previous_rank: previousRanks[at] ?? null,
        is_new: before === undefined ? null : Number(listedBefore[at] === undefined),
        growthRate: isComparable ? row.growth_rate : null,
        isComparable,
      };
      return rankedRecord(plan, row, place, names);
    });
  }

  private async namesOf(subject: RowSubject, rows: readonly Row[], lang: Lang): Promise<RowNames> {
    const none = new Map<string, object>();
    const idsIn = (field: 'id' | 'uid') => [...new Set(rows.flatMap((row) => (row[field] as string | null) ?? []))];
    const reading = this.trees.get(subject === 'creator' ? 'creator-categories' : 'product-categories');
    const isRecord = isContent(subject) || subject === 'product' || subject === 'shop';
    const [categories, records, creators] = await Promise.all([
      reading,
      isRecord ? this.records.find(subject, idsIn('id')) : none,
      isContent(subject) ? this.records.find('creator', idsIn('uid')) : none,
    ]);
    return { categories, lang, records, creators };
  }

  /** The rank, from 1, of each place among all rows that a search finds; undefined of none. */
  private async ranks(
    { index, attempts: [{ query }] }: CompiledSearch,
    order: { readonly id: string; readonly order: readonly string[] },
    places: readonly (Place | undefined)[],
  ): Promise<readonly (number | undefined)[]> {
    const asked = places.filter((place) => place !== undefined);
    if (asked.length === 0) return [];
    const { reached, after } = (await this.gateway.searchRaw<RanksAnswer>(index, compileRanks(query, order, asked)))
      .aggregations;
    const ranks = new Map(asked.map(({ id }, at) => [id, countOf(reached.buckets[at]) - countOf(after.buckets[at])]));
    return places.map((place) => place && ranks.get(place.id));
  }

  /** The boards of periods. */
  private find(kind: BoardKind, periods: readonly (Period | undefined)[]): Promise<(PeriodDocument | undefined)[]> {
    const known = this.knownBoards.open();
    return Promise.all(
      periods.map(async (period) => {
        if (period === undefined) return undefined;
        const key = `${kind} ${period.type} ${period.value}`;
        const board = known.get(key) ?? (await this.boards.find(kind, [period])).get(period.value);
        if (board !== undefined) known.set(key, board);
        return board;
      }),
    );
  }
}

/** The boards that a request is answered from, and the search for its rows. */
function prepare(
  plan: RankingPlan,
  request: RankingRequest,
  board: PeriodDocument,
  before: PeriodDocument | undefined,
): { readonly compared: Compared; readonly compiled: CompiledSearch } {
  const isComparable = before !== undefined && board.complete && before.complete;
  const order = orderOf(plan, request).filter((figure) => isComparable || figure !== CHANGE);
  const compared = { board, before, isComparable, order };
  const ids = namedIds(plan, request);
  return { compared, compiled: compileRows(plan, request, board.board, { order, ids, changes: compared }) };
}
