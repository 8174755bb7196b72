import { setTimeout as sleep } from 'node:timers/promises';
import { TokenStore } from '../../src/access/token-store.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { SCOPES } from '../../src/common/access-token.js';
import { ApiGroup } from '../../dev/local-cluster/api-process.js';
import { Balancer } from '../../dev/local-cluster/balancer.js';
import { LoadSuite } from '../../test/loading/load-suite.js';
import { buildService } from '../../test/ops/service-process.js';
import { elasticsearchUrl } from '../../test/support/app.js';
import {
  DataChanges,
  emptyObservations,
  type Observation,
  type ObservationTally,
  ObservingClient,
} from './data-changes.js';

/** Of each run; PROOF_REQUESTS makes it smaller. */
const REQUESTS = Number(process.env.PROOF_REQUESTS ?? 100_000);
const CLIENTS = 8;
const VIDEOS = 100;
const FROZEN_MS = 3000;
/** Every so many requests one asks for a ranking. */
const RANKING_EVERY = 10;
const DATE = '2026-06-30';
const TIMEOUT_MS = 3_600_000;

/** A page of videos, which all have the plays of one load. */
const observeVideos = (pagesize: number): Observation => ({
  path: '/video/v1/search',
  body: { filter: { create_time_range: { min: 0 } }, pagesize },
  shownBy: ({ total, list = [] }) => {
    const [plays, ...others] = new Set(list.map(({ play_count }) => play_count));
    return total === VIDEOS && others.length === 0 ? plays : undefined;
  },
});

/** All videos, with these plays. */
const videosWith = (plays: number): object[] =>
  Array.from({ length: VIDEOS }, (_, at) => ({ video_id: `v${at}`, publish_time: at, play_count: plays }));

describe(`two processes behind the balancer, ${REQUESTS} requests while the data changes`, () => {
  let suite: LoadSuite;
  let balancer: Balancer;
  let group: ApiGroup;
  let token: string;
  let changes: DataChanges;

  beforeAll(async () => {
    await buildService();
    suite = await LoadSuite.start('versions-proof');
    token = await new TokenStore(suite.client, suite.names, new ClusterReads(suite.client)).create(
      'proof',
      SCOPES,
      null,
    );
    changes = new DataChanges(suite, {
      kind: 'videos',
      recordsOf: videosWith,
      soldBy: '1',
      soldOn: DATE,
      giveUpAfterMs: 30_000,
    });
    await changes.replace();
    await changes.sell();
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

  async function freeze(): Promise<void> {
    const [pid] = group.pids as [number];
    process.kill(pid, 'SIGSTOP');
    await sleep(FROZEN_MS);
    process.kill(pid, 'SIGCONT');
  }

  async function run(sendsVersion: boolean): Promise<ObservationTally> {
    const tally = emptyObservations();
    let steps = 0;
    const ranking = changes.observeRanking();
    const clients = Array.from({ length: CLIENTS }, async () => {
      const client = new ObservingClient({ url: balancer.url, token, sendsVersion, history: changes.history });
      while (tally.sent < REQUESTS) {
        const turn = tally.sent + 1;
        await client.send(turn % RANKING_EVERY === 0 ? ranking : observeVideos(1 + (turn % 50)), tally);
      }
    });
    for (; tally.sent < REQUESTS; steps += 1) {
      await changes.replace();
      if (steps % 2 === 1) await changes.rollBack();
      if (steps % 3 === 2) await changes.sell();
      if (steps % 5 === 4) await Promise.all([freeze(), changes.replace()]);
      await sleep(300);
    }
    await Promise.all(clients);
    process.stdout.write(`version ${sendsVersion ? '' : 'not '}sent: ${JSON.stringify({ ...tally, steps })}\n`);
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
