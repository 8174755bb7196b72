import type { TopGrowthRowDocument } from '../board.document.js';
import type { BoardUnderWay } from '../build-plan.js';
import { type Followers, growthOf, growthRate } from '../follower-growth.js';
import { type Subjects, UNKNOWN } from '../subjects.js';
import { type FinishedRow, finishRow, type OwnPart, waitingRow } from './sales-rows.js';

/** The rows of a growth board, by the followers of its period, of the one before and of the one before that. */
export function* growthRows(
  board: BoardUnderWay,
  [now, before, earlier]: readonly [Followers, Followers | undefined, Followers | undefined],
  { creators }: Subjects,
): Generator<FinishedRow> {
  const rows = [];
  for (const uid of now.keys()) {
    const growth = growthOf(uid, before, now);
    if (growth === undefined) continue;
    const creator = creators.get(uid);
    if (creator === undefined) yield waitingRow(board, 'top-growth-boards', { uid, creator_state: UNKNOWN });
    else rows.push({ creator, growth, before: growthOf(uid, earlier, before) ?? null });
  }
  board.creators = rows.length;
  rows.sort((a, b) => b.growth.follower_inc_count - a.growth.follower_inc_count);
  for (const { creator, growth, before } of rows) {
    const growth_rate = growthRate(before?.follower_inc_count ?? 0, growth.follower_inc_count);
    const own: OwnPart<TopGrowthRowDocument> = { board: board.build, ...growth, growth_rate, before };
    yield finishRow(board, 'top-growth-boards', own, creator.rowEnd);
  }
}
