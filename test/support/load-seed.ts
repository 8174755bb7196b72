import type { Client } from '@elastic/elasticsearch';
import type { ShardSetting } from '../../src/config/setting.js';
import type { IndexNames } from '../../src/elastic/indices/index-names.js';
import { replaceAll } from '../../src/loading/replace-all.js';
import { Seed } from '../../dev/seed/seed.js';

/** Records and facts of a seed, loaded as `npm run seed` does; for what `startTestApp` takes as `load`. */
export const loadSeed =
  (scale: number, shards: ShardSetting = 'auto') =>
  (client: Client, names: IndexNames): Promise<void> =>
    replaceAll(
      { client, names, retryOptions: { giveUpAfterMs: 60_000 }, shards },
      new Seed({ scale, until: '2026-06-30' }).sources,
      'seed of a test',
    );
