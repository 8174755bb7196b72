import { execFile } from 'node:child_process';
import { cp, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { TokenStore } from '../../src/access/token-store.js';
import { SCOPES } from '../../src/common/access-token.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { nodeFolder, nodesFolder } from '../../dev/embedded-node/data-directory.js';
import { Seed } from '../../dev/seed/seed.js';
import { ApiGroup } from '../../dev/local-cluster/api-process.js';
import { Balancer } from '../../dev/local-cluster/balancer.js';
import { ClusterNodes } from '../../dev/local-cluster/cluster-nodes.js';
import { LoadSuite } from '../../test/loading/load-suite.js';
import { buildService } from '../../test/ops/service-process.js';
import { AnswerHistory } from './answer-history.js';
import { eventually } from '../../test/support/eventually.js';
import { loadSeed } from '../../test/support/load-records.js';
import { seedExpectations } from '../../test/support/seed-expectations.js';
import { emptyTally, WatchedLoad } from '../../test/support/watched-load.js';

const SCALE = Number(process.env.PROOF_SCALE ?? 0.1);
const WORKERS = 4;
const PAUSE_MS = 40;
const STEADY_MS = 10_000;
const FULL_MS = 60_000;
const RECOVERY_TIMEOUT_MS = 300_000;
/** Of the file system of one node's data. */
const DISK_MB = 512;
const UID = '999000111';
/** The defaults of Elasticsearch, which an embedded node turns off. */
const WATCHED_DISKS = {
  'cluster.routing.allocation.disk.threshold_enabled': true,
  'cluster.info.update.interval': '30s',
};
const GOOD = { failed: 0, wrong: 0 };
const COUNTED = { path: '/creator/v1/search', body: { filter: { uid: [UID] } } };

const run = promisify(execFile);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const since = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

describe('a full disk, and a restore onto another cluster', () => {
  const answers = new AnswerHistory(join('.cache', 'recovery-history.ndjson'));
  let nodes: ClusterNodes;
  let others: ClusterNodes | undefined;
  let folder: string;
  let suite: LoadSuite;
  let balancer: Balancer;
  let group: ApiGroup;
  let token: string;
  let load: WatchedLoad;
  let disk: string;

  const startNodes = (name: string): Promise<ClusterNodes> =>
    ClusterNodes.start({
      dataDir: join(folder, name),
      firstPort: 0,
      environment: process.env,
      onProgress: () => undefined,
      settings: WATCHED_DISKS,
    });
  const startGroup = (elasticsearchUrl: string): Promise<ApiGroup> =>
    ApiGroup.start({
      count: 2,
      elasticsearchUrl,
      environment: { ...process.env, INDEX_PREFIX: suite.prefix, LOG_LEVEL: 'warn' },
      balancer,
      onLog: () => undefined,
    });

  beforeAll(async () => {
    await buildService();
    folder = await nodeFolder(join('.cache', 'recovery'));
    disk = nodesFolder(join(folder, 'first', 'node-2'));
    await rm(folder, { recursive: true, force: true });
    await mkdir(disk, { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=777`, 'tmpfs', disk]);
    nodes = await startNodes('first');
    suite = await LoadSuite.start('recovery', nodes.url, nodes.url);
    await loadSeed(SCALE)(suite.client, suite.names);
    await replaceCreators(1);
    const tokens = new TokenStore(suite.client, suite.names, new ClusterReads(suite.client));
    token = await tokens.create('recovery', SCOPES, null);
    balancer = await Balancer.listen(0, '127.0.0.1');
    group = await startGroup(nodes.url);
    load = new WatchedLoad(balancer.url, token, seedExpectations(SCALE, 'recovery'), answers.fetchAs('load'));
    await eventually('a green cluster', isGreen, RECOVERY_TIMEOUT_MS);
  }, RECOVERY_TIMEOUT_MS * 2);
  afterAll(async () => {
    await load?.stop();
    await group?.stop();
    await balancer?.close();
    await suite?.client.close();
    await nodes?.stop();
    await others?.stop();
    await run('umount', [disk]);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }, RECOVERY_TIMEOUT_MS);

  async function isGreen(client = suite.client): Promise<boolean> {
    const health = await client.cluster.health().catch(() => undefined);
    return health?.status === 'green';
  }

  async function replaceCreators(
    followers: number,
    onPause: (reason: string) => void = () => undefined,
  ): Promise<void> {
    const creators = [
      ...new Seed({ scale: SCALE, until: '2026-06-30' }).creators(),
      { uid: UID, follower_count: followers },
    ];
    const file = suite.records('creators.ndjson', creators);
    await suite.load('creators', [file], { mode: 'replace', giveUpAfterMs: RECOVERY_TIMEOUT_MS, onPause });
  }

  async function ask(headers: Readonly<Record<string, string>> = {}, as = token) {
    const response = await answers.fetchAs('single')(balancer.url + COUNTED.path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(COUNTED.body),
    });
    const { data } = (await response.json()) as { data: { list?: readonly { follower_count: number }[] } };
    return {
      status: response.status,
      followers: data.list?.[0]?.follower_count,
      version: response.headers.get('X-Data-Version') ?? '',
    };
  }

  async function phase(name: string, work: () => Promise<string>): Promise<object> {
    const tally = (load.tally = emptyTally());
    const observed = await work();
    const { sent, refused, failed, wrong, slowestMs, faults } = tally;
    print(`| ${[name, sent, refused, failed, wrong, `${Math.round(slowestMs)} ms`, observed].join(' | ')} |`);
    for (const fault of faults) print(fault);
    return { failed, wrong };
  }

  afterEach(() => load.stop());

  it('serves while the disk of a data node is full, and loads go on once it has room', async () => {
    print('| Phase | Sent | Refused | Failed | Wrong | Slowest | Observed |\n|---|---|---|---|---|---|---|');
    const filler = join(disk, 'filler');
    const pauses = new Set<string>();
    let loading: Promise<string> | undefined;
    load.start(WORKERS, PAUSE_MS);
    await phase('all well', async () => {
      await sleep(STEADY_MS);
      return `${Math.round((await usedBytes(disk)) / 1e6)} MB of ${DISK_MB} used`;
    });
    const full = await phase('the disk of a data node is full', async () => {
      await fill(filler);
      const startedAt = performance.now();
      loading = replaceCreators(2, (reason) => void pauses.add(reason)).then(() => since(startedAt));
      const blocked = await eventually('the block of Elasticsearch', isBlocked, RECOVERY_TIMEOUT_MS).then(() =>
        since(startedAt),
      );
      await sleep(FULL_MS);
      const { status } = await eventually('the state of the cluster', () =>
        suite.client.cluster.health().catch(() => undefined),
      );
      const ended = await Promise.race([loading.then((took) => `ended after ${took}`), sleep(0, 'waits')]);
      return `indices blocked after ${blocked}, cluster ${status}, a load of creators ${ended}`;
    });
    const freed = await phase('the disk has room', async () => {
      const startedAt = performance.now();
      await rm(filler);
      await eventually('no block', async () => !(await isBlocked()), RECOVERY_TIMEOUT_MS);
      const unblocked = since(startedAt);
      await loading;
      const loaded = since(startedAt);
      await eventually('a green cluster', isGreen, RECOVERY_TIMEOUT_MS);
      return `no block after ${unblocked}, the load ended after ${loaded}, green after ${since(startedAt)}`;
    });
    print([...pauses].join('\n'));
    expect([full, freed]).toEqual([GOOD, GOOD]);
    expect(await ask()).toMatchObject({ status: 200, followers: 2 });
  }, 900_000);

  it('is restored from a snapshot onto a cluster with other addresses', async () => {
    await suite.client.snapshot.createRepository({
      name: 'backup',
      repository: { type: 'fs', settings: { location: 'backup' } },
    });
    const snapshot = { repository: 'backup', snapshot: 'one', wait_for_completion: true };
    const takenAt = performance.now();
    await suite.client.snapshot.create({ ...snapshot, indices: `${suite.prefix}*`, include_global_state: false });
    print(`snapshot: ${since(takenAt)}`);
    await replaceCreators(3);
    const before = await eventually('the new creators', async () => {
      const answer = await ask();
      return answer.followers === 3 && answer;
    });

    const lostAt = performance.now();
    await nodes.stop();
    await group.stop();
    await cp(join(folder, 'first', 'snapshots'), join(folder, 'second', 'snapshots'), { recursive: true });
    others = await startNodes('second');
    print(`other cluster runs: ${since(lostAt)}`);
    const client = createElasticClient({ url: others.url });
    try {
      await client.snapshot.createRepository({
        name: 'backup',
        repository: { type: 'fs', settings: { location: 'backup' } },
      });
      await client.snapshot.restore({ ...snapshot, indices: `${suite.prefix}*`, include_global_state: false });
      print(`restored: ${since(lostAt)}`);
      group = await startGroup(others.url);
      const first = await eventually('an answer', async () => {
        const answer = await ask({ 'X-Data-Version': before.version });
        return answer.status === 200 && answer;
      });
      print(`first answer to a client that knows a newer version: ${since(lostAt)}`);
      expect(first.followers).toBe(2);
      load.start(WORKERS, PAUSE_MS);
      const served = await phase('the restored data', async () => {
        await sleep(STEADY_MS);
        await eventually('a green cluster', () => isGreen(client), RECOVERY_TIMEOUT_MS);
        return `green after ${since(lostAt)}`;
      });
      expect(served).toEqual(GOOD);
    } finally {
      await client.close();
    }
  }, 900_000);

  /** Whether an index refuses writes, as Elasticsearch makes it do at the flood stage of a disk. */
  async function isBlocked(): Promise<boolean> {
    const settings = await suite.client.indices
      .getSettings({ index: `${suite.prefix}*`, flat_settings: true })
      .catch(() => ({}));
    return Object.values(settings).some(
      (one) => (one.settings as Readonly<Record<string, unknown>>)['index.blocks.read_only_allow_delete'] === 'true',
    );
  }
});

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const block = Buffer.alloc(1 << 16);
  try {
    for (;;) await handle.write(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
}

async function usedBytes(folder: string): Promise<number> {
  const { stdout } = await run('df', ['--output=used', '-B1', folder]);
  return Number(stdout.split('\n')[1]);
}
