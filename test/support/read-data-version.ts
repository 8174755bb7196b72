import type { ElasticClient } from '../../src/elastic/client/elastic-client.js';
import type { IndexNames } from '../../src/elastic/indices/index-names.js';
import { DATA_VERSION_ID } from '../../src/elastic/state/data-version.js';
import { StateStore } from '../../src/elastic/state/state-store.js';

/** Reads the data version. It grows with every change of the data and is 0 before the first load. */
export async function readDataVersion(client: ElasticClient, names: IndexNames): Promise<number> {
  return (await new StateStore(client, names).get(DATA_VERSION_ID))?.version ?? 0;
}
