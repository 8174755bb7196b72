import { type Rates } from '../money/rates.record.js';
import { factsOf, RECORD_KINDS, type RecordKind } from '../common/record-kind.js';
import { type CategoryNode, CategoryTree, isTreeKind } from '../common/categories/category-tree.js';
import { WorkFailure } from '../common/errors/failure.js';
import { type Retry, retryBy } from '../elastic/client/retry-policy.js';
import { type LockedCluster, withLocks } from '../elastic/state/cluster-lock.js';
import { raiseDataVersion, readLiveIndices } from '../elastic/state/data-version.js';
import { type LoadResult, loadResultId, markDue, StateStore } from '../elastic/state/state-store.js';
import { PointInTime } from '../elastic/client/point-in-time.js';
import { readRates } from './dimensions/fact-records.js';
import { dropIndices } from './index-builds/index-build.js';
import { ChangedRecords } from './dimensions/changed-records.js';
import { reconcileDue } from './dimensions/reconcile.js';
import { type LoadItem, toLoadItem } from './load-item.js';
import { descriptionOf, parseRecord } from './load-kind.js';
import { textBytes } from './reading/input.js';
import { changesOfLoad } from './record-changes.js';
import { type LoadRequest, RecordSource } from './record-source.js';
import { beginMerge, endMerge } from './unfinished-merges.js';
import { IdLedger, type LedgerTally } from './writing/id-ledger.js';
import { type LoadTarget, type Replacement, replaceRecords } from './writing/replace-records.js';
import { DELETED, type MakeChanges, mergeRecords } from './writing/merge-records.js';
import type { ItemListener } from './writing/write-items.js';

/** Lines by outcome; `read` is the sum of the others. A later line with the same id supersedes one. */
export type LoadSummary = Readonly<Record<'read' | 'superseded' | 'rejected', number>> &
  Readonly<Partial<Record<'loaded' | 'updated' | 'unchanged' | 'deleted' | 'not_found', number>>>;

interface LoadListener {
  /** @param progress lines so far, and bytes as on disk */
  readonly onProgress: (
    progress: Readonly<Record<'lines' | 'rejected' | 'bytes', number>>,
    isFinishing: boolean,
  ) => void;
  /** @param note one sentence for the operator */
  readonly onNote: (note: string) => void;
}

const RESULT_TIMEOUT_MS = 2000;

/**
 * Loads records from inputs. Lines are checked one by one; the last line of an id wins. The result is kept for metrics.
 * @throws WorkFailure when the load can't finish. A replacement has changed nothing then. A merge has stored the lines
 * before, is listed as interrupted, and may be run again.
 */
export async function loadRecords(target: LoadTarget, request: LoadRequest, listener: LoadListener) {
  const work = `load of ${request.kind} from ${request.inputs.map(({ name }) => name).join(', ')}`;
  const { summary, changed } = await withLocks(target, [request.kind], work, async (locked) => {
    const run = new LoadRun(locked, request, listener);
    return { summary: await run.run(), changed: run.changed };
  });
  for (const sentence of await reconcileDue(target, changed)) listener.onNote(sentence);
  return summary;
}

/** One load under its lock, step by step. */
class LoadRun {
  private readonly store: StateStore;
  private readonly retry: Retry;
  private source: RecordSource | undefined;
  private stored = 0;
  readonly changed: ChangedRecords;

  constructor(
    private readonly target: LoadTarget & LockedCluster,
    private readonly request: LoadRequest,
    private readonly listener: LoadListener,
  ) {
    this.store = new StateStore(target.client, target.names);
    this.retry = retryBy(target.retryOptions);
    const { kind } = request;
    this.changed = new ChangedRecords(kind, () =>
      this.retry(() => markDue(this.store, factsOf(kind), target.locks.work)),
    );
  }

  async run(): Promise<LoadSummary> {
    const { client, names, locks } = this.target;
    const { kind, mode, rejects } = this.request;
    for (const holder of locks.takenOverFrom) this.listener.onNote(`The ${holder} was interrupted.`);
    // It may have switched the alias without raising the data version.
    if (locks.takenOverFrom.length > 0)
      await this.retry(() => raiseDataVersion(client, names, locks.work, () => readLiveIndices(client, names, [kind])));
    const started_at = new Date().toISOString();
    let summary: LoadSummary | undefined;
    try {
      return (summary = await this.load());
    } finally {
      const lines = summary ?? { read: this.source?.linesRead ?? 0, stored: this.stored, rejected: rejects.count };
      const ended_at = new Date().toISOString();
      const result: LoadResult = { mode, started_at, ended_at, succeeded: summary !== undefined, lines };
      const stored = this.store.put(loadResultId(kind), result, undefined, { timeoutMs: RESULT_TIMEOUT_MS });
      await stored.catch(() => undefined);
    }
  }

  private async load(): Promise<LoadSummary> {
    const { kind, mode, rejects } = this.request;
    const source = (this.source = await RecordSource.open(this.target, this.request));
    const items = source.items(() => this.showProgress());
    const make = changesOfLoad(this.request, source);
    const { distinct, ...tally } = descriptionOf(kind).isWhole
      ? await this.changeWhole(items, make)
      : await (mode === 'replace' ? this.replace(items) : this.merge(items, make));
    const outcomes = mode === 'delete' ? { deleted: tally.updated, not_found: tally.loaded } : tally;
    for (const note of source.remarks.describe()) this.listener.onNote(note);
    await this.noteOlderAmounts(source.rates);
    const read = source.linesRead;
    return { read, ...outcomes, superseded: read - rejects.count - distinct, rejected: rejects.count };
  }

