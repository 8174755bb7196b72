import { Injectable } from '@nestjs/common';
import { DEFAULT_LANG } from '../common/lang.js';
import { RankedCreator } from '../creator/creator.record.js';
import { withFields } from '../fields/csv-columns.js';
import { wholeRecord } from '../fields/field.js';
import { toRateInfo } from '../money/figure-info.record.js';
import { EncodedData, pagesOf, type RecordPages } from '../common/encoded-data.js';
import { sliceOf } from '../search/compiler/clauses.js';
import { FactDays } from '../figures/fact-days.js';
import { NO_CATEGORY } from '../figures/fact-groups.js';
import { MOST_ROWS } from '../figures/row-figures.js';
import { previousDays, shareOf } from '../figures/sums.js';
import { SearchStream } from '../search/gateway/search-stream.js';
import { PageCache } from '../freshness/page-cache.js';
import { Handles } from '../records/handles.js';
import { ShortRecords } from '../records/short-records.js';
import { TimeRanges } from '../records/time-ranges.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { isContent, SUBJECT_INDICES } from '../subjects/subjects.js';
import type { RankedList } from './rankings.list.js';
import { RankingLists } from './rankings.lists.js';
import {
  compileRanking,
  filtersOf,
  isByChange,
  namedIds,
  type RankingPlan,
  type RankingQuery,
  type RankingRequest,
} from './rankings.query.js';
import { RankingRows, type Row } from './rankings.rows.js';
import type { RankingData } from './rankings.requests.js';
import { CHANGE, recordOfRow } from './rankings.record.js';

type RankingPage = EncodedData<RankingData & { list: object[] }>;

/** A list of a ranking, and the rows of it that the request asks for. */
interface Ranked {
  readonly query: RankingQuery;
  readonly list: RankedList;
  /** The places, from 0, of the rows that the request names by their ids; undefined where it names none. */
  readonly places: readonly number[] | undefined;
  readonly total: number;
}

/** Answers pages and exports of every ranking. */
@Injectable()
export class RankingsService {
  constructor(
    private readonly pages: PageCache,
    private readonly days: FactDays,
    private readonly lists: RankingLists,
    private readonly rows: RankingRows,
    private readonly trees: CategoryTrees,
    private readonly records: ShortRecords,
    private readonly handles: Handles,
    private readonly stream: SearchStream,
    private readonly times: TimeRanges,
  ) {}

  /** The page that a request asks for. @throws as `compile` and `RankingLists.find` do */
  page(plan: RankingPlan, asked: RankingRequest): Promise<RankingPage> {
    return this.pages.remember(`${plan.name} ${JSON.stringify(asked)}`, async () => {
      const { from, size } = sliceOf(asked);
      const ranked = await this.find(plan, asked, from + size);
      const { query, list, total } = ranked;
      const places = placesOf(ranked, from, from + size);
      const placesBefore = await this.lists.placesBefore(query, list, places);
      const isBeyond = placesBefore.includes(Infinity) && !isByChange(query);
      const rows = await this.recordsOf(ranked, places, placesBefore);
      return EncodedData.of({
        total,
        list: withFields(rows, plan.record, asked.fields ?? []),
        date_type: query.period.type,
        date_value: query.period.value,
        complete: list.complete,
        ...previousDays(query.before),
        previous_complete: list.previous_complete,
        previous_date_value: query.before?.value ?? null,
        previous_place_limit: isBeyond ? this.lists.mostPlaces : null,
        ...list.market,
        ...query.times,
      });
    });
  }

  /** All rows that a request asks for, at most `limit` of them, of one moment. @throws as `page` does */
  export(plan: RankingPlan, request: RankingRequest, limit: number): RecordPages {
    return this.stream.ofOneMoment(SUBJECT_INDICES, () => this.parts(plan, request, limit));
  }

  private async *parts(plan: RankingPlan, request: RankingRequest, limit: number): RecordPages {
    const ranked = await this.find(plan, request);
    yield* pagesOf(placesOf(ranked, 0, limit), ranked.total, async (some) =>
      this.recordsOf(ranked, some, await this.lists.placesBefore(ranked.query, ranked.list, some)),
    );
  }

