import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { RetryPolicy } from '../elastic/client/retry-policy.js';
import type { HeldLocks } from '../elastic/state/cluster-lock.js';
import { withLocks } from '../elastic/state/cluster-lock.js';
import { raiseDataVersion, readLiveIndices } from '../elastic/state/data-version.js';
import type { LoadLines, LoadResult } from '../elastic/state/load-result.js';
import { loadResultId } from '../elastic/state/load-result.js';
import { StateStore } from '../elastic/state/state-store.js';
import { WorkFailure } from '../common/errors/work-failure.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { checkedTree } from './checked-tree.js';
import { discardIndexBuilds, publishIndexBuilds } from './index-builds/index-build.js';
import { findWriteBlock, pruneIndexBuilds } from './index-builds/index-history.js';
import type { LoadItem } from './load-item.js';
import { toLoadItem } from './load-item.js';
import type { LoadCategories, LoadKind } from './load-kind.js';
import { toStored } from './load-kind.js';
import type { Input } from './reading/input.js';
import { textBytes } from './reading/input.js';
import { readInputs } from './reading/read-inputs.js';
import { RecordCheck } from './record-check.js';
import type { RejectsFile } from './rejects-file.js';
import { beginMerge, endMerge, forgetMerges } from './unfinished-merges.js';
import { UnknownReferences } from './unknown-references.js';
import { mergeRecords } from './writing/merge-records.js';
import type { LoadTarget } from './writing/replace-records.js';
import { fillIndexBuild } from './writing/replace-records.js';

export type LoadMode = 'merge' | 'replace';

export interface LoadRequest {
  readonly kind: LoadKind;
  readonly mode: LoadMode;
  readonly inputs: readonly Input[];
  readonly rejects: RejectsFile;
  /** Number of previous index builds kept after a replacement. */
  readonly keep: number;
}

/** Lines by outcome; `read` is the sum of the others. */
export type LoadSummary = {
  readonly read: number;
  readonly loaded: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Lines replaced by a later line with the same id. */
  readonly superseded: number;
  readonly rejected: number;
};

export interface LoadProgress {
  readonly step: 'reading' | 'finishing';
  readonly lines: number;
  readonly rejected: number;
  /** Bytes read, as on disk. */
  readonly bytes: number;
}

export interface LoadListener {
  readonly onProgress: (progress: LoadProgress) => void;
  /** @param note one sentence for the operator */
  readonly onNote: (note: string) => void;
}

const TREE_TIMEOUT_MS = 30_000;
const RESULT_TIMEOUT_MS = 2000;

/**
 * Loads records from inputs. Lines are checked one by one; the last line of an id wins. The result is kept for metrics.
 * @throws WorkFailure when the load can't finish. A replacement has changed nothing then. A merge has stored the lines
 * before, is listed as interrupted, and may be run again.
 */
export async function loadRecords(
  target: LoadTarget,
  request: LoadRequest,
  listener: LoadListener,
): Promise<LoadSummary> {
  const { client, names, retryOptions } = target;
  const { kind, inputs } = request;
  const work = `load of ${kind} from ${inputs.map(({ name }) => name).join(', ')}`;
  const store = new StateStore(client, names);
  const trees = new CategoryTrees(client, new ClusterReads(client), names, { requestTimeoutMs: TREE_TIMEOUT_MS });
  const retryPolicy = new RetryPolicy(retryOptions);
  const categories = {
    product: await retryPolicy.run(() => trees.get('product-categories')),
    creator: await retryPolicy.run(() => trees.get('creator-categories')),
  };
  const load = async (locks: HeldLocks): Promise<LoadSummary> => {
    for (const holder of locks.takenOverFrom) listener.onNote(`The ${holder} was interrupted.`);
    // It may have switched the alias without raising the data version.
    if (locks.takenOverFrom.length > 0)
      await retryPolicy.run(() => raiseDataVersion(client, names, work, () => readLiveIndices(client, names, [kind])));
    const locked = { ...target, retryOptions: { ...retryOptions, signal: locks.signal } };
    const run = new LoadRun(locked, request, categories, listener, work);
    const started_at = new Date().toISOString();
    const keepResult = async (succeeded: boolean, lines: LoadLines): Promise<void> => {
      const ended_at = new Date().toISOString();
      const result: LoadResult = { mode: request.mode, started_at, ended_at, succeeded, lines };
      const options = { timeoutMs: RESULT_TIMEOUT_MS };
      await store.put(loadResultId(kind), result, undefined, options).catch(() => undefined);
    };
    try {
      const summary = await run.load(locks, trees);
      await keepResult(true, summary);
      return summary;
    } catch (error) {
      await keepResult(false, run.lines);
      throw error;
    }
  };
  return withLocks(store, [kind], work, load, retryOptions);
}

interface Tally {
  readonly distinct: number;
  readonly loaded: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** One load under its lock: reads the inputs once, rejects invalid lines, and writes the others. */
class LoadRun {
  private readonly unknown: UnknownReferences;
  private readonly retryPolicy: RetryPolicy;
  private read = 0;
  private stored = 0;
  private bytes = 0;
  private step: LoadProgress['step'] = 'reading';

