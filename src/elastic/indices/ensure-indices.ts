import type { Client } from '@elastic/elasticsearch';
import type { ShardSetting } from '../../config/shard-setting.js';
import type { IndexKind } from '../../documents/index-kind.js';
import { INDEX_KINDS } from '../../documents/index-kind.js';
import { createOnce } from './create-once.js';
import { readIndexDefinition } from './index-definition.js';
import type { IndexNames } from './index-names.js';
import { chooseShards } from './index-size.js';

/**
 * Creates, empty and behind their aliases, the indices that are missing; leaves the others as they are, but for fields
 * that the index of tokens lacks.
 * Two processes that do it at once end with one index per alias.
 * @param shards how many shards they get; `auto`, as they are empty, is one
 * @returns the kinds that were created
 */
export async function ensureIndices(
  client: Client,
  names: IndexNames,
  shards: ShardSetting = 'auto',
): Promise<IndexKind[]> {
  const created = await Promise.all(
    INDEX_KINDS.map(async (kind) => {
      if (!(await client.indices.existsAlias({ name: names.alias(kind) })))
        return createFirstIndex(client, names, kind, chooseShards(kind, shards));
      if (kind === 'tokens') await addFields(client, names, kind);
      return false;
    }),
  );
  return INDEX_KINDS.filter((_, number) => created[number]);
}

/** What never is loaded anew gets the fields that later builds have added. */
async function addFields(client: Client, names: IndexNames, kind: IndexKind): Promise<void> {
  const { properties = {} } = readIndexDefinition(kind).mappings;
  await client.indices.putMapping({ index: names.alias(kind), properties });
}

async function createFirstIndex(client: Client, names: IndexNames, kind: IndexKind, shards: number): Promise<boolean> {
  const { version, settings, mappings } = readIndexDefinition(kind);
  return createOnce(() =>
    client.indices.create({
      index: `${names.alias(kind)}-v${version}-first`,
      settings: { ...settings, index: { ...settings.index, number_of_shards: shards } },
      mappings,
      aliases: { [names.alias(kind)]: { is_write_index: true } },
    }),
  );
}
