import type { CreatorDayDocument, SaleDocument } from '../../src/figures/facts.record.js';
import type { FactKind, RecordKind } from '../../src/common/record-kind.js';
import { withLocks } from '../../src/elastic/state/cluster-lock.js';
import { DATA_VERSION_ID } from '../../src/elastic/state/data-version.js';
import { dueId, markDue, StateStore } from '../../src/elastic/state/state-store.js';
import { readIndexDefinition } from '../../src/elastic/indices/index-definition.js';
import { reconcileDue } from '../../src/loading/dimensions/reconcile.js';
import { rollBack } from '../../src/loading/index-builds/index-history.js';
import { elasticsearchUrl } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { LoadSuite, startCommand } from './load-suite.js';

interface Creator {
  readonly uid: string;
  readonly region?: string;
  readonly category_id?: number;
  readonly account_type?: number;
}
interface Product {
  readonly product_id: string;
  readonly region?: string;
  readonly category?: Readonly<Record<'l1' | 'l2' | 'l3', { readonly id: number }>>;
  readonly shop?: { readonly seller_id: string };
  readonly launch_time?: number;
}
interface Video {
  readonly video_id: string;
  readonly publish_time: number;
  readonly is_ad?: number;
  readonly duration?: number;
  readonly desc?: string;
  readonly play_count?: number;
}

const CREATORS: readonly Creator[] = [
  { uid: 'c1', region: 'US', category_id: 7, account_type: 1 },
  { uid: 'c2', region: 'GB', account_type: 2 },
  { uid: 'c3' },
];
/** Noon of a day in June 2026. */
const noon = (day: number) => Date.UTC(2026, 5, day, 12) / 1000;
const levels = (l1: number, l2: number, l3: number) => ({ l1: { id: l1 }, l2: { id: l2 }, l3: { id: l3 } });
const PRODUCTS: readonly Product[] = [
  { product_id: 'p1', region: 'US', category: levels(10, 101, 1011), shop: { seller_id: 's1' }, launch_time: noon(12) },
  { product_id: 'p2', region: 'GB', category: levels(20, 201, 2011), shop: { seller_id: 's2' }, launch_time: noon(1) },
  { product_id: 'p3' },
];
/** Of the videos that sales name; the live streams have such ids as well. */
const VIDEOS: readonly Video[] = [
  { video_id: 'c1-0', publish_time: 9, is_ad: 0, duration: 14, desc: 'Look #Skin #b' },
  { video_id: 'c2-0', publish_time: 9 },
  { video_id: 'c1-1', publish_time: 9, is_ad: 1, duration: 700, desc: '#live' },
];
/** Every creator, product and category with each other, the fourth of each is never loaded. */
const SALES = ['c1', 'c2', 'c3', 'c4'].flatMap((uid, creator) =>
  ['p1', 'p2', 'p3', 'p4'].flatMap((product_id, product) =>
    [10, 20].map((product_category_id, category) => ({
      id: `${uid}-${product_id}-${product_category_id}`,
      date: `2026-06-${10 + creator * 4 + product}`,
      uid,
      channel: category === 0 ? 'video' : 'live',
      content_id: `${uid}-${category}`,
      product_id,
      product_category_id,
      units_sold: creator - product,
      gmv: creator + product / 4,
      usd_gmv: -creator - product / 8,
    })),
  ),
);
const DAYS = ['c1', 'c2', 'c3', 'c4'].flatMap((uid, at) =>
  ['2026-06-29', '2026-06-30'].map((date, day) => ({ date, uid, follower_count: 100 * at + day, video_count: at })),
);

