import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceAll } from '../../dev/seed/seed-cluster.js';
import { Seed } from '../../dev/seed/seed.js';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import type { RecordKind } from '../../src/common/record-kind.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { readIndexDefinition } from '../../src/elastic/indices/index-definition.js';
import { buildService } from '../ops/service-process.js';
import { elasticsearchUrl } from '../support/app.js';
import { type Ended, LoadSuite, readRejects, startCommand } from './load-suite.js';

type Document = Readonly<Record<string, unknown>>;

/** The fields that the earlier version of a kind does not have, in its documents and in their records. */
const NEW_FIELDS = {
  products: [
    ...['average_usd_price', 'codes', 'measures'],
    ...['shop_name', 'day7_usd_gmv_cents', 'rated_units', 'rating_points'],
  ],
  videos: ['codes', 'measures', 'handle', 'tags', 'publish_hour', 'usd_gmv_per_1000_plays'],
  lives: ['codes', 'measures', 'handle', 'start_weekday'],
  creators: ['codes', 'measures', 'handle'],
  sales: ['creator_loaded', 'seller_id', 'l2_category_id'],
  'creator-days': ['day_followers'],
} satisfies Partial<Record<RecordKind, readonly string[]>>;
type UpgradedKind = keyof typeof NEW_FIELDS;
const KINDS = Object.keys(NEW_FIELDS) as UpgradedKind[];

const [CATEGORY, RENAMED] = ['Beauty & Personal Care', 'Care, renamed'];
/** The new name in a document as JSON, where it stands as it is, without signs, and as the nouns in it. */
const withNewName = (text: string): string =>
  text
    .replaceAll(CATEGORY, RENAMED)
    .replaceAll('"BeautyPersonalCare"', '"Carerenamed"')
    .replaceAll('"Beauty","Care"', '"Care","renamed"');

const without = (document: Document, names: readonly string[]): Document =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));

function earlier(document: Document, names: readonly string[]): Document {
  const { record } = document;
  const cut = without(document, names);
  return typeof record === 'string'
    ? { ...cut, record: JSON.stringify(without(JSON.parse(record) as Document, names)) }
    : cut;
}

const count = (documents: ReadonlyMap<string, Document> | undefined): string =>
  (documents?.size ?? 0).toLocaleString('en-US');

