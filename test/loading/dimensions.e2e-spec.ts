import type { CreatorDayDocument, SaleDocument } from '../../src/sales/facts.document.js';
import { LoadSuite } from './load-suite.js';

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
}

const CREATORS: readonly Creator[] = [
  { uid: 'c1', region: 'US', category_id: 7, account_type: 1 },
  { uid: 'c2', region: 'GB', account_type: 2 },
  { uid: 'c3' },
];
const levels = (l1: number, l2: number, l3: number) => ({ l1: { id: l1 }, l2: { id: l2 }, l3: { id: l3 } });
const PRODUCTS: readonly Product[] = [
  { product_id: 'p1', region: 'US', category: levels(10, 101, 1011), shop: { seller_id: 's1' } },
  { product_id: 'p2', region: 'GB', category: levels(20, 201, 2011), shop: { seller_id: 's2' } },
  { product_id: 'p3' },
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
  /** The records as loaded, in the order of loading. */
  let creators: Map<string, Creator>;
  let products: Map<string, Product>;
  let files = 0;

  beforeEach(async () => {
    suite = await LoadSuite.start('dimensions');
    creators = new Map();
    products = new Map();
  });
  afterEach(() => suite.close());

  const load = (kind: Parameters<LoadSuite['load']>[0], records: readonly object[], mode?: 'replace') =>
    suite.load(kind, [suite.records(`${kind}-${(files += 1)}.ndjson`, records)], mode ? { mode } : {});
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

  /** Every fact in full, computed from the lines and the records as loaded. */
  const expectFacts = async (sales = SALES, days = DAYS): Promise<void> => {
    await suite.client.indices.refresh({ index: [suite.names.alias('sales'), suite.names.alias('creator-days')] });
    const found = await suite.contents<SaleDocument>('sales');
    expect(found.size).toBe(sales.length);
    for (const sale of sales) {
      const product = products.get(sale.product_id);
      const level = (name: 'l1' | 'l2' | 'l3') => text(product?.category?.[name].id);
      const isOwn = product?.category?.l1.id === sale.product_category_id;
      const { digest_a: _a, digest_b: _b, ...rest } = found.get(sale.id) as SaleDocument;
      const [gmv_whole, usd_gmv_whole] = [Math.trunc(sale.gmv), Math.trunc(sale.usd_gmv)];
      expect({ ...rest, usd_gmv_whole: rest.usd_gmv_whole + 0 }).toEqual({
        ...sale,
        gmv: `${sale.gmv}`,
        gmv_whole,
        gmv_fraction: (sale.gmv - gmv_whole) * 10_000,
        usd_gmv: `${sale.usd_gmv}`,
        usd_gmv_whole: usd_gmv_whole + 0,
        usd_gmv_fraction: (sale.usd_gmv - usd_gmv_whole) * 10_000,
        ...ofCreator(sale.uid),
        product_loaded: product !== undefined,
        product_region: product?.region ?? null,
        seller_id: product?.shop?.seller_id ?? null,
        product_l1_category_id: level('l1'),
        product_l2_category_id: level('l2'),
        product_l3_category_id: level('l3'),
        l2_category_id: isOwn ? level('l2') : null,
        l3_category_id: isOwn ? level('l3') : null,
      });
    }
    const foundDays = await suite.contents<CreatorDayDocument>('creator-days');
    expect(foundDays.size).toBe(days.length);
    for (const day of days) {
      const { digest_a: _a, digest_b: _b, ...rest } = foundDays.get(`${day.date}:${day.uid}`) as CreatorDayDocument;
      const days1970 = (Date.UTC(2026, 5, Number(day.date.slice(8))) - Date.UTC(1970, 0, 1)) / 86_400_000;
      const day_followers = days1970 * 2_147_483_648 + day.follower_count;
      expect(rest).toEqual({ ...day, day_followers, ...ofCreator(day.uid) });
    }
  };

  it('come from the records as loaded, by --merge and by --replace', async () => {
    await loadCreators(CREATORS);
    await loadProducts(PRODUCTS);
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
});
