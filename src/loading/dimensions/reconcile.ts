import { DIMENSION_SOURCES, FACT_KINDS, type FactKind } from '../../common/record-kind.js';
import { PointInTime } from '../../elastic/client/point-in-time.js';
import { retryBy } from '../../elastic/client/retry-policy.js';
import {
  type LockDocument,
  type LockedCluster,
  LockedFailure,
  lockId,
  RECONCILE,
  type RetryingCluster,
  runsOut,
  withLocks,
} from '../../elastic/state/cluster-lock.js';
import { raiseDataVersion } from '../../elastic/state/data-version.js';
import { dueId, type DueReconcile, StateStore } from '../../elastic/state/state-store.js';
import { toLoadItem } from '../load-item.js';
import { BUILT_IN_CATEGORIES, loadOf, parseRecord, toStored } from '../load-kind.js';
import { DELETED, type MakeChanges, mergeRecords } from '../writing/merge-records.js';
import type { ChangedRecords } from './changed-records.js';
import { comparedDimensions, FactRecordReader, keyOf, MOST_IDS, type SubjectKind } from './fact-records.js';

/**
 * Gives facts the dimensions of their records where that is due. It is left to a load that holds the facts or changes
 * their records: that does it when it has ended, because each load calls this after releasing its lock.
 * @param changed the records that the load has changed, where these are known
 * @returns a sentence for each kind of facts that changed or is left
 */
export async function reconcileDue(target: RetryingCluster, changed?: ChangedRecords): Promise<string[]> {
  const store = new StateStore(target.client, target.names);
  const retry = retryBy(target.retryOptions);
  const sentences: string[] = [];
  for (const kind of FACT_KINDS) {
    while ((await retry(() => store.get(dueId(kind)))) !== undefined) {
      const holder = await retry(() => holderOfRecords(store, kind));
      if (holder !== undefined) {
        sentences.push(`${kind} get the dimensions of their records at the end of ${holder}.`);
        break;
      }
      try {
        const facts = await withLocks(target, [kind], `${RECONCILE}${kind}`, (locked) =>
          reconcile(locked, kind, store, changed),
        );
        if (facts > 0)
          sentences.push(`${facts.toLocaleString('en-US')} ${kind} got new dimensions from their records.`);
      } catch (error) {
        if (!(error instanceof LockedFailure)) throw error;
        sentences.push(`${error.message.split(' since ')[0]}, which gives them the dimensions of their records.`);
        break;
      }
    }
  }
  return sentences;
}

/** The process that is changing records of facts, if one is alive. */
async function holderOfRecords(store: StateStore, kind: FactKind): Promise<string | undefined> {
  for (const subject of DIMENSION_SOURCES[kind]) {
    const lock = await store.get<LockDocument>(lockId(subject));
    if (lock !== undefined && !(await runsOut(store, subject, lock))) return lock.value.holder;
  }
  return undefined;
}

/** Compares facts of a kind, whose lock is held, with the records that changed, and rewrites those that differ. Returns their number. */
async function reconcile(target: LockedCluster, kind: FactKind, store: StateStore, changed?: ChangedRecords) {
  const { client, names, retryOptions, locks } = target;
  const retry = retryBy(retryOptions);
  const due = await retry(() => store.get<DueReconcile>(dueId(kind)));
  if (due === undefined) return 0;
  const alias = names.alias(kind);
  const records = new FactRecordReader(target);
  const facts = await PointInTime.open(client, alias, retry);
  const ids = await changed?.idsFor(kind, due);
  const outdated =
    ids === undefined
      ? findOutdated(facts, DIMENSION_SOURCES[kind], records)
      : factsNaming(facts, changed?.kind as SubjectKind, [...ids]);
  const merging = mergeRecords(target, kind, outdated, {}, changesOf(kind, records));
  const { updated } = await merging.finally(() => facts.close());
  if (updated > 0) {
    await retry(() => client.indices.refresh({ index: alias }));
    await retry(() => raiseDataVersion(client, names, locks.work));
  }
  // It stays due when records began to change meanwhile.
  await retry(() => store.remove(dueId(kind), due));
  return updated;
}

/** The facts whose dimensions differ from those of their records. */
async function* findOutdated(facts: PointInTime, subjects: readonly SubjectKind[], records: FactRecordReader) {
  for (const subject of subjects) {
    const { key, channel } = keyOf(subject);
    const fields = Object.keys(comparedDimensions(subject, undefined));
    for await (const groups of facts.groups(key, fields, ofChannel(channel))) {
      const loaded = await records.recordsOf(groups.map((group) => ({ ...group, channel })));
      const ids = groups.flatMap((group) => {
        const id = String(group[key]);
        const dimensions = comparedDimensions(subject, loaded[subject].get(id));
        return fields.some((field) => group[field] !== dimensions[field]) ? [id] : [];
      });
      yield* factsNaming(facts, subject, [...new Set(ids)]);
    }
  }
}

const ofChannel = (channel: string | undefined) => (channel === undefined ? { match_all: {} } : { term: { channel } });

/** The facts of some records, without their documents. */
async function* factsNaming(facts: PointInTime, subject: SubjectKind, ids: readonly string[]) {
  const origin = { file: subject, line: 0, text: '' };
  const { key, channel } = keyOf(subject);
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const filter = [{ terms: { [key]: ids.slice(from, from + MOST_IDS) } }, ofChannel(channel)];
    for await (const page of facts.scan({ bool: { filter } }, false))
      for (const { _id: id } of page) yield { id, ...DELETED, origin };
  }
}

/** Makes the documents of facts anew, from what is stored now. A deleted fact stays deleted. */
const changesOf =
  (kind: FactKind, reader: FactRecordReader): MakeChanges =>
  async (items, stored) => {
    const facts = stored.map((fact) => fact && loadOf(kind, parseRecord(fact.source)));
    const records = await reader.recordsOf(facts);
    return items.map(({ origin }, at) => {
      const fact = facts[at];
      return fact === undefined
        ? DELETED
        : toLoadItem(toStored(kind, fact as never, BUILT_IN_CATEGORIES, undefined, records), origin);
    });
  };
