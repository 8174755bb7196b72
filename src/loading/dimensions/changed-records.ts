import type { FactKind, RecordKind } from '../../common/record-kind.js';
import type { DueReconcile, StoredState } from '../../elastic/state/state-store.js';
import type { LoadItem } from '../load-item.js';
import { parseRecord } from '../load-kind.js';
import type { Change, MakeChanges } from '../writing/merge-records.js';
import { factFields, isSubjectKind, type SubjectKind } from './fact-records.js';

/** What a merge made due of each kind of facts; undefined where it was due before. */
type DueMarks = ReadonlyMap<FactKind, StoredState<DueReconcile> | undefined>;

/** More ids would take more memory than the comparison of all facts takes time. */
const MOST_IDS = 200_000;

/** The records of a merge whose dimensions change: only their facts are compared afterwards. */
export class ChangedRecords {
  /** Undefined when there are too many. */
  private ids: Set<string> | undefined = new Set();
  private marks: Promise<DueMarks> | undefined;

  /** @param markDue records that facts are to be compared */
  constructor(
    readonly kind: RecordKind,
    private readonly markDue: () => Promise<DueMarks>,
  ) {}

  /** Takes in the changes of a batch before they are written. */
  async add(items: readonly LoadItem[], stored: Parameters<MakeChanges>[1], changes: readonly Change[]): Promise<void> {
    const { kind } = this;
    if (!isSubjectKind(kind)) return;
    for (const [at, { id }] of items.entries())
      if (changesDimensions(kind, stored.get(id)?.source, changes[at] as Change)) this.ids?.add(id);
    if (this.ids?.size === 0) return;
    if (this.ids !== undefined && this.ids.size > MOST_IDS) this.ids = undefined;
    await (this.marks ??= this.markDue());
  }

  /** The ids of the records whose facts are to be compared; undefined where those of other records may be outdated. */
  async idsFor(kind: FactKind, due: StoredState<DueReconcile>): Promise<ReadonlySet<string> | undefined> {
    const mark = (await this.marks)?.get(kind);
    return mark?.seqNo === due.seqNo && mark.primaryTerm === due.primaryTerm ? this.ids : undefined;
  }
}

function changesDimensions(kind: SubjectKind, before: Buffer | undefined, change: Change): boolean {
  if ('reason' in change) return false;
  const { returned: after } = change;
  if (before === undefined) return after.length > 0;
  if (after.length === 0 || after.equals(before)) return after.length === 0;
  const [then, now] = [before, after].map((source) => JSON.stringify(factFields(kind, parseRecord(source))));
  return then !== now;
}
