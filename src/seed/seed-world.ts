import { BUILT_IN_TREES } from '../reference/category-tree.js';
import type { CategoryNode } from '../reference/category-tree.js';
import { REGIONS } from '../reference/regions.js';
import { formatPercent, roundHalfAwayFromZero } from '../reference/rounding.js';
import type { CategoryLoad } from '../records/category.record.js';
import type { ProductLoad } from '../records/product.record.js';
import { dayNumber, marketTime, utcText } from './calendar.js';
import type { Market } from './markets.js';
import { marketFor } from './markets.js';
import { Random } from './random.js';
import type { SeedLanguage } from './texts/nouns.js';
import { nounOf } from './texts/nouns.js';
import { HANDLE_NAMES, HANDLE_WORDS, PHRASES, SHOP_WORDS, sizesOf } from './texts/phrases.js';

/** How much the seed makes, and the last day of its data. */
export interface SeedOptions {
  /** 1 makes 15,000 products, 40,000 videos and 12,000 live streams of 3,000 creators. */
  readonly scale: number;
  /** YYYY-MM-DD. */
  readonly until: string;
}

export const SEED_DEFAULTS: SeedOptions = { scale: 1, until: '2026-06-30' };

const DAYS = 13 * 7;
const AT_SCALE_1 = { products: 15_000, shops: 600, videos: 40_000, lives: 12_000, creators: 3_000 };
/** Enough for every value of every filter, however small the scale. */
const AT_LEAST = { products: 400, shops: 40, videos: 800, lives: 300, creators: 80 };

export const PLATFORM = 'Short Video Shop';

export interface Shop {
  readonly sellerId: string;
  readonly market: Market;
  readonly language: SeedLanguage;
  readonly name: string;
  readonly avatar: string;
  /** Level 1 category that most of its products are of. */
  readonly category: CategoryNode;
}

export interface Creator {
  readonly uid: string;
  readonly market: Market;
  readonly language: SeedLanguage;
  readonly uniqueId: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly category: CategoryNode;
  readonly accountType: 1 | 2;
  readonly videoCount: number;
  readonly followerBase: number;
  readonly followerGrowth: number;
  readonly countsFollowers: boolean;
}

/** A product's own facts: what it is and costs. */
export interface ProductCore {
  readonly productId: string;
  readonly shop: Shop;
  readonly shopIndex: number;
  readonly title: string;
  readonly noun: string;
  readonly quality: string;
  readonly size: string;
  readonly path: readonly CategoryNode[];
  readonly price: number;
}

interface ProductFigures {
  readonly yesterday: number;
  readonly day7: number;
  readonly day28: number;
  readonly day90: number;
  readonly total: number;
}

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w)\}/g, (_, key: string) => values[key] ?? '').trim();

export const asCategory = (node: CategoryNode | undefined): CategoryLoad =>
  node ? { id: node.id, name: node.name.EN_US } : null;

/** The entities that the seed's records and facts are about; each can be made again from its number alone. */
export class SeedWorld {
  readonly counts: Readonly<typeof AT_SCALE_1>;
  readonly lastDay: number;
  readonly firstDay: number;
  private readonly shops: Shop[];
  private readonly creators: Creator[];
  private readonly shopsByRegion = new Map<string, number[]>();
  private readonly shopTotals = new Map<number, number>();
  private readonly level1 = BUILT_IN_TREES['product-categories'].children(null);
  private readonly nounsByLanguage = new Map<string, readonly CategoryNode[]>();

  constructor({ scale, until }: SeedOptions) {
    const scaled = (kind: keyof typeof AT_SCALE_1) => Math.max(AT_LEAST[kind], Math.round(AT_SCALE_1[kind] * scale));
    this.counts = {
      products: scaled('products'),
      shops: scaled('shops'),
      videos: scaled('videos'),
      lives: scaled('lives'),
      creators: scaled('creators'),
    };
    this.lastDay = dayNumber(until);
    this.firstDay = this.lastDay - DAYS + 1;
    this.shops = Array.from({ length: this.counts.shops }, (_, index) => this.makeShop(index));
    this.creators = Array.from({ length: this.counts.creators }, (_, index) => this.makeCreator(index));
    this.shops.forEach(({ market }, index) => {
      this.shopsByRegion.set(market.region, [...(this.shopsByRegion.get(market.region) ?? []), index]);
    });
  }

  creator(index: number): Creator {
    return this.creators[index] as Creator;
  }

  /** A creator drawn so that a few make most of the videos. */
  drawCreator(random: Random): number {
    return Math.floor(this.counts.creators * random.next() ** 2.5);
  }

