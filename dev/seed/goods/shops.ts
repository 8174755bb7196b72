import { type Department, DEPARTMENTS } from './goods.js';
import { ALL_MARKETS, type Market, marketFor } from '../markets.js';
import { makeBrand, makeShopName } from '../names.js';
import { itemAt, Random } from '../random.js';

/** A shop. Its products have the numbers from `firstProduct` on. */
export type Shop = ReturnType<typeof makeShop>;

const MUSLIM_FASHION = 'Muslim Fashion';
/** Factor for shops of Muslim fashion by region. */
const MUSLIM_FASHION_LIFT: Readonly<Record<string, number>> = { ID: 6, MY: 6, SG: 2 };
const MUSLIM_FASHION_ELSEWHERE = 0.3;

/** Draws a department by its share in a market. */
export const drawDepartment = ({ region }: Market, random: Random): Department =>
  itemAt(random.next(), DEPARTMENTS, ({ category, share }) =>
    category.name.EN_US === MUSLIM_FASHION ? share * (MUSLIM_FASHION_LIFT[region] ?? MUSLIM_FASHION_ELSEWHERE) : share,
  );

function makeShop(index: number) {
  const random = new Random('shop', index);
  const market = marketFor(index);
  const language = random.pick(market.languages);
  const sellerId = Random.id(7495, 'shop', index);
  const brand = makeBrand(random);
  const drawn = drawDepartment(market, random);
  const department = DEPARTMENTS[index] ?? drawn;
  return {
    sellerId,
    market,
    language,
    name: makeShopName(language, brand, random),
    brand,
    avatar: `https://cdn.example/shops/${sellerId}.jpg`,
    /** Department of most of its products; a big shop also sells others. */
    department,
    /** Whether it is the first shop of its department, which exists at every scale. */
    isFirstOfDepartment: index < DEPARTMENTS.length,
    sellsAbroad: random.chance(0.15),
    /** Smaller for shops with more products: at random, with those of large departments more likely first. */
    place: -Math.log(1 - new Random('shop size', index).next()) / department.share,
    firstProduct: 0,
    productCount: 0,
  };
}

const SIZE_SKEW = 0.95;
const SIZE_SPREAD = 0.5;

/** All shops: in each market products by Zipf's law, and a shop of every market and level 1 category. */
export function makeShops(shopCount: number, productCount: number): readonly Shop[] {
  const shops = Array.from({ length: shopCount }, (_, index) => makeShop(index));
  const shares = ALL_MARKETS.reduce((sum, { share }) => sum + share, 0);
  let [sharesSoFar, next] = [0, 0];
  for (const market of ALL_MARKETS) {
    sharesSoFar += market.share;
    const products = Math.round((productCount * sharesSoFar) / shares) - next;
    const own = shops.filter((shop) => shop.market === market).sort((a, b) => a.place - b.place);
    const weights = own.map((_, rank) =>
      new Random('shop weight', rank).logNormal(1 / (rank + 1) ** SIZE_SKEW, SIZE_SPREAD),
    );
    const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
    own.forEach((shop, rank) => {
      shop.productCount = Math.max(1, Math.floor((products * (weights[rank] as number)) / weightSum));
    });
    const placed = own.reduce((sum, shop) => sum + shop.productCount, 0);
    (own[0] as Shop).productCount += products - placed;
    for (const shop of own) {
      shop.firstProduct = next;
      next += shop.productCount;
    }
  }
  return shops;
}
