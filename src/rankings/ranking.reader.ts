import { Injectable } from '@nestjs/common';
import { withFields } from '../fields/csv-columns.js';
import type { DatedPeriod } from '../common/period/period.js';
import { toRateInfo } from '../documents/figure-info.record.js';
import { EncodedData, pagesOf, type RecordPages } from '../documents/encoded-data.js';
import { sliceOf } from '../search/compiler/clauses.js';
import { NO_CATEGORY } from '../figures/fact-groups.js';
import { MOST_ROWS } from '../figures/row-figures.js';
import { shareOf } from '../figures/sums.js';
import { PageCache } from '../search/page-cache.js';
import { Handles } from '../records/handles.js';
import { ShortRecords } from '../records/short-records.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { isContent } from '../subjects/subjects.js';
import type { RankingPlan, RankingRequest } from './ranking.definition.js';
import { type RankedList, RankingLists } from './ranking.lists.js';
import { comparedPeriod, isByChange, type ListQuery, namedIds } from './ranking.query.js';
import { RankingRows, type Row } from './ranking.rows.js';
import type { RankingData } from './rankings.requests.js';
import { CHANGE, recordOfRow, type RowNames } from './records/ranked.js';

type RankingPage<Record> = EncodedData<RankingData & { list: Record[] }>;

/** A list of a ranking, and what its rows are read with. */
interface Ranked<Record extends object> {
  readonly plan: RankingPlan<Record>;
  readonly request: RankingRequest;
  readonly query: ListQuery;
  readonly list: RankedList;
  /** The places, from 0, of the rows that the request names by their ids; undefined where it names none. */
  readonly places: readonly number[] | undefined;
  /** The number of rows that the request asks for. */
  readonly total: number;
}

/** Answers pages and exports of every ranking. */
@Injectable()
export class RankingReader {
  constructor(
    private readonly pages: PageCache,
    private readonly lists: RankingLists,
    private readonly rows: RankingRows,
    private readonly trees: CategoryTrees,
    private readonly records: ShortRecords,
    private readonly handles: Handles,
  ) {}

  /** The page that a request asks for. @throws as `RankingLists.find` does */
  page<Record extends object>(plan: RankingPlan<Record>, asked: RankingRequest): Promise<RankingPage<Record>> {
    return this.pages.remember(`${plan.name} ${JSON.stringify(asked)}`, async () => {
      const request = await this.lists.dated(plan, asked);
      const { date_info: period } = request.filter;
      const ranked = await this.find(plan, request);
      const { from, size } = sliceOf(request);
      const rows = await this.recordsOf(ranked, placesOf(ranked, from, from + size));
      const { complete, previous_complete } = ranked.list;
      return EncodedData.of({
        total: ranked.total,
        list: withFields(rows, plan.record, request.fields ?? []),
        date_type: period.type,
        date_value: period.value,
        complete,
        previous_complete,
        previous_date_value: comparedPeriod(request)?.value ?? null,
        ...ranked.list.market,
      });
    });
  }

  /** All rows that a request asks for, at most `limit` of them. @throws as `page` does */
  async *export(plan: RankingPlan, request: RankingRequest, limit: number): RecordPages {
    const ranked = await this.find(plan, await this.lists.dated(plan, request));
    yield* pagesOf(placesOf(ranked, 0, limit), ranked.total, (some) => this.recordsOf(ranked, some));
  }

  /** All rows that the filters keep, with every figure. @throws as `page` does */
  async allRows(plan: RankingPlan, request: RankingRequest): Promise<readonly Row[]> {
    const { query, list } = await this.find(plan, request);
    const facts = factsOf(list, [...list.ids.keys()]);
    const rows: Row[] = [];
    for (let at = 0; at < list.ids.length; at += MOST_ROWS)
      rows.push(...(await this.rows.read(plan, request, query, list.ids.slice(at, at + MOST_ROWS), facts)));
    return rows;
  }

