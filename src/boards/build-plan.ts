import type { BoardKind, SellingSubject } from './board.document.js';
import { type Period, previousPeriod } from '../common/period/period.js';
import { shiftDay } from '../common/period/day.js';
import { type Board, boardKey, buildOf, creatorDayDays, type Days, salesDays } from './board.js';

/** More ranges of days are read as one, gaps included, because Elasticsearch limits the clauses of a query. */
const MOST_RANGES = 500;

/** A board that is being built, and its progress. */
export interface BoardUnderWay {
  readonly board: Board;
  /** The build: the value of its rows' `board`. */
  readonly build: string;
  readonly before: Period | undefined;
  /** Whether its rows are written; others are computed because a board that is built is compared with them. */
  readonly isBuilt: boolean;
  rows: number;
  creators: number;
  waiting: number;
  listed: Readonly<Record<SellingSubject, number>> | null;
}

/** The boards that a build computes, and those that it compares them with. */
export class BuildPlan {
  readonly boards: readonly BoardUnderWay[];
  private readonly byKey = new Map<string, BoardUnderWay>();

  constructor(boards: readonly Board[], build: string) {
    const underWay = (board: Board, isBuilt: boolean): BoardUnderWay => ({
      board,
      build: buildOf(board, build),
      before: previousPeriod(board.period),
      isBuilt,
      rows: 0,
      creators: 0,
      waiting: 0,
      listed: null,
    });
    this.boards = boards.map((board) => underWay(board, true));
    for (const built of this.boards) this.byKey.set(boardKey(built.board), built);
    for (const { board, before: period } of this.boards) {
      if (board.ranking === 'topGrowth' || period === undefined) continue;
      const compared = { ranking: board.ranking, period };
      const key = boardKey(compared);
      if (!this.byKey.has(key)) this.byKey.set(key, underWay(compared, false));
    }
  }

  /** The board of a period, if it is built or compared with. */
  find(ranking: BoardKind, period: Period): BoardUnderWay | undefined {
    return this.byKey.get(boardKey({ ranking, period }));
  }

  /** The days whose sales the boards need, those of the boards that they are compared with included. */
  salesDays(): readonly Days[] {
    return join([...this.byKey.values()].map(({ board }) => salesDays(board)));
  }

  /** The days whose creator-days the boards need, those of the boards that they are compared with included. */
  creatorDayDays(): readonly Days[] {
    return join(
      this.boards.flatMap(({ board, before }) =>
        [board, ...(before === undefined ? [] : [{ ...board, period: before }])].map(creatorDayDays),
      ),
    );
  }
}

/** The same days in as few ranges as possible, ascending. */
function join(given: readonly (Days | undefined)[]): readonly Days[] {
  const ranges = given.filter((days) => days !== undefined);
  const joined: { from: string; to: string }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (last === undefined || from > shiftDay(last.to, 1)) joined.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  const [first, last] = [joined.at(0), joined.at(-1)];
  return joined.length <= MOST_RANGES || !first || !last ? joined : [{ from: first.from, to: last.to }];
}
