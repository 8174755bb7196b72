import type { ShardSetting } from '../../config/setting.js';
import type { IndexKind } from '../../common/index-kind.js';

/** Largest recommended shard (docs/operating.md, "Size"). */
export const MOST_PER_SHARD = { records: 10_000_000, bytes: 25e9 } as const;

/** Kinds with at most a few hundred documents, which the service writes itself. */
export const ALWAYS_ONE_SHARD: readonly IndexKind[] = ['tokens', 'state'];

/** The size of an index, as far as known. */
export interface IndexSize {
  readonly records?: number | undefined;
  /** Size of one copy. */
  readonly bytes?: number | undefined;
}

/** The smallest number of shards for an index of this size; 1 when the size is unknown. */
export function shardsNeeded({ records = 0, bytes = 0 }: IndexSize): number {
  return Math.max(1, Math.ceil(records / MOST_PER_SHARD.records), Math.ceil(bytes / MOST_PER_SHARD.bytes));
}

/** The shards of a new index. `auto` never has fewer than the `live` one, because an operator may have chosen them. */
export function chooseShards(kind: IndexKind, setting: ShardSetting, size: IndexSize = {}, live = 1): number {
  if (ALWAYS_ONE_SHARD.includes(kind)) return 1;
  return setting === 'auto' ? Math.max(live, shardsNeeded(size)) : setting;
}