describe('dimensions of facts', () => {
  let suite: LoadSuite;
  let proxy: FaultProxy;
  let creators: Map<string, Creator>;
  let products: Map<string, Product>;
  let videos: Map<string, Video>;
  let files = 0;

  beforeEach(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    suite = await LoadSuite.start('dimensions', proxy.url);
    creators = new Map();
    products = new Map();
    videos = new Map();
  });
  afterEach(async () => {
    proxy.heal();
    await suite.close();
    await proxy.down();
  });

  const load = (kind: Parameters<LoadSuite['load']>[0], records: readonly object[], mode?: 'replace') =>
    suite.load(kind, [suite.records(`${kind}-${(files += 1)}.ndjson`, records)], mode ? { mode } : { whole: true });
  const loadCreators = async (records: readonly Creator[], mode?: 'replace') => {
    await load('creators', records, mode);
    if (mode) creators.clear();
    for (const creator of records) creators.set(creator.uid, creator);
  };
  const loadProducts = async (records: readonly Product[], mode?: 'replace') => {
    await load('products', records, mode);
    if (mode) products.clear();
    for (const product of records) products.set(product.product_id, product);
  };
  const loadVideos = async (records: readonly Video[], mode?: 'replace') => {
    const loaded = await load('videos', records, mode);
    if (mode) videos.clear();
    for (const video of records) videos.set(video.video_id, video);
    return loaded.notes;
  };

  const target = () => ({ client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 5000 } });
  const isDue = async (kind: FactKind) =>
    (await new StateStore(suite.client, suite.names).get(dueId(kind))) !== undefined;
  const rollback = async (kind: RecordKind): Promise<void> => {
    await withLocks(target(), [kind], `rollback of ${kind}`, (locked) => rollBack(locked, kind));
    await reconcileDue(target());
  };
  const whileLocked = <Result>(kind: RecordKind, work: string, action: () => Promise<Result>): Promise<Result> =>
    withLocks(target(), [kind], work, action);

  /** Gives the facts of a kind an index as the release before made it. */
  const toVersion2 = async (kind: 'sales' | 'creator-days'): Promise<string> => {
    const { client, names } = suite;
    const [live, index] = [await suite.live(kind), `${names.alias(kind)}-v2-old`];
    const own = [
      ...[
        'day_followers',
        'seller_id',
        'account_type',
        'l2_category_id',
        'l3_category_id',
        'is_ad',
        'duration',
        'tags',
      ],
      ...['video_dimensions', 'product_listed', 'product_age', 'product_age_step'],
    ];
    const isNew = (name: string) =>
      own.includes(name) || /^(creator|product)_.*(loaded|region|category_id)$/.test(name);
    const { mappings, settings } = readIndexDefinition(kind);
    const old = Object.entries(mappings.properties ?? {}).filter(
      ([name]) => !isNew(name) || name === 'product_category_id',
    );
    await client.indices.create({
      index,
      settings,
      mappings: { ...mappings, properties: Object.fromEntries(old), _meta: { version: 2 } },
    });
    const names2 = old.map(([name]) => name);
    const operations = [...(await suite.contents<Record<string, unknown>>(kind))].flatMap(([_id, fact]) => [
      { index: { _id } },
      Object.fromEntries(names2.map((name) => [name, fact[name]])),
    ]);
    expect((await client.bulk({ index, refresh: true, operations })).errors).toBe(false);
    await client.indices.updateAliases({
      actions: [{ add: { index, alias: names.alias(kind), is_write_index: true } }, { remove_index: { index: live } }],
    });
    return index;
  };

  const text = (value: number | undefined): string | null => (value === undefined ? null : `${value}`);
  const ofCreator = (uid: string) => {
    const creator = creators.get(uid);
    return {
      creator_loaded: creator !== undefined,
      creator_region: creator?.region ?? null,
      creator_category_id: text(creator?.category_id),
      account_type: text(creator?.account_type),
    };
  };

  const stepIn = (steps: readonly number[], figure: number | null): number | null =>
    figure === null ? null : (steps.findLast((step) => step <= figure) ?? null);
  const ofVideo = ({ channel, content_id }: (typeof SALES)[number]) => {
    const video = channel === 'video' ? videos.get(content_id) : undefined;
    if (video === undefined) return {};
    const { is_ad, duration = null, desc = '' } = video;
    const tags = desc.split(' ').filter((word) => word.startsWith('#'));
    return {
      is_ad: is_ad === undefined ? null : is_ad === 1,
      duration,
      tags: tags.length === 0 ? null : tags.map((tag) => tag.slice(1).toLowerCase()).sort(),
      video_dimensions: expect.stringMatching(/^[\w-]{6}$/) as string,
    };
  };
  const ofListing = (date: string, seconds: number | undefined) => {
    const product_age = seconds === undefined ? null : (Date.parse(date) / 1000 + 12 * 3600 - seconds) / 86_400;
    return {
      product_listed: seconds === undefined ? null : new Date(seconds * 1000).toISOString().slice(0, 10),
      product_age,
      product_age_step: stepIn([-(2 ** 31), 0, 3, 7, 30, 90, 180, 365], product_age),
    };
  };

  /** Every fact in full, computed from the lines and the records as loaded. */
  const expectFacts = async (sales = SALES, days = DAYS): Promise<void> => {
    await suite.client.indices.refresh({ index: [suite.names.alias('sales'), suite.names.alias('creator-days')] });
    const found = await suite.contents<SaleDocument>('sales');
    expect(found.size).toBe(sales.length);
    for (const sale of sales) {
      const product = products.get(sale.product_id);
      const level = (name: 'l1' | 'l2' | 'l3') => text(product?.category?.[name].id);
      const isOwn = product?.category?.l1.id === sale.product_category_id;
      const fact = found.get(sale.id) as SaleDocument;
      const gmv_whole = Math.trunc(sale.gmv);
      expect({ ...fact, usd_gmv_ten_thousandths: Number(fact.usd_gmv_ten_thousandths) + 0 }).toEqual({
        ...sale,
        gmv: `${sale.gmv}`,
        gmv_whole,
        gmv_fraction: (sale.gmv - gmv_whole) * 10_000,
        usd_gmv: `${sale.usd_gmv}`,
        usd_gmv_ten_thousandths: Math.round(sale.usd_gmv * 10_000) + 0,
        ...ofCreator(sale.uid),
        product_loaded: product !== undefined,
        product_region: product?.region ?? null,
        seller_id: product?.shop?.seller_id ?? null,
        product_l1_category_id: level('l1'),
        product_l2_category_id: level('l2'),
        product_l3_category_id: level('l3'),
        l2_category_id: isOwn ? level('l2') : null,
        l3_category_id: isOwn ? level('l3') : null,
        ...ofListing(sale.date, product?.launch_time),
        ...ofVideo(sale),
      });
    }
    const foundDays = await suite.contents<CreatorDayDocument>('creator-days');
    expect(foundDays.size).toBe(days.length);
    for (const day of days) {
      const fact = foundDays.get(`${day.date}:${day.uid}`) as CreatorDayDocument;
      const days1970 = (Date.UTC(2026, 5, Number(day.date.slice(8))) - Date.UTC(1970, 0, 1)) / 86_400_000;
      const day_followers = days1970 * 2_147_483_648 + day.follower_count;
      expect(fact).toEqual({ ...day, day_followers, ...ofCreator(day.uid) });
    }
  };

  it('come from the records as loaded, by --merge and by --replace', async () => {
    await loadCreators(CREATORS);
    await loadProducts(PRODUCTS);
    await loadVideos(VIDEOS);
    await load('sales', SALES);
    await load('creator-days', DAYS, 'replace');
    await expectFacts();
    expect((await load('sales', SALES)).summary).toMatchObject({ loaded: 0, updated: 0, unchanged: 32 });
    expect((await load('creator-days', DAYS)).summary).toMatchObject({ loaded: 0, updated: 0, unchanged: 8 });
    await load('sales', SALES, 'replace');
    await load('creator-days', DAYS);
    await expectFacts();
  });

  it('can be searched, and the latest followers are one maximum', async () => {
    await loadCreators(CREATORS);
    await load('creator-days', DAYS);
    const { hits, aggregations } = await suite.client.search({
      index: suite.names.alias('creator-days'),
      query: { term: { creator_region: 'GB' } },
      aggs: { last: { max: { field: 'day_followers' } } },
    });
    expect(hits.total).toMatchObject({ value: 2 });
    expect(Number((aggregations?.['last'] as { value: number }).value) % 2 ** 31).toBe(101);
  });

  it('lack followers above the bound, which are rejected by line', async () => {
    const days = [2 ** 31 - 1, 2 ** 31].map((follower_count) => ({ date: '2026-06-30', uid: 'c1', follower_count }));
    const { summary, rejects } = await load('creator-days', days);
    expect([summary.loaded, rejects]).toEqual([
      1,
      [
        expect.objectContaining({
          line: 2,
          reasons: ['follower_count is 2147483648; it must be a whole number from 0 to 2^31 − 1, in digits.'],
        }),
      ],
    ]);
  });

  it('come with an upgrade of facts of index version 2, of which the release before can take back the old build', async () => {
    await loadCreators(CREATORS);
    await loadProducts(PRODUCTS);
    await loadVideos(VIDEOS);
    await load('sales', SALES);
    await load('creator-days', DAYS);
    const old = { sales: await toVersion2('sales'), 'creator-days': await toVersion2('creator-days') };
    const run = (shards = 'auto') => {
      const environment = { INDEX_SHARDS: shards };
      const options = { url: elasticsearchUrl(), prefix: suite.prefix, cwd: suite.folder, environment };
      return startCommand('indices', ['upgrade'], options).ended;
    };
    const says = `32 sales of ${old.sales} have been rewritten.\n8 creator-days of ${old['creator-days']} have been rewritten.\n`;
    expect(await run()).toMatchObject({ status: 0, stdout: says });
    await expectFacts();
    expect(await suite.physical('sales')).toMatchObject({ [old.sales]: [] });
    const nothing = { status: 0, stdout: 'No index has an earlier version or other shards than are set.\n' };
    expect(await run()).toMatchObject(nothing);
    expect(await run('3')).toMatchObject({ status: 0, stdout: expect.stringContaining('32 sales of ') as unknown });
    const divided = await suite.client.indices.getSettings({ index: suite.names.alias('sales'), flat_settings: true });
    expect(Object.values(divided)[0]?.settings).toMatchObject({ 'index.number_of_shards': '3' });
    await expectFacts();
    expect(await run('3')).toMatchObject(nothing);
  });

  describe('follow', () => {
    beforeEach(async () => {
      await loadCreators(CREATORS);
      await loadProducts(PRODUCTS);
      await loadVideos(VIDEOS);
      await load('sales', SALES);
      await load('creator-days', DAYS);
    });

    const dataVersion = async () => (await new StateStore(suite.client, suite.names).get(DATA_VERSION_ID))?.version;

    it('a creator that changes, appears and is deleted, and are rewritten once', async () => {
      await loadCreators([{ uid: 'c1', region: 'GB', category_id: 8, account_type: 2 }]);
      await expectFacts();
      await loadCreators([{ uid: 'c4', region: 'US' }]);
      await expectFacts();
      await loadCreators([{ uid: 'c2', region: 'GB', account_type: 2 }], 'replace');
      await expectFacts();
      const before = await dataVersion();
      expect(await reconcileDue(target())).toEqual([]);
      expect(await dataVersion()).toBe(before);
    });

    it('a product that moves to another shop, region and category, appears and is deleted', async () => {
      const moved = { product_id: 'p1', region: 'GB', category: levels(20, 202, 2022), shop: { seller_id: 's9' } };
      await loadProducts([moved]);
      await expectFacts();
      await loadProducts([{ product_id: 'p4', region: 'US', category: levels(10, 101, 1012) }]);
      await expectFacts();
      await loadProducts([moved], 'replace');
      await expectFacts();
    });

    it('a product that has another listing day, and another region in which it was another day', async () => {
      const first = { ...(PRODUCTS[0] as Product), launch_time: noon(20) };
      await loadProducts([first]);
      await expectFacts();
      await loadProducts([{ ...first, launch_time: Date.UTC(2026, 5, 20, 2) / 1000 }]);
      const fact = (await suite.contents<SaleDocument>('sales')).get('c1-p1-10');
      expect([fact?.product_listed, fact?.product_age]).toEqual(['2026-06-19', -9]);
    });

    const rewritten = (notes: readonly string[]) =>
      notes.filter((note) => note.endsWith('sales got new dimensions from their records.')).map(parseFloat);

    it('a video that becomes an ad, gets other tags and another length, appears and is deleted; no other change is compared', async () => {
      const [video] = VIDEOS as [Video];
      const steps: readonly [readonly Video[], number[]][] = [
        [[{ ...video, is_ad: 1 }], [4]],
        [[{ ...video, is_ad: 1, desc: 'Look #b #c' }], [4]],
        [[{ ...video, is_ad: 1, desc: 'Look #b #c', duration: 15 }], [4]],
        [[{ ...video, is_ad: 1, desc: 'Other words, same #c and #b', duration: 15, play_count: 7 }], []],
        [
          [
            { video_id: 'c3-0', publish_time: 9, desc: '#new' },
            { video_id: 'of no sale', publish_time: 9 },
          ],
          [4],
        ],
        [[{ video_id: 'c3-1', publish_time: 9, desc: '#of #a #live' }], []],
      ];
      for (const [records, facts] of steps) {
        expect(rewritten(await loadVideos(records))).toEqual(facts);
        expect(await isDue('sales')).toBe(false);
        await expectFacts();
      }
      expect(rewritten(await loadVideos([VIDEOS[1] as Video], 'replace'))).toEqual([8]);
      await expectFacts();
      await rollback('videos');
      videos = new Map([...VIDEOS, ...steps.flatMap(([records]) => records)].map((one) => [one.video_id, one]));
      await expectFacts();
    });

    it('a rollback of creators, products, sales and creator-days', async () => {
      await loadCreators([{ uid: 'c1', region: 'FR' }], 'replace');
      await loadProducts([{ product_id: 'p2', region: 'FR' }], 'replace');
      await load('sales', SALES.slice(0, 20), 'replace');
      await load('creator-days', DAYS.slice(0, 4), 'replace');
      await expectFacts(SALES.slice(0, 20), DAYS.slice(0, 4));
      await rollback('sales');
      await rollback('creator-days');
      await expectFacts();
      await rollback('creators');
      creators = new Map(CREATORS.map((creator) => [creator.uid, creator]));
      await expectFacts();
      await rollback('products');
      products = new Map(PRODUCTS.map((product) => [product.product_id, product]));
      await expectFacts();
    });

    it('records that were written by other means, by indices reconcile', async () => {
      const index = suite.names.alias('creators');
      await suite.client.update({ index, id: 'c1', doc: { region: 'FR' }, refresh: true });
      creators.set('c1', { ...(CREATORS[0] as Creator), region: 'FR' });
      const run = () =>
        startCommand('indices', ['reconcile'], { url: elasticsearchUrl(), prefix: suite.prefix, cwd: suite.folder })
          .ended;
      const says =
        '8 sales got new dimensions from their records.\n2 creator-days got new dimensions from their records.\n';
      expect(await run()).toMatchObject({ status: 0, stdout: says });
      await expectFacts();
      const stdout = 'Every fact has the dimensions of its creator and product.\n';
      expect(await run()).toMatchObject({ status: 0, stdout });
    });

    it('a load of records while facts are loaded, at the end of the latter', async () => {
      const notes = await whileLocked('sales', 'load of sales', () =>
        load('creators', [{ uid: 'c1', region: 'FR' }]).then((loaded) => loaded.notes),
      );
      expect(notes).toEqual([
        expect.stringMatching(
          /^sales: in use by load of sales \(.*\), which gives them the dimensions of their records\.$/,
        ),
        '2 creator-days got new dimensions from their records.',
      ]);
      creators.set('c1', { uid: 'c1', region: 'FR' });
      await load('sales', SALES.slice(0, 1));
      await expectFacts();
    });

    it('records whose load is in progress, at its end', async () => {
      const notes = await whileLocked('products', 'load of products', async () => {
        await markDue(new StateStore(suite.client, suite.names), ['sales'], 'test');
        return (await load('sales', SALES)).notes;
      });
      expect(notes.at(-1)).toMatch(/^sales get the dimensions .* at the end of load of products/);
      expect(await isDue('sales')).toBe(true);
      await loadProducts([{ product_id: 'p3', region: 'US' }]);
      expect(await isDue('sales')).toBe(false);
      await expectFacts();
    });

    const renewed = {
      creators: (round: number) => {
        const creator = { uid: 'c1', region: round % 2 === 0 ? 'FR' : 'US' };
        creators.set('c1', creator);
        return creator;
      },
      videos: (round: number) => {
        const video = { ...(VIDEOS[0] as Video), desc: `#broken${round}` };
        videos.set(video.video_id, video);
        return video;
      },
    };

    it.each([
      ['creators', 9],
      ['videos', 5],
    ] as const)('%s whose load was broken off at one of its requests, and run again', async (kind, step) => {
      for (let round = 0, fails = true; fails; round += step) {
        const path = suite.records(`${kind}-${round}.ndjson`, [renewed[kind](round)]);
        let left = round;
        proxy.only = (_path, method) => method !== 'HEAD' && (left -= 1) < 0;
        proxy.fault = { kind: 'answer', status: 503 };
        fails = await suite.load(kind, [path], { giveUpAfterMs: 0, whole: true }).then(
          () => false,
          () => true,
        );
        proxy.heal();
        await suite.load(kind, [path], { whole: true });
        expect([await isDue('sales'), await isDue('creator-days')]).toEqual([false, false]);
        await expectFacts();
      }
    });
  });
});