  /** All rows that the filters keep, with every figure. @throws as `page` does */
  async allRows(plan: RankingPlan, request: RankingRequest): Promise<readonly Row[]> {
    const { query, list } = await this.find(plan, request);
    const facts = factCounts(list, [...list.ids.keys()]);
    const rows: Row[] = [];
    for (let at = 0; at < list.ids.length; at += MOST_ROWS)
      rows.push(...(await this.rows.read(query, list.ids.slice(at, at + MOST_ROWS), facts)));
    return rows;
  }

  /**
   * How facts become the rows of a request, with its period as days of the calendar and the UIDs of its handles.
   * @throws RequestFailure (400) for handles that nobody has, and as `FactDays.follow` does
   */
  async compile(plan: RankingPlan, asked: RankingRequest): Promise<RankingQuery> {
    const { request: timed, days: times } = await this.times.follow('products', asked);
    const { filter } = timed;
    const date_info = await this.days.follow(plan.facts, filter.date_info, 'filter.date_info.value');
    const uids = await this.handles.uids('creators', asked);
    const { uid = uids, product_category_id: category } = filtersOf(asked);
    const named = uids && { unique_id: undefined, uid: (uid as string[]).filter((one) => uids.includes(one)) };
    const tree = category === undefined ? undefined : await this.trees.get('product-categories');
    const request = { ...asked, filter: { ...filter, date_info, ...named } };
    return { ...compileRanking(plan, request, tree?.level(category as number) ?? 0), times };
  }

  private async find(plan: RankingPlan, request: RankingRequest, until?: number): Promise<Ranked> {
    const query = await this.compile(plan, request);
    const list = await this.lists.find(query, until);
    const ids = namedIds(query);
    const isNamed = ids && new Set(ids);
    const places = isNamed && list.ids.flatMap((id, at) => (isNamed.has(id) ? [at] : []));
    return { query, list, places, total: places?.length ?? list.total };
  }

  private async recordsOf(
    { query, list }: Ranked,
    places: readonly number[],
    placesBefore: readonly number[],
  ): Promise<object[]> {
    const { plan, request, channel } = query;
    const ids = places.map((at) => list.ids[at] ?? '');
    const { lang = DEFAULT_LANG } = request;
    const [rows, fieldsOf] = await Promise.all([
      this.rows.read(query, ids, factCounts(list, places)),
      this.records.subjectFields(plan.subject, ids, lang, plan.shown),
    ]);
    const uids = isContent(plan.subject) ? new Set(rows.flatMap(({ agreed }) => agreed ?? [])) : [];
    const creators = await this.records.find('creator', [...uids]);
    const isOfCreators = plan.subject === 'creator';
    const isComparable = list.complete && list.previous_complete;
    const figure = channel === undefined ? 'usd_gmv' : `${channel}_usd_gmv`;
    const isPlaced = list.hasBefore && !isByChange(query);
    return rows.map((row, index) => {
      const before = placesBefore[index] ?? 0;
      const named = fieldsOf(row.id === NO_CATEGORY ? null : row.id);
      const creator = isOfCreators
        ? (named.creator ?? wholeRecord(RankedCreator, { uid: row.id }))
        : (creators.get(row.agreed ?? '') ?? null);
      return recordOfRow(
        plan.record,
        { ...creator, ...row, uid: row.agreed, ...named },
        {
          creator,
          ...(named.shop && { shop: { ...named.shop, region: row.agreed } }),
          rank: (places[index] ?? 0) + 1,
          previous_rank: isPlaced && before > 0 && before < Infinity ? before : null,
          is_new: list.hasBefore ? Number(before === 0) : null,
          share: shareOf(Number(row[figure]), list.market?.sum.usd_gmv ?? 0),
          [`${plan.figure}_growth_rate_info`]: toRateInfo(isComparable ? row.growth_rate : null),
          ...(!isComparable && { [CHANGE]: null }),
        },
      );
    });
  }
}

/** The places of the rows from one number to another. */
const placesOf = ({ places, total }: Ranked, from: number, to: number): readonly number[] =>
  places?.slice(from, to) ?? Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, row) => from + row);

/** The number of sales of the rows at some places, by id; undefined where the list does not know them. */
function factCounts({ ids, facts }: RankedList, places: readonly number[]): ((id: string) => number) | undefined {
  if (facts === undefined) return undefined;
  const known = new Map(places.map((at) => [ids[at], facts[at] ?? 0]));
  return (id) => known.get(id) ?? 0;
}
