import type { ProductLoad } from '../../src/product/product.record.js';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';

/** Of the first ten records, the share that is of the article, over all articles: with the least that is right. */
export const PATTERNS: readonly (readonly [pattern: string, ofCategories: number, ofOthers: number])[] = [
  ['X', 1, 0.9],
  ['red X', 0.97, 0.9],
  ['X with case', 0.97, 0.9],
  ['new X 2026', 0.97, 0.9],
  ['black X gift', 0.97, 0.9],
  ['best X for women', 0.97, 0.9],
  ['X for women', 0.963, 0.9],
  ['the X', 0.972, 0.9],
  ['best X', 0.999, 0.9],
];
/** Of articles in Chinese, without blanks. */
export const CHINESE_PATTERNS: readonly (readonly [pattern: string, ofCategories: number])[] = [
  ['X', 0.97],
  ['红色X', 0.97],
  ['新款大容量X', 0.97],
  ['2026夏季X', 0.97],
];
const CATEGORIES = 60;
const LEAST_TITLES = 10;

/** Articles that are no category of level 3, chosen before keyword search looked for articles. */
export const OTHERS =
  `tweezers, colander, corkscrew, stapler, megaphone, kettlebell, snorkel, parasol, trampoline, kazoo,
  flashlight, binoculars, compass, telescope, doorbell, doormat, broom, dustpan, plunger, bucket,
  hairpin, hairnet, eyelash curler, nail buffer, cotton pads, loofah, hair clip, shower cap, bath bomb, soap dish,
  toothbrush, floss, razor, comb, barrette, apron, oven mitt, cookie cutter, whisk, spatula,
  ladle, tongs, zester, grater, sieve, tea strainer, coaster, placemat, napkin, candlestick,
  lunchbox, thermos, kettle, toaster, juicer, fondue, steamer, ice tray, bottle opener, can opener,
  measuring tape, screw clamp, wrench, chisel, sandpaper, ladder, wheelbarrow, trowel, shovel, sprinkler,
  birdhouse, terrarium, fishbowl, hamster wheel, scratching post, collar, muzzle, birdcage, horseshoe, saddle,
  pacifier, rattle, bib, buggy, bassinet, booster seat, potty, teether, swaddle, bottle warmer,
  yo-yo, kite, frisbee, dartboard, skateboard, pogo stick, hula hoop, boomerang, marbles, kaleidoscope`
    .split(',')
    .map((article) => article.trim());
const PER_ARTICLE = 24;
const DETAILS = ['stainless steel', 'black', 'for travel', 'foldable', 'for kids', 'professional', 'gift idea', 'red'];

export interface Article {
  readonly name: string;
  readonly chinese?: string;
  readonly isOf: (product: ProductLoad) => boolean;
}

const { nodes } = BUILT_IN_TREES['product-categories'];
export const leaves = nodes.filter(({ level }) => level === 3);
/** Those behind the categories that are measured. */
const LATER_LEAVES = leaves.slice(leaves.length / 2);
const parentOf = (id: number | null | undefined) => nodes.find((node) => node.id === id);

function categoryAt(index: number): ProductLoad['category'] {
  const l3 = LATER_LEAVES[index % LATER_LEAVES.length];
  const l2 = parentOf(l3?.parent_id);
  const l1 = parentOf(l2?.parent_id);
  return { l1: { id: l1?.id }, l2: { id: l2?.id }, l3: { id: l3?.id } };
}

/** Four of five in one category, and records that only mention the article. */
export function productsOf(article: string, index: number): ProductLoad[] {
  const title = `${article[0]?.toUpperCase()}${article.slice(1)}`;
  return Array.from({ length: PER_ARTICLE }, (_, at) => ({
    product_id: `other-${index}-${at}`,
    title: at % 8 === 7 ? `Storage pouch ${at} for ${article}` : `${title} ${DETAILS[(index + at) % DETAILS.length]}`,
    day7_units_sold: (index * 31 + at * 17) % 1000,
    category: categoryAt(at % 5 === 4 ? index * 29 + at * 13 : index * 7),
  }));
}

/** The first categories of level 3 with titles of their name. */
export const categoryArticles = (products: readonly ProductLoad[]): readonly Article[] =>
  leaves
    .map(({ id, name }): Article => ({
      name: name.EN_US,
      chinese: name.ZH_CN,
      isOf: ({ category }) => category?.l3?.id === id,
    }))
    .filter(({ name, isOf }) => {
      const titles = products.filter((one) => one.region === 'US' && isOf(one) && one.title?.includes(name));
      return titles.length >= LEAST_TITLES;
    })
    .slice(0, CATEGORIES);

export const otherArticles = OTHERS.map((name): Article => ({
  name,
  isOf: ({ title }) => title?.toLowerCase().startsWith(name) === true,
}));

/** The mean share of the article among the first ten records, and the articles below 0.7. */
export async function shareOf(
  pattern: string,
  articles: readonly Article[],
  find: (keywords: string) => Promise<readonly (ProductLoad | undefined)[]>,
): Promise<{ share: number; low: string[] }> {
  let sum = 0;
  const low: string[] = [];
  for (const { name, isOf } of articles) {
    const found = await find(pattern.replace('X', name.toLowerCase()));
    const share = found.filter((one) => one !== undefined && isOf(one)).length / 10;
    sum += share;
    if (share < 0.7) low.push(name);
  }
  return { share: sum / articles.length, low };
}

/** The product with the words of its category taken out of the title, where others are left. */
export function withoutCategory(product: ProductLoad): ProductLoad {
  const words = product.category?.l3?.name?.split(' ') ?? [];
  const title = words.reduce(
    (text, word) => text.replaceAll(new RegExp(`\\b${word}s?\\b`, 'giu'), ''),
    product.title ?? '',
  );
  return title.trim() === '' ? product : { ...product, title };
}
