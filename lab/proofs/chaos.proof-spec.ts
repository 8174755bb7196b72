import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TokenStore } from '../../src/access/token-store.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { nodeFolder } from '../../dev/embedded-node/data-directory.js';
import { WorkFailure } from '../../src/common/errors/failure.js';
import { SCOPES } from '../../src/common/access-token.js';
import { Seed } from '../../dev/seed/seed.js';
import { ApiGroup } from '../../dev/local-cluster/api-process.js';
import { Balancer } from '../../dev/local-cluster/balancer.js';
import { type ClusterNode, ClusterNodes } from '../../dev/local-cluster/cluster-nodes.js';
import { LoadSuite } from '../../test/loading/load-suite.js';
import { AnswerHistory } from './answer-history.js';
import {
  DataChanges,
  emptyObservations,
  type Observation,
  type ObservationTally,
  ObservingClient,
} from './data-changes.js';
import { Gate, TransportGates } from './gate.js';
import { loadSeed } from '../../test/support/load-records.js';
import { SecuredProxy } from '../../test/support/secured-proxy.js';
import { seedExpectations } from '../../test/support/seed-expectations.js';
import { emptyTally, type Tally, WatchedLoad } from '../../test/support/watched-load.js';

const SCALE = 0.1;
const LAST_DAY = '2026-06-30';
const WORKERS = 8;
const OBSERVERS = 2;
/** Between an answer and a worker's next request: the nodes that come back need a part of the machine too. */
const PAUSE_MS = 40;
const CHANGES_PAUSE_MS = 2000;
const WARM_UP_MS = 20_000;
const STEADY_MS = 10_000;
const FROZEN_MS = 25_000;
/** Longer than a cluster waits for a silent node before it goes on without it. */
const CUT_OFF_MS = 60_000;
const HOUR_MS = 3_600_000;
const RECOVERY_TIMEOUT_MS = 180_000;
/** Of the answers a second before the faults, ten seconds after each fault; other work shares the machine. */
const LEAST_SPEED = 0.5;

/** Changes count in the followers of this creator, and in the units that it sold on a day of its own. */
const COUNTED_CREATOR = '999000111';
const COUNTED_DAY = '2020-01-01';
const NAME = 'elasticsearch.chaos';
const HISTORY_FILE = join('.cache', 'chaos-history.ndjson');

const OBSERVE_CREATOR: Observation = {
  path: '/creator/v1/search',
  body: { filter: { uid: [COUNTED_CREATOR] } },
  shownBy: ({ total, list = [] }) => (total === 1 ? list[0]?.follower_count : undefined),
};

