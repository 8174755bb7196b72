import type { ShardSetting } from '../../config/shard-setting.js';
import type { IndexKind } from '../../documents/index-kind.js';

/** Up to here a shard searches, merges and moves between nodes well (docs/operating.md, "Size"). */
export const MOST_PER_SHARD = { records: 10_000_000, bytes: 25e9 } as const;

/** Kinds that hold what the service itself writes one by one: a few hundred documents for ever. */
export const ALWAYS_ONE_SHARD: readonly IndexKind[] = ['tokens', 'state'];

/** What is known of the size of an index. */
export interface IndexSize {
  readonly records?: number | undefined;
  /** Of one copy. */
  readonly bytes?: number | undefined;
}

/** The fewest shards for so much data; 1 when nothing is known. */
export function shardsNeeded({ records = 0, bytes = 0 }: IndexSize): number {
  return Math.max(1, Math.ceil(records / MOST_PER_SHARD.records), Math.ceil(bytes / MOST_PER_SHARD.bytes));
}

/**
 * How many shards a new index gets.
 * @param live how many the index has that it replaces: `auto` never takes shards away, which an operator may have chosen
 */
export function chooseShards(kind: IndexKind, setting: ShardSetting, size: IndexSize = {}, live = 1): number {
  if (ALWAYS_ONE_SHARD.includes(kind)) return 1;
  return setting === 'auto' ? Math.max(live, shardsNeeded(size)) : setting;
}
