import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { nodeFolder } from '../../tools/embedded-node/data-directory.js';
import { ClusterNodes } from '../../tools/local-cluster/cluster-nodes.js';
import { createSeed } from '../../src/seed/seed.js';
import { startCommand } from '../loading/load-process.js';
import { median } from '../relevance/metrics.js';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';

/**
 * Above a million records the pages are those of one loaded index and of two that are split from it; the other loads
 * are tests of their own, that -t chooses. With `RECORDS=10000000` a load takes about an hour, the pages two.
 */
const RECORDS = Number(process.env['RECORDS'] ?? 1_000_000);
const LOADS_EACH = RECORDS <= 1_000_000;
const POOL_SCALE = 1.4;
const PART = 20_000;
const SHARDS = [1, 2, 5] as const;
const ROUNDS = 40;
const HEAP = '1g';
const MERGED_WITHIN_MS = 3_600_000;
const MEASURED_WITHIN_MS = 4 * 3_600_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const urlOf = (nodes: ClusterNodes['all']): string => nodes.map(({ url }) => url).join(',');
const prefixOf = (shards: number): string => `cost-${shards}-`;

/** Requests of one kind; each has another number, so that none is asked twice. */
type Shape = (number: number) => readonly [path: string, body: object];

describe('what loads and pages cost as shards and nodes grow', () => {
  const ofTheTests = process.env['TEST_ELASTICSEARCH_URL'];
  const pool = [...createSeed({ scale: POOL_SCALE, until: '2026-06-30' }).products()];
  let dataDir: string;
  let cluster: ClusterNodes;
  /** The nodes that hold shards and are asked. */
  let nodes: ClusterNodes['all'];
  let file: string;
  let apps: TestApp[] = [];

  beforeAll(async () => {
    dataDir = await nodeFolder(join('.cache', 'shards-cost'));
    await rm(dataDir, { recursive: true, force: true });
    const onProgress = (): void => undefined;
    cluster = await ClusterNodes.start({ dataDir, firstPort: 0, heap: HEAP, environment: process.env, onProgress });
    file = join(dataDir, 'products.ndjson.gz');
    await writeProducts(file);
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await cluster?.stop();
    await rm(dataDir, { recursive: true, force: true });
    process.env['TEST_ELASTICSEARCH_URL'] = ofTheTests;
  });

  /** Records of the seed, repeated under ids of their own; copies do not tie. */
  async function writeProducts(path: string): Promise<void> {
    const packed = createGzip({ level: 1 });
    const written = packed.pipe(createWriteStream(path));
    for (let start = 0; start < RECORDS; start += PART) {
      const lines = Array.from({ length: Math.min(PART, RECORDS - start) }, (_, at) => {
        const number = start + at;
        const sold = ((number * 7919) % 10_000_019) + 1;
        const id = `17${String(number).padStart(17, '0')}`;
        const figures = { product_id: id, day7_units_sold: sold, total_units_sold: sold * 3 };
        return `${JSON.stringify({ ...pool[number % pool.length], ...figures })}\n`;
      });
      if (!packed.write(lines.join(''))) await once(packed, 'drain');
    }
    packed.end();
    await once(written, 'finish');
  }

  /** The service over each number of shards, on so many nodes; without replicas, which would need the disk twice. */
  async function serveOn(count: number): Promise<[TestApp, ...TestApp[]]> {
    nodes = cluster.all.slice(0, count);
    for (const app of apps) {
      await app.tokens.revoke('tests');
      await app.closeService();
    }
    apps = [];
    process.env['TEST_ELASTICSEARCH_URL'] = urlOf(nodes);
    for (const indexShards of SHARDS) {
      const config = { indexPrefix: prefixOf(indexShards), indexShards, pageCacheBytes: 0, requestTimeoutMs: 60_000 };
      const app = await startTestApp({ name: `cost-${indexShards}`, config });
      const settings = { auto_expand_replicas: 'false', number_of_replicas: 0 } as const;
      await app.elasticsearch.indices.putSettings({ index: `${prefixOf(indexShards)}*`, settings });
      apps.push(app);
    }
    const [first, ...others] = apps as [TestApp, ...TestApp[]];
    const away = cluster.all.slice(count).map(({ name }) => name);
    const persistent = { 'cluster.routing.allocation.exclude._name': away.join(',') };
    await first.elasticsearch.cluster.putSettings({ persistent });
    await settle(first);
    return [first, ...others];
  }

  /** Loads the file with the product's own command. */
  async function load({ config, names, elasticsearch }: TestApp): Promise<void> {
    const shards = String(config.indexShards);
    const startedAt = performance.now();
    const { ended } = startCommand('load', ['products', file, '--replace', '--keep', '0', '--shards', shards], {
      ...{ url: urlOf(nodes), prefix: config.indexPrefix, cwd: import.meta.dirname },
    });
    const { status, stderr } = await ended;
    const seconds = (performance.now() - startedAt) / 1000;
    if (status !== 0) throw new Error(stderr);
    expect(await elasticsearch.count({ index: names.alias('products') })).toMatchObject({ count: RECORDS });
    print(
      `| load | ${nodes.length} | ${shards} | ${seconds.toFixed(0)} s | ${(RECORDS / seconds).toFixed(0)} records/s |`,
    );
  }

  /** Divides the products of the first into so many shards and lets the other serve them. */
  async function split(from: TestApp, to: TestApp): Promise<void> {
    const { elasticsearch } = from;
    const [source = ''] = Object.keys(await elasticsearch.indices.getAlias({ name: from.names.alias('products') }));
    const alias = to.names.alias('products');
    const target = `${alias}-v0-split`;
    await elasticsearch.indices.putSettings({ index: source, settings: { 'index.blocks.write': true } });
    await elasticsearch.indices.split(
      {
        index: source,
        target,
        settings: { 'index.number_of_shards': to.config.indexShards, 'index.blocks.write': null },
        wait_for_active_shards: 'all',
      },
      { requestTimeout: MERGED_WITHIN_MS },
    );
    const [before = ''] = Object.keys(await elasticsearch.indices.getAlias({ name: alias }));
    await elasticsearch.indices.updateAliases({
      actions: [{ remove: { index: before, alias } }, { add: { index: target, alias, is_write_index: true } }],
    });
  }

  /** One segment a shard, so that pages are compared and not the state of merges. */
  async function merge({ elasticsearch, names, config }: TestApp): Promise<void> {
    const index = names.alias('products');
    await elasticsearch.indices.forcemerge({ index, max_num_segments: 1 }, { requestTimeout: MERGED_WITHIN_MS });
    const { _all: all } = await elasticsearch.indices.stats({ index, metric: ['store', 'docs'] });
    const bytes = (all.primaries?.store?.size_in_bytes ?? 0) / RECORDS;
    print(`| size | ${nodes.length} | ${config.indexShards} | ${bytes.toFixed(0)} bytes a record | |`);
  }

  /** Medians of requests that no cache has seen, of all numbers of shards in turn. */
  async function measurePages(from: number): Promise<void> {
    const PATH = '/product/v1/search';
    const words = [...new Set(pool.flatMap(({ title }) => (title ?? '').split(/\s+/)))].filter((word) =>
      /^\p{L}{4,}$/u.test(word),
    );
    const word = (number: number): string => words[(number * 31) % words.length] as string;
    const shapes: Readonly<Record<string, Shape>> = {
      'all, by units sold': (number) => [PATH, { page: number + 1 }],
      'a price range and a region, by GMV': (number) => [
        PATH,
        { filter: { region: 'US', price_range: { min: number } }, orderby: [{ field: 'total_gmv' }] },
      ],
      'one word, by units sold': (number) => [
        PATH,
        { keywords: word(number), orderby: [{ field: 'day7_units_sold' }] },
      ],
      'one word, by relevance': (number) => [PATH, { keywords: word(number + 1000) }],
      'three words, by relevance': (number) => [
        PATH,
        { keywords: [1, 2, 3].map((more) => word(number * 3 + more)).join(' ') },
      ],
      'facets of a word': (number) => [
        '/product/v1/facets',
        { keywords: word(number + 2000), facets: [{ field: 'region' }, { field: 'l1_category_id' }] },
      ],
    };
    for (const [name, shape] of Object.entries(shapes)) {
      const taken = apps.map(() => [] as number[]);
      for (let round = 0; round < ROUNDS; round += 1) {
        const [path, body] = shape(from + round);
        // Another one begins each time: what one has read is in the memory of the machine for the next.
        for (const turn of apps.keys()) {
          const at = (turn + round) % apps.length;
          const askedAt = performance.now();
          const { status } = await (apps[at] as TestApp).api.post(path, body);
          taken[at]?.push(performance.now() - askedAt);
          expect(status).toBe(200);
        }
      }
      const [base = 1, ...others] = taken.map(median);
      const cells = others.map((ms) => `${ms.toFixed(1)} ms (× ${(ms / base).toFixed(2)})`);
      print(`| ${name} | ${nodes.length} | ${[`${base.toFixed(1)} ms`, ...cells].join(' | ')} |`);
    }
  }

  /** Waits until no shard moves. */
  async function settle({ elasticsearch }: TestApp): Promise<void> {
    const settled = { wait_for_no_relocating_shards: true, wait_for_events: 'languid', timeout: '1h' } as const;
    await elasticsearch.cluster.health(settled, { requestTimeout: MERGED_WITHIN_MS });
  }

  it(
    'is measured on one node',
    async () => {
      const [first, ...others] = await serveOn(1);
      await load(first);
      await merge(first);
      for (const app of others) {
        if (LOADS_EACH) await load(app);
        else await split(first, app);
        await merge(app);
      }
      await measurePages(0);
    },
    MEASURED_WITHIN_MS,
  );

  it(
    'is measured on three nodes',
    async () => {
      const [first] = await serveOn(3);
      if (LOADS_EACH)
        for (const app of apps) {
          await load(app);
          await merge(app);
        }
      await settle(first);
      const shards = await first.elasticsearch.cat.shards({
        index: 'cost-*-products*',
        h: ['index', 'node'],
        format: 'json',
      });
      for (const { index, node } of shards) print(`${index} ${node}`);
      await measurePages(ROUNDS * 10);
    },
    MEASURED_WITHIN_MS,
  );

  if (!LOADS_EACH)
    for (const count of [1, 3])
      for (const [at, shards] of SHARDS.entries())
        it(
          `is loaded into ${shards} shards on a cluster of ${count}`,
          async () => {
            const served = await serveOn(count);
            await load(served[at] as TestApp);
          },
          MEASURED_WITHIN_MS,
        );
});
