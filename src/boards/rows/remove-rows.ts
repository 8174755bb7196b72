import { ROW_KINDS, type RowKind, waitingBoard } from '../board.document.js';
import type { BuildTarget } from '../build-target.js';
import { BulkRows } from './bulk-rows.js';
import { readCatalogue } from '../catalogue.js';
import { countRows } from '../stale/stale-boards.js';
import type { SwapState } from '../swap-state.js';

/** Boards per query. */
const BATCH = 500;

/**
 * Deletes the rows of builds that no catalogue entry has named for a while: replaced builds, and those of a build that
 * broke off. Rows replaced just now stay, because readers may still use them. Returns the number of deleted rows.
 */
export async function removeUnusedRows(target: BuildTarget, state: SwapState, keepMs: number): Promise<number> {
  const catalogue = await readCatalogue(target);
  const used = new Set([...catalogue.values()].flatMap(({ board }) => [board, waitingBoard(board)]));
  const boards = new Map<RowKind, readonly string[]>();
  for (const kind of ROW_KINDS) boards.set(kind, [...(await countRows(target, kind)).keys()]);
  const unused = [...boards.values()].flat().filter((board) => !used.has(board));
  const ripe = new Set(await state.noteUnused(unused, keepMs, Date.now()));
  let removed = 0;
  for (const [kind, builds] of boards) {
    const ended = builds.filter((board) => ripe.has(board));
    if (ended.length > 0) removed += await removeRows(target, kind, ended);
  }
  return removed;
}

async function removeRows(target: BuildTarget, kind: RowKind, boards: readonly string[]): Promise<number> {
  const bulk = new BulkRows(target);
  let removed = 0;
  await target.atPointInTime(kind, async (rows) => {
    for (let at = 0; at < boards.length; at += BATCH) {
      const query = { terms: { board: boards.slice(at, at + BATCH) } };
      for await (const page of rows.scan(query, ['_shard_doc'], false)) {
        for (const { _id } of page) await bulk.write(kind, _id);
        removed += page.length;
      }
    }
  });
  await bulk.finish();
  await target.refresh(kind);
  return removed;
}
