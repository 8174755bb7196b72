import type { BoardKind, PeriodDocument } from './board.document.js';
import { firstDay, lastDay, type Period, previousPeriod } from '../common/period/period.js';

/** A board: the rows of one kind for one period. */
export interface Board {
  readonly ranking: BoardKind;
  readonly period: Period;
}

/** Identifies a board among all, and its catalogue entry: `topEcommerce:week:2026-05`. */
export const boardKey = ({ ranking, period }: Board): string => `${ranking}:${period.type}:${period.value}`;

/** The board that a catalogue entry is about. */
export const boardOf = ({ ranking, date_type, date_value }: PeriodDocument): Board => ({
  ranking,
  period: { type: date_type, value: date_value },
});

/** The board of the same kind for the period before, where there is such a period. */
export function boardBefore({ ranking, period }: Board): Board | undefined {
  const before = previousPeriod(period);
  return before && { ranking, period: before };
}

/** The board whose creators' state another one shares: it counts the same sales. */
export const creatorsBoard = ({ ranking, period }: Board): Board | undefined =>
  ranking === 'topSelling' ? { ranking: 'topEcommerce', period } : undefined;

/** Names one build of a board; its rows carry it. */
export const buildOf = (board: Board, build: string): string => `${boardKey(board)}@${build}`;

/** Days, YYYY-MM-DD, both ends inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days of the sales that a board depends on; undefined when it depends on none. */
export function salesDays({ ranking, period }: Board): Days | undefined {
  return ranking === 'topGrowth' ? undefined : { from: firstDay(period), to: lastDay(period) };
}

/** The days of the creator-days that a board depends on: its period's, and for growth those of the period before. */
export function creatorDayDays({ ranking, period }: Board): Days | undefined {
  if (ranking === 'topSelling') return undefined;
  const begin = ranking === 'topGrowth' ? (previousPeriod(period) ?? period) : period;
  return { from: firstDay(begin), to: lastDay(period) };
}
