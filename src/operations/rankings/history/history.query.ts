import { rowList } from '../../../documents/board.document.js';
import type { Period, PeriodType } from '../../../period/period.js';
import { firstDay, lastDay, periodsBetween, previousPeriod } from '../../../period/period.js';
import { term, terms } from '../../../query/clauses.js';
import type { CompiledSearch, QueryClause } from '../../../query/types.js';
import type { HistoryRequest } from './history.dto.js';
import { MOST_HISTORY_PERIODS } from './history.dto.js';

/** The periods of a request, oldest first. */
export function periodsOf({ date_type: type, from, to }: HistoryRequest): Period[] {
  return [...periodsBetween(type, firstDay({ type, value: from }), lastDay({ type, value: to }))];
}

const listed = (index: 'periods' | 'top-ecommerce-boards', filter: QueryClause[], sort: string): CompiledSearch => ({
  index,
  attempts: [
    {
      query: { bool: { filter } },
      sort: [{ [sort]: { order: 'asc' } }],
      from: 0,
      size: MOST_HISTORY_PERIODS,
      track_total_hits: true,
    },
  ],
  enough: 0,
});

/** The catalogue entries of the periods' boards of sales. */
export function compileCatalogue({ date_type, from, to }: HistoryRequest): CompiledSearch {
  const filter = [
    term('ranking', 'topEcommerce'),
    term('date_type', date_type),
    { range: { date_value: { gte: from, lte: to } } },
  ];
  return listed('periods', filter, 'date_value');
}

/** The creator's rows on these boards, of all product categories. */
export function compileRows({ uid }: HistoryRequest, boards: readonly string[]): CompiledSearch {
  const lists = boards.map((board) => rowList(board, undefined));
  return listed('top-ecommerce-boards', [term('uid', uid), terms('list', lists)], 'list');
}

/** Counts the creator: 0 when nobody has loaded it. */
export function compileCreator({ uid }: HistoryRequest): object {
  return { query: term('uid', uid), size: 0, track_total_hits: true };
}

/** The creator's latest day of each period, and of the one before the first. */
export function compileFollowers({ uid, date_type: type, from, to }: HistoryRequest): object {
  const first = { type, value: from };
  const range = { gte: firstDay(previousPeriod(first) ?? first), lte: lastDay({ type, value: to }) };
  return {
    query: { bool: { filter: [term('uid', uid), { range: { date: range } }] } },
    size: 0,
    track_total_hits: false,
    aggs: { periods: { date_histogram: dateHistogram(type), aggs: { latest: LATEST } } },
  };
}

const dateHistogram = (calendar_interval: PeriodType) => ({
  field: 'date',
  calendar_interval,
  min_doc_count: 1,
});

const LATEST = { top_hits: { size: 1, sort: [{ date: { order: 'desc' } }], _source: ['date', 'follower_count'] } };
