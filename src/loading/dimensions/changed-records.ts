import type { FactKind, RecordKind } from '../../common/record-kind.js';
import type { DueMarks, DueReconcile, StoredState } from '../../elastic/state/state-store.js';
import type { LoadItem } from '../load-item.js';
import { parseRecord } from '../load-kind.js';
import type { Change, Stored } from '../writing/merge-records.js';
import { factFields, isSubjectKind, type SubjectKind } from './fact-records.js';

/** The ids of more records take more memory than the comparison of all facts takes time. */
const MOST_CHANGED = 200_000;

/** The records of a merge whose dimensions change: only their facts are compared afterwards. */
export class ChangedRecords {
  private readonly ids = new Set<string>();
  private marks: Promise<DueMarks> | undefined;

  /** @param markDue records that facts are to be compared */
  constructor(
    readonly kind: RecordKind,
    private readonly markDue: () => Promise<DueMarks>,
  ) {}

  /** Takes in the changes of a batch before they are written. */
  async add(items: readonly LoadItem[], stored: readonly Stored[], changes: readonly Change[]): Promise<void> {
    const { kind, ids } = this;
    if (!isSubjectKind(kind)) return;
    for (const [at, { id }] of items.entries())
      if (ids.size <= MOST_CHANGED && isChange(kind, stored[at], changes[at] as Change)) ids.add(id);
    if (ids.size > 0) await (this.marks ??= this.markDue());
  }

  /** The ids of the records whose facts are to be compared; undefined where those of others may be outdated as well. */
  async idsFor(kind: FactKind, due: StoredState<DueReconcile>): Promise<ReadonlySet<string> | undefined> {
    const mark = (await this.marks)?.get(kind);
    return mark?.seqNo === due.seqNo && this.ids.size <= MOST_CHANGED ? this.ids : undefined;
  }
}

/** Whether a record gives its facts other dimensions. */
function isChange(kind: SubjectKind, before: Stored, change: Change): boolean {
  if ('refused' in change || before?.source.equals(change.returned)) return false;
  const [old, next] = [before?.source, change.returned].map((document) =>
    document?.length ? JSON.stringify(factFields(kind, parseRecord(document))) : undefined,
  );
  return old !== next;
}
