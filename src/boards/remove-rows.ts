import { waitingBoard } from '../documents/board.document.js';
import type { BuildTarget } from './build-target.js';
import { BulkRows } from './bulk-rows.js';
import type { Catalogue } from './catalogue.js';
import { countRows } from './stale-boards.js';

const ROW_KINDS = ['top-ecommerce-boards', 'top-growth-boards'] as const;

/** Boards that are looked for at once. */
const BATCH = 500;

/**
 * Deletes the rows of builds that the catalogue doesn't name: replaced ones and what a broken-off build left.
 * @returns how many
 */
export async function removeUnusedRows(target: BuildTarget, catalogue: Catalogue): Promise<number> {
  const used = new Set([...catalogue.values()].flatMap(({ board }) => [board, waitingBoard(board)]));
  let removed = 0;
  for (const kind of ROW_KINDS) {
    const unused = [...(await countRows(target, kind)).keys()].filter((board) => !used.has(board));
    if (unused.length === 0) continue;
    const bulk = new BulkRows(target);
    await target.atPointInTime(kind, async (rows) => {
      for (let at = 0; at < unused.length; at += BATCH) {
        const query = { terms: { board: unused.slice(at, at + BATCH) } };
        for await (const page of rows.scan(query, ['_shard_doc'], false)) {
          for (const { _id } of page) await bulk.remove(kind, _id);
          removed += page.length;
        }
      }
    });
    await bulk.finish();
    await target.refresh(kind);
  }
  return removed;
}
