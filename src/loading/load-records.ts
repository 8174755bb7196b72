import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import type { HeldLocks } from '../elastic/state/cluster-lock.js';
import { withLocks } from '../elastic/state/cluster-lock.js';
import { raiseDataVersion } from '../elastic/state/data-version.js';
import type { LoadLines } from '../elastic/state/load-report.js';
import { RetryPolicy } from '../elastic/client/retry-policy.js';
import { StateStore } from '../elastic/state/state-store.js';
import { WorkFailure } from '../errors/work-failure.js';
import { checkedTree } from './checked-tree.js';
import { discardIndexBuilds, publishIndexBuilds } from './writing/index-build.js';
import { findWriteBlock, pruneIndexBuilds } from './writing/index-builds.js';
import type { LoadItem, Origin } from './load-item.js';
import { toLoadItem } from './load-item.js';
import type { LoadCategories, LoadKind } from './load-kind.js';
import { toStored } from './load-kind.js';
import { beginMerge, endMerge, forgetMerges } from './reporting/load-state.js';
import { mergeRecords } from './writing/merge-records.js';
import { readInputs } from './read-inputs.js';
import type { Input } from './reading/input.js';
import { textBytes } from './reading/input.js';
import { RecordCheck } from './record-check.js';
import type { RejectsFile } from './reporting/rejects-file.js';
import type { LoadTarget } from './writing/replace-records.js';
import { reportLoad } from './reporting/report-load.js';
import { fillIndexBuild } from './writing/replace-records.js';
import { UnknownReferences } from './unknown-references.js';

export type LoadMode = 'merge' | 'replace';

/** What is to be loaded, and how. */
export interface LoadRequest {
  readonly kind: LoadKind;
  readonly mode: LoadMode;
  readonly inputs: readonly Input[];
  readonly rejects: RejectsFile;
  /** How many previous index builds stay after a replacement. */
  readonly keep: number;
}

/** What became of every line: `read` is the sum of the others. */
export type LoadSummary = {
  readonly read: number;
  readonly loaded: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Lines replaced by a later line of the same id. */
  readonly superseded: number;
  readonly rejected: number;
};

/** How far a load is. */
export interface LoadProgress {
  readonly step: 'reading' | 'finishing';
  readonly lines: number;
  readonly rejected: number;
  /** Bytes read, as on disk. */
  readonly bytes: number;
}

export interface LoadListener {
  readonly onProgress: (progress: LoadProgress) => void;
  /** One sentence that an operator should read. */
  readonly onNote: (note: string) => void;
}

const TREE_TIMEOUT_MS = 30_000;

/**
 * Loads records from inputs. Lines are checked one by one; the last line of an id wins.
 * @throws WorkFailure when the load can't finish: a replacement has changed nothing; a merge has stored what came
 * before, is listed as broken off and may be run again
 */
export async function loadRecords(
  target: LoadTarget,
  request: LoadRequest,
  listener: LoadListener,
): Promise<LoadSummary> {
  const { client, names } = target;
  const { kind, mode, inputs, rejects } = request;
  const work = `load of ${kind} from ${inputs.map(({ name }) => name).join(', ')}`;
  const store = new StateStore(client, names);
  const trees = new CategoryTrees(client, new ClusterReads(client), names, { requestTimeoutMs: TREE_TIMEOUT_MS });
  const retryPolicy = new RetryPolicy(target.retryOptions);
  const categories = {
    product: await retryPolicy.run(() => trees.get('product-categories')),
    creator: await retryPolicy.run(() => trees.get('creator-categories')),
  };
  const load = async (locks: HeldLocks): Promise<LoadSummary> => {
    for (const holder of locks.takenOverFrom) listener.onNote(`The ${holder} was broken off.`);
    const signal = AbortSignal.any([locks.signal, ...(target.retryOptions.signal ? [target.retryOptions.signal] : [])]);
    const locked = { ...target, retryOptions: { ...target.retryOptions, signal } };
    const run = new LoadRun(request, categories, listener);
    const block = await new RetryPolicy(locked.retryOptions).run(() => findWriteBlock(client, names, kind));
    if (block !== undefined && mode === 'merge') throw new WorkFailure(block);
    if (block !== undefined) listener.onNote(block);
    return reportLoad(store, { kind, mode, lines: () => run.lines, lost: locks.signal }, async () => {
      const items = await checkedTree(kind, mode, run.items(signal), trees);
      const tally =
        mode === 'replace' ? await replace(locked, run, items, locks, work) : await merge(locked, run, items, work);
      await new RetryPolicy(locked.retryOptions).run(() => raiseDataVersion(client, names, work));
      for (const note of run.unknown.describe()) listener.onNote(note);
      const superseded = run.read - rejects.count - tally.distinct;
      return {
        read: run.read,
        loaded: tally.loaded,
        updated: tally.updated,
        unchanged: tally.unchanged,
        superseded,
        rejected: rejects.count,
      };
    });
  };
  return withLocks(store, [kind], work, load, target.retryOptions);
}

