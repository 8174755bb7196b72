import type { SaleLoad } from '../../src/figures/facts.record.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { loadFacts, USD_RATE } from '../support/fact-world.js';
import { productsOf } from '../support/listed-products.js';
import { asComputed, breakdownOf, dimensionsBy } from '../support/oracle/breakdown.oracle.js';
import { conversionsOf } from '../support/oracle/conversion.oracle.js';
import { allMatches } from '../support/oracle/oracle.js';
import { hhiOf, namedIn, pageFiguresOf } from '../support/oracle/page-figures.oracle.js';
import {
  type AskedType,
  byBytes,
  expectedTopEcommerce,
  type FactWorld,
  group,
  inOrder,
  isIn,
  salesOf,
} from '../support/oracle/rankings.oracle.js';
import { PRODUCT_ORACLE } from '../support/oracle/records.oracle.js';
import { isKept } from '../support/oracle/sale-dimensions.oracle.js';
import { expectedSelling } from '../support/oracle/selling.oracle.js';
import { expectedShops, groupsOf, type ListedProduct } from '../support/oracle/shops.oracle.js';
import { drawQuestionWorld } from '../support/question-world.js';
import { worldOf } from '../support/seed-expectations.js';
import { seededIndices, sharedSeed } from '../support/shared-indices.js';

type Row = Readonly<Record<string, unknown>>;
interface Data {
  readonly total?: number;
  readonly list: readonly Row[];
  readonly [field: string]: unknown;
}

/** What questions are asked of: all that is loaded, and things in it of which there is something to tell. */
interface Known {
  readonly world: FactWorld;
  readonly sales: readonly SaleLoad[];
  readonly products: readonly ListedProduct[];
  readonly type: AskedType;
  readonly value: string;
  readonly product: string;
  readonly other: string;
  readonly shop: string;
}

type Call = (path: string, body: object) => Promise<Data>;

const byFrequency = (all: readonly string[]): string[] =>
  [...group(all, (one) => one)].sort(([, one], [, other]) => other.length - one.length).map(([key]) => key);

const wordsOf = (...texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 3);