  /** Followers at the end of a day: a path that grows or shrinks, with a little noise. */
  followersOn(index: number, day: number): number {
    const { followerBase, followerGrowth } = this.creator(index);
    const progress = (day - this.firstDay + 7) / (DAYS + 7);
    const noise = new Random('followers', index, day).next() * 0.002;
    return Math.max(0, Math.round(followerBase * (1 + followerGrowth * progress + noise)));
  }

  /** Different products of shops in a creator's region, most of them of the two shops it works with. */
  drawProducts(random: Random, creatorIndex: number, count: number): number[] {
    const shops = this.shopsByRegion.get(this.creator(creatorIndex).market.region) ?? [];
    const partners = new Random('partners', creatorIndex);
    const partnerShops = [partners.pick(shops), partners.pick(shops)];
    const perShop = Math.floor(this.counts.products / this.counts.shops);
    const drawn = new Set<number>();
    for (let i = 0; i < count; i++) {
      const shop = random.pick(random.chance(0.93) ? partnerShops : shops);
      drawn.add(shop + this.counts.shops * random.whole(0, perShop - 1));
    }
    return [...drawn];
  }

  productCore(index: number): ProductCore {
    const random = new Random('product', index);
    const shopIndex = index % this.counts.shops;
    const shop = this.shops[shopIndex] as Shop;
    const category = this.productCategory(shop, index, random);
    const phrases = PHRASES[shop.language];
    const noun = nounOf(category.name, shop.language) ?? category.name.EN_US;
    const quality = random.pick(phrases.qualities);
    const size = random.pick(sizesOf(category));
    const usd = 2 + random.heavyTail(200, 60_000, 1.1) / 100;
    const factor = 10 ** shop.market.priceDecimals;
    const price = Math.max(1, Math.round((usd / shop.market.usdRate) * factor)) / factor;
    return {
      productId: Random.id(1729, 'product', index),
      shop,
      shopIndex,
      title: fill(random.pick(phrases.titles), { n: noun, a: quality, s: size }),
      noun,
      quality,
      size,
      path: BUILT_IN_TREES['product-categories'].path(category.id),
      price,
    };
  }

  /** A product as it is loaded. */
  product(index: number): ProductLoad {
    const core = this.productCore(index);
    const random = new Random('product facts', index);
    const figures = this.figures(index);
    const crossBorder = random.chance(0.15);
    const unlessUnknown = <T>(probability: number, value: T): T | null => (random.chance(probability) ? null : value);
    const launchedAt = marketTime(core.shop.market, this.lastDay - random.whole(1, 400), random.whole(0, 86_399));
    const gmv = (units: number): number => roundHalfAwayFromZero(units * core.price, 0);
    const [l1, l2, l3] = core.path;
    return {
      product_id: core.productId,
      title: core.title,
      region: core.shop.market.region,
      cover: `https://cdn.example/products/${core.productId}.jpg`,
      category: { l1: asCategory(l1), l2: asCategory(l2), l3: asCategory(l3) },
      commission_rate: unlessUnknown(0.03, formatPercent(random.whole(4, 120) / 4)),
      creator_order_rate: unlessUnknown(0.03, formatPercent(random.whole(0, 10_000) / 100)),
      floor_price: core.price,
      off_shelves: random.chance(0.06) ? 1 : 0,
      day7_units_sold: figures.day7,
      day7_gmv: gmv(figures.day7),
      total_units_sold: figures.total,
      total_gmv: gmv(figures.total),
      creator_count: unlessUnknown(0.02, random.heavyTail(1, 20_000, 0.7)),
      shop: {
        seller_id: core.shop.sellerId,
        name: core.shop.name,
        avatar: core.shop.avatar,
        total_units_sold: this.shopTotal(core.shopIndex),
      },
      video_count: random.heavyTail(1, 50_000, 0.7),
      is_cross_border: crossBorder ? 1 : 0,
      yday_sold_count: figures.yesterday,
      day28_units_sold: figures.day28,
      day90_units_sold: figures.day90,
      product_rating: unlessUnknown(0.08, random.whole(30, 50) / 10),
      is_free_shipping: random.chance(0.5) ? 1 : 0,
      source: PLATFORM,
      ctime: utcText(launchedAt),
      is_sshop: random.chance(0.1) ? 1 : 0,
      platform_url: `https://shop.example/product/${core.productId}`,
      service_url: `https://analytics.example/product/${core.productId}`,
      sku_count: random.whole(1, 24),
      promotion_channel: random.whole(1, 3),
      launch_time: launchedAt,
      shop_type: crossBorder ? 2 : 1,
      is_fully_managed: random.chance(0.12) ? 1 : 0,
      is_new_listed: launchedAt > marketTime(core.shop.market, this.lastDay - 30, 0) ? 1 : 0,
      is_local_warehouse: random.chance(0.4) ? 1 : 0,
      is_top_selling: figures.day7 > 100 ? 1 : 0,
    };
  }

