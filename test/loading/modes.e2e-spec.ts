import { loadSuite, readDataVersion } from './load-suite.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { readIndexDefinition } from '../../src/elastic/indices/index-definition.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { readLiveIndices } from '../../src/elastic/state/data-version.js';
import { listIndexBuilds } from '../../src/loading/index-builds/index-history.js';
import type { LoadSummary } from '../../src/loading/load-records.js';
import { deleteIndices } from '../support/app.js';

interface Product {
  readonly product_id: string;
  readonly title: string;
}

function draw(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Products with ids drawn from a small range, so that many lines share an id. */
function drawProducts(count: number, ids: number, titles: number, seed: number): Product[] {
  const next = draw(seed);
  return Array.from({ length: count }, () => ({
    product_id: String(1729384756102938000n + BigInt(Math.floor(next() * ids))),
    title: `Title ${Math.floor(next() * titles)}`,
  }));
}

/** What a load of these lines must leave, computed only from the lines: the last of an id wins. */
function lastOfEach(products: readonly Product[]): Map<string, string> {
  return new Map(products.map(({ product_id, title }) => [product_id, title]));
}

function expectedMerge(before: ReadonlyMap<string, string>, lines: readonly Product[]): LoadSummary {
  const after = [...lastOfEach(lines)];
  const there = after.filter(([id]) => before.has(id));
  const unchanged = there.filter(([id, title]) => before.get(id) === title).length;
  return {
    read: lines.length,
    loaded: after.length - there.length,
    updated: there.length - unchanged,
    unchanged,
    superseded: lines.length - after.length,
    rejected: 0,
  };
}

describe('loading', () => {
  const suite = loadSuite('load-modes');

  const reset = (): Promise<unknown> =>
    suite.load('products', [suite.records('reset.ndjson', [{ product_id: 'reset' }])], { mode: 'replace', keep: 0 });

  const titles = (): Promise<Map<string, string>> => suite.titles('products');

  it('replaces everything in one step, the last line of an id winning over several batches', async () => {
    await suite.load('products', [suite.records('old.ndjson', drawProducts(50, 50, 3, 1))], { mode: 'replace' });
    const before = await suite.live('products');
    const lines = drawProducts(5000, 3000, 1_000_000, 2);
    const { summary, rejects } = await suite.load('products', [suite.records('new.ndjson', lines)], {
      mode: 'replace',
    });
    const expected = lastOfEach(lines);
    expect(summary).toEqual({
      read: 5000,
      loaded: expected.size,
      updated: 0,
      unchanged: 0,
      superseded: 5000 - expected.size,
      rejected: 0,
    });
    expect(rejects).toEqual([]);
    expect(await titles()).toEqual(expected);
    expect(await suite.live('products')).not.toBe(before);
    expect(
      (await suite.client.indices.getSettings({ index: await suite.live('products') }))[await suite.live('products')],
    ).not.toHaveProperty('settings.index.refresh_interval');
  });

  it('merges record by record and counts exactly what became of each line', async () => {
    await reset();
    const first = drawProducts(4500, 4000, 3, 3);
    const second = drawProducts(5000, 5000, 3, 4);
    const firstFile = suite.records('first.ndjson', first);
    const secondFile = suite.records('second.ndjson', second);
    expect((await suite.load('products', [firstFile])).summary).toEqual(expectedMerge(new Map(), first));
    expect((await suite.load('products', [secondFile])).summary).toEqual(expectedMerge(lastOfEach(first), second));
    const expected = new Map([...lastOfEach(first), ...lastOfEach(second)]);
    const found = await titles();
    found.delete('reset');
    expect(found).toEqual(expected);
  });

  it('finds the same creators unchanged, though what completes their names is not read back', async () => {
    const creators = Array.from({ length: 2500 }, (_, at) => ({
      uid: String(at),
      unique_id: `mia.beauty${at}`,
      nickname: 'Mia Beauty',
      region: 'US',
      follower_count: at,
    }));
    const file = suite.records('creators.ndjson', creators);
    expect((await suite.load('creators', [file])).summary).toMatchObject({ read: 2500, loaded: 2500 });
    const same = { loaded: 0, updated: 0, unchanged: 2500, rejected: 0 };
    expect((await suite.load('creators', [file])).summary).toEqual({ read: 2500, ...same, superseded: 0 });
    const [first] = creators;
    const thereAndBack = [{ ...first, nickname: 'Mia' }, ...creators.slice(1), first as object];
    const { summary } = await suite.load('creators', [suite.records('back.ndjson', thereAndBack)]);
    expect(summary).toEqual({ read: 2501, ...same, superseded: 1 });
    const renamed = suite.records('renamed.ndjson', [{ ...first, nickname: 'Mia' }, ...creators.slice(1)]);
    expect((await suite.load('creators', [renamed])).summary).toMatchObject({ updated: 1, unchanged: 2499 });
  });

  it('writes nothing at all for records that are there already', async () => {
    const file = suite.records(
      'once.ndjson',
      [...lastOfEach(drawProducts(3000, 3000, 9, 9))].map(([product_id, title]) => ({ product_id, title })),
    );
    await suite.load('products', [file], { mode: 'replace' });
    const written = async (): Promise<unknown> =>
      (await suite.client.indices.stats({ index: suite.names.alias('products'), metric: 'indexing' }))._all.primaries
        ?.indexing?.index_total;
    const before = await written();
    const { summary } = await suite.load('products', [file]);
    expect(summary.unchanged).toBe(summary.read);
    expect(await written()).toBe(before);
  });

  it('leaves the indices of a prefix that begins like a kind alone', async () => {
    const { client, prefix, names } = suite;
    const other = new IndexNames(`${prefix}products-v2-`);
    await ensureIndices(client, other);
    await suite.load('products', [suite.records('some.ndjson', drawProducts(10, 5, 2, 9))], {
      mode: 'replace',
      keep: 0,
    });
    const live = await suite.live('products');
    expect((await listIndexBuilds({ client, names }, 'products')).map(({ index }) => index)).toEqual([live]);
    expect(await readLiveIndices(client, other, ['products'])).toEqual({
      products: `${other.alias('products')}-v${readIndexDefinition('products').version}-first`,
    });
    await deleteIndices(client, `${prefix}products-v2-`);
  });

  it('refuses to put nothing in the place of something', async () => {
    await suite.load('products', [suite.records('some.ndjson', drawProducts(10, 5, 2, 6))], { mode: 'replace' });
    const before = await suite.live('products');
    const empty = suite.file('empty.ndjson', '\n\n');
    await expect(suite.load('products', [empty], { mode: 'replace' })).rejects.toThrow('has no records');
    const allowed = { mode: 'replace', reading: { allowEmpty: true } } as const;
    await expect(suite.load('products', [empty], allowed)).rejects.toThrow('no valid record');
    expect(await suite.live('products')).toBe(before);
    const aliases = Object.values(await suite.physical('products')).flat();
    expect(aliases).toEqual([suite.names.alias('products')]);
  });

  it('raises the data generation with every load', async () => {
    const file = suite.records('some.ndjson', drawProducts(10, 5, 2, 8));
    const before = await readDataVersion(suite.client, suite.names);
    await suite.load('products', [file]);
    const merged = await readDataVersion(suite.client, suite.names);
    await suite.load('products', [file], { mode: 'replace' });
    const replaced = await readDataVersion(suite.client, suite.names);
    expect(merged).toBeGreaterThan(before);
    expect(replaced).toBeGreaterThan(merged);
  });

  it('reports what is in no tree and what no filter knows, and loads it with the name it came with', async () => {
    await reset();
    const product = { product_id: '1', region: 'SA', category: { l1: { id: 987654, name: 'Falconry' } } };
    const file = suite.records('odd.ndjson', [product]);
    const { summary, notes } = await suite.load('products', [file]);
    expect(summary.loaded).toBe(1);
    expect(notes).toEqual([
      `Ids of product categories are in no tree: 1, such as 987654 (${file}:1).`,
      `Regions are known to no filter: 1, such as SA (${file}:1).`,
    ]);
    const stored = (await suite.contents<{ record: string }>('products')).get('1')?.record ?? '{}';
    expect(JSON.parse(stored)).toMatchObject({ region: 'SA', category: { l1: { id: 987654, name: 'Falconry' } } });
  });
});
