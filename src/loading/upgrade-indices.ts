import { RECORD_KINDS, type RecordKind } from '../common/record-kind.js';
import { WorkFailure } from '../common/errors/failure.js';
import { PointInTime } from '../elastic/client/point-in-time.js';
import { retryBy } from '../elastic/client/retry-policy.js';
import { chooseShards, ensureIndices } from '../elastic/indices/ensure-indices.js';
import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { type LockedCluster, withLocks } from '../elastic/state/cluster-lock.js';
import { type IndexBuildState, listIndexBuilds } from './index-builds/index-history.js';
import type { LoadItem, Origin } from './load-item.js';
import { loadOf } from './load-kind.js';
import { RecordSource } from './record-source.js';
import { RejectsFile, rejectsPath } from './rejects-file.js';
import { type LoadTarget, replaceRecords } from './writing/replace-records.js';
import type { JsonObject } from '../common/json-object.js';

/**
 * Rewrites what has an earlier index version, or other shards than are set, into new index builds, as if its records were
 * loaded again: amounts in USD stay, categories have the names of the loaded trees, facts get dimensions. The old builds
 * stay, so that the release before can roll back to them. Documents that a load would reject go to a file.
 * @param from the prefix of other indices that are copied, whatever their version; empty ones are not
 * @throws WorkFailure before any kind is rewritten where Elasticsearch lacks a component of the analysis
 */
export async function* upgradeIndices(target: LoadTarget, from?: string) {
  const source = { ...target, names: from === undefined ? target.names : new IndexNames(from) };
  const due = new Map<RecordKind, IndexBuildState>();
  for (const kind of RECORD_KINDS) {
    const live = (await listIndexBuilds(source, kind)).find(({ role }) => role === 'live');
    if (live && (from === undefined ? isDue(target, kind, live) : live.documents > 0)) due.set(kind, live);
  }
  await retryBy(target.retryOptions)(() => ensureIndices(target.client, target.names, target.shards));
  const isAnalysed = (kind: RecordKind): boolean => readIndexDefinition(kind).settings.analysis !== undefined;
  for (const [kind, live] of [...due].sort(([one], [other]) => Number(isAnalysed(other)) - Number(isAnalysed(one))))
    yield await withLocks(target, [kind], `upgrade of ${kind}`, (locked) => rewrite(locked, kind, live));
  if (due.size === 0) yield { text: 'No index has an earlier version or other shards than are set.', rejected: 0 };
}

function isDue({ shards = 'auto' }: LoadTarget, kind: RecordKind, live: IndexBuildState): boolean {
  const wanted = chooseShards(kind, shards, { records: live.documents, bytes: live.primaryBytes }, live.shards);
  return live.version < readIndexDefinition(kind).version || live.shards !== wanted;
}

/** @throws WorkFailure when no document can be rewritten: the live index stays */
async function rewrite(target: LoadTarget & LockedCluster, kind: RecordKind, { index, documents }: IndexBuildState) {
  const rejects = new RejectsFile(rejectsPath(kind), Infinity);
  const describe = (stored: number): string => {
    const made = `${stored.toLocaleString('en-US')} ${kind} of ${index} have been rewritten.`;
    if (rejects.count === 0) return made;
    const others = `${rejects.count.toLocaleString('en-US')} can’t be made of their documents and are in ${rejects.path}`;
    return `${made} ${others} with the reasons: npm run load -- ${kind} FILE${stored === 0 ? ' --replace' : ''} loads them.`;
  };
  const replacement = {
    kind,
    items: storedRecords(target, kind, index, rejects),
    size: { records: documents },
    keep: Infinity,
    onRefused: ({ origin }: LoadItem, reason: string) => rejects.add(origin, [reason]),
    onFinishing: (stored: number) => {
      if (stored === 0 && rejects.count > 0) throw new WorkFailure(describe(0));
    },
  };
  const { tally } = await replaceRecords(target, replacement).finally(() => rejects.close());
  return { text: describe(tally.distinct), rejected: rejects.count };
}

/** The records of an index as they are loaded again. Those that the check rejects go to the file. */
async function* storedRecords(target: LockedCluster, kind: RecordKind, index: string, rejects: RejectsFile) {
  const request = { kind, mode: 'replace', inputs: [], rejects, keep: Infinity } as const;
  const source = await RecordSource.open(target, request);
  const point = await PointInTime.open(target.client, index, retryBy(target.retryOptions));
  let line = 0;
  try {
    for await (const page of point.scan<JsonObject>()) {
      const loads = page.map(({ _source }) => loadOf(kind, _source));
      const origins = loads.map((load) => ({ file: index, line: (line += 1), text: JSON.stringify(load) }));
      for (const [at, made] of (await source.itemsOf(loads, origins)).entries())
        if ('reasons' in made) rejects.add(origins[at] as Origin, made.reasons);
        else yield made;
    }
  } finally {
    await point.close();
  }
}