  constructor(
    private readonly target: LoadTarget,
    private readonly request: LoadRequest,
    private readonly categories: LoadCategories,
    private readonly listener: LoadListener,
    /** Names the load for other processes. */
    private readonly work: string,
  ) {
    this.unknown = new UnknownReferences(categories);
    this.retryPolicy = new RetryPolicy(target.retryOptions);
  }

  /** Lines read, stored and rejected so far. */
  get lines(): LoadLines {
    return { read: this.read, stored: this.stored, rejected: this.request.rejects.count };
  }

  async load(locks: HeldLocks, trees: CategoryTrees): Promise<LoadSummary> {
    const { kind, mode, rejects, keep } = this.request;
    const block = await this.retryPolicy.run(() => findWriteBlock(this.target, kind));
    if (block !== undefined && mode === 'merge') throw new WorkFailure(block);
    if (block !== undefined) this.listener.onNote(block);
    const items = await checkedTree(kind, mode, this.items(locks.signal), trees);
    const tally = mode === 'replace' ? await this.replace(items, locks) : await this.merge(items);
    if (mode === 'replace') await this.retryPolicy.run(() => pruneIndexBuilds(this.target, kind, keep));
    for (const note of this.unknown.describe()) this.listener.onNote(note);
    const { distinct, ...outcomes } = tally;
    const superseded = this.read - rejects.count - distinct;
    return { read: this.read, ...outcomes, superseded, rejected: rejects.count };
  }

  private async *items(signal: AbortSignal): AsyncGenerator<LoadItem> {
    const { kind, inputs } = this.request;
    const check = new RecordCheck(kind);
    for await (const portion of readInputs(kind, inputs, (bytes) => (this.bytes += bytes), signal)) {
      for (const { origin, value, reasons } of portion) {
        this.read += 1;
        const checked = reasons === undefined ? check.check(value) : { reasons };
        if (checked.reasons !== undefined) {
          this.request.rejects.add(origin, checked.reasons);
          continue;
        }
        const stored = toStored(kind, checked.record, this.categories);
        this.unknown.add(stored.references);
        yield toLoadItem(stored, origin);
      }
      this.showProgress();
    }
  }

  private async replace(items: AsyncIterable<LoadItem>, locks: HeldLocks): Promise<Tally> {
    const { client, names, shards = 'auto' } = this.target;
    const { kind, inputs } = this.request;
    const bytes = textBytes(inputs);
    if (bytes === undefined && shards === 'auto') {
      this.listener.onNote(
        `The size of standard input is unknown: ${kind} keep their number of shards. Set another number with --shards.`,
      );
    }
    const { indexBuild, loaded, discarded } = await fillIndexBuild(
      this.target,
      kind,
      items,
      { onStored: this.onStored, onFinishing: () => this.finish(), onRefused: this.onRefused },
      { bytes },
    );
    for (const index of discarded) {
      this.listener.onNote(`An earlier load left ${index} unfinished. It was deleted, and this load has started over.`);
    }
    try {
      if (loaded === 0) throw new WorkFailure(`The ${this.work} has no valid record; the live index is unchanged.`);
      await publishIndexBuilds({ ...this.target, locks }, [indexBuild]);
    } catch (error) {
      await discardIndexBuilds(client, [indexBuild]);
      throw error;
    }
    await this.retryPolicy.run(() => forgetMerges(new StateStore(client, names), kind));
    return { distinct: loaded, loaded, updated: 0, unchanged: 0 };
  }

  private async merge(items: AsyncIterable<LoadItem>): Promise<Tally> {
    const { client, names } = this.target;
    const { kind } = this.request;
    const store = new StateStore(client, names);
    const inputs = this.request.inputs.map(({ name }) => name);
    const begin = async (): Promise<void> => {
      const earlier = await this.retryPolicy.run(() => beginMerge(store, kind, inputs, this.work));
      if (earlier === undefined) return;
      this.listener.onNote(
        `An earlier merge of the same inputs, started ${earlier.since}, was interrupted. This merge starts over; records that are stored already count as unchanged.`,
      );
    };
    let begun: Promise<void> | undefined;
    const tally = await mergeRecords(this.target, kind, items, {
      // A merge that fails before its first write leaves nothing to repeat, so it is not recorded.
      beforeWrite: () => (begun ??= begin()),
      onStored: this.onStored,
      onRefused: this.onRefused,
    });
    this.finish();
    await this.retryPolicy.run(() => client.indices.refresh({ index: names.alias(kind) }));
    await this.retryPolicy.run(() => endMerge(store, kind, inputs));
    await this.retryPolicy.run(() => raiseDataVersion(client, names, this.work));
    return tally;
  }

  private readonly onRefused = (item: LoadItem, reason: string): void =>
    this.request.rejects.add(item.origin, [`Elasticsearch refuses it: ${reason}.`]);

  private readonly onStored = (stored: number): void => {
    this.stored = stored;
    this.showProgress();
  };

  private finish(): void {
    this.step = 'finishing';
    this.showProgress();
  }

  private showProgress(): void {
    const { read: lines, bytes, step } = this;
    this.listener.onProgress({ step, lines, rejected: this.request.rejects.count, bytes });
  }
}
