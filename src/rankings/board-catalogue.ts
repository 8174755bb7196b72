import { Injectable } from '@nestjs/common';
import type { BoardKind, PeriodDocument } from '../boards/board.document.js';
import { firstDay, isCovered, lastDay, type Period, periodOf } from '../common/period/period.js';
import { term, terms } from '../search/compiler/clauses.js';
import { compileFiltered } from '../search/compiler/search.js';
import type { CompiledSearch } from '../search/compiler/types.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';

/** Finds the boards that pages and histories are read from. */
@Injectable()
export class BoardCatalogue {
  constructor(private readonly gateway: SearchGateway) {}

  /**
   * The boards of periods of one type, by the value of the period. A period without a fact between days with facts has a
   * complete board without rows; a period whose facts no build has read has none.
   */
  async find(kind: BoardKind, periods: readonly Period[]): Promise<Map<string, PeriodDocument>> {
    const { answer } = await this.gateway.search(compileLookup(kind, periods));
    const boards = new Map(answer.documents<PeriodDocument>().map((board) => [board.date_value, board]));
    const missing = periods.filter(({ value }) => !boards.has(value));
    for (const period of await this.withoutFacts(kind, missing)) {
      boards.set(period.value, emptyBoard(kind, period));
    }
    return boards;
  }

  /** Those of the periods that lie between the first and the last fact that a kind of board counts, and have none. */
  private async withoutFacts(kind: BoardKind, periods: readonly Period[]): Promise<Period[]> {
    const [first, last] = [periods.at(0), periods.at(-1)];
    if (first === undefined || last === undefined) return [];
    const facts = kind === 'topGrowth' ? 'creator-days' : 'sales';
    const { oldest, newest, between } = (await this.gateway.searchRaw<FactsAnswer>(facts, compileFacts(first, last)))
      .aggregations;
    const days = { oldest: oldest.value_as_string, newest: newest.value_as_string };
    const withFacts = new Set(between.periods.buckets.map(({ key_as_string: day }) => periodOf(first.type, day).value));
    return periods.filter((period) => isCovered(period, days) && !withFacts.has(period.value));
  }
}

interface Day {
  readonly value_as_string?: string;
}

interface FactsAnswer {
  readonly aggregations: {
    readonly oldest: Day;
    readonly newest: Day;
    readonly between: { readonly periods: { readonly buckets: readonly { readonly key_as_string: string }[] } };
  };
}

function compileLookup(kind: BoardKind, periods: readonly Period[]): CompiledSearch {
  const values = periods.map(({ value }) => value);
  const types = [...new Set(periods.map(({ type }) => type))];
  const filters = [term('ranking', kind), terms('date_type', types), terms('date_value', values)];
  return compileFiltered('periods', filters, [{ date_value: { order: 'asc' } }], { from: 0, size: values.length });
}

/** The first and the last day of all facts, and the periods from one to another that have facts. */
const compileFacts = (first: Period, last: Period): object => ({
  size: 0,
  track_total_hits: false,
  aggs: {
    oldest: { min: { field: 'date' } },
    newest: { max: { field: 'date' } },
    between: {
      filter: { range: { date: { gte: firstDay(first), lte: lastDay(last) } } },
      aggs: { periods: { date_histogram: { field: 'date', calendar_interval: first.type, min_doc_count: 1 } } },
    },
  },
});

/** A board that no row belongs to. */
const emptyBoard = (ranking: BoardKind, { type, value }: Period): PeriodDocument => ({
  ranking,
  date_type: type,
  date_value: value,
  board: `${ranking}:${type}:${value}`,
  creators: 0,
  listed: null,
  complete: true,
  rows: 0,
  waiting: 0,
  facts: '',
  own: '',
  before: null,
  creators_from: null,
});
