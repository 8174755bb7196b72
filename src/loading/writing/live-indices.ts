import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';

/** The physical indices that the alias names: one, or none before the first. */
export async function liveIndices(client: ElasticClient, names: IndexNames, kind: IndexKind): Promise<string[]> {
  const found = await client.indices.getAlias({ name: names.alias(kind) }, { ignore: [404] });
  return 'error' in found ? [] : Object.keys(found);
}
