import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFolder } from '../../dev/embedded-node/data-directory.js';
import { type ClusterNode, ClusterNodes } from '../../dev/local-cluster/cluster-nodes.js';
import { Random } from '../../dev/seed/random.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { loadFacts } from '../support/fact-world.js';
import {
  type DrawnPage,
  drawPage,
  drawRankedWorld,
  type Page,
  type Ranking,
  RANKINGS,
  SMALL,
  watchLists,
} from '../support/ranking-pages.js';

/** Random pages of each ranking; next to some of them a copy of a shard is taken away. */
const ASKED = 40;
const FAILS_EVERY = 4;
/** Of these reads of whole lists, at most; other pages are read as first rows. */
const MOST_BY_WHOLE = 0.8;
/** Pages of each ranking around the death of a node. */
const OF_KILLED = 6;
const SHARDS = [1, 3, 8];
const BACK_WITHIN_MS = 240_000;

interface Copy {
  readonly shard: string;
  readonly node: string;
  readonly state: string;
}

const world = drawRankedWorld(new Random('failing copies', 95));

/** Pages among the first rows of a list, most of them in the order of a sum. */
function drawPages(ranking: Ranking, random: Random, count: number): (DrawnPage & { readonly path: string })[] {
  const pages = [];
  while (pages.length < count) {
    const drawn = { path: ranking.path, ...drawPage(random, ranking, world) };
    if (drawn.body.page * drawn.body.pagesize <= SMALL.rows) pages.push(drawn);
  }
  return pages;
}

describe('pages of rankings while copies of shards fail', () => {
  let nodes: ClusterNodes;
  let whole: TestApp;
  const apps: TestApp[] = [];
  const lists: ReturnType<typeof watchLists>[] = [];

  beforeAll(async () => {
    const dataDir = await nodeFolder(join('.cache', 'failing-copies'));
    await rm(dataDir, { recursive: true, force: true });
    const onProgress = () => undefined;
    nodes = await ClusterNodes.start({ dataDir, firstPort: 0, environment: process.env, onProgress });
    const cluster = nodes.url;
    for (const indexShards of SHARDS) {
      const app = await startTestApp({
        ...{ name: `copies-${indexShards}`, cluster, config: { indexShards, listsBytes: 0, pageCacheBytes: 0 } },
        load: loadFacts(world),
      });
      apps.push(app);
      lists.push(watchLists(app, SMALL.rows));
    }
    whole = await startTestApp({ name: 'copies-whole', cluster, indices: apps[0]?.config.indexPrefix ?? '' });
    watchLists(whole, 0);
    await allCopies();
  });
  afterAll(async () => {
    await Promise.allSettled([whole, ...apps].map((app) => app?.close()));
    await nodes?.stop();
  });

  const elasticsearch = () => (apps[0] as TestApp).elasticsearch;

  const isGreen = () =>
    elasticsearch()
      .cluster.health()
      .then(
        ({ status, number_of_nodes: count }) => status === 'green' && count === nodes.all.length,
        // A node that is not back refuses connections.
        () => false,
      );
  const allCopies = () => eventually('all nodes and all copies of all shards', isGreen, BACK_WITHIN_MS);

  /** Takes a copy of a shard of sales away, of one that has another copy. */
  async function failCopy(random: Random): Promise<boolean> {
    const { names } = random.pick(apps);
    const index = Object.keys(await elasticsearch().indices.getAlias({ name: names.alias('sales') }))[0] ?? '';
    const copies = (await elasticsearch().cat.shards({ index, h: 'shard,node,state', format: 'json' })) as Copy[];
    const started = copies.filter(({ state }) => state === 'STARTED');
    const doubled = started.filter(({ shard }) => started.filter((other) => other.shard === shard).length > 1);
    if (doubled.length === 0) return false;
    const { shard, node } = random.pick(doubled);
    const cancel = { index, shard: Number(shard), node, allow_primary: true };
    // Copies may have moved meanwhile.
    const reroute = elasticsearch().cluster.reroute({ commands: [{ cancel }], metric: 'none' });
    return reroute.then(
      () => true,
      () => false,
    );
  }

  async function kill({ dataDir }: ClusterNode): Promise<void> {
    const { pid } = JSON.parse(await readFile(join(dataDir, 'node.json'), 'utf8')) as { readonly pid: number };
    process.kill(-pid, 'SIGKILL');
  }

  /** Holds pages against the whole lists that were read while no copy failed. @param fail what happens next to a page */
  async function expectPages(
    pages: readonly (DrawnPage & { readonly path: string })[],
    fail: (at: number) => Promise<unknown> | undefined,
  ): Promise<void> {
    await allCopies();
    const expected: Page[] = [];
    for (const { path, body } of pages) expected.push(await whole.api.ask<Page>(path, body));
    for (const [at, { path, body }] of pages.entries()) {
      const [answers] = await Promise.all([Promise.all(apps.map(({ api }) => api.post<Page>(path, body))), fail(at)]);
      for (const [index, { body: answer }] of answers.entries()) {
        const question = { path, body, shards: SHARDS[index] };
        expect({ ...question, answer }).toMatchObject({ ...question, answer: { code: 0, data: expected[at] } });
      }
    }
  }

  it.each(RANKINGS)('$path are exact while copies are taken away', async (ranking) => {
    const { path, subject } = ranking;
    const random = new Random(`failing copies of ${path}`, 1);
    const pages = drawPages(ranking, random, ASKED);
    const [reads, failures] = [lists.map(({ mock }) => mock.calls.length), { count: 0 }];
    await expectPages(pages, async (at) => {
      if (at % FAILS_EVERY === 0) failures.count += Number(await failCopy(random));
    });
    const byWhole = lists.map(({ mock }, index) => mock.calls.length - (reads[index] ?? 0));
    process.stdout.write(`${path}: ${failures.count} copies failed, whole lists ${byWhole.join(', ')}\n`);
    expect(failures.count).toBeGreaterThan(ASKED / FAILS_EVERY / 2);
    if (subject !== 'category') expect(Math.max(...byWhole)).toBeLessThan(ASKED * MOST_BY_WHOLE);
  });

  it('are exact while a node is killed and comes back', async () => {
    const pages = RANKINGS.flatMap((ranking) =>
      drawPages(ranking, new Random(`killed node of ${ranking.path}`, 1), OF_KILLED),
    );
    await expectPages(pages, (at) => (at === OF_KILLED ? kill(nodes.all[2] as ClusterNode) : undefined));
    await allCopies();
  });
});
