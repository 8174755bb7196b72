import type { SaleLoad } from '../../../src/figures/facts.record.js';
import { byBytes, distinct, type FactWorld, group, percentOf, sumOf } from './rankings.oracle.js';

export interface NamedWorld {
  readonly shopOf: (product: string) => string | null;
  readonly titleOf: (product: string) => string | null;
  readonly nicknameOf: (uid: string) => string | null;
  /** Percent as text; null where it is not known. */
  readonly rateOf: (product: string) => string | null;
}

export const namedIn = ({ products, creators }: Pick<FactWorld, 'products' | 'creators'>): NamedWorld => ({
  shopOf: (id) => products.get(id)?.shop?.seller_id ?? null,
  titleOf: (id) => products.get(id)?.title ?? null,
  nicknameOf: (uid) => creators.get(uid)?.nickname ?? null,
  rateOf: (id) => products.get(id)?.commission_rate ?? null,
});
const usd = (sale: SaleLoad): number => sale.usd_gmv;

/** The largest part of some sales: each part is added up and rounded, equal ones follow by id. */
function largestOf(
  sales: readonly SaleLoad[],
  idOf: (sale: SaleLoad) => string,
  nameOf: (id: string) => string | null,
) {
  const parts = [...group(sales, idOf)].map(([id, own]) => ({ id, amount: sumOf(own, usd) }));
  parts.sort((one, other) => other.amount - one.amount || byBytes(one.id, other.id));
  const [first] = parts;
  return first ? { id: first.id, name: nameOf(first.id), share: percentOf(first.amount, sumOf(sales, usd)) } : null;
}

/** Commission fact by fact, in billionths of a percent of a dollar, rounded once. */
function commissionOf(sales: readonly SaleLoad[], rateOf: NamedWorld['rateOf']) {
  const covered = sales.filter(({ product_id }) => rateOf(product_id) !== null);
  const exact = covered.reduce((sum, sale) => {
    const [whole = '', decimals = ''] = (rateOf(sale.product_id) ?? '').replace('%', '').split('.');
    return sum + BigInt(Math.round(sale.usd_gmv * 10_000)) * BigInt(`${whole}${decimals.padEnd(2, '0')}`);
  }, 0n);
  const sign = exact < 0n ? -1n : 1n;
  const cents = (sign * exact + 500_000n) / 1_000_000n;
  return {
    usd: covered.length === 0 ? null : Number(sign * cents) / 100,
    covered_share: percentOf(sumOf(covered, usd), sumOf(sales, usd)),
  };
}

const ofChannel = (sales: readonly SaleLoad[], channel: string) => sales.filter((sale) => sale.channel === channel);

/** The figures of a row that are only read on request. */
export function pageFiguresOf(sales: readonly SaleLoad[], world: NamedWorld) {
  const { shopOf, titleOf, nicknameOf, rateOf } = world;
  const inShops = sales.filter(({ product_id }) => shopOf(product_id) !== null);
  return {
    creator_count: distinct(sales, ({ uid }) => uid),
    product_count: distinct(sales, ({ product_id }) => product_id),
    shop_count: distinct(inShops, ({ product_id }) => shopOf(product_id) ?? ''),
    video_count: distinct(ofChannel(sales, 'video'), ({ content_id }) => content_id),
    live_count: distinct(ofChannel(sales, 'live'), ({ content_id }) => content_id),
    largest_product: largestOf(sales, ({ product_id }) => product_id, titleOf),
    largest_creator: largestOf(sales, ({ uid }) => uid, nicknameOf),
    estimated_commission: sales.length === 0 ? { usd: null, covered_share: null } : commissionOf(sales, rateOf),
  };
}

/** The Herfindahl-Hirschman index of rows, each the sales that it adds up; null where one is below 0, or all are 0. */
export function hhiOf(rows: readonly (readonly SaleLoad[])[]): number | null {
  const amounts = rows.map((sales) => sales.reduce((sum, sale) => sum + BigInt(Math.round(sale.usd_gmv * 10_000)), 0n));
  const sum = amounts.reduce((all, amount) => all + amount, 0n);
  if (sum === 0n || amounts.some((amount) => amount < 0n)) return null;
  const squares = amounts.reduce((all, amount) => all + amount * amount, 0n);
  return Number((2_000_000n * squares + sum * sum) / (2n * sum * sum)) / 100;
}
