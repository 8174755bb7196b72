import type { Client } from '@elastic/elasticsearch';
import type { ShardSetting } from '../../config/setting.js';
import { INDEX_KINDS, type IndexKind, isOwnKind } from '../../common/record-kind.js';
import { readIndexDefinition } from './index-definition.js';
import type { IndexNames } from './index-names.js';
import { WorkFailure } from '../../common/errors/failure.js';

/** Largest recommended shard (docs/operating.md, "Size"). */
export const MOST_PER_SHARD = { records: 10_000_000, bytes: 25e9 } as const;

const ROOM = 'Choose fewer shards (--shards, INDEX_SHARDS) or replicas, or add nodes.';
const COMPONENTS =
  'Every node of your own cluster needs Elasticsearch 9.x with the plugin analysis-icu (elasticsearch-plugin install analysis-icu). An embedded node of an earlier release has it when this release starts it on the same data folder: docs/operating.md, "Upgrade".';

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
  if (isOwnKind(kind)) return 1;
  return setting === 'auto' ? Math.max(live, shardsNeeded(size)) : setting;
}

/**
 * Creates missing indices, empty and with their aliases, and missing fields of `tokens`; returns the kinds created. Two
 * processes at once still create one index per alias.
 */
export async function ensureIndices(client: Client, names: IndexNames, shards: ShardSetting = 'auto') {
  const ensure = async (kind: IndexKind): Promise<boolean> => {
    const alias = names.alias(kind);
    const { version, settings, mappings } = readIndexDefinition(kind);
    if (!(await client.indices.existsAlias({ name: alias }))) {
      const index = `${alias}-v${version}-first`;
      const sharded = { ...settings, index: { ...settings.index, number_of_shards: chooseShards(kind, shards) } };
      const first = { index, settings: sharded, mappings, aliases: { [alias]: { is_write_index: true } } };
      return createOnce(() => client.indices.create(first)).catch(explainLack);
    }
    // It is never loaded again, and may lack fields of later releases.
    if (kind === 'tokens') await client.indices.putMapping({ index: alias, properties: mappings.properties ?? {} });
    return false;
  };
  // Products have the analysis: where Elasticsearch lacks a component of it, nothing is created.
  const products = ensure('products');
  await products;
  const created = await Promise.all(INDEX_KINDS.map((kind) => (kind === 'products' ? products : ensure(kind))));
  return INDEX_KINDS.filter((_, number) => created[number]);
}

/** Says what to do where the cluster has no room for an index, or lacks a component of its analysis. */
export function explainLack(error: unknown): never {
  const { message } = error as Error;
  const [room] = /this action would .* open/.exec(message) ?? [];
  const [component] = /Unknown \w+ type \[\w+\]|failed to find \w+ under name \[\w+\]/i.exec(message) ?? [];
  if (room !== undefined) throw new WorkFailure(`The cluster has no room: ${room}. ${ROOM}`);
  if (component === undefined) throw error;
  throw new WorkFailure(`A node lacks what the indices need: ${component}. ${COMPONENTS}`);
}

/** Creates an index unless it exists, by another process or a request whose answer was lost. Returns whether it did. */
export async function createOnce(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create();
    return true;
  } catch (error) {
    if (!(error as Error).message.startsWith('resource_already_exists_exception')) throw error;
    return false;
  }
}