describe('an upgrade of indices', () => {
  let suite: LoadSuite;
  beforeAll(buildService);
  beforeEach(async () => {
    suite = await LoadSuite.start('upgrade');
  });
  afterEach(() => suite.close());

  async function loadSeed(): Promise<void> {
    const { sources } = new Seed({ scale: 0.001, until: '2026-06-30' });
    const retryOptions = { giveUpAfterMs: 20_000 };
    await replaceAll({ client: suite.client, names: suite.names, retryOptions }, sources, 'test');
  }

  const upgrade = (...parameters: string[]): Promise<Ended> =>
    startCommand('indices', ['upgrade', ...parameters], {
      url: elasticsearchUrl(),
      prefix: suite.prefix,
      cwd: suite.folder,
    }).ended;

  /** The documents of a kind without a column of creators that is neither searched nor returned. */
  async function contents(kind: RecordKind, of = suite): Promise<Map<string, Document>> {
    const found = await of.contents<Document>(kind);
    return new Map([...found].map(([id, document]) => [id, without(document, ['category_name'])]));
  }

  /** Gives a kind an index of the earlier version, with these documents besides its own. */
  async function toEarlier(kind: UpgradedKind, documents: Readonly<Record<string, Document>> = {}): Promise<string> {
    const { client, names } = suite;
    const alias = names.alias(kind);
    const { version, settings, mappings } = readIndexDefinition(kind);
    const [live, index] = [await suite.live(kind), `${alias}-v${version - 1}-earlier`];
    const fields = NEW_FIELDS[kind];
    const properties = without(mappings.properties ?? {}, fields) as typeof mappings.properties;
    const found = await suite.contents<Document>(kind);
    await client.indices.create({
      index,
      settings,
      mappings: { ...mappings, ...(properties && { properties }), _meta: { version: version - 1 } },
    });
    const all = [...found].map(([id, document]) => [id, earlier(document, fields)] as const);
    const operations = [...all, ...Object.entries(documents)].flatMap(([_id, document]) => [
      { index: { _id } },
      document,
    ]);
    expect((await client.bulk({ index, refresh: true, operations })).errors).toBe(false);
    await client.indices.updateAliases({
      actions: [{ add: { index, alias, is_write_index: true } }, { remove_index: { index: live } }],
    });
    return index;
  }

  it('makes the documents of every kind that a load made, with amounts in USD as stored and categories as named now', async () => {
    await loadSeed();
    const before = new Map<UpgradedKind, Map<string, Document>>();
    for (const kind of KINDS) before.set(kind, await contents(kind));
    const withUsd = [...(before.get('products') ?? [])].filter(([, { usd_price: usd }]) => usd !== null);
    expect(withUsd.length).toBeGreaterThan(5);
    const old = new Map<UpgradedKind, string>();
    for (const kind of KINDS) old.set(kind, await toEarlier(kind));
    const rates = ['USD', 'GBP', 'EUR', 'VND', 'THB', 'IDR'].map((currency) => ({
      date: '2026-07-01',
      currency,
      usd: '7',
    }));
    await suite.load('rates', [suite.records('rates.ndjson', rates)]);
    const nodes = BUILT_IN_TREES['product-categories'].nodes.map((node) =>
      node.name.EN_US === CATEGORY ? { ...node, name: { ...node.name, EN_US: RENAMED } } : node,
    );
    await suite.load('product-categories', [suite.records('tree.ndjson', nodes)], { mode: 'replace' });

    const { status, stdout, stderr } = await upgrade();
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: KINDS.map((kind) => `${count(before.get(kind))} ${kind} of ${old.get(kind)} have been rewritten.\n`).join(
        '',
      ),
      stderr: '',
    });
    let renamed = 0;
    for (const kind of KINDS) {
      const text = JSON.stringify([...(before.get(kind) ?? [])]);
      renamed += text.split(CATEGORY).length - 1;
      const expected = JSON.parse(withNewName(text)) as [string, Document][];
      expect([kind, await contents(kind)]).toEqual([kind, new Map(expected)]);
    }
    expect(renamed).toBeGreaterThan(5);
    const named = [...(await contents('products')).values()].filter((document) =>
      JSON.stringify(document).includes(RENAMED),
    );
    const search = { index: suite.names.alias('products'), query: { match: { text: 'renamed' } } };
    expect((await suite.client.search(search)).hits.total).toMatchObject({ value: named.length });
    expect(await upgrade()).toMatchObject({
      status: 0,
      stdout: 'No index has an earlier version or other shards than are set.\n',
    });
  });

  it('copies every kind but tokens from another prefix, which it only reads', async () => {
    await loadSeed();
    const other = await LoadSuite.start('upgrade-from');
    try {
      const live = await suite.physical('products');
      const options = { url: elasticsearchUrl(), prefix: other.prefix, cwd: suite.folder };
      const { status, stderr } = await startCommand('indices', ['upgrade', '--from', suite.prefix], options).ended;
      expect([status, stderr]).toEqual([0, '']);
      for (const kind of [...KINDS, 'rates'] as const)
        expect([kind, await contents(kind, other)]).toEqual([kind, await contents(kind)]);
      expect(await suite.physical('products')).toEqual(live);
    } finally {
      await other.close();
    }
  });

  it('leaves out facts that a load would reject, and names their file', async () => {
    await loadSeed();
    const sales = await suite.contents<Document>('sales');
    const [[, fact] = []] = sales;
    const old = without(fact ?? {}, NEW_FIELDS.sales);
    const bad = { ...old, id: 'bad', channel: 'shop' };
    // Earlier releases took it, and no ranking over it was answered.
    const large = { ...old, id: 'large', units_sold: 2 ** 53 - 1 };
    const index = await toEarlier('sales', { bad, large });
    const { status, stdout } = await upgrade();
    const [, file = ''] = / (sales-rejects-\S+\.ndjson) /.exec(stdout) ?? [];
    expect([status, stdout]).toEqual([
      2,
      `${count(sales)} sales of ${index} have been rewritten. 2 can’t be made of their documents and are in ${file} with the reasons: npm run load -- sales FILE loads them.\n`,
    ]);
    expect(readRejects(join(suite.folder, file))).toEqual([
      {
        file: index,
        line: expect.any(Number) as number,
        reasons: [expect.stringContaining('channel is "shop"; it must be one of video, live.')],
        text: expect.stringContaining('"channel":"shop"') as string,
      },
      {
        file: index,
        line: expect.any(Number) as number,
        reasons: ['units_sold is 9007199254740991; it must be a whole number within ±1,000,000,000, in digits.'],
        text: expect.stringContaining('"units_sold":9007199254740991') as string,
      },
    ]);
    expect(await suite.contents('sales')).toEqual(sales);
  });

  it('leaves a kind of which nothing can be made as it is, and names the load', async () => {
    const day = { date: '2026-06-30', uid: '1', follower_count: 5, video_count: -1 };
    const index = await toEarlier('creator-days', { [`${day.date}:1`]: day });
    const { status, stdout, stderr } = await upgrade();
    const [, file = ''] = / (creator-days-rejects-\S+\.ndjson) /.exec(stderr) ?? [];
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      `0 creator-days of ${index} have been rewritten. 1 can’t be made of their documents and are in ${file} with the reasons: npm run load -- creator-days FILE --replace loads them.\n`,
    ]);
    expect(await suite.live('creator-days')).toBe(index);
    expect(Object.keys(await suite.physical('creator-days'))).toEqual([index]);
  });

  describe('where a node lacks a component of the analysis', () => {
    let project: string;
    beforeAll(async () => {
      project = await mkdtemp(join(tmpdir(), 'upgrade-project-'));
      for (const path of ['dist', 'elastic', 'package.json'])
        await cp(join(PROJECT_DIR, path), join(project, path), { recursive: true });
      await symlink(join(PROJECT_DIR, 'node_modules'), join(project, 'node_modules'));
      const file = join(project, 'elastic', 'analysis.json');
      const analysis = JSON.parse(await readFile(file, 'utf8')) as { filter: Record<string, object> };
      // Neither the embedded node nor the official server has one of this type.
      analysis.filter.irregular_plurals = { type: 'of_a_later_release', rules: ['a => b'] };
      await writeFile(file, JSON.stringify(analysis));
    });
    afterAll(() => rm(project, { recursive: true }));

    const SENTENCE =
      'A node lacks what the indices need: Unknown filter type [of_a_later_release]. Every node of your own cluster needs Elasticsearch 9.x with the plugin analysis-icu (elasticsearch-plugin install analysis-icu). An embedded node of an earlier release has it when this release starts it on the same data folder: docs/operating.md, "Upgrade".\n';

    it.each([
      ['load', ['products', '-']],
      ['load', ['sales', '-']],
      ['indices', ['create']],
      ['indices', ['upgrade', '--from']],
    ] as const)('%s %j under a new prefix says so, and makes nothing', async (name, parameters) => {
      const prefix = `${suite.prefix}new-`;
      const from = parameters[1] === '--from' ? [suite.prefix] : [];
      const options = { url: elasticsearchUrl(), prefix, cwd: suite.folder, project };
      const { status, stderr } = await startCommand(name, [...parameters, ...from], options).ended;
      expect([status, stderr]).toEqual([1, expect.stringContaining(SENTENCE)]);
      expect(Object.keys(await suite.client.indices.get({ index: `${prefix}*` }))).toEqual([]);
    });

    it('an upgrade under the same prefix says so before it rewrites any kind', async () => {
      const old = {
        products: await toEarlier('products', { p: { product_id: 'p' } }),
        sales: await toEarlier('sales', { s: { id: 's' } }),
      };
      const options = { url: elasticsearchUrl(), prefix: suite.prefix, cwd: suite.folder, project };
      const { status, stdout, stderr } = await startCommand('indices', ['upgrade'], options).ended;
      expect([status, stdout, stderr]).toEqual([1, '', SENTENCE]);
      expect([await suite.physical('products'), await suite.physical('sales')]).toEqual([
        { [old.products]: [suite.names.alias('products')] },
        { [old.sales]: [suite.names.alias('sales')] },
      ]);
    });
  });
});