  /** After a load of other newest rates: names the kinds whose amounts in USD have been computed at the rates before. */
  private async noteOlderAmounts(before: Rates): Promise<void> {
    if (this.request.kind !== 'rates') return;
    const changed = (await readRates(this.target)).changedSince(before);
    if (changed.length === 0) return;
    const { client, names } = this.target;
    const held: RecordKind[] = [];
    for (const kind of RECORD_KINDS.filter((one) => descriptionOf(one).usdFields.length > 0))
      if ((await this.retry(() => client.count({ index: names.alias(kind) }))).count > 0) held.push(kind);
    if (held.length > 0)
      this.listener.onNote(
        `The newest rate has changed of ${changed.join(', ')}; ${held.join(', ')} still have USD amounts at older rates. To renew them, load their files again.`,
      );
  }

  private async replace(items: Replacement['items']): Promise<LedgerTally> {
    const { client, names, locks, shards = 'auto' } = this.target;
    const { kind, inputs, mode, keep } = this.request;
    const bytes = textBytes(inputs);
    if (bytes === undefined && shards === 'auto' && mode === 'replace')
      this.listener.onNote(
        `The size of standard input is unknown: ${kind} keep their number of shards. Set another number with --shards.`,
      );
    const onFinishing = (): void => {
      this.showProgress(true);
      if (this.stored === 0)
        throw new WorkFailure(`The ${locks.work} has no valid record; the live index is unchanged.`);
    };
    // A change drops the index build that it was made of, so that those that a replacement has kept stay.
    const changed = mode === 'replace' ? {} : await this.retry(() => readLiveIndices(client, names, [kind]));
    const { tally, discarded } = await replaceRecords(this.target, {
      ...{ kind, items, size: { bytes }, ...this.written, onFinishing },
      keep: mode === 'replace' ? keep : Infinity,
    });
    await this.retry(() => dropIndices(client, Object.values(changed)));
    for (const index of discarded)
      this.listener.onNote(`An earlier load left ${index} unfinished. It was deleted, and this load has started over.`);
    return tally;
  }

  /** Changes all records of a kind in one step, or none. */
  private async changeWhole(items: AsyncIterable<LoadItem>, make: MakeChanges): Promise<LedgerTally> {
    const { client, names } = this.target;
    const { kind, mode, rejects } = this.request;
    const { most = Infinity } = descriptionOf(kind);
    const stored = mode === 'replace' ? [] : await PointInTime.readAll<object>(client, names.alias(kind), this.retry);
    const origin = { file: kind, line: 0, text: '' };
    const before = new Map(
      stored.map(({ _id: id, _source: document }) => [id, toLoadItem({ id, document, returned: document }, origin)]),
    );
    const after = new Map(before);
    const ledger = new IdLedger();
    for await (const item of items) {
      const { id } = item;
      let [change = DELETED] = await make([item], [after.get(id)]);
      if (change !== DELETED && !after.has(id) && after.size >= most)
        change = { refused: `There are ${most.toLocaleString('en-US')} ${kind}, which is the most.` };
      if ('refused' in change) {
        rejects.add(item.origin, [change.refused]);
        continue;
      }
      if (change === DELETED) after.delete(id);
      else after.set(id, { ...item, ...change });
      ledger.add(id, before.get(id)?.source, change.source);
    }
    const nodes = () => [...after.values()].map(({ source }) => parseRecord(source) as unknown as CategoryNode);
    const [fault] = isTreeKind(kind) ? new CategoryTree(nodes()).faults : [];
    if (fault !== undefined) throw new WorkFailure(`The categories form no tree: ${fault} Nothing was loaded.`);
    const tally = ledger.tally();
    this.stored = tally.distinct;
    if (mode === 'replace' || tally.updated > 0 || after.size > before.size) await this.replace(after.values());
    return tally;
  }

  private async merge(items: AsyncIterable<LoadItem>, make: MakeChanges): Promise<LedgerTally> {
    const { client, names, locks } = this.target;
    const { kind } = this.request;
    const inputs = this.request.inputs.map(({ name }) => name);
    const begin = async (): Promise<void> => {
      const earlier = await this.retry(() => beginMerge(this.store, kind, inputs, locks.work));
      if (earlier === undefined) return;
      this.listener.onNote(
        `An earlier load of the same inputs, started ${earlier.since}, was interrupted. This load starts over; what is stored already counts as unchanged.`,
      );
    };
    let begun: Promise<void> | undefined;
    const makeChanges: MakeChanges = async (batch, stored) => {
      const changes = await make(batch, stored);
      // A load that fails before its first write leaves nothing to repeat, so it is not recorded.
      await (begun ??= begin());
      await this.changed.add(batch, stored, changes);
      return changes;
    };
    const tally = await mergeRecords(this.target, kind, items, this.written, makeChanges);
    this.showProgress(true);
    await this.retry(() => client.indices.refresh({ index: names.alias(kind) }));
    await this.retry(() => endMerge(this.store, kind, inputs));
    await this.retry(() => raiseDataVersion(client, names, locks.work));
    return tally;
  }

  private readonly written: Pick<ItemListener, 'afterBatch' | 'onRefused'> = {
    afterBatch: (stored) => {
      this.stored = stored;
      this.showProgress();
    },
    onRefused: ({ origin }, reason) => this.request.rejects.add(origin, [reason]),
  };

  private showProgress(isFinishing = false): void {
    const { linesRead: lines = 0, bytesRead: bytes = 0 } = this.source ?? {};
    this.listener.onProgress({ lines, rejected: this.request.rejects.count, bytes }, isFinishing);
  }
}
