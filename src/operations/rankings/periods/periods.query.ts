import type { PeriodDocument } from '../../../documents/board.document.js';
import { PERIOD_TYPES } from '../../../period/period.js';
import { allOf, range, term } from '../../../query/clauses.js';
import type { CompiledSearch } from '../../../query/types.js';
import type { PeriodsRequest } from './periods.dto.js';

/** The `max_result_window` of the periods index: the list is not paged. */
export const MOST_PERIODS = 100_000;

/** The catalogue entries of boards that have at least one creator. */
export function compilePeriods({ filter: { ranking, date_type } }: PeriodsRequest): CompiledSearch {
  const filters = [
    range('creators', { min: 1 }),
    ...(ranking === undefined ? [] : [term('ranking', ranking)]),
    ...(date_type === undefined ? [] : [term('date_type', date_type)]),
  ];
  return {
    index: 'periods',
    attempts: [
      {
        query: allOf(undefined, filters),
        sort: [{ date_value: { order: 'desc' } }, { ranking: { order: 'asc' } }],
        from: 0,
        size: MOST_PERIODS,
        track_total_hits: true,
      },
    ],
    enough: 0,
  };
}

/** Entries by kind of period: days, weeks, months; those of one kind stay as they are. */
export function byPeriodType(entries: readonly PeriodDocument[]): PeriodDocument[] {
  return PERIOD_TYPES.flatMap((type) => entries.filter(({ date_type }) => date_type === type));
}
