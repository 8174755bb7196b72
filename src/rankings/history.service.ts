import { Injectable } from '@nestjs/common';
import { RANKED, type RankedRows, waitingBoard } from '../boards/board.document.js';
import { followerGrowth } from '../boards/follower-growth.js';
import type { CreatorDayDocument } from '../sales/facts.document.js';
import { PageCache } from '../search/page-cache.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { EncodedData } from '../common/records/encoded-data.js';
import { dayOf } from '../common/period/day.js';
import { firstDay, lastDay, type Period, periodOf, periodsBetween, previousPeriod } from '../common/period/period.js';
import { someOf, term, terms } from '../search/compiler/clauses.js';
import { compileFiltered } from '../search/compiler/search.js';
import { recordOfRow } from './records/ranked.js';
import { BoardCatalogue } from './board-catalogue.js';
import { CutReader } from './cuts/cut.reader.js';
import { CATEGORY_TOP_SELLING } from './rankings.table.js';
import { type History, type HistorySpan, MOST_HISTORY_PERIODS } from './histories.table.js';

/** Histories: rows of the boards, and of creators their creator-days, period by period. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly boards: BoardCatalogue,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
    private readonly cuts: CutReader,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  list(history: History, request: HistorySpan): Promise<EncodedData<HistoryList>> {
    const { level = 1 } = request;
    const id = String(valueOf(request, level === 1 ? history.named : `l${level}_category_id`));
    return this.pages.remember(`${history.path} ${JSON.stringify(request)}`, async () => {
      const [boards, followers, isKnown] = await Promise.all([
        this.rows(history, id, request),
        history.named === 'uid' ? this.followers(id, request) : undefined,
        this.isKnown(level === 1 ? history.knownBy : ['products', `l${level}_category_id`], id),
      ]);
      const hasRow = [...boards.values()].some(({ row }) => row !== undefined);
      if (!isKnown && !hasRow && !followers?.size) return EncodedData.of({ list: [] });
      const list = periodsOf(request).map((period) => {
        const board = boards.get(period.value);
        const known = followers && followersIn(period, followers);
        const counts = known === undefined ? board?.complete === true : board && known.follower_count !== null;
        const given = { date_value: period.value, ...known };
        return recordOfRow(history.record, board?.row, given, isKnown && counts ? 0 : null);
      });
      return EncodedData.of({ list });
    });
  }

  /** Whether a creator, product or shop is loaded, and a category in the tree or in sales. */
  private async isKnown([index, field]: History['knownBy'], id: string): Promise<boolean> {
    if (field.endsWith('category_id')) {
      const tree = await this.trees.get('product-categories');
      if (tree.name(Number(id), 'EN_US') !== undefined) return true;
    }
    const body = { query: term(field, id), size: 0, track_total_hits: true };
    return (await this.gateway.searchRaw<CountAnswer>(index, body)).hits.total.value > 0;
  }

  /** The boards that are built and the subject's rows on them, by period. A board that waits for the subject is stale. */
  private async rows(history: History, subject: string, span: HistorySpan): Promise<ReadonlyMap<string, BoardRow>> {
    const { ranking, part, canWait } = history;
    const { board: kind, index, id, list } = RANKED[ranking] as RankedRows;
    const boards = await this.boards.find(kind, periodsOf(span));
    if ((span.l2_category_id ?? span.l3_category_id) !== undefined) {
      const rows = await this.addUp(history, span);
      const rowIn = ({ value }: Period) => ({ row: rows.get(value), complete: boards.get(value)?.complete ?? false });
      return new Map(periodsOf(span).map((period) => [period.value, rowIn(period)]));
    }
    const builds = [...boards.values()].map(({ board }) => board);
    const ofPart = part === undefined ? undefined : (valueOf(span, part) as string | undefined);
    const lists = builds.map((build) => list[1](build, ofPart));
    const isOn = someOf(terms(list[0], lists), terms('board', canWait ? builds.map(waitingBoard) : []));
    const slice = { from: 0, size: MOST_HISTORY_PERIODS };
    const rowsOf = compileFiltered(index, [term(id, subject), isOn], [{ list: { order: 'asc' } }], slice);
    const { answer } = await this.gateway.search(rowsOf);
    const rows = new Map(answer.documents<{ readonly board: string }>().map((row) => [row.board, row]));
    return new Map(
      [...boards.values()]
        .filter(({ board }) => !rows.has(waitingBoard(board)))
        .map(({ board, complete, date_value }) => [date_value, { row: rows.get(board), complete }]),
    );
  }

  /** Adds up the sales of a category below level 1, of which boards have no rows, by period. */
  private async addUp({ record }: History, span: HistorySpan): Promise<ReadonlyMap<string, object>> {
    const { date_type: type, from, to } = span;
    const value = `${firstDay({ type, value: from })}~${lastDay({ type, value: to })}`;
    const plan = { ...CATEGORY_TOP_SELLING, parts: CATEGORY_PARTS, record };
    const request = { filter: { ...span, date_info: { type: 'range' as const, value } }, orderby: [] };
    const facts = this.cuts.factsOf(plan, request, {
      keys: ['date'],
      rowOf: ([day]) => periodOf(type, dayOf(Number(day))).value,
    });
    const rows = (await facts.rows()).flatMap(({ now }) => (now === undefined ? [] : [now]));
    const ids = rows.map((row) => String(row[plan.id]));
    const detailsOf = await facts.details(ids);
    return new Map(ids.map((id, at) => [id, { ...rows[at], ...detailsOf(id) }]));
  }

  /** The creator's followers on the latest day of each period. */
  private async followers(uid: string, request: HistorySpan): Promise<Followers> {
    const body = compileFollowers(uid, request);
    const { aggregations } = await this.gateway.searchRaw<FollowersAnswer>('creator-days', body);
    const days = aggregations.periods.buckets.flatMap(({ latest }) => latest.hits.hits.map(({ _source }) => _source));
    return new Map(days.map(({ date, follower_count }) => [periodOf(request.date_type, date).value, follower_count]));
  }
}