interface Ready {
  readonly status: string;
  readonly elasticsearch?: { readonly status: string; readonly nodes: number };
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

describe('a cluster under load that loses nodes, processes, connections and its clock', () => {
  const gates = new TransportGates();
  const answers = new AnswerHistory(HISTORY_FILE);
  let nodes: ClusterNodes;
  let suite: LoadSuite;
  let balancer: Balancer;
  let group: ApiGroup;
  let token: string;
  let load: WatchedLoad;
  let observations: ObservationTally = emptyObservations();
  let observing = true;
  let observers: Promise<void>[] = [];
  let changes: DataChanges;
  let changing: Promise<void>;
  let isChanging = true;
  /** Changes that ended well, loads that had to be run again, and the longest. */
  const changed = { made: 0, repeated: 0, slowestMs: 0 };
  let speed: number | undefined;
  const seen: Record<string, unknown>[] = [];
  let log = '';
  let worldFile: string;

  beforeAll(async () => {
    const dataDir = await nodeFolder(join('.cache', 'chaos'));
    await rm(dataDir, { recursive: true, force: true });
    nodes = await ClusterNodes.start({
      dataDir,
      firstPort: 0,
      environment: process.env,
      onProgress: () => undefined,
      publish: (port) => gates.open(port),
    });
    suite = await LoadSuite.start('chaos', nodes.url, nodes.url);
    worldFile = join(suite.folder, 'world.json');
    await turnWorld({});
    await loadSeed(SCALE)(suite.client, suite.names);
    const creators = [...new Seed({ scale: SCALE, until: LAST_DAY }).creators()];
    changes = new DataChanges(suite, {
      kind: 'creators',
      recordsOf: (followers) => [...creators, { uid: COUNTED_CREATOR, follower_count: followers }],
      soldBy: COUNTED_CREATOR,
      soldOn: COUNTED_DAY,
      giveUpAfterMs: RECOVERY_TIMEOUT_MS,
    });
    await changes.replace();
    await changes.sell();
    token = await new TokenStore(suite.client, suite.names, new ClusterReads(suite.client)).create(
      'chaos',
      SCOPES,
      null,
    );
    balancer = await Balancer.listen(0, '127.0.0.1');
    group = await startGroup(nodes.url);
    load = new WatchedLoad(balancer.url, token, seedExpectations(SCALE, 'chaos'), answers.fetchAs('load'));
    await until(green, 'the cluster to be green');
    print(
      '| Phase | Sent | Refused | Failed | Wrong | Older | Changes | Slowest answer | Speed 10 s later | Observed |\n|---|---|---|---|---|---|---|---|---|---|',
    );
  });
  afterAll(async () => {
    await gates.heal();
    observing = false;
    isChanging = false;
    await Promise.allSettled([load?.stop(), changing, ...observers]);
    await answers.close();
    await group?.stop();
    await balancer?.close();
    await suite?.close();
    await nodes?.stop();
    gates.close();
  });

  /** What the API processes take for the time and for the addresses of names; they read it at SIGUSR2. */
  const turnWorld = (world: { clockMs?: number; addresses?: Readonly<Record<string, string>> }): Promise<void> =>
    writeFile(worldFile, JSON.stringify({ clockMs: 0, addresses: {}, ...world }));

  const startGroup = (elasticsearchUrl: string, environment: Readonly<Record<string, string>> = {}) =>
    ApiGroup.start({
      count: 2,
      elasticsearchUrl,
      environment: {
        ...process.env,
        INDEX_PREFIX: suite.prefix,
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import ${join(PROJECT_DIR, 'test', 'support', 'turned-world.mjs')}`,
        TURNED_WORLD: worldFile,
        ...environment,
      },
      balancer,
      onLog: (text) => (log = (log + text).slice(-100_000)),
    });

  async function ready(): Promise<Ready | undefined> {
    try {
      const response = await fetch(`${balancer.url}/health/ready`, { signal: AbortSignal.timeout(3000) });
      return (await response.json()) as Ready;
    } catch {
      return undefined;
    }
  }

  const hasNodes = (count: number) => async (): Promise<boolean> => (await ready())?.elasticsearch?.nodes === count;
  const green = async (): Promise<boolean> => {
    const state = await ready();
    return state?.status === 'ready' && state.elasticsearch?.status === 'green' && state.elasticsearch.nodes === 3;
  };

  /** Milliseconds until it is so. */
  async function until(isSo: () => Promise<boolean>, what: string): Promise<number> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < RECOVERY_TIMEOUT_MS) {
      if (await isSo()) return performance.now() - startedAt;
      await sleep(100);
    }
    throw new Error(`Waited in vain for ${what}; last seen: ${JSON.stringify(await ready())}`);
  }

  async function changeData(): Promise<void> {
    // A load ends with the node that holds its point in time, and says to try again.
    const repeated = (change: () => Promise<void>) => (): Promise<void> =>
      change().catch((error: unknown) => {
        if (!(error instanceof WorkFailure)) throw error;
        changed.repeated += 1;
        return change();
      });
    const steps = [repeated(() => changes.replace()), repeated(() => changes.sell()), () => changes.rollBack()];
    for (let step = 0; isChanging; step += 1) {
      const startedAt = performance.now();
      await steps[step % steps.length]?.();
      changed.slowestMs = Math.max(changed.slowestMs, performance.now() - startedAt);
      changed.made += 1;
      await sleep(CHANGES_PAUSE_MS);
    }
  }

  async function observe(number: number): Promise<void> {
    const asked = [OBSERVE_CREATOR, changes.observeRanking()];
    const client = new ObservingClient({
      url: balancer.url,
      token,
      history: changes.history,
      fetch: answers.fetchAs(`observer ${number}`),
    });
    for (let turn = 0; observing; turn += 1) {
      await client.send(asked[turn % asked.length] as Observation, observations);
      await sleep(PAUSE_MS);
    }
  }

  async function measureSpeed(): Promise<number> {
    const { sent } = load.tally;
    await sleep(STEADY_MS);
    return (load.tally.sent - sent) / (STEADY_MS / 1000);
  }

  async function phase(name: string, work: () => Promise<string>): Promise<void> {
    const tally: Tally = (load.tally = emptyTally());
    const observed = (observations = emptyObservations());
    const { made } = changed;
    const observation = await work();
    if (speed !== undefined) await sleep(STEADY_MS);
    const after = await measureSpeed();
    speed ??= after;
    load.tally = emptyTally();
    observations = emptyObservations();
    await sleep(1000);
    const counts = [
      tally.sent + observed.sent,
      tally.refused + observed.refused,
      tally.failed + observed.failed,
      tally.wrong + observed.wrong,
      observed.older,
      changed.made - made,
      `${Math.round(tally.slowestMs)} ms`,
      (after / speed).toFixed(2),
    ];
    print(`| ${name} | ${counts.join(' | ')} | ${observation} |`);
    const faults = [...tally.faults, ...observed.faults];
    if (faults.length > 0) print(`${faults.join('\n')}\n${log.slice(-3000)}`);
    seen.push({
      name,
      failed: tally.failed + observed.failed,
      wrong: tally.wrong + observed.wrong,
      older: observed.older,
      isSlow: after / speed < LEAST_SPEED,
      isIdle: Math.min(tally.sent, observed.sent) === 0,
    });
  }

  async function groupOf({ dataDir }: ClusterNode): Promise<number> {
    return (JSON.parse(await readFile(join(dataDir, 'node.json'), 'utf8')) as { pid: number }).pid;
  }

  async function findMaster(): Promise<ClusterNode> {
    const [row] = await suite.client.cat.master({ format: 'json' });
    return nodes.all.find(({ name }) => name === row?.node) as ClusterNode;
  }

  async function findDataNode(): Promise<ClusterNode> {
    const master = await findMaster();
    return nodes.all.find(({ name }) => name !== master.name) as ClusterNode;
  }

  /** Kills a node, as a loss of power does, and waits until it is back and every shard has all its copies. */
  async function kill(node: ClusterNode): Promise<string> {
    process.kill(-(await groupOf(node)), 'SIGKILL');
    const noticed = await until(hasNodes(2), 'the loss to be seen');
    const back = await until(green, 'the cluster to be green again');
    return `2 nodes after ${seconds(noticed)}, green ${seconds(back)} later`;
  }

  async function freeze(node: ClusterNode): Promise<string> {
    const pid = await groupOf(node);
    process.kill(-pid, 'SIGSTOP');
    await sleep(FROZEN_MS);
    process.kill(-pid, 'SIGCONT');
    return `green ${seconds(await until(green, 'the cluster to be green again'))} after ${seconds(FROZEN_MS)}`;
  }

  async function cutOff(node: ClusterNode): Promise<string> {
    await gates.cut(node.transportPort, await groupOf(node));
    await sleep(CUT_OFF_MS);
    await gates.heal();
    return `green ${seconds(await until(green, 'the cluster to be green again'))} after ${seconds(CUT_OFF_MS)}`;
  }

  it('answers every request, each as computed, none older than one before', async () => {
    load.start(WORKERS, PAUSE_MS);
    changing = changeData();
    observers = Array.from({ length: OBSERVERS }, (_, index) => observe(index + 1));
    await sleep(WARM_UP_MS);
    await phase('all well', async () => '3 nodes, green');
    await phase('kill -9 of a data node', async () => kill(await findDataNode()));
    await phase('kill -9 of the elected master', async () => {
      const observed = await kill(await findMaster());
      return `${observed}; ${(await findMaster()).name} elected`;
    });
    await phase('a data node frozen', async () => freeze(await findDataNode()));
    await phase('a data node cut off from the others', async () => cutOff(await findDataNode()));
    await phase('the elected master cut off from the others', async () => cutOff(await findMaster()));
    await phase('rolling restart of the API processes', async () => {
      const before = group.pids;
      const startedAt = performance.now();
      await group.restart();
      expect(group.pids.filter((pid) => before.includes(pid))).toEqual([]);
      return `${before.length} replaced in ${seconds(performance.now() - startedAt)}`;
    });
    await phase('kill -9 of an API process', async () => {
      const [pid] = group.pids as [number];
      const { rescued } = balancer;
      process.kill(pid, 'SIGKILL');
      const replaced = await until(
        async () => group.pids.length === 2 && !group.pids.includes(pid),
        'the process to be replaced',
      );
      return `replaced after ${seconds(replaced)}, ${balancer.rescued - rescued} requests asked of the other one`;
    });
    await phase('the clock of an API process an hour ahead, then an hour behind', async () => {
      const [pid] = group.pids as [number];
      for (const clockMs of [HOUR_MS, -HOUR_MS]) {
        await turnWorld({ clockMs });
        process.kill(pid, 'SIGUSR2');
        await sleep(STEADY_MS);
      }
      return 'timers went on';
    });
    await turnWorld({});
    await tryNames();
    isChanging = false;
    await changing;
    await load.stop();
    print(`${changed.made} changes, ${changed.repeated} loads run again, the longest of ${seconds(changed.slowestMs)}`);
    const good = { failed: 0, wrong: 0, older: 0, isSlow: false, isIdle: false };
    expect(seen).toEqual(seen.map(({ name }) => ({ name, ...good })));
  });

  /** Processes that know one name for the cluster, over TLS, whose address and certificate change. */
  async function tryNames(): Promise<void> {
    const secured = await SecuredProxy.start((nodes.all[0] as ClusterNode).url, { name: NAME });
    secured.users.set('', { seen: [] });
    const port = Number(new URL(secured.url).port);
    const before = await Gate.listen(port, { host: '127.0.0.2', port });
    const after = await Gate.listen(port, { host: '127.0.0.3', port });
    const plain = group;
    try {
      await phase('processes that know one name, over TLS, take over', async () => {
        await turnWorld({ addresses: { [NAME]: '127.0.0.2' } });
        group = await startGroup(`https://${NAME}:${port}`, { ELASTICSEARCH_CA_FILE: secured.caFile });
        await plain.stop();
        return '2 processes';
      });
      await phase('the name gets another address, the old one falls silent', async () => {
        await turnWorld({ addresses: { [NAME]: '127.0.0.3' } });
        for (const pid of group.pids) process.kill(pid, 'SIGUSR2');
        await before.silence();
        return `green ${seconds(await until(green, 'the cluster to be seen again'))} later`;
      });
      await phase('the certificate is renewed, connections are closed', async () => {
        secured.renewCertificate();
        return `green ${seconds(await until(green, 'the cluster to be seen again'))} later`;
      });
    } finally {
      before.close();
      after.close();
      await group.stop();
      await secured.close();
    }
  }

  it('leaves a history of its answers without a fault', async () => {
    observing = false;
    await Promise.all(observers);
    await answers.close();
    const { status, stdout } = spawnSync(process.execPath, ['lab/proofs/check-history.mjs', answers.file], {
      encoding: 'utf8',
    });
    print(`${answers.file}: ${stdout}`);
    expect(status).toBe(0);
  });

  it('would have seen a wrong list', async () => {
    const draw = seedExpectations(SCALE, 'chaos');
    const wrong = Array.from({ length: 40 }, draw).filter(({ faultIn }) => faultIn({ list: [{}], total: -1 }));
    expect(wrong).toHaveLength(40);
  });
});