const pick = (row: object, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

/** Rows of a breakdown with figures of one page, asked for and added up sale by sale. */
async function breakdown(
  call: Call,
  { world, type, value }: Known,
  by: string | readonly string[],
  filter: Record<string, string>,
  figures: readonly string[],
) {
  const question = { by, filter, date_info: { type, value } };
  const { list, total } = await call('/sales/v1/breakdown', {
    ...question,
    fields: FIELDS_OF_KEYS.concat(figures),
    pagesize: 100,
  });
  const { rows } = breakdownOf(question, world);
  const named = namedIn(world);
  const ofRow = (row: (typeof rows)[number]) => pick(pageFiguresOf(salesOf.get(row) ?? [], named), figures);
  return {
    found: {
      total,
      rows: list.map((row) => ({ key: asComputed(by, row).key, usd_gmv: row['usd_gmv'], ...pick(row, figures) })),
    },
    expected: {
      total: rows.length,
      rows: rows.slice(0, 100).map((row) => ({ key: row.key, usd_gmv: row.usd_gmv, ...ofRow(row) })),
    },
  };
}

const FIELDS_OF_KEYS = ['uid', 'category', 'creator_category', 'follower_tier', 'is_ad', 'usd_gmv'];

async function ranking(
  call: Call,
  { type, value }: Known,
  path: string,
  body: { readonly filter?: object; readonly keywords?: string; readonly orderby?: readonly object[] },
  fields: readonly string[],
  expected: readonly object[],
) {
  const asked = { ...body, filter: { ...body.filter, date_info: { type, value } }, fields, pagesize: 100 };
  const { list, total } = await call(path, asked);
  const names = fields.map((path) => path.split('.')[0] ?? '');
  const rows = expected.slice(0, 100).map((row) => pick(row, names));
  return { found: { total, rows: list }, expected: { total: expected.length, rows } };
}

interface Answered {
  readonly found: { readonly rows: readonly unknown[]; readonly [more: string]: unknown };
  readonly expected: object;
}

/** Each question that a rival's tools answer, in at most two calls. */
const QUESTIONS: Readonly<Record<string, (call: Call, known: Known) => Promise<Answered>>> = {
  'how many creators of each tier sell in each category': (call, known) =>
    breakdown(call, known, ['category', 'follower_tier'], {}, ['creator_count']),

  'of which category and tier the creators of a product are, and how many': (call, known) =>
    breakdown(call, known, ['creator_category', 'follower_tier'], { product_id: known.product }, ['creator_count']),

  'what a product sells by ads and without': (call, known) =>
    breakdown(call, known, 'is_ad', { product_id: known.product }, ['video_count']),

  'what each product sells in its first three days': (call, known) => {
    const filter = { product_age_range: { min: 0, max: 2 } };
    const { world, type, value } = known;
    const dimensionsOf = dimensionsBy(world);
    const counted = { ...world, isCounted: (sale: SaleLoad) => isKept(filter, dimensionsOf(sale)) };
    const fields = ['rank', 'product_id', 'usd_gmv', 'units_sold', 'creator_count'];
    const expected = expectedSelling(counted, 'product', type, value);
    return ranking(call, known, '/product/v1/rank/topSelling', { filter }, fields, expected);
  },

  'what a shop has sold in all, its rating, age and products on sale': async (call, { products, shop }) => {
    const { list } = await call('/shop/v1/search', { filter: { seller_id: shop } });
    return { found: { rows: list }, expected: { rows: expectedShops(products, { filter: { seller_id: shop } }) } };
  },

  'which shops with a word in their name have many products, page by page': async (call, { products }) => {
    const names = [...groupsOf(products).values()].map(([product]) => product?.shop.name);
    const [word = ''] = byFrequency(wordsOf(...names));
    const filter = { product_count_range: { min: 2 } };
    const orderby = [{ field: 'product_count' }];
    const pages = [];
    for (const page of [1, 2]) {
      const body = { keywords: `"${word}"`, filter, orderby, page, pagesize: 2 };
      pages.push(await call('/shop/v1/search', body));
    }
    const expected = expectedShops(products, { filter, orderby }).filter(({ name }) => wordsOf(name).includes(word));
    return {
      found: { total: pages[1]?.total, rows: pages.flatMap(({ list }) => list) },
      expected: { total: expected.length, rows: expected.slice(0, 4) },
    };
  },

  'which videos sell for a shop, with ad, plays and likes': (call, known) => {
    const { world, type, value, shop } = known;
    const detailsOf = (id: string) => {
      const { is_ad = null, play_count = null, digg_count = null } = world.videos?.get(id) ?? {};
      return world.videos?.has(id) ? { is_ad, play_count, digg_count } : null;
    };
    const sold = expectedSelling(world, 'video', type, value, { seller_id: [shop] });
    const expected = sold.map((row) => ({ ...row, video: detailsOf(String(row['video_id'])) }));
    const fields = ['video_id', 'usd_gmv', 'video.is_ad', 'video.play_count', 'video.digg_count'];
    return ranking(call, known, '/video/v1/rank/topSelling', { filter: { seller_id: shop } }, fields, expected);
  },

  'which creators with a word in their name sell what': (call, known) => {
    const { world, sales, type, value } = known;
    const namesOf = (uid: string) => {
      const { nickname, unique_id } = world.creators.get(uid) ?? {};
      return wordsOf(nickname, unique_id);
    };
    const [word = ''] = byFrequency([...new Set(sales.map(({ uid }) => uid))].flatMap(namesOf));
    const named = { ...world, isCounted: ({ uid }: SaleLoad) => namesOf(uid).includes(word) };
    const fields = ['rank', 'uid', 'creator_usd_gmv', 'units_sold'];
    const expected = expectedTopEcommerce(named, type, value);
    return ranking(call, known, '/creator/v1/rank/topEcommerce', { keywords: `"${word}"` }, fields, expected);
  },

  'whose videos of the period convert best': (call, known) => {
    const { world, type, value } = known;
    const isAsked = (day: string) => isIn(type, value, day);
    const figuresOf = conversionsOf(world, { by: 'creator', isAsked, isCounted: () => true, isOfAll: true });
    const figures = ['period_videos', 'period_plays', 'usd_gmv_per_1000_plays'];
    const rows = expectedTopEcommerce(world, type, value).map(({ uid }) => ({ uid, ...figuresOf(uid) }));
    const rateOf = (row: Row) => row['usd_gmv_per_1000_plays'] as number | null;
    rows.sort((a, b) =>
      rateOf(a) === rateOf(b) ? byBytes(String(a['uid']), String(b['uid'])) : inOrder(rateOf(a), rateOf(b)),
    );
    const orderby = [{ field: 'usd_gmv_per_1000_plays' }];
    return ranking(call, known, '/creator/v1/rank/topEcommerce', { orderby }, ['uid', ...figures], rows);
  },

  'who sells this product and not that one': (call, known) => {
    const { world, type, value, product, other } = known;
    const filter = { product_id: [product], not: { product_id: other } };
    const fields = ['rank', 'uid', 'creator_usd_gmv', 'units_sold'];
    const expected = expectedTopEcommerce(world, type, value, filter);
    return ranking(call, known, '/creator/v1/rank/topEcommerce', { filter }, fields, expected);
  },

  'which shops depend on one creator, and on how few shops the market': async (call, known) => {
    const { world, type, value, sales } = known;
    const named = namedIn(world);
    const byShop = group(
      sales.filter(({ product_id }) => named.shopOf(product_id) !== null),
      ({ product_id }) => named.shopOf(product_id) ?? '',
    );
    const rows = expectedSelling(world, 'shop', type, value).map(({ seller_id }) => ({
      seller_id,
      largest_creator: pageFiguresOf(byShop.get(String(seller_id)) ?? [], named).largest_creator,
    }));
    const shareOf = ({ largest_creator }: (typeof rows)[number]) => largest_creator?.share ?? null;
    // Equal ones keep the order of the list.
    rows.sort((a, b) => (shareOf(a) === shareOf(b) ? 0 : inOrder(shareOf(a), shareOf(b))));
    const body = {
      ...{ filter: { date_info: { type, value } }, orderby: [{ field: 'largest_creator.share' }], concentration: true },
      ...{ fields: ['seller_id', 'largest_creator'], pagesize: 100 },
    };
    const { list, hhi } = await call('/shop/v1/rank/topSelling', body);
    return { found: { hhi, rows: list }, expected: { hhi: hhiOf([...byShop.values()]), rows: rows.slice(0, 100) } };
  },

  'whose products have the first places of a search': async (call, { world, products }) => {
    const top = 20;
    const orderby = [{ field: 'total_units_sold' }];
    const request = { orderby, top, facets: [{ field: 'seller_id', size: 100 }] };
    const { total, counted, facets } = await call('/product/v1/facets', request);
    const first = allMatches(PRODUCT_ORACLE, [...world.products.values()], { orderby }).slice(0, top);
    const shops = [...group(first, ({ shop }) => shop?.seller_id ?? '')].filter(([id]) => id !== '');
    const counts = shops.map(([id, own]) => ({ value: id, count: own.length }));
    counts.sort((a, b) => b.count - a.count || byBytes(a.value, b.value));
    const [facet] = facets as { values: Row[] }[];
    const rows = facet?.values.map((value) => pick(value, ['value', 'count'])) ?? [];
    return {
      found: { total, counted, rows },
      expected: { total: products.length, counted: Math.min(top, products.length), rows: counts },
    };
  },

  'who sells the product of an address': async (call, known) => {
    const address = `https://shop.tiktok.com/view/product/${known.product}?region=US`;
    const fields = ['rank', 'uid', 'creator_usd_gmv'];
    const { world, type, value, product } = known;
    const expected = expectedTopEcommerce(world, type, value, { product_id: [product] });
    const body = { filter: { product_id: address } };
    return ranking(call, known, '/creator/v1/rank/topEcommerce', body, fields, expected);
  },

  'which live streams sold a product': async (call, { world, product }) => {
    const ofProduct = [...world.sales.values()].filter(
      (sale) => sale.product_id === product && sale.channel === 'live',
    );
    const rooms = new Set(ofProduct.map(({ content_id }) => content_id));
    const rows = [...rooms].filter((id) => world.lives?.has(id)).sort();
    const { list } = await call('/live/v1/search', { filter: { product_id: product }, pagesize: 100 });
    return { found: { rows: list.map(({ room_id }) => String(room_id)).sort() }, expected: { rows } };
  },

  'what commission the creators of a product earn, estimated': (call, known) =>
    breakdown(call, known, 'creator', { product_id: known.product }, ['estimated_commission']),

  'which products are similar': async (call, { products, product }) => {
    const own = products.find(({ product_id }) => product_id === product);
    const { words, list, total } = await call('/product/v1/similar', { product_id: product, pagesize: 100 });
    const textOf = ({ title, category: { l1, l2, l3 } }: ListedProduct) => [title, l1.name, l2.name, l3.name];
    const shared = (words as string[]).map((word) => word.toLowerCase());
    const isNear = (price: number | null) => {
      const mine = own?.usd_price ?? null;
      return price === null || mine === null || (price >= mine / 2 && price <= mine * 2);
    };
    const least = Math.max(1, Math.floor(shared.length * 0.3));
    const rows = products.filter((one) => {
      const its = wordsOf(...textOf(one), one.shop.name);
      const isOther = one.product_id !== product && (one.shop.seller_id ?? 'none') !== own?.shop.seller_id;
      return isOther && isNear(one.usd_price) && shared.filter((word) => its.includes(word)).length >= least;
    });
    const idsOf = (all: readonly { readonly product_id?: unknown }[]) =>
      all.map((one) => String(one.product_id)).sort();
    return { found: { total, rows: idsOf(list) }, expected: { total: rows.length, rows: idsOf(rows) } };
  },
};

async function knownIn(
  app: TestApp,
  world: FactWorld,
  loads: Iterable<ProductLoad>,
  [type, value]: readonly [AskedType, string],
): Promise<Known> {
  const sales = [...world.sales.values()].filter(({ date }) => isIn(type, value, date));
  const dimensionsOf = dimensionsBy(world);
  const isLoaded = ({ product_id }: SaleLoad) => world.products.has(product_id);
  const ads = sales.filter((sale) => isLoaded(sale) && dimensionsOf(sale).is_ad === 1);
  const [product = '', other = ''] = byFrequency(ads.map(({ product_id }) => product_id));
  const [shop = ''] = byFrequency(sales.flatMap((sale) => world.products.get(sale.product_id)?.shop?.seller_id ?? []));
  return { world, sales, products: await productsOf(app, loads), type, value, product, other, shop };
}

const SEED = sharedSeed();
const WORLDS = {
  'the seed': async () => {
    const app = await startTestApp({ name: 'questions-seed', indices: seededIndices() });
    return { app, known: await knownIn(app, worldOf(SEED), SEED.products(), ['month', '2026-06']) };
  },
  'a random world in three shards': async () => {
    const world = drawQuestionWorld();
    const load = loadFacts(world, USD_RATE);
    const app = await startTestApp({ name: 'questions', load, config: { indexShards: 3 } });
    const known = await knownIn(app, world, world.products.values(), ['range', '2025-12-22~2026-01-12']);
    return { app, known };
  },
};

describe.each(Object.entries(WORLDS))('of %s, in at most two calls', (_, start) => {
  let app: TestApp;
  let known: Known;
  beforeAll(async () => {
    ({ app, known } = await start());
  });
  afterAll(() => app?.close());

  it.each(Object.entries(QUESTIONS))('%s', async (_title, answer) => {
    let calls = 0;
    const call: Call = async (path, body) => {
      calls += 1;
      const { status, body: answered } = await app.api.post<Data>(path, body);
      expect({ path, body, status, message: answered.message }).toEqual({ path, body, status: 200, message: '' });
      return answered.data;
    };
    const { found, expected } = await answer(call, known);
    expect(found).toEqual(expected);
    expect(found.rows.length).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(2);
  });
});
