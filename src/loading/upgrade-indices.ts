import { factsOf, isFactKind, RECORD_KINDS, type RecordKind } from '../common/record-kind.js';
import { nameCategories } from '../documents/category.record.js';
import { StoredUsd } from '../documents/rates.record.js';
import { PointInTime } from '../elastic/client/point-in-time.js';
import { retryBy } from '../elastic/client/retry-policy.js';
import { chooseShards, ensureIndices } from '../elastic/indices/ensure-indices.js';
import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { type LockedCluster, withLocks } from '../elastic/state/cluster-lock.js';
import { FactRecordReader, NO_RECORDS, readRates } from './dimensions/fact-records.js';
import { createIndexBuild, discardIndexBuilds } from './index-builds/index-build.js';
import { type IndexBuildState, listIndexBuilds } from './index-builds/index-history.js';
import { type LoadItem, toLoadItem } from './load-item.js';
import { loadOf, STORED_LANG, toStored } from './load-kind.js';
import { readLoadedTrees } from './loaded-trees.js';
import { RecordCheck } from './record-check.js';
import { RejectsFile, rejectsPath } from './rejects-file.js';
import { type LoadTarget, replaceRecords } from './writing/replace-records.js';
import type { JsonObject } from '../common/json-object.js';

const EVERY_BUILD = Infinity;

/** What became of the documents of a kind. */
interface Upgraded {
  /** One sentence or two. */
  readonly text: string;
  readonly rejected: number;
}

/** No document of a kind can be rewritten: its live index stays. */
class NothingMade extends Error {}

/**
 * Rewrites what has an earlier index version, or other shards than are set, into new index builds, as if its records were
 * loaded again: amounts in USD stay, categories have the names of the loaded trees, facts get dimensions. The old builds
 * stay, so that the release before can roll back to them. Documents that this release rejects go to a file.
 * @param from the prefix of other indices that are copied, whatever their version; empty ones are not
 * @throws WorkFailure before anything is made when Elasticsearch lacks a component of the analysis
 */
export async function* upgradeIndices(target: LoadTarget, from?: string): AsyncGenerator<Upgraded> {
  const source = { ...target, names: from === undefined ? target.names : new IndexNames(from) };
  const due = new Map<RecordKind, IndexBuildState>();
  for (const kind of RECORD_KINDS) {
    const live = (await listIndexBuilds(source, kind)).find(({ role }) => role === 'live');
    if (live !== undefined && (from === undefined ? isDue(target, kind, live) : live.documents > 0))
      due.set(kind, live);
  }
  if (from === undefined) await requireAnalysis(target, [...due.keys()]);
  await ensureIndices(target.client, target.names, target.shards);
  for (const [kind, live] of due)
    yield await withLocks(target, [kind], `upgrade of ${kind}`, (locked) => rewrite(locked, kind, live));
}

function isDue({ shards = 'auto' }: LoadTarget, kind: RecordKind, live: IndexBuildState): boolean {
  const size = { records: live.documents, bytes: live.primaryBytes };
  return (
    live.version < readIndexDefinition(kind).version || chooseShards(kind, shards, size, live.shards) !== live.shards
  );
}

/** Makes an index build with the analysis, and drops it. @throws WorkFailure when Elasticsearch lacks a component */
async function requireAnalysis(target: LoadTarget, kinds: readonly RecordKind[]): Promise<void> {
  const kind = kinds.find((one) => readIndexDefinition(one).settings.analysis !== undefined);
  if (kind === undefined) return;
  await withLocks(target, [kind], `upgrade of ${kind}`, async (locked) =>
    discardIndexBuilds(locked.client, [await createIndexBuild(locked, kind, 1, {})]),
  );
}

async function rewrite(
  target: LoadTarget & LockedCluster,
  kind: RecordKind,
  { index, documents }: IndexBuildState,
): Promise<Upgraded> {
  const rejects = new RejectsFile(rejectsPath(kind), Infinity);
  let stored = 0;
  const replacement = {
    kind,
    items: storedRecords(target, kind, index, rejects),
    size: { records: documents },
    afterBatch: (count: number) => void (stored = count),
    onRefused: ({ origin, source }: LoadItem, reason: string) =>
      rejects.add({ ...origin, text: source.toString() }, [reason]),
    onFinishing: () => {
      if (stored === 0 && rejects.count > 0) throw new NothingMade();
    },
  };
  try {
    await replaceRecords(target, [replacement], EVERY_BUILD, factsOf(kind));
  } catch (error) {
    if (!(error instanceof NothingMade)) throw error;
  } finally {
    rejects.close();
  }
  const [made, rejected] = [stored, rejects.count].map((count) => count.toLocaleString('en-US'));
  const text = `${made} ${kind} of ${index} have been rewritten.`;
  if (rejects.count === 0) return { text, rejected: 0 };
  const load = `npm run load -- ${kind} FILE${stored === 0 ? ' --replace' : ''}`;
  const others = `${rejected} can’t be made of their documents and are in ${rejects.path} with the reasons: ${load} loads them.`;
  return { text: `${text} ${others}`, rejected: rejects.count };
}

/** The records of an index as they are loaded again. Those that the check rejects go to the file. */
async function* storedRecords(
  target: LockedCluster,
  kind: RecordKind,
  index: string,
  rejects: RejectsFile,
): AsyncGenerator<LoadItem> {
  const check = new RecordCheck(kind);
  const reader = new FactRecordReader(target);
  const trees = await readLoadedTrees(target);
  const rates = new StoredUsd(await readRates(target));
  const point = await PointInTime.open(target.client, index, retryBy(target.retryOptions));
  let line = 0;
  try {
    for await (const page of point.scan<JsonObject>({ match_all: {} }, ['_shard_doc'])) {
      const loads = page.map(({ _source }) => loadOf(kind, _source, true));
      const records = isFactKind(kind) ? await reader.of(loads) : NO_RECORDS;
      for (const load of loads) {
        const origin = { file: index, line: (line += 1), text: '' };
        const { record, reasons } = check.check(load);
        if (reasons !== undefined) {
          rejects.add({ ...origin, text: JSON.stringify(load) }, reasons);
          continue;
        }
        nameCategories(record as object, { ...trees, lang: STORED_LANG });
        yield toLoadItem(toStored(kind, record, trees, rates, records), origin);
      }
    }
  } finally {
    await point.close();
  }
}
