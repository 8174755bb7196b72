import { createSeed } from '../../src/seed/seed.js';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';

const RECORDS = 1_000_000;
const POOL_SCALE = 1.4;
const PART = 20_000;
const SHARDS = [1, 2, 5] as const;
const ROUNDS = 40;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

/** Requests of one kind; each has another number, so that none is asked twice. */
type Shape = (number: number) => readonly [path: string, body: object];

describe('the cost of a page as shards grow', () => {
  const apps: TestApp[] = [];
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  it('is measured side by side', async () => {
    const pool = [...createSeed({ scale: POOL_SCALE, until: '2026-06-30' }).products()];
    const words = [...new Set(pool.flatMap(({ title }) => (title ?? '').split(/\s+/)))].filter((word) =>
      /^\p{L}{4,}$/u.test(word),
    );
    for (const indexShards of SHARDS) {
      apps.push(
        await startTestApp({
          name: `cost-${indexShards}`,
          config: { indexShards, pageCacheBytes: 0, requestTimeoutMs: 60_000 },
        }),
      );
    }
    const [{ elasticsearch, names }] = apps as [TestApp];
    const startedAt = performance.now();
    await elasticsearch.indices.putSettings({ index: names.alias('products'), settings: { refresh_interval: '-1' } });
    for (let start = 0; start < RECORDS; start += PART) {
      const products = Array.from({ length: PART }, (_, at) => {
        const number = start + at;
        const product = pool[number % pool.length] as (typeof pool)[number];
        // Copies do not tie.
        const sold = ((number * 7919) % 1_000_003) + 1;
        return {
          ...product,
          product_id: `17${String(number).padStart(17, '0')}`,
          day7_units_sold: sold,
          total_units_sold: sold * 3,
        };
      });
      await loadRecords({ products })(elasticsearch, names);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const [source = ''] = Object.keys(await elasticsearch.indices.getAlias({ name: names.alias('products') }));
    await elasticsearch.indices.forcemerge({ index: source, max_num_segments: 1 }, { requestTimeout: 1_800_000 });
    const stats = await elasticsearch.indices.stats({ index: source, metric: ['store', 'docs'] });
    const { docs, store } = stats._all.primaries ?? {};
    print(
      `${docs?.count} products loaded in ${seconds.toFixed(0)} s, ${((store?.size_in_bytes ?? 0) / (docs?.count ?? 1)).toFixed(0)} bytes each in one segment.`,
    );

    await elasticsearch.indices.putSettings({ index: source, settings: { 'index.blocks.write': true } });
    for (const [at, app] of apps.entries()) {
      if (at === 0) continue;
      const alias = app.names.alias('products');
      const target = `${alias}-v0-split`;
      await elasticsearch.indices.split({
        index: source,
        target,
        settings: { 'index.number_of_shards': SHARDS[at], 'index.blocks.write': null },
        wait_for_active_shards: 'all',
      });
      await elasticsearch.indices.forcemerge({ index: target, max_num_segments: 1 }, { requestTimeout: 1_800_000 });
      const [before = ''] = Object.keys(await elasticsearch.indices.getAlias({ name: alias }));
      await elasticsearch.indices.updateAliases({
        actions: [{ remove: { index: before, alias } }, { add: { index: target, alias, is_write_index: true } }],
      });
    }

    const word = (number: number): string => words[(number * 31) % words.length] as string;
    const PATH = '/product/v1/search';
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
    print(
      `| Page | ${SHARDS.map((shards) => `${shards} shard${shards === 1 ? '' : 's'}`).join(' | ')} |\n|---|---|---|---|`,
    );
    for (const [name, shape] of Object.entries(shapes)) {
      const taken = apps.map(() => [] as number[]);
      for (let round = 0; round < ROUNDS; round += 1) {
        const [path, body] = shape(round);
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
      print(
        `| ${name} | ${base.toFixed(1)} ms | ${others.map((ms) => `${ms.toFixed(1)} ms (× ${(ms / base).toFixed(2)})`).join(' | ')} |`,
      );
    }
  });
});
