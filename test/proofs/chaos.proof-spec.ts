import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TokenStore } from '../../src/access/token-store.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import type { ElasticClient } from '../../src/elastic/client/elastic-client.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { nodeFolder } from '../../src/embedded-node/data-directory.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { SCOPES } from '../../src/http/request/request-context.js';
import { ApiGroup } from '../../tools/local-cluster/api-group.js';
import { Balancer } from '../../tools/local-cluster/balancer.js';
import type { ClusterNode } from '../../tools/local-cluster/cluster-nodes.js';
import { ClusterNodes } from '../../tools/local-cluster/cluster-nodes.js';
import { loadSeed } from '../support/load-seed.js';
import { seedExpectations } from '../support/seed-expectations.js';
import type { Tally } from '../support/watched-load.js';
import { emptyTally, WatchedLoad } from '../support/watched-load.js';

const SCALE = 0.1;
const PREFIX = 'chaos-';
const WORKERS = 8;
/** Between an answer and a worker's next request: the nodes that come back need a part of the machine too. */
const PAUSE_MS = 40;
const STEADY_MS = 10_000;
const RECOVERY_TIMEOUT_MS = 180_000;

interface Ready {
  readonly status: string;
  readonly elasticsearch?: { readonly status: string; readonly nodes: number };
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

describe('a cluster under load that loses its nodes and its processes', () => {
  let nodes: ClusterNodes;
  let client: ElasticClient;
  let balancer: Balancer;
  let group: ApiGroup;
  let load: WatchedLoad;
  const all = emptyTally();
  let log = '';

  beforeAll(async () => {
    const dataDir = await nodeFolder(join('.cache', 'chaos'));
    await rm(dataDir, { recursive: true, force: true });
    const environment = { ...process.env, INDEX_PREFIX: PREFIX, LOG_LEVEL: 'warn', PAGE_CACHE_MIB: '0' };
    nodes = await ClusterNodes.start({ dataDir, firstPort: 0, environment, onProgress: () => undefined });
    client = createElasticClient({ url: nodes.url });
    const names = new IndexNames(PREFIX);
    await ensureIndices(client, names);
    await loadSeed(SCALE)(client, names);
    const token = await new TokenStore(client, names, new ClusterReads(client)).create('chaos', SCOPES, null);
    balancer = await Balancer.listen(0, '127.0.0.1');
    group = await ApiGroup.start({
      count: 2,
      elasticsearchUrl: nodes.url,
      environment,
      balancer,
      onLog: (text) => (log = (log + text).slice(-100_000)),
    });
    load = new WatchedLoad(balancer.url, token, seedExpectations(SCALE, 'chaos'));
    await until(green, 'the cluster to be green');
    print('| Phase | Sent | Failed | Wrong | Slowest answer | What was seen |\n|---|---|---|---|---|---|');
  });
  afterAll(async () => {
    await load?.stop();
    await group?.stop();
    await balancer?.close();
    await client?.close();
    await nodes?.stop();
  });

  async function ready(): Promise<Ready | undefined> {
    try {
      const response = await fetch(`${balancer.url}/health/ready`, { signal: AbortSignal.timeout(3000) });
      return (await response.json()) as Ready;
    } catch {
      return undefined;
    }
  }

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

  /** Runs a phase under load, prints what became of its requests, and holds them to be all well. */
  async function phase(name: string, work: () => Promise<string>): Promise<void> {
    const tally: Tally = (load.tally = emptyTally());
    const seen = await work();
    load.tally = emptyTally();
    await sleep(1000);
    print(
      `| ${name} | ${tally.sent} | ${tally.failed} | ${tally.wrong} | ${Math.round(tally.slowestMs)} ms | ${seen} |`,
    );
    all.sent += tally.sent;
    all.failed += tally.failed;
    all.wrong += tally.wrong;
    if (tally.faults.length > 0) print(`${tally.faults.join('\n')}\n${log.slice(-3000)}`);
    expect({ failed: tally.failed, wrong: tally.wrong }).toEqual({ failed: 0, wrong: 0 });
    expect(tally.sent).toBeGreaterThan(0);
  }

  async function pidOf({ dataDir }: ClusterNode): Promise<number> {
    const { node } = JSON.parse(await readFile(join(dataDir, 'node.json'), 'utf8')) as { node: string };
    return Number(node.split('@')[0]);
  }

  async function masterName(): Promise<string> {
    const [row] = await client.cat.master({ format: 'json' });
    return String(row?.node);
  }

  /** Kills a node, as a loss of power does, and waits until it is back and every shard has all its copies. */
  async function lose(node: ClusterNode): Promise<string> {
    process.kill(-(await pidOf(node)), 'SIGKILL');
    const noticed = await until(async () => (await ready())?.elasticsearch?.nodes === 2, 'the loss to be seen');
    const back = await until(green, 'the cluster to be green again');
    return `${node.name}: 2 nodes after ${seconds(noticed)}, 3 nodes and green ${seconds(back)} later, in /health/ready`;
  }

  it('answers every request, each as computed', async () => {
    load.start(WORKERS, PAUSE_MS);
    await phase('all well', async () => {
      await sleep(STEADY_MS);
      return '3 nodes, green';
    });
    await phase('kill -9 of a data node', async () => {
      const master = await masterName();
      return lose(nodes.all.find(({ name }) => name !== master) as ClusterNode);
    });
    await phase('kill -9 of the elected master', async () => {
      const master = await masterName();
      const seen = await lose(nodes.all.find(({ name }) => name === master) as ClusterNode);
      return `${seen}; ${await masterName()} elected`;
    });
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
    await load.stop();
    print(`Requests sent ${all.sent}, failed ${all.failed}, wrong ${all.wrong}`);
  });

  it('would have seen a wrong list', async () => {
    const draw = seedExpectations(SCALE, 'chaos');
    const wrong = Array.from({ length: 40 }, draw).filter(({ faultIn }) => faultIn({ list: [{}], total: -1 }));
    expect(wrong).toHaveLength(40);
  });
});
