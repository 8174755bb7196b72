import { setImmediate } from 'node:timers/promises';
import { Rates } from '../money/rates.record.js';
import { endOfTomorrow, factsOf, isFactKind, NEWEST, RECORD_KINDS, type RecordKind } from '../common/record-kind.js';
import { type CategoryNode, CategoryTree, isTreeKind } from '../common/categories/category-tree.js';
import { WorkFailure } from '../common/errors/failure.js';
import { isObject } from '../common/json-object.js';
import { valueAt } from '../fields/paths.js';
import { type Retry, retryBy } from '../elastic/client/retry-policy.js';
import { type LockedCluster, withLocks } from '../elastic/state/cluster-lock.js';
import { raiseDataVersion, readLiveIndices } from '../elastic/state/data-version.js';
import { type LoadResult, loadResultId, markDue, StateStore } from '../elastic/state/state-store.js';
import { PointInTime } from '../elastic/client/point-in-time.js';
import { RecordCheck, unknownReferences } from './record-check.js';
import {
  FactRecordReader,
  type FactRecords,
  fillUsd,
  NO_RECORDS,
  readRates,
  readTrees,
} from './dimensions/fact-records.js';
import { dropIndices } from './index-builds/index-build.js';
import { reconcileDue } from './dimensions/reconcile.js';
import { type LoadItem, type LoadMode, type Origin, perLine, Remarks, toLoadItem } from './load-item.js';
import {
  applyChange,
  BUILT_IN_CATEGORIES,
  columnsOf,
  descriptionOf,
  idOf,
  loadOf,
  type LoadRecords,
  loadSchema,
  parseRecord,
  toStored,
} from './load-kind.js';
import { type Input, type ReadOptions, type ReadRecord, textBytes } from './reading/input.js';
import { ValueConversion } from './reading/mapping.js';
import { readInputs } from './reading/read-inputs.js';
import type { RejectsFile } from './rejects-file.js';
import { beginMerge, endMerge } from './unfinished-merges.js';
import type { LedgerTally } from './writing/id-ledger.js';
import { type LoadTarget, type Replacement, replaceRecords } from './writing/replace-records.js';
import { type Change, DELETED, type MakeChanges, mergeRecords } from './writing/merge-records.js';
import type { ItemListener } from './writing/write-items.js';

export interface LoadRequest {
  readonly kind: RecordKind;
  readonly mode: LoadMode;
  /** An update adds the records that are not stored. */
  readonly add?: boolean;
  /** A merge empties the fields that its lines lack. */
  readonly whole?: boolean;
  readonly inputs: readonly Input[];
  readonly reading?: ReadOptions;
  readonly rejects: RejectsFile;
  /** Number of previous index builds kept after a replacement. */
  readonly keep: number;
}

/** Lines by outcome; `read` is the sum of the others. A later line with the same id supersedes one. */
export type LoadSummary = Readonly<Record<'read' | 'superseded' | 'rejected', number>> &
  Readonly<Partial<Record<'loaded' | 'updated' | 'unchanged' | 'deleted' | 'not_found', number>>>;

interface LoadProgress {
  readonly step: 'reading' | 'finishing';
  readonly lines: number;
  readonly rejected: number;
  /** Bytes read, as on disk. */
  readonly bytes: number;
}

interface LoadListener {
  readonly onProgress: (progress: LoadProgress) => void;
  /** @param note one sentence for the operator */
  readonly onNote: (note: string) => void;
}

/** The lines at the beginning that show which fields the inputs have. */
const SAMPLED_LINES = 1000;
const MOST_NAMED = 12;
const NO_FACTS = { records: NO_RECORDS, lacking: new Map<unknown, Readonly<Record<string, string>>>() };

type Stored = Parameters<MakeChanges>[1];

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
/** The fields of a value that identify its record. */
const onlyKeys = (kind: RecordKind, value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(descriptionOf(kind).keys.map((key) => [key, Reflect.get(value, key) as unknown]))
    : value;
const nodesOf = (documents: ReadonlyMap<string, LoadItem>): CategoryNode[] =>
  [...documents.values()].map(({ source }) => parseRecord(source) as unknown as CategoryNode);
/** An item after those with its id that it replaces. */
const linesOf = (item: LoadItem): LoadItem[] => [...(item.replaces ? linesOf(item.replaces) : []), item];

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
  const work = `load of ${request.kind} from ${request.inputs.map(({ name }) => name).join(', ')}`;
  const summary = await withLocks(target, [request.kind], work, (locked) =>
    new LoadRun(locked, request, listener).run(),
  );
  for (const sentence of await reconcileDue(target)) listener.onNote(sentence);
  return summary;
}