  /** A description or stream title that speaks of a product, with tags and now and then a handle. */
  sayOf(random: Random, creator: Creator, kind: 'descriptions' | 'streams', product: ProductCore | undefined): string {
    const phrases = PHRASES[creator.language];
    const noun = product === undefined ? random.pick(this.nouns(creator.language)) : product.path.at(-1);
    const tag = () => random.pick(phrases.tags);
    const text = fill(random.pick(phrases[kind]), {
      n: (noun && nounOf(noun.name, creator.language)) ?? product?.noun ?? '',
      a: random.pick(phrases.qualities),
      s: product?.size ?? random.pick(sizesOf(noun)),
      t: '{t}',
    }).replace(/\{t\}/g, tag);
    const mentioned = random.chance(0.12) ? ` @${this.creator(this.drawCreator(random)).uniqueId}` : '';
    return `${text}${mentioned}`;
  }

  private shopTotal(shopIndex: number): number {
    const known = this.shopTotals.get(shopIndex);
    if (known !== undefined) return known;
    let total = 0;
    for (let index = shopIndex; index < this.counts.products; index += this.counts.shops)
      total += this.figures(index).total;
    this.shopTotals.set(shopIndex, total);
    return total;
  }

  private figures(index: number): ProductFigures {
    const random = new Random('figures', index);
    const day7 = random.chance(0.1) ? 0 : random.heavyTail(1, 200_000, 0.75);
    const yesterday = Math.round(day7 * random.next() * 0.4);
    const day28 = day7 + Math.round(day7 * random.next() * 4);
    const day90 = day28 + Math.round(day28 * random.next() * 3);
    return { yesterday, day7, day28, day90, total: day90 + random.heavyTail(1, 500_000, 0.75) };
  }

  private nouns(language: SeedLanguage): readonly CategoryNode[] {
    const known = this.nounsByLanguage.get(language);
    if (known !== undefined) return known;
    const nodes = BUILT_IN_TREES['product-categories'].nodes.filter(
      ({ level, name }) => level === 3 && nounOf(name, language) !== undefined,
    );
    this.nounsByLanguage.set(language, nodes);
    return nodes;
  }

  private productCategory(shop: Shop, index: number, random: Random): CategoryNode {
    const isFirstOfShop = index < this.counts.shops;
    const l1 = isFirstOfShop || random.chance(0.92) ? shop.category : random.pick(this.level1);
    const inLanguage = this.nouns(shop.language).filter((node) => Math.floor(node.id / 10_000) * 10_000 === l1.id);
    return random.pick(inLanguage);
  }

  private makeShop(index: number): Shop {
    const random = new Random('shop', index);
    const market = marketFor(index, random);
    const language = random.pick(market.languages);
    const sellerId = Random.id(7495, 'shop', index);
    return {
      sellerId,
      market,
      language,
      name: fill(random.pick(PHRASES[language].shops), { w: this.shopWords(random) }),
      avatar: `https://cdn.example/shops/${sellerId}.jpg`,
      category: this.level1[index % this.level1.length] as CategoryNode,
    };
  }

  private shopWords(random: Random): string {
    const first = random.pick(SHOP_WORDS);
    const second = random.pick(SHOP_WORDS);
    return random.chance(0.4) && second !== first ? `${first} ${second}` : first;
  }

  private makeCreator(index: number): Creator {
    const random = new Random('creator', index);
    const market = marketFor(index, random);
    const language = random.pick(market.languages);
    const uid = Random.id(7129, 'creator', index);
    const categories = BUILT_IN_TREES['creator-categories'].nodes;
    const separator = random.pick(['.', '_', '']);
    return {
      uid,
      market,
      language,
      uniqueId: `${random.pick(HANDLE_NAMES)}${separator}${random.pick(HANDLE_WORDS)}_${index + 7}`,
      nickname: `${random.pick(PHRASES[language].names)}${random.chance(0.3) ? ` ${random.pick(['✨', '🛍️', '💄', '🔥', '🌸'])}` : ''}`,
      avatar: `https://cdn.example/creators/${uid}.jpg`,
      category: categories[index % categories.length] as CategoryNode,
      accountType: random.chance(0.2) ? 2 : 1,
      videoCount: random.heavyTail(10, 20_000, 0.9),
      followerBase: random.heavyTail(800, 60_000_000, 0.7),
      followerGrowth: random.chance(0.12) ? -random.next() * 0.05 : random.next() ** 3 * 1.5,
      countsFollowers: index % 97 !== 13,
    };
  }
}

/** The currency of a market. */
export const currencyOf = (market: Market): string => REGIONS[market.region].currency;
