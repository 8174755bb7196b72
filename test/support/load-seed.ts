import type { Client } from '@elastic/elasticsearch';
import { buildBoards } from '../../src/boards/build-boards.js';
import { BuildTarget } from '../../src/boards/build-target.js';
import type { ShardSetting } from '../../src/config/setting.js';
import type { IndexNames } from '../../src/elastic/indices/index-names.js';
import { replaceAll } from '../../src/loading/writing/replace-all.js';
import { PERIOD_TYPES } from '../../src/common/period/period.js';
import { Seed } from '../../src/seed/seed.js';

const RETRY_OPTIONS = { giveUpAfterMs: 60_000 };

/** Records, facts and boards of a seed, loaded and built as `npm run seed` does; for what `startTestApp` takes as `load`. */
export const loadSeed =
  (scale: number, shards: ShardSetting = 'auto') =>
  async (client: Client, names: IndexNames): Promise<void> => {
    await replaceAll(
      { client, names, retryOptions: RETRY_OPTIONS, shards },
      new Seed({ scale, until: '2026-06-30' }).sources,
      'seed of a test',
    );
    const target = new BuildTarget(client, names, RETRY_OPTIONS);
    await buildBoards(target, { scope: { types: PERIOD_TYPES, days: {} }, keepMs: 0 });
  };
