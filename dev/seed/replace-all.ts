import { FACT_KINDS, FACT_SUBJECTS, type RecordKind } from '../../src/common/record-kind.js';
import { reconcileDue } from '../../src/loading/dimensions/reconcile.js';
import { switchUnderLocks } from '../../src/loading/index-builds/alias-switch.js';
import { KEPT_INDEX_BUILDS } from '../../src/loading/index-builds/index-history.js';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import { Rates } from '../../src/documents/rates.record.js';
import { factFields, type FactRecords } from '../../src/loading/dimensions/fact-records.js';
import { type LoadItem, toLoadItem } from '../../src/loading/load-item.js';
import { type LoadKind, type LoadRecords, toStored } from '../../src/loading/load-kind.js';
import type { FactCreator, FactProduct } from '../../src/figures/facts.record.js';
import { type LoadTarget, type Replacement, replaceRecords } from '../../src/loading/writing/replace-records.js';
import { failRefused } from '../../src/loading/writing/write-batch.js';

/** Generated records of one kind. */
export type RecordSource = {
  readonly [K in LoadKind]: {
    readonly kind: K;
    readonly records: Iterable<LoadRecords[K]>;
    /** Estimated number of records, if known. */
    readonly expected?: number | undefined;
  };
}[LoadKind];

/** The creators and products among the sources, as facts need them. */
interface NewRecords extends FactRecords {
  readonly creators: Map<string, FactCreator>;
  readonly products: Map<string, FactProduct>;
}

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
  const records: NewRecords = { creators: new Map(), products: new Map() };
  const replacements = sources.map((source): Replacement => {
    const { kind, expected } = source;
    return {
      kind,
      items: itemsOf(source, rates, records),
      size: { records: expected },
      afterBatch: (stored) => onStored(kind, stored),
      onFinishing: () => onStored(kind),
      onRefused: failRefused(kind),
    };
  });
  const kinds = sources.map(({ kind }) => kind);
  const isMixed = (names: readonly RecordKind[]) =>
    names.some((kind) => kinds.includes(kind)) && !names.every((kind) => kinds.includes(kind));
  const due = FACT_KINDS.filter((kind) => isMixed([kind, ...FACT_SUBJECTS[kind]]));
  await switchUnderLocks(target, kinds, work, (locked) =>
    replaceRecords({ ...target, ...locked }, replacements, KEPT_INDEX_BUILDS, due),
  );
  await reconcileDue(target);
}

/** @param records the creators and products so far, from which facts take their dimensions */
function* itemsOf(source: RecordSource, rates: Rates, records: NewRecords): Generator<LoadItem> {
  const { kind } = source;
  let line = 0;
  for (const record of source.records) {
    line += 1;
    const stored = toStored(kind, record, CATEGORIES, rates, records);
    if (kind === 'creators') records.creators.set(stored.id, factFields(kind, stored.document));
    if (kind === 'products') records.products.set(stored.id, factFields(kind, stored.document));
    yield toLoadItem(stored, { file: kind, line, text: '' });
  }
}
