import type { PeriodDocument } from './board.document.js';
import type { BuildTarget } from './build-target.js';
import { boardKey, boardOf } from './board.js';
import { BulkRows } from './rows/bulk-rows.js';

/** The build of each board that readers use, by `boardKey`. Writing the entry of a board swaps it. */
export type Catalogue = ReadonlyMap<string, PeriodDocument>;

export async function readCatalogue(target: BuildTarget): Promise<Catalogue> {
  const entries = new Map<string, PeriodDocument>();
  await target.atPointInTime('periods', async (periods) => {
    for await (const page of periods.scan<PeriodDocument>({ match_all: {} }, ['_shard_doc'])) {
      for (const { _source } of page) entries.set(boardKey(boardOf(_source)), _source);
    }
  });
  return entries;
}

/** Makes readers use the builds that the entries name, and removes the dropped boards. */
export async function publishEntries(
  target: BuildTarget,
  entries: readonly PeriodDocument[],
  dropped: readonly PeriodDocument[],
): Promise<void> {
  const bulk = new BulkRows(target);
  for (const entry of entries) await bulk.write('periods', boardKey(boardOf(entry)), JSON.stringify(entry));
  for (const entry of dropped) await bulk.write('periods', boardKey(boardOf(entry)));
  await bulk.finish();
  await target.refresh('periods');
}