/** The filters of the sales of a category. */
const CATEGORY_PARTS = ['region', 'l1_category_id', 'l2_category_id', 'l3_category_id'];

/** The `data` of every history. */
export interface HistoryList {
  readonly list: { date_value: string }[];
}

/** A board that is built, and the subject's row on it. */
interface BoardRow {
  readonly row: object | undefined;
  readonly complete: boolean;
}

/** A creator's followers by the value of the period. */
type Followers = ReadonlyMap<string, number>;

const valueOf = (request: HistorySpan, field: string): unknown =>
  (request as object as Readonly<Record<string, unknown>>)[field];

/** A creator's followers in a period, and their growth since the period before. */
function followersIn(period: Period, followers: Followers) {
  const before = previousPeriod(period);
  const [now, then] = [followers.get(period.value), before && followers.get(before.value)];
  const growth = now === undefined || then === undefined ? undefined : followerGrowth(then, now);
  return {
    follower_count: now ?? null,
    follower_inc_count: growth?.count ?? null,
    follower_inc_rate: growth?.rate ?? null,
  };
}

interface CountAnswer {
  readonly hits: { readonly total: { readonly value: number } };
}

interface Hits<Source> {
  readonly hits: { readonly hits: readonly { readonly _source: Source }[] };
}

type LatestDay = Hits<Pick<CreatorDayDocument, 'date' | 'follower_count'>>;

interface FollowersAnswer {
  readonly aggregations: { readonly periods: { readonly buckets: readonly { readonly latest: LatestDay }[] } };
}

/** The periods of a request, oldest first. */
export function periodsOf({ date_type: type, from, to }: HistorySpan): Period[] {
  return [...periodsBetween(type, firstDay({ type, value: from }), lastDay({ type, value: to }))];
}

/** The creator's latest day of each period, and of the one before the first. */
function compileFollowers(uid: string, { date_type: type, from, to }: HistorySpan): object {
  const first = { type, value: from };
  const range = { gte: firstDay(previousPeriod(first) ?? first), lte: lastDay({ type, value: to }) };
  return {
    query: { bool: { filter: [term('uid', uid), { range: { date: range } }] } },
    size: 0,
    track_total_hits: false,
    aggs: {
      periods: {
        date_histogram: { field: 'date', calendar_interval: type, min_doc_count: 1 },
        aggs: { latest: LATEST },
      },
    },
  };
}

const LATEST = { top_hits: { size: 1, sort: [{ date: { order: 'desc' } }], _source: ['date', 'follower_count'] } };
