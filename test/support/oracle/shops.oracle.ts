import type { ProductLoad, ProductRecord } from '../../../src/product/product.record.js';
import type { Random } from '../../../dev/seed/random.js';
import { allMatches, between, drawRequest, equals, flag, listed, type Oracle, type OracleRequest } from './oracle.js';

/** A product as it is answered, and the listing time that is not. */
export type ListedProduct = ProductRecord & Pick<ProductLoad, 'launch_time'>;

export interface ShopRow {
  readonly seller_id: string;
  readonly name: string | null;
  readonly region: string | null;
  readonly product_count: number;
  readonly on_sale_count: number;
  readonly total_units_sold: number;
  readonly total_usd_gmv: number;
  readonly day7_units_sold: number;
  readonly day7_usd_gmv: number;
  readonly average_rating: number | null;
  readonly first_listed: number | null;
  readonly newest_listed: number | null;
}

/** The filters that choose the products which are counted. */
const OF_PRODUCTS: Oracle<ListedProduct>['filters'] = {
  region: equals((product) => product.region),
  l1_category_id: listed((product) => [product.category.l1.id]),
  l2_category_id: listed((product) => [product.category.l2.id]),
  l3_category_id: listed((product) => [product.category.l3.id]),
  is_cross_border: flag((product) => product.is_cross_border),
};

/** Shop search as docs/api.md states it, of rows that are added up already. */
export const SHOP_ORACLE: Oracle<ShopRow> = {
  id: (shop) => shop.seller_id,
  filters: {
    seller_id: listed((shop) => [shop.seller_id]),
    product_count_range: between((shop) => shop.product_count),
    on_sale_count_range: between((shop) => shop.on_sale_count),
    total_units_sold_range: between((shop) => shop.total_units_sold),
    total_usd_gmv_range: between((shop) => shop.total_usd_gmv),
    day7_units_sold_range: between((shop) => shop.day7_units_sold),
    day7_usd_gmv_range: between((shop) => shop.day7_usd_gmv),
    average_rating_range: between((shop) => shop.average_rating, false),
    first_listed_range: between((shop) => shop.first_listed),
    newest_listed_range: between((shop) => shop.newest_listed),
  },
  sorts: {
    product_count: (shop) => shop.product_count,
    on_sale_count: (shop) => shop.on_sale_count,
    total_units_sold: (shop) => shop.total_units_sold,
    total_usd_gmv: (shop) => shop.total_usd_gmv,
    day7_units_sold: (shop) => shop.day7_units_sold,
    day7_usd_gmv: (shop) => shop.day7_usd_gmv,
    average_rating: (shop) => shop.average_rating,
    first_listed: (shop) => shop.first_listed,
    newest_listed: (shop) => shop.newest_listed,
  },
  defaultSort: (shop) => shop.total_usd_gmv,
};

/** A number of few decimals as a whole number of its last one. */
const whole = (figure: number | null | undefined, decimals: number): bigint => {
  const [digits = '', fraction = ''] = String(figure ?? 0).split('.');
  return BigInt(digits + fraction.padEnd(decimals, '0'));
};
const add = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);
const cents = (all: readonly bigint[]): number => Number(add(all)) / 100;

function rowOf(seller_id: string, name: string | null, products: readonly ListedProduct[]): ShopRow {
  const regions = new Set(products.map(({ region }) => region));
  const sum = (figure: (product: ListedProduct) => number | null) =>
    Number(add(products.map((one) => whole(figure(one), 0))));
  const rated = products.filter((one) => one.product_rating !== null);
  const units = add(rated.map((one) => whole(one.total_units_sold, 0)));
  const points = add(rated.map((one) => whole(one.product_rating, 2) * whole(one.total_units_sold, 0)));
  const listings = products.flatMap(({ launch_time }) => launch_time ?? []);
  return {
    seller_id,
    name,
    region: regions.size === 1 ? ([...regions][0] ?? null) : null,
    product_count: products.length,
    on_sale_count: products.filter((one) => one.off_shelves === 0).length,
    total_units_sold: sum((one) => one.total_units_sold),
    total_usd_gmv: cents(products.map((one) => whole(one.total_usd_gmv, 2))),
    day7_units_sold: sum((one) => one.day7_units_sold),
    day7_usd_gmv: cents(products.map((one) => whole(one.day7_usd_gmv, 2))),
    average_rating: units === 0n ? null : Number((2n * points + units) / (2n * units)) / 100,
    first_listed: listings.length === 0 ? null : Math.min(...listings),
    newest_listed: listings.length === 0 ? null : Math.max(...listings),
  };
}

export function groupsOf<Product extends Pick<ProductRecord, 'shop'>>(products: readonly Product[]) {
  const groups = new Map<string | null, Product[]>();
  for (const product of products) {
    const { seller_id } = product.shop;
    groups.set(seller_id, [...(groups.get(seller_id) ?? []), product]);
  }
  return groups;
}

/** The shops of products, added up one by one; each has the name that its product with the first id gives it. */
export function shopsOf(all: readonly ListedProduct[], counted = all): ShopRow[] {
  const byId = [...all].sort((one, other) => (one.product_id < other.product_id ? -1 : 1));
  const names = new Map(byId.toReversed().map(({ shop }) => [shop.seller_id, shop.name]));
  return [...groupsOf(counted)].flatMap(([id, products]) =>
    id === null ? [] : [rowOf(id, names.get(id) ?? null, products)],
  );
}

/** The shops of a request without keywords, in their order. */
export function expectedShops(all: readonly ListedProduct[], { filter = {}, ...others }: OracleRequest): ShopRow[] {
  const isOfProducts = ([name]: readonly [string, unknown]) => name in OF_PRODUCTS;
  const entries = Object.entries(filter);
  const counted = all.filter((product) =>
    entries.filter(isOfProducts).every(([name, value]) => OF_PRODUCTS[name]?.holds(product, value as never)),
  );
  const rest = Object.fromEntries(entries.filter((entry) => !isOfProducts(entry)));
  return allMatches(SHOP_ORACLE, shopsOf(all, counted), { filter: rest, ...others });
}

export function drawShopRequest(all: readonly ListedProduct[], shops: readonly ShopRow[], random: Random) {
  const request = drawRequest(SHOP_ORACLE, shops, random);
  const names = Object.keys(OF_PRODUCTS).filter(() => random.chance(0.2));
  const drawn = names.map((name) => [name, OF_PRODUCTS[name]?.draw(all, random)] as const);
  return { ...request, filter: { ...request.filter, ...Object.fromEntries(drawn) } };
}