/** Reads all inputs once: counts lines, rejects invalid ones, and maps the others to documents. */
class LoadRun {
  readonly unknown: UnknownReferences;
  read = 0;
  private stored = 0;
  private bytes = 0;
  private step: LoadProgress['step'] = 'reading';

  constructor(
    readonly request: LoadRequest,
    private readonly categories: LoadCategories,
    readonly listener: LoadListener,
  ) {
    this.unknown = new UnknownReferences(categories);
  }

  /** Lines read so far, and of these stored and rejected. */
  get lines(): LoadLines {
    return { read: this.read, stored: this.stored, rejected: this.request.rejects.count };
  }

  async *items(signal: AbortSignal): AsyncGenerator<LoadItem> {
    const { kind, inputs } = this.request;
    const check = new RecordCheck(kind);
    for await (const portion of readInputs(kind, inputs, (bytes) => (this.bytes += bytes), signal)) {
      for (const { origin, value, reasons } of portion) {
        this.read += 1;
        const checked = reasons === undefined ? check.check(value) : { reasons };
        if (checked.reasons !== undefined) {
          await this.reject(origin, checked.reasons);
          continue;
        }
        const stored = toStored(kind, checked.record, this.categories);
        this.unknown.note(stored.references);
        yield toLoadItem(stored, origin);
      }
      this.tell();
    }
  }

  readonly refuse = (item: LoadItem, reason: string): Promise<void> =>
    this.reject(item.origin, [`Elasticsearch refuses it: ${reason}.`]);

  readonly hasStored = (stored: number): void => {
    this.stored = stored;
    this.tell();
  };

  readonly finishing = (): void => {
    this.step = 'finishing';
    this.tell();
  };

  tell(): void {
    const rejected = this.request.rejects.count;
    this.listener.onProgress({ step: this.step, lines: this.read, rejected, bytes: this.bytes });
  }

  private async reject(origin: Origin, reasons: readonly string[]): Promise<void> {
    await this.request.rejects.add(origin, reasons);
  }
}

interface Tally {
  readonly distinct: number;
  readonly loaded: number;
  readonly updated: number;
  readonly unchanged: number;
}

async function replace(
  target: LoadTarget,
  run: LoadRun,
  items: AsyncIterable<LoadItem>,
  locks: HeldLocks,
  work: string,
): Promise<Tally> {
  const { client, names, retryOptions } = target;
  const { kind, keep, inputs } = run.request;
  const bytes = textBytes(inputs);
  if (bytes === undefined && (target.shards ?? 'auto') === 'auto') {
    run.listener.onNote(
      `How large standard input is can’t be told beforehand: ${kind} get as many shards as they have now. --shards sets another number.`,
    );
  }
  const { indexBuild, loaded, discarded } = await fillIndexBuild(
    target,
    kind,
    items,
    { onStored: run.hasStored, onFinishing: run.finishing, onRefused: run.refuse },
    { bytes },
  );
  for (const index of discarded) {
    run.listener.onNote(`An earlier load had left ${index} unfinished: it is deleted, and this one has started over.`);
  }
  try {
    if (loaded === 0) throw new WorkFailure(`The ${work} holds no valid record; the live index stays as it was.`);
    await locks.confirm();
    await publishIndexBuilds(client, names, [indexBuild], retryOptions);
  } catch (error) {
    await discardIndexBuilds(client, [indexBuild]);
    throw error;
  }
  const retryPolicy = new RetryPolicy(retryOptions);
  await retryPolicy.run(() => forgetMerges(new StateStore(client, names), kind));
  await retryPolicy.run(() => pruneIndexBuilds(client, names, kind, keep));
  return { distinct: loaded, loaded, updated: 0, unchanged: 0 };
}

async function merge(target: LoadTarget, run: LoadRun, items: AsyncIterable<LoadItem>, work: string): Promise<Tally> {
  const { client, names } = target;
  const { kind } = run.request;
  const store = new StateStore(client, names);
  const inputs = run.request.inputs.map(({ name }) => name);
  const retryPolicy = new RetryPolicy(target.retryOptions);
  const begin = async (): Promise<void> => {
    const earlier = await retryPolicy.run(() => beginMerge(store, kind, inputs, work));
    if (earlier === undefined) return;
    run.listener.onNote(
      `An earlier merge of the same inputs, begun ${earlier.since}, was broken off: this one starts over, what that one stored counts as unchanged.`,
    );
  };
  let begun: Promise<void> | undefined;
  const tally = await mergeRecords(target, kind, items, {
    // A merge that fails before it has sent anything was never broken off.
    beforeWrite: () => (begun ??= begin()),
    onStored: run.hasStored,
    onRefused: run.refuse,
  });
  run.finishing();
  await retryPolicy.run(() => client.indices.refresh({ index: names.alias(kind) }));
  await retryPolicy.run(() => endMerge(store, kind, inputs));
  return tally;
}
