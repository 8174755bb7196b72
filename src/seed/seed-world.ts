import { dayNumber } from './calendar.js';
import { Creators } from './creators.js';
import { ProductSalesBook } from './goods/product-sales.js';
import type { Product } from './goods/products.js';
import { makeProducts } from './goods/products.js';
import { makeShops } from './goods/shops.js';
import { Shows } from './shows.js';

/** Scale and last day of the generated data. */
export interface SeedOptions {
  /** 1 gives 15,000 products, 40,000 videos and 12,000 live streams of 3,000 creators. */
  readonly scale: number;
  /** YYYY-MM-DD. */
  readonly until: string;
}

export const SEED_DEFAULTS: SeedOptions = { scale: 1, until: '2026-06-30' };

/** 13 weeks, and one week before in which sales begin: older videos sell nothing. */
const DAYS = 14 * 7;
const AT_SCALE_1 = { products: 15_000, shops: 600, videos: 40_000, lives: 12_000, creators: 3_000 };
/** Minimum at any scale, enough for every value of every filter. */
const AT_LEAST = { products: 400, shops: 40, videos: 800, lives: 300, creators: 80 };

/** The entities of the generated records and facts. */
export class SeedWorld {
  readonly counts: Readonly<typeof AT_SCALE_1>;
  readonly lastDay: number;
  readonly firstDay: number;
  readonly products: readonly Product[];
  readonly creators: Creators;
  readonly shows: Shows;
  private salesBook: ProductSalesBook | undefined;

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
    const shops = makeShops(this.counts.shops, this.counts.products);
    this.products = makeProducts(shops, this.lastDay);
    this.creators = new Creators(this.counts.creators, shops, this.firstDay, this.lastDay, this.counts.videos);
    this.shows = new Shows(this.creators, shops, this.products, this.firstDay, this.lastDay);
  }

  /** Sales of products. The first access adds up all shows. */
  get productSales(): ProductSalesBook {
    const { videos, lives } = this.counts;
    this.salesBook ??= new ProductSalesBook(this.products, this.shows, { video: videos, live: lives }, this.lastDay);
    return this.salesBook;
  }
}
