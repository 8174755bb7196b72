import type { Client } from '@elastic/elasticsearch';
import { Seed } from '../../dev/seed/seed.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { createOnce, ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { elasticsearchUrl } from './app.js';
import { eventually } from './eventually.js';
import { loadSeed } from './load-records.js';

/** How much of the seed `seededIndices` holds. */
export const SHARED_SCALE = 0.05;

export const sharedSeed = () => new Seed({ scale: SHARED_SCALE, until: '2026-06-30' });

/** The prefix of indices that hold the seed, records and facts; for tests that write nothing but tokens. */
export const seededIndices = (): Promise<string> => shared('seeded', loadSeed(SHARED_SCALE));

/** The prefix of indices that are there and empty; for tests that write nothing but tokens. */
export const emptyIndices = (): Promise<string> => shared('empty', () => Promise.resolve());

/** On a busy machine. */
const FILLED_WITHIN_MS = 240_000;

/** Whoever asks first in a test run fills the indices, all others wait; the run deletes them at its end. */
async function shared(name: string, load: (client: Client, names: IndexNames) => Promise<void>): Promise<string> {
  const prefix = `${process.env.TEST_SHARED_PREFIX}${name}-`;
  const claim = { index: `${prefix}claimed`, settings: { number_of_replicas: 0 } };
  const filled = `${prefix}filled`;
  const client = createElasticClient({ url: elasticsearchUrl() });
  try {
    if (await createOnce(() => client.indices.create(claim))) {
      const names = new IndexNames(prefix);
      try {
        await ensureIndices(client, names);
        await load(client, names);
      } finally {
        // After a failure as well: nobody waits for what does not come.
        await client.indices.putAlias({ index: claim.index, name: filled });
      }
    }
    await eventually(`the ${name} indices`, () => client.indices.existsAlias({ name: filled }), FILLED_WITHIN_MS);
    return prefix;
  } finally {
    await client.close();
  }
}
