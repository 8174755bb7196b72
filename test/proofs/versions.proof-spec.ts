import { setTimeout as sleep } from 'node:timers/promises';
import { TokenStore } from '../../src/access/token-store.js';
import { buildBoards } from '../../src/boards/build-boards.js';
import { BuildTarget } from '../../src/boards/build-target.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { SCOPES } from '../../src/http/request/request-context.js';
import { switchUnderLocks } from '../../src/loading/index-builds/alias-switch.js';
import { rollBack } from '../../src/loading/index-builds/index-history.js';
import { ApiGroup } from '../../tools/local-cluster/api-group.js';
import { Balancer } from '../../tools/local-cluster/balancer.js';
import { LoadSuite } from '../loading/load-suite.js';
import { buildService } from '../ops/service-process.js';
import { elasticsearchUrl } from '../support/app.js';
import type { Observation, ObservationTally } from '../support/observing-client.js';
import { emptyObservations, ObservingClient } from '../support/observing-client.js';

/** Of each run; PROOF_REQUESTS makes it smaller. */
const REQUESTS = Number(process.env.PROOF_REQUESTS ?? 100_000);
const CLIENTS = 8;
const VIDEOS = 100;
const FROZEN_MS = 3000;
/** Every so many requests one asks for a ranking. */
const RANKING_EVERY = 10;
const DATE = '2026-06-30';
const TIMEOUT_MS = 3_600_000;

/** What is asked at a turn: a page of videos, which all have the plays of one load, or a ranking. */
function observation(turn: number): Observation {
  if (turn % RANKING_EVERY === 0) return RANKING;
  return {
    path: '/video/v1/search',
    body: { filter: { create_time_range: { min: 0 } }, pagesize: 1 + (turn % 50) },
    shownBy: ({ total, list = [] }) => {
      const [plays, ...others] = new Set(list.map(({ play_count }) => play_count));
      return total === VIDEOS && others.length === 0 ? plays : undefined;
    },
  };
}

/** A ranking that is rebuilt all the while has its one row, and the units of one of the loads. */
const RANKING: Observation = {
  path: '/category/v1/rank/topSelling',
  body: { filter: { date_info: { type: 'day', value: DATE } } },
  shownBy: ({ list: [row, ...others] = [] }) =>
    others.length === 0 && (row?.units_sold ?? 0) > 0 ? 'timeless' : undefined,
};

describe(`two processes behind the balancer, ${REQUESTS} requests while the data changes`, () => {
  let suite: LoadSuite;
  let balancer: Balancer;
  let group: ApiGroup;
  let token: string;
  /** The plays of every video after each change. */
  const history: number[] = [];
  let units = 0;

  beforeAll(async () => {
    await buildService();
    suite = await LoadSuite.start('versions-proof');
    token = await new TokenStore(suite.client, suite.names, new ClusterReads(suite.client)).create(
      'proof',
      SCOPES,
      null,
    );
    await load();
    await rebuild();
    balancer = await Balancer.listen(0, '127.0.0.1');
    const environment = { ...process.env, INDEX_PREFIX: suite.prefix, LOG_LEVEL: 'warn' };
    const elasticsearch = { elasticsearchUrl: elasticsearchUrl(), onLog: () => undefined };
    group = await ApiGroup.start({ count: 2, environment, balancer, ...elasticsearch });
  });
  afterAll(async () => {
    await group?.stop();
    await balancer?.close();
    await suite?.close();
  });

  /** Replaces all videos by ones whose plays no state had before. */
  async function load(): Promise<void> {
    const plays = Math.max(0, ...history) + 1;
    const records = Array.from({ length: VIDEOS }, (_, at) => ({
      video_id: `v${at}`,
      publish_time: at,
      play_count: plays,
    }));
    history.push(plays);
    await suite.load('videos', [suite.records(`videos-${history.length}.ndjson`, records)], { mode: 'replace' });
  }

  /** As `npm run indices -- rollback videos`. */
  async function rollBackVideos(): Promise<void> {
    const before = history.at(-2) as number;
    const target = { client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 30_000 } };
    await switchUnderLocks(target, ['videos'], 'rollback', async (locked) => {
      history.push(before);
      await rollBack(locked, 'videos');
    });
  }

  /** Sells one unit more and builds the rankings of the day. */
  async function rebuild(): Promise<void> {
    units += 1;
    const sale = { id: 's', date: DATE, uid: '1', channel: 'video', content_id: 'v1', product_id: '3' };
    const amounts = { product_category_id: 10000, units_sold: units, gmv: units, usd_gmv: units };
    await suite.load('sales', [suite.records(`sales-${units}.ndjson`, [{ ...sale, ...amounts }])]);
    const target = new BuildTarget(suite.client, suite.names, { giveUpAfterMs: 30_000 });
    await buildBoards(target, { scope: { types: ['day'], days: {} }, keepMs: 60_000 });
  }

  async function freeze(): Promise<void> {
    const [pid] = group.pids as [number];
    process.kill(pid, 'SIGSTOP');
    await sleep(FROZEN_MS);
    process.kill(pid, 'SIGCONT');
  }

  async function run(sendsVersion: boolean): Promise<ObservationTally> {
    const tally = emptyObservations();
    let changes = 0;
    const clients = Array.from({ length: CLIENTS }, async () => {
      const client = new ObservingClient({ url: balancer.url, token, sendsVersion, history });
      while (tally.sent < REQUESTS) await client.send(observation(tally.sent + 1), tally);
    });
    for (let step = 0; tally.sent < REQUESTS; step += 1, changes += 1) {
      await load();
      if (step % 2 === 1) await rollBackVideos();
      if (step % 3 === 2) await rebuild();
      if (step % 5 === 4) await Promise.all([freeze(), load()]);
      await sleep(300);
    }
    await Promise.all(clients);
    process.stdout.write(
      `version ${sendsVersion ? '' : 'not '}sent: ${JSON.stringify({ ...tally, steps: changes })}\n`,
    );
    return tally;
  }

  it(
    'shows nothing older after something newer to clients that send the version',
    async () => {
      expect(await run(true)).toMatchObject({ failed: 0, older: 0, wrong: 0 });
    },
    TIMEOUT_MS,
  );

  it(
    'shows older answers after newer ones to clients that do not',
    async () => {
      const tally = await run(false);
      expect(tally).toMatchObject({ failed: 0, wrong: 0 });
      expect(tally.older).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