  /** The row of an id in a period; undefined without one. @throws as `page` does */
  async rowOf(plan: RankingPlan, period: DatedPeriod, id: string): Promise<Row | undefined> {
    const request = { filter: { date_info: period }, orderby: [] };
    const [row] = await this.rows.read(plan, request, await this.lists.query(plan, request), [id]);
    return row !== undefined && row.facts > 0 ? row : undefined;
  }

  private async find<Record extends object>(plan: RankingPlan<Record>, asked: RankingRequest): Promise<Ranked<Record>> {
    const request = await this.withUids(asked);
    const query = await this.lists.query(plan, request);
    const list = await this.lists.find(plan, request, query);
    const ids = namedIds(plan, request);
    const isNamed = ids && new Set(ids);
    const places = isNamed && list.ids.flatMap((id, at) => (isNamed.has(id) ? [at] : []));
    return { plan, request, query, list, places, total: (places ?? list.ids).length };
  }

  /** A request with the UIDs of its handles in their place. */
  private async withUids(request: RankingRequest): Promise<RankingRequest> {
    const uids = await this.handles.uids('creators', request);
    if (uids === undefined) return request;
    const { uid = uids } = request.filter as { readonly uid?: readonly string[] };
    const filter = { ...request.filter, unique_id: undefined, uid: uid.filter((id) => uids.includes(id)) };
    return { ...request, filter };
  }

  private async recordsOf<Record extends object>(
    { plan, request, query, list }: Ranked<Record>,
    places: readonly number[],
  ): Promise<Record[]> {
    const { lang = 'EN_US' } = request;
    const ids = places.map((at) => list.ids[at] ?? '');
    const read = this.rows.read(plan, request, query, ids, factsOf(list, places));
    const [rows, names, fieldsOfSubject] = await Promise.all([
      read,
      this.namesOf(plan, read, lang),
      plan.subject === 'creator' ? undefined : this.records.subjectFields(plan.subject, ids, lang),
    ]);
    const isComparable = list.complete && list.previous_complete;
    const figure = query.channel === undefined ? 'usd_gmv' : `${query.channel}_usd_gmv`;
    const isPlaced = list.hasBefore && !isByChange(query);
    return rows.map((figures, index) => {
      const row: Row = { ...figures, ...fieldsOfSubject?.(figures.id === NO_CATEGORY ? null : figures.id) };
      const at = places[index] ?? 0;
      const before = list.placesBefore[at] ?? 0;
      return recordOfRow(plan.record, row, {
        rank: at + 1,
        previous_rank: isPlaced && before > 0 ? before : null,
        is_new: list.hasBefore ? Number(before === 0) : null,
        share: shareOf(Number(row[figure]), list.market?.sum.usd_gmv ?? 0),
        [`${plan.figure}_growth_rate_info`]: toRateInfo(isComparable ? row.growth_rate : null),
        ...(!isComparable && { [CHANGE]: null }),
        ...plan.present(row as never, names),
      });
    });
  }

  private async namesOf(
    { subject }: RankingPlan,
    rows: Promise<readonly Row[]>,
    lang: RowNames['lang'],
  ): Promise<RowNames> {
    const [categories, creators] = await Promise.all([
      this.trees.get(subject === 'creator' ? 'creator-categories' : 'product-categories'),
      isContent(subject) ? rows.then((read) => this.creatorsOf(read)) : new Map<string, object>(),
    ]);
    return { categories, lang, creators };
  }

  private creatorsOf(rows: readonly Row[]): Promise<RowNames['creators']> {
    return this.records.find('creator', [...new Set(rows.flatMap(({ uid }) => (uid as string | null) ?? []))]);
  }
}

/** The places of the rows from one number to another. */
const placesOf = ({ places, total }: Ranked<object>, from: number, to: number): readonly number[] =>
  places?.slice(from, to) ?? Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, row) => from + row);

/** The number of sales of the rows at some places, by id; undefined where the list does not know them. */
function factsOf({ ids, facts }: RankedList, places: readonly number[]): ((id: string) => number) | undefined {
  if (facts === undefined) return undefined;
  const known = new Map(places.map((at) => [ids[at], facts[at] ?? 0]));
  return (id) => known.get(id) ?? 0;
}
