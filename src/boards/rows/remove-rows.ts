import { waitingBoard } from '../../documents/board.document.js';
import type { BuildTarget } from '../build-target.js';
import { BulkRows } from './bulk-rows.js';
import { readCatalogue } from '../catalogue.js';
import { countRows } from '../stale/stale-boards.js';
import type { SwapState } from '../swap-state.js';

const ROW_KINDS = ['top-ecommerce-boards', 'top-growth-boards'] as const;

/** Boards per query. */
const BATCH = 500;

/**
 * Deletes the rows of builds that no catalogue entry has named for a while: replaced builds, and those of a build that
 * broke off. Rows replaced just now stay, because readers may still use them.
 * @param keepMs milliseconds for which they stay
 * @returns how many rows were deleted
 */
export async function removeUnusedRows(target: BuildTarget, state: SwapState, keepMs: number): Promise<number> {
  const catalogue = await readCatalogue(target);
  const used = new Set([...catalogue.values()].flatMap(({ board }) => [board, waitingBoard(board)]));
  const unusedOf = async (kind: (typeof ROW_KINDS)[number]) =>
    [...(await countRows(target, kind)).keys()].filter((board) => !used.has(board));
  const unused = {
    'top-ecommerce-boards': await unusedOf(ROW_KINDS[0]),
    'top-growth-boards': await unusedOf(ROW_KINDS[1]),
  };
  const ripe = new Set(await state.noteUnused(Object.values(unused).flat(), keepMs, Date.now()));
  let removed = 0;
  for (const kind of ROW_KINDS) {
    const boards = unused[kind].filter((board) => ripe.has(board));
    if (boards.length > 0) removed += await removeRows(target, kind, boards);
  }
  return removed;
}

async function removeRows(
  target: BuildTarget,
  kind: (typeof ROW_KINDS)[number],
  boards: readonly string[],
): Promise<number> {
  const bulk = new BulkRows(target);
  let removed = 0;
  await target.atPointInTime(kind, async (rows) => {
    for (let at = 0; at < boards.length; at += BATCH) {
      const query = { terms: { board: boards.slice(at, at + BATCH) } };
      for await (const page of rows.scan(query, ['_shard_doc'], false)) {
        for (const { _id } of page) await bulk.remove(kind, _id);
        removed += page.length;
      }
    }
  });
  await bulk.finish();
  await target.refresh(kind);
  return removed;
}
