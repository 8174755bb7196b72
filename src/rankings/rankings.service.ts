import { Injectable } from '@nestjs/common';
import { DEFAULT_LANG } from '../common/lang.js';
import { recordOfRow, rowSeriesType, seriesType, withFields } from '../fields/paths.js';
import { wholeRecord } from '../fields/field.js';
import { toRateInfo } from '../money/figure-info.record.js';
import { EncodedData, pagesOf, type RecordPages } from '../common/encoded-data.js';
import { RANKING_WINDOW, sliceOf } from '../search/compiler/clauses.js';
import { FactDays } from '../figures/fact-days.js';
import { NO_CATEGORY, ofChannel, rowsClause } from '../figures/fact-groups.js';
import { MOST_ROWS } from '../figures/row-figures.js';
import { SeriesReader } from '../figures/series.js';
import { previousDays, shareOf } from '../figures/sums.js';
import { SearchStream } from '../search/gateway/search-stream.js';
import { PageCache } from '../freshness/data-cache.js';
import { RequestReader } from '../records/request-reader.js';
import { ShortRecords } from '../records/short-records.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { RankedCreator } from '../subjects/creator.js';
import { isContent, SUBJECT_INDICES } from '../subjects/subjects.js';
import type { PageFiguresAnswer } from '../figures/page-figures.js';
import { BY_LARGEST_CREATOR } from '../figures/figures.record.js';
import { byFigure, filtersRows, isByChange, type RankedList } from '../figures/ranked-list.js';
import { RankingLists } from '../figures/ranked-lists.js';
import {
  compileRanking,
  filtersOf,
  type RankingPlan,
  type RankingQuery,
  type RankingRequest,
} from './rankings.query.js';
import { KeywordIdsReader } from './keyword-ids.js';
import { RankingRows, type Row } from './rankings.rows.js';
import type { RankingData } from './rankings.requests.js';
import { PLACES } from './rankings.record.js';

type RankingPage = EncodedData<RankingData & { list: object[] }>;

/** A list of a ranking, and the rows of it that the request asks for. */
interface Ranked {
  readonly query: RankingQuery;
  readonly list: RankedList;
  /** The places, from 0, of the rows that the request names by their ids; undefined where it names none. */
  readonly places: readonly number[] | undefined;
  readonly total: number;
  /** Whether rows are sorted by the share of their largest creator, which they then show. */
  readonly isByShare: boolean;
}

