import type { Period } from '../period/period.js';
import { PERIOD_TYPES, periodOf, previousPeriod } from '../period/period.js';
import { shiftDay } from '../period/day.js';
import type { Board, Days } from './board.js';
import { boardKey, buildOf, creatorDayDays, salesDays } from './board.js';

/** Above this number, ranges of days are read as one, gaps included: a query takes only so many clauses. */
const MOST_RANGES = 500;

/** A board that is being built, and its progress. */
export interface BoardUnderWay {
  readonly board: Board;
  /** The build: the value of its rows' `board`. */
  readonly build: string;
  /** The period before that of the board, where there is one. */
  readonly before: Period | undefined;
  rows: number;
  creators: number;
  waiting: number;
}

/** The boards that a build computes, and which of them count the facts of a day. */
export class BuildPlan {
  readonly boards: readonly BoardUnderWay[];
  readonly topGrowth: readonly BoardUnderWay[];
  private readonly byKey = new Map<string, BoardUnderWay>();
  private readonly topEcommerceByDay = new Map<string, readonly BoardUnderWay[]>();
  private readonly periodsByDay = new Map<string, readonly Period[]>();

  /** @param build a unique name of the build */
  constructor(boards: readonly Board[], build: string) {
    this.boards = boards.map((board) => ({
      board,
      build: buildOf(board, build),
      before: previousPeriod(board.period),
      rows: 0,
      creators: 0,
      waiting: 0,
    }));
    this.topGrowth = this.boards.filter(({ board }) => board.ranking === 'topGrowth');
    for (const underWay of this.boards) this.byKey.set(boardKey(underWay.board), underWay);
  }

  /** The top e-commerce boards that sales of a day count for. */
  topEcommerceOn(day: string): readonly BoardUnderWay[] {
    let boards = this.topEcommerceByDay.get(day);
    if (boards === undefined) {
      boards = this.periodsOf(day)
        .map((period) => this.byKey.get(boardKey({ ranking: 'topEcommerce', period })))
        .filter((board) => board !== undefined);
      this.topEcommerceByDay.set(day, boards);
    }
    return boards;
  }

  /** The day, week and month a day belongs to. */
  periodsOf(day: string): readonly Period[] {
    let periods = this.periodsByDay.get(day);
    if (periods === undefined) {
      periods = PERIOD_TYPES.map((type) => periodOf(type, day));
      this.periodsByDay.set(day, periods);
    }
    return periods;
  }

  /** The days whose sales the boards need. */
  salesDays(): readonly Days[] {
    return join(this.boards.map(({ board }) => salesDays(board)).filter((days) => days !== undefined));
  }

  /** The days whose creator-days the boards need. */
  creatorDayDays(): readonly Days[] {
    return join(this.boards.map(({ board }) => creatorDayDays(board)));
  }
}

/** The same days in as few ranges as possible, ascending. */
function join(ranges: readonly Days[]): readonly Days[] {
  const joined: { from: string; to: string }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (last === undefined || from > shiftDay(last.to, 1)) joined.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  const [first, last] = [joined.at(0), joined.at(-1)];
  return joined.length <= MOST_RANGES || !first || !last ? joined : [{ from: first.from, to: last.to }];
}
