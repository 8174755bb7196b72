import { WorkFailure } from '../common/errors/failure.js';
import { FACT_KINDS, type FactKind } from '../common/record-kind.js';
import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import { chooseShards } from '../elastic/indices/ensure-indices.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { PointInTime } from '../elastic/client/point-in-time.js';
import { retryBy } from '../elastic/client/retry-policy.js';
import { type LockedCluster, withLocks } from '../elastic/state/cluster-lock.js';
import { FactRecordReader } from './dimensions/fact-records.js';
import { type LoadItem, toLoadItem } from './load-item.js';
import { BUILT_IN_CATEGORIES, loadOf, toStored } from './load-kind.js';
import { RecordCheck } from './record-check.js';
import { type LoadTarget, replaceRecords } from './writing/replace-records.js';
import { listIndexBuilds } from './index-builds/index-history.js';
import type { JsonObject } from '../common/json-object.js';

const EVERY_BUILD = Infinity;

/**
 * Rewrites the facts of an earlier index version, or of other shards than are set, into a new index build, with their
 * dimensions. The old build stays, so that the release before can roll back to it.
 * @param from the prefix of other indices whose facts are copied, whatever their version
 * @returns a sentence for each kind that was rewritten
 */
export async function upgradeFacts(target: LoadTarget, from?: string): Promise<string[]> {
  const source = { ...target, names: from === undefined ? target.names : new IndexNames(from) };
  const sentences: string[] = [];
  for (const kind of FACT_KINDS) {
    const live = (await listIndexBuilds(source, kind)).find(({ role }) => role === 'live');
    if (live === undefined) continue;
    const size = { records: live.documents, bytes: live.primaryBytes };
    const hasShards = chooseShards(kind, target.shards ?? 'auto', size, live.shards) === live.shards;
    if (from === undefined && hasShards && live.version === readIndexDefinition(kind).version) continue;
    const rewrite = async (locked: LoadTarget & LockedCluster): Promise<number> => {
      const replacement = {
        kind,
        items: storedFacts(locked, kind, live.index),
        size: { records: live.documents },
      };
      const { loaded } = await replaceRecords(locked, [replacement], EVERY_BUILD);
      return loaded.get(kind)?.distinct ?? 0;
    };
    const facts = await withLocks(target, [kind], `upgrade of ${kind}`, rewrite);
    sentences.push(`${facts.toLocaleString('en-US')} ${kind} of ${live.index} have been rewritten.`);
  }
  return sentences;
}

/** The facts of an index, as if their records were loaded again. */
async function* storedFacts(target: LockedCluster, kind: FactKind, index: string): AsyncGenerator<LoadItem> {
  const check = new RecordCheck(kind);
  const reader = new FactRecordReader(target);
  const point = await PointInTime.open(target.client, index, retryBy(target.retryOptions));
  try {
    for await (const page of point.scan<JsonObject>({ match_all: {} }, ['_shard_doc'])) {
      const records = await reader.of(page.map(({ _source }) => _source));
      for (const { _id, _source } of page) {
        const { record, reasons } = check.check(loadOf(kind, _source));
        if (reasons !== undefined) throw new WorkFailure(`${_id} of ${index} can’t be rewritten: ${reasons.join(' ')}`);
        const document = toStored(kind, record, BUILT_IN_CATEGORIES, undefined, records);
        yield toLoadItem(document, { file: index, line: 0, text: '' });
      }
    }
  } finally {
    await point.close();
  }
}
