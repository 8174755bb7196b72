import { WorkFailure } from '../../common/errors/work-failure.js';
import { switchUnderLocks } from '../index-builds/alias-switch.js';
import { KEPT_INDEX_BUILDS } from '../index-builds/index-history.js';
import { BUILT_IN_TREES } from '../../common/categories/category-tree.js';
import { Rates } from '../../common/rates.record.js';
import { type LoadItem, toLoadItem } from '../load-item.js';
import { type LoadKind, type LoadRecords, toStored } from '../load-kind.js';
import { type LoadTarget, type Replacement, replaceRecords } from './replace-records.js';

/** Generated records of one kind. */
export type RecordSource = {
  readonly [K in LoadKind]: {
    readonly kind: K;
    readonly records: Iterable<LoadRecords[K]>;
    /** Estimated number of records, if known. */
    readonly expected?: number | undefined;
  };
}[LoadKind];

const CATEGORIES = { product: BUILT_IN_TREES['product-categories'], creator: BUILT_IN_TREES['creator-categories'] };

/**
 * Replaces several kinds at once by generated records, converted at the rates among them. `work` names the load for others.
 * @param onStored called several times a second with the number of stored records, and without it when the last one is
 * stored: the index build is merged and counted next
 * @throws WorkFailure when nothing was replaced
 */
export async function replaceAll(
  target: LoadTarget,
  sources: readonly RecordSource[],
  work: string,
  onStored: (kind: LoadKind, stored?: number) => void = () => undefined,
): Promise<void> {
  const rates = new Rates(sources.flatMap((source) => (source.kind === 'rates' ? [...source.records] : [])));
  const replacements = sources.map((source): Replacement => {
    const { kind, expected: records } = source;
    return {
      kind,
      items: itemsOf(source, rates),
      size: { records },
      afterBatch: (stored) => onStored(kind, stored),
      onFinishing: () => onStored(kind),
      onRefused: (item, reason) => {
        throw new WorkFailure(`Elasticsearch refuses ${item.id} of ${kind}: ${reason}`);
      },
    };
  });
  const kinds = sources.map(({ kind }) => kind);
  await switchUnderLocks(target, kinds, work, (locked) =>
    replaceRecords({ ...target, ...locked }, replacements, KEPT_INDEX_BUILDS),
  );
}

function* itemsOf(source: RecordSource, rates: Rates): Generator<LoadItem> {
  let line = 0;
  for (const record of source.records) {
    line += 1;
    yield toLoadItem(toStored(source.kind, record, CATEGORIES, rates), { file: source.kind, line, text: '' });
  }
}
