import type { CategoryNode } from '../../../src/common/categories/category-tree.js';
import { drawSize, featuresOf, type Goods, goodsIn } from './goods.js';
import { shopPrice } from '../markets.js';
import { sentence } from '../names.js';
import { Random } from '../random.js';
import { drawDepartment, type Shop } from './shops.js';
import { nounOf, type SeedLanguage, textsOf } from '../languages.js';

/** A product with its goods and price. */
export type Product = Readonly<ReturnType<typeof makeProduct>>;

/** A shop with more products also sells goods of other departments. */
const BIG_SHOP = 40;
const OLDEST_DAYS = 700;
/** Standard deviation of the logarithm of prices in a category. */
const PRICE_SPREAD = 0.5;

/** Creates the products of all shops, in the order of their numbers. */
export const makeProducts = (shops: readonly Shop[], lastDay: number): readonly Product[] =>
  [...shops]
    .sort((a, b) => a.firstProduct - b.firstProduct)
    .flatMap((shop) => Array.from({ length: shop.productCount }, (_, rank) => makeProduct(shop, rank, lastDay)));

function makeProduct(shop: Shop, rank: number, lastDay: number) {
  const index = shop.firstProduct + rank;
  const random = new Random('product', index);
  const goods = drawGoods(shop, rank, random);
  const { market } = shop;
  const priceUsd = random.logNormal(goods.medianUsd, PRICE_SPREAD) * market.priceLevel;
  const price = shopPrice(market, priceUsd / market.usdRate, random.whole(0, 3));
  return {
    index,
    productId: Random.id(1729, 'product', index),
    shop,
    /** Position among the products of its shop; the first ones sell best. */
    rank,
    goods,
    /** In the market's currency. */
    price,
    priceUsd: price * market.usdRate,
    offShelves: rank > 0 && random.chance(0.06),
    /** Day number in its market. */
    launchDay: lastDay - Math.floor(1 + OLDEST_DAYS * random.next() ** 1.5),
  };
}

function drawGoods(shop: Shop, rank: number, random: Random): Goods {
  const sticks = rank === 0 || random.chance(shop.productCount > BIG_SHOP ? 0.6 : 0.93);
  const { category } = sticks ? shop.department : drawDepartment(shop.market, random);
  const goods = goodsIn(shop.language, category.id);
  // The best known goods, such as lipstick, exist at every scale.
  if (rank === 0 && shop.isFirstOfDepartment) return goods[0] as Goods;
  return goods[Math.floor(goods.length * random.next() ** 1.2)] as Goods;
}

export const nounFor = ({ path }: Goods, language: SeedLanguage): string => {
  const { name } = path.at(-1) as CategoryNode;
  return nounOf(name, language) ?? name.EN_US;
};

/** A product's title in the language of its shop. */
export function titleOf({ index, shop, goods }: Product): string {
  const random = new Random('title', index);
  const { language, market } = shop;
  const texts = textsOf(language);
  const { features, comesInColours } = featuresOf(goods);
  const first = random.whole(0, features.length - 1);
  const second = random.chance(0.5) ? (first + random.whole(1, features.length - 1)) % features.length : first;
  const details = [
    ...[...new Set([first, second])].map((at) => texts.features[features[at] ?? '']),
    comesInColours ? random.pick(texts.colours) : '',
    drawSize(goods.size, market.region, language, random),
  ].filter((detail) => detail !== '');
  return sentence(random.pick(texts.titles), {
    n: nounFor(goods, language),
    b: shop.brand,
    x: details.join(texts.join),
  });
}
