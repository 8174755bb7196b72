import { WorkFailure } from '../../common/errors/work-failure.js';
import { switchUnderLocks } from '../index-builds/alias-switch.js';
import { KEPT_INDEX_BUILDS } from '../index-builds/index-history.js';
import { Rates } from '../../common/rates.record.js';
import { type LoadItem, toLoadItem } from '../load-item.js';
import { type LoadCategories, type LoadKind, type LoadRecords, toStored } from '../load-kind.js';
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

export interface ReplaceAllListener {
  /** Called several times a second with the number of stored records. */
  readonly onStored: (kind: LoadKind, stored: number) => void;
  /** Called when the last record is stored; the index build is merged and counted next. */
  readonly onFinishing: (kind: LoadKind) => void;
}

/**
 * Replaces several kinds at once by generated records, converted at the rates among them. `work` names the load for others.
 * @throws WorkFailure when nothing was replaced
 */
export async function replaceAll(
  target: LoadTarget,
  sources: readonly RecordSource[],
  categories: LoadCategories,
  work: string,
  listener: ReplaceAllListener,
): Promise<void> {
  const rates = new Rates(sources.flatMap((source) => (source.kind === 'rates' ? [...source.records] : [])));
  const replacements = sources.map((source): Replacement => {
    const { kind, expected: records } = source;
    return {
      kind,
      items: itemsOf(source, categories, rates),
      size: { records },
      afterBatch: (stored) => listener.onStored(kind, stored),
      onFinishing: () => listener.onFinishing(kind),
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

function* itemsOf(source: RecordSource, categories: LoadCategories, rates: Rates): Generator<LoadItem> {
  let line = 0;
  for (const record of source.records) {
    line += 1;
    yield toLoadItem(toStored(source.kind, record, categories, rates), { file: source.kind, line, text: '' });
  }
}