const NO_FIGURES: PageFiguresAnswer = { rows: [] };

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
    private readonly requests: RequestReader,
    private readonly stream: SearchStream,
    private readonly series: SeriesReader,
    private readonly keywordIds: KeywordIdsReader,
  ) {}

  /** The page that a request asks for. @throws as `compile` and `RankingLists.find` do */
  page(plan: RankingPlan, asked: RankingRequest): Promise<RankingPage> {
    return this.pages.remember(`${plan.name} ${JSON.stringify(asked)}`, async () => {
      const { from, size } = sliceOf(asked);
      const { fields = [] } = asked;
      const ranked = await this.find(plan, asked, from + size);
      const { query, list, total, isByShare } = ranked;
      const places = placesOf(ranked, from, from + size);
      const shown = isByShare && fields.length === 0 ? [BY_LARGEST_CREATOR] : fields;
      const type = seriesType(asked);
      const { period: now, before, clauses, channel } = query;
      const [{ rows, isBeyond }, { rows: figures, ...note }, sum_series] = await Promise.all([
        this.read(ranked, places),
        shown.length > 0 ? this.rows.onRequest(query, list, places, shown) : NO_FIGURES,
        type === undefined || filtersRows(query)
          ? null
          : this.series.sum({ type, now, before, clauses: [...clauses, ...ofChannel(channel)] }),
      ]);
      const whole = figures.length === 0 ? rows : rows.map((row, at) => ({ ...row, ...figures[at] }));
      return EncodedData.of({
        total,
        list: fields.length === 0 ? whole : withFields(whole, plan.record, fields),
        date_type: query.period.type,
        date_value: query.period.value,
        complete: list.complete,
        ...previousDays(query.before),
        previous_complete: list.previous_complete,
        previous_date_value: query.before?.value ?? null,
        previous_place_limit: isBeyond ? this.lists.mostPlaces : null,
        ...list.market,
        ...(query.concentration && { hhi: await list.hhi() }),
        ...(type && { sum_series }),
        ...note,
        ...query.notes,
      });
    });
  }

  /** All rows that a request asks for, at most `limit` of them, of one moment. @throws as `page` does */
  export(plan: RankingPlan, request: RankingRequest, limit: number): RecordPages {
    return this.stream.ofOneMoment(SUBJECT_INDICES, () => this.parts(plan, request, limit));
  }

  private async *parts(plan: RankingPlan, request: RankingRequest, limit: number): RecordPages {
    const ranked = await this.find(plan, request);
    const places = placesOf(ranked, 0, limit);
    yield* pagesOf(places, ranked.total, async (some) => (await this.read(ranked, some)).rows);
  }

  /** All rows that the filters keep, with every figure. @throws as `page` does */
  async allRows(plan: RankingPlan, request: RankingRequest): Promise<readonly Row[]> {
    const { query, list } = await this.find(plan, request);
    const rows: Row[] = [];
    for (let at = 0; at < list.ids.length; at += MOST_ROWS) {
      const end = at + MOST_ROWS;
      rows.push(...(await this.rows.read(query, list.ids.slice(at, end), list.facts?.slice(at, end))));
    }
    return rows;
  }

  /** How facts become the rows of a request. @throws RequestFailure (400) for unknown handles, and as `FactDays.follow` does */
  async compile(plan: RankingPlan, asked: RankingRequest): Promise<RankingQuery> {
    const { request: timed, days: notes } = await this.requests.followData('products', asked);
    const { filter } = timed;
    const date_info = await this.days.follow(plan.facts, filter.date_info, 'filter.date_info.value');
    const uids = 'unique_id' in filter ? await this.requests.uids('creators', filter) : undefined;
    const { uid = uids, product_category_id: category } = filtersOf(asked);
    const named = uids && { unique_id: undefined, uid: uid?.filter((one) => uids.includes(one)) };
    const level = category === undefined ? 0 : (await this.trees.get('product-categories')).level(category);
    const request = { ...asked, filter: { ...filter, date_info, ...named } };
    const query = { ...compileRanking(plan, request, level), notes };
    return asked.keywords ? this.keywordIds.narrow(query, asked.keywords) : query;
  }

  private async find(plan: RankingPlan, request: RankingRequest, until?: number): Promise<Ranked> {
    const asked = await this.compile(plan, request);
    const [by] = asked.order;
    const isByShare = by?.field === BY_LARGEST_CREATOR;
    const query = isByShare ? { ...asked, order: byFigure(asked) } : asked;
    const list = await this.lists.find(query, isByShare ? RANKING_WINDOW : until);
    const wanted = query.ids && new Set(query.ids);
    const sorted = isByShare ? await this.rows.placesByShare(query, list, by) : undefined;
    const places = (wanted ?? sorted) && (sorted ?? [...list.ids.keys()]);
    const named = places?.filter((at) => wanted === undefined || wanted.has(list.ids[at] ?? ''));
    return { query, list, places: named, total: (wanted && named?.length) ?? list.total, isByShare };
  }

  /** The places of rows by the figure of the ranking, now and before, from 1; undefined where the request has no use for them. */
  private async placesByFigure({ query, list }: Ranked, places: readonly number[], before: readonly number[]) {
    const { fields = [] } = query.request;
    const ofChange = list.ranksByFigure;
    const isAsked = PLACES.some((name) => fields.includes(name));
    if (!isAsked && (ofChange === undefined || fields.length > 0)) return undefined;
    if (ofChange !== undefined) return { ranks: places.map((at) => ofChange[at] ?? 0), before };
    const order = byFigure(query);
    if (JSON.stringify(order) === JSON.stringify(query.order)) return { ranks: places.map((at) => at + 1), before };
    const whole = { ...query, order };
    const byDefault = await this.lists.find(whole);
    const wanted = new Map(places.map((at) => [list.ids[at], -1]));
    byDefault.ids.forEach((id, at) => wanted.has(id) && wanted.set(id, at));
    const found = places.map((at) => wanted.get(list.ids[at]) ?? -1);
    return { ranks: found.map((at) => at + 1), before: await this.lists.placesBefore(whole, byDefault, found) };
  }

  /** The rows at some places, and whether a place of them in the period before is beyond those that are told. */
  private async read(ranked: Ranked, places: readonly number[]) {
    const { query, list } = ranked;
    const { plan, request, channel, period: now, before: earlier, clauses, key } = query;
    const ids = places.map((at) => list.ids[at] ?? '');
    const { lang = DEFAULT_LANG, fields } = request;
    const placesBefore = await this.lists.placesBefore(query, list, places);
    const figurePlaces = await this.placesByFigure(ranked, places, placesBefore);
    const type = rowSeriesType(request);
    const [rows, series, fieldsOf] = await Promise.all([
      this.rows.read(query, ids, list.facts && places.map((at) => list.facts?.[at] ?? 0)),
      type && this.series.read({ type, now, before: earlier, clauses, parts: ids.map((id) => rowsClause(key, [id])) }),
      this.records.subjectFields(plan.subject, ids, lang, plan.shown, fields),
    ]);
    const uids = isContent(plan.subject) ? new Set(rows.flatMap(({ agreed }) => agreed ?? [])) : [];
    const creators = await this.records.find('creator', [...uids]);
    const isOfCreators = plan.subject === 'creator';
    const isComparable = list.complete && list.previous_complete;
    const figure = channel === undefined ? 'usd_gmv' : `${channel}_usd_gmv`;
    const placeBefore = (place = 0): number | null => (list.hasBefore && place > 0 && place < Infinity ? place : null);
    const records = rows.map((row, index) => {
      const before = placesBefore[index] ?? 0;
      const [rank_by_figure = 0, previous] = [figurePlaces?.ranks[index], placeBefore(figurePlaces?.before[index])];
      const named = fieldsOf(row.id === NO_CATEGORY ? null : row.id);
      const creator = isOfCreators
        ? (named.creator ?? wholeRecord(RankedCreator, { uid: row.id }))
        : (creators.get(row.agreed ?? '') ?? null);
      return recordOfRow(
        plan.record,
        { ...creator, ...row, uid: row.agreed, ...named },
        {
          creator,
          ...(plan.subject === 'shop' && named.shop && { shop: { ...named.shop, region: row.agreed } }),
          rank: (places[index] ?? 0) + 1,
          previous_rank: isByChange(query) ? null : placeBefore(before),
          ...(figurePlaces && {
            ...{ rank_by_figure, previous_rank_by_figure: previous },
            rank_change: previous === null ? null : previous - rank_by_figure,
          }),
          is_new: list.hasBefore ? Number(before === 0) : null,
          ...(series && { series: series[index] }),
          share: shareOf(Number(row[figure]), list.market?.sum.usd_gmv ?? 0),
          [`${plan.figure}_growth_rate_info`]: toRateInfo(isComparable ? row.growth_rate : null),
          ...(!isComparable && { usd_gmv_change: null }),
        },
      );
    });
    return { rows: records, isBeyond: [...placesBefore, ...(figurePlaces?.before ?? [])].includes(Infinity) };
  }
}

/** The places of the rows from one number to another. */
const placesOf = ({ places, total }: Ranked, from: number, to: number): readonly number[] =>
  places?.slice(from, to) ?? Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, row) => from + row);