/** One load under its lock: reads the inputs once, rejects invalid lines, and writes the others. */
class LoadRun {
  private readonly remarks = new Remarks();
  private readonly store: StateStore;
  private readonly retry: Retry;
  private readonly reader: FactRecordReader;
  private readonly wholeCheck: RecordCheck<RecordKind>;
  private trees = BUILT_IN_CATEGORIES;
  private rates = new Rates();
  /** Paths of the fields that the inputs have. */
  private readonly given = new Set<string>();
  private read = 0;
  private stored = 0;
  private bytes = 0;

  constructor(
    private readonly target: LoadTarget & LockedCluster,
    private readonly request: LoadRequest,
    private readonly listener: LoadListener,
  ) {
    this.store = new StateStore(target.client, target.names);
    this.retry = retryBy(target.retryOptions);
    this.reader = new FactRecordReader(target);
    this.wholeCheck = new RecordCheck(request.kind, false, request.reading);
  }

  /** Loads, and keeps the result. */
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
      const lines = summary ?? { read: this.read, stored: this.stored, rejected: rejects.count };
      const ended_at = new Date().toISOString();
      const result: LoadResult = { mode, started_at, ended_at, succeeded: summary !== undefined, lines };
      const stored = this.store.put(loadResultId(kind), result, undefined, { timeoutMs: RESULT_TIMEOUT_MS });
      await stored.catch(() => undefined);
    }
  }

  private async load(): Promise<LoadSummary> {
    const { kind, mode, rejects } = this.request;
    this.trees = await readTrees(this.target);
    this.rates = await readRates(this.target);
    const items = this.items();
    const { isWhole } = descriptionOf(kind);
    const merging = isWhole ? this.changeWhole(items) : mode === 'replace' ? this.replace(items) : this.merge(items);
    const { distinct, ...tally } = await merging;
    const outcomes = mode === 'delete' ? { deleted: tally.updated, not_found: tally.loaded } : tally;
    const notes = [...this.remarks.describe(), ...(await this.olderAmounts())];
    for (const note of notes) this.listener.onNote(note);
    const superseded = this.read - rejects.count - distinct;
    return { read: this.read, ...outcomes, superseded, rejected: rejects.count };
  }

  private async storedOf(kind: RecordKind): Promise<Map<string, LoadItem>> {
    const { client, names } = this.target;
    const stored = await PointInTime.readAll<object>(client, names.alias(kind), this.retry);
    const origin = { file: kind, line: 0, text: '' };
    return new Map(
      stored.map(({ _id: id, _source: document }) => [id, toLoadItem({ id, document, returned: document }, origin)]),
    );
  }

  /** After a load of other newest rates: the kinds whose amounts in USD have been computed at the rates before. */
  private async olderAmounts(): Promise<string[]> {
    if (this.request.kind !== 'rates') return [];
    const changed = (await readRates(this.target)).changedSince(this.rates);
    if (changed.length === 0) return [];
    const { client, names } = this.target;
    const held: RecordKind[] = [];
    for (const kind of RECORD_KINDS.filter((one) => descriptionOf(one).usdFields.length > 0))
      if ((await this.retry(() => client.count({ index: names.alias(kind) }))).count > 0) held.push(kind);
    if (held.length === 0) return [];
    return [
      `The newest rate has changed of ${changed.join(', ')}; ${held.join(', ')} still have USD amounts at older rates. To renew them, load their files again.`,
    ];
  }

  private async *items(): AsyncGenerator<LoadItem> {
    const { kind, inputs, rejects, reading, mode } = this.request;
    const isChange = mode === 'update' || mode === 'delete';
    const check = isChange ? new RecordCheck(kind, isChange, reading) : this.wholeCheck;
    const { usdFields } = descriptionOf(kind);
    const onBytes = (bytes: number): void => void (this.bytes += bytes);
    for await (const portion of readInputs(kind, inputs, onBytes, this.target.locks.signal, this.remarks, reading)) {
      const values = portion.map(({ value }) => (mode === 'delete' ? onlyKeys(kind, value) : value));
      if (this.read < SAMPLED_LINES) for (const value of values) this.noteGiven(value);
      const { records, lacking } = isChange ? NO_FACTS : await this.factRecords(values, portion);
      for (const [at, { origin, reasons }] of portion.entries()) {
        this.read += 1;
        const value = values[at];
        const checked = reasons === undefined ? perLine(() => check.check(value, lacking.get(value))) : { reasons };
        if (checked.reasons !== undefined) {
          rejects.add(origin, checked.reasons);
          continue;
        }
        const { record } = checked;
        for (const name of usdFields) {
          const usd: unknown = Reflect.get(record, name);
          const remark = `values of ${name} were ignored, because it is computed from amounts and rates`;
          if (typeof usd === 'number') this.remarks.add(remark, String(usd), origin);
          // Its mapper would keep it.
          if (usd !== undefined) Reflect.set(record, name, undefined);
        }
        const change = { id: idOf(kind, record), document: record, returned: record };
        const made = perLine(() => (isChange ? toLoadItem(change, origin) : this.toItem(record, records, origin)));
        if ('reasons' in made) rejects.add(origin, made.reasons);
        else yield made;
      }
      this.showProgress();
      // Many rejected lines must not keep the lock from being renewed.
      await setImmediate();
    }
  }

  /** The creators and products of values that may be facts; sales get their amounts in USD, or the reason why not. */
  private async factRecords(values: readonly unknown[], portion: readonly ReadRecord[] = []): Promise<typeof NO_FACTS> {
    const { kind } = this.request;
    if (!isFactKind(kind)) return NO_FACTS;
    const records = await this.reader.of(values);
    // The currency of an amount is that of its creator's region, which no line has.
    const conversion = new ValueConversion(loadSchema(kind), this.remarks, this.request.reading ?? {});
    for (const { value, origin } of portion) {
      if (!isObject(value) || typeof value.gmv !== 'string') continue;
      const amount = { gmv: value.gmv, creator_region: records.creators.get(String(value.uid))?.region };
      conversion.apply({ value: amount, origin }, 'ndjson');
      Reflect.set(value, 'gmv', amount.gmv);
    }
    return { records, lacking: kind === 'sales' ? fillUsd(this.rates, records, values) : NO_FACTS.lacking };
  }

  private toItem(record: LoadRecords[RecordKind], records: FactRecords, origin: Origin): LoadItem {
    const stored = toStored(this.request.kind, record, this.trees, this.rates, records);
    for (const unknown of unknownReferences(stored.document, this.trees)) this.remarks.add(...unknown, origin);
    this.noteLateMoment(stored.document, origin);
    return toLoadItem(stored, origin);
  }

  /** Notes the fields that lines have, also those that are null. */
  private noteGiven(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const { path } of columnsOf(this.request.kind))
      if (!this.given.has(path) && valueAt(value, path) !== undefined) this.given.add(path);
  }

  private noteLateMoment(document: object, origin: Origin): void {
    const newest = NEWEST.find(({ kind }) => kind === this.request.kind);
    const moment = newest && (Reflect.get(document, newest.field) as string | number | null);
    if (moment && moment > endOfTomorrow(newest.isDay))
      this.remarks.add(
        `values of ${newest.field} are after tomorrow and never count as the newest`,
        String(moment),
        origin,
      );
  }

  private async replace(items: Replacement['items']): Promise<LedgerTally> {
    const { client, names, locks, shards = 'auto' } = this.target;
    const { kind, inputs, mode, keep } = this.request;
    const bytes = textBytes(inputs);
    if (bytes === undefined && shards === 'auto' && mode === 'replace') {
      this.listener.onNote(
        `The size of standard input is unknown: ${kind} keep their number of shards. Set another number with --shards.`,
      );
    }
    const onFinishing = (): void => {
      this.showProgress('finishing');
      if (this.stored === 0)
        throw new WorkFailure(`The ${locks.work} has no valid record; the live index is unchanged.`);
    };
    const replacement = { kind, items, size: { bytes }, ...this.written, onFinishing };
    // A change drops the index build that it was made of, so that those that a replacement has kept stay.
    const changed = mode === 'replace' ? {} : await this.retry(() => readLiveIndices(client, names, [kind]));
    const kept = mode === 'replace' ? keep : Infinity;
    const { loaded, discarded } = await replaceRecords(this.target, [replacement], kept, factsOf(kind));
    await this.retry(() => dropIndices(client, Object.values(changed)));
    for (const index of discarded) {
      this.listener.onNote(`An earlier load left ${index} unfinished. It was deleted, and this load has started over.`);
    }
    return loaded.get(kind) as LedgerTally;
  }

  /** Changes all records of a kind in one step, or none. */
  private async changeWhole(items: AsyncIterable<LoadItem>): Promise<LedgerTally> {
    const { kind, mode, rejects } = this.request;
    const { most = Infinity } = descriptionOf(kind);
    const before = mode === 'replace' ? new Map<string, LoadItem>() : await this.storedOf(kind);
    const after = new Map(before);
    const ids = new Set<string>();
    for await (const item of items) {
      const { id } = item;
      let [change = DELETED] = await this.changes([item], after);
      if (change !== DELETED && !after.has(id) && after.size >= most)
        change = { reason: `There are ${most.toLocaleString('en-US')} ${kind}, which is the most.` };
      if ('reason' in change) {
        rejects.add(item.origin, [change.reason]);
        continue;
      }
      ids.add(id);
      if (change === DELETED) after.delete(id);
      else after.set(id, { ...item, ...change });
    }
    const [fault] = isTreeKind(kind) ? new CategoryTree(nodesOf(after)).faults : [];
    if (fault !== undefined) throw new WorkFailure(`The categories form no tree: ${fault} Nothing was loaded.`);
    this.stored = ids.size;
    const known = [...ids].flatMap((id) => before.get(id) ?? []);
    const unchanged = known.filter(({ id, source }) => after.get(id)?.source.equals(source)).length;
    const tally = { distinct: ids.size, loaded: ids.size - known.length, updated: known.length - unchanged, unchanged };
    if (mode === 'replace' || tally.updated > 0 || after.size > before.size) await this.replace(after.values());
    return tally;
  }

  private async merge(items: AsyncIterable<LoadItem>): Promise<LedgerTally> {
    const { client, names, locks } = this.target;
    const { kind } = this.request;
    const inputs = this.request.inputs.map(({ name }) => name);
    const begin = async (): Promise<void> => {
      await this.retry(() => markDue(this.store, factsOf(kind), locks.work));
      const earlier = await this.retry(() => beginMerge(this.store, kind, inputs, locks.work));
      if (earlier === undefined) return;
      this.listener.onNote(
        `An earlier load of the same inputs, started ${earlier.since}, was interrupted. This load starts over; what is stored already counts as unchanged.`,
      );
    };
    let begun: Promise<void> | undefined;
    const makeChanges: MakeChanges = async (batch, stored) => {
      const changes = await this.changes(batch, stored);
      // A load that fails before its first write leaves nothing to repeat, so it is not recorded.
      await (begun ??= begin());
      return changes;
    };
    const tally = await mergeRecords(this.target, kind, items, this.written, makeChanges);
    this.showProgress('finishing');
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

  private changes(batch: readonly LoadItem[], stored: Stored): Promise<readonly Change[]> {
    const { mode, whole } = this.request;
    if (mode === 'delete') return Promise.resolve(batch.map(() => DELETED));
    if (mode === 'update') return this.updates(batch, stored);
    if (mode === 'merge' && whole !== true) this.refuseToEmpty(batch, stored);
    return Promise.resolve(batch);
  }

  private async updates(batch: readonly LoadItem[], stored: Stored): Promise<Change[]> {
    const { kind, add } = this.request;
    const values = batch.map((item) => {
      const before = stored.get(item.id);
      if (before === undefined && add !== true) return undefined;
      return linesOf(item).reduce(
        (record, { source }) => applyChange(kind, record, parseRecord(source)),
        before === undefined ? {} : loadOf(kind, parseRecord(before.source)),
      );
    });
    const { records, lacking } = await this.factRecords(values);
    return batch.map(({ id, origin }, at) => {
      const value = values[at];
      if (value === undefined) return { reason: `${id} is not stored; --add loads it as new.` };
      const made = perLine(() => {
        const { record, reasons } = this.wholeCheck.check(value, lacking.get(value));
        return reasons === undefined ? this.toItem(record, records, origin) : { reasons };
      });
      return 'reasons' in made ? { reason: made.reasons.join(' ') } : made;
    });
  }

  /** @throws WorkFailure when fields that no line has would lose values */
  private refuseToEmpty(batch: readonly LoadItem[], stored: Stored): void {
    const { kind } = this.request;
    const { made } = descriptionOf(kind);
    const isGiven = (path: string): boolean => this.given.has(path);
    const open = columnsOf(kind)
      .filter(({ path }) => !isGiven(path) && !made[path]?.every(isGiven))
      .sort((one, other) => Number(one.path in made) - Number(other.path in made));
    const emptied = new Set<string>();
    for (const { id, returned } of open.length === 0 ? [] : batch) {
      const before = stored.get(id)?.source;
      if (before === undefined || before.equals(returned)) continue;
      const [old, next] = [before, returned].map((source) => loadOf(kind, parseRecord(source)));
      for (const { path, valueOf } of open)
        if (hasValue(valueOf(old)) && !hasValue(valueOf(next)) && !made[path]?.some((other) => emptied.has(other)))
          emptied.add(path);
    }
    if (emptied.size === 0) return;
    const names = [...emptied].slice(0, MOST_NAMED).join(', ');
    const others = emptied.size > MOST_NAMED ? ` and ${emptied.size - MOST_NAMED} more` : '';
    throw new WorkFailure(
      `The inputs lack fields that stored ${kind} have: ${names}${others}. This merge would empty them and was stopped. --update changes only the fields that the inputs have; --whole stores the lines as whole records.`,
    );
  }

  private showProgress(step: LoadProgress['step'] = 'reading'): void {
    const { read: lines, bytes } = this;
    this.listener.onProgress({ step, lines, rejected: this.request.rejects.count, bytes });
  }
}
