import { dayNumber } from '../../src/common/period/period.js';
import { Creators } from './creators.js';
import { ProductSalesBook } from './goods/product-sales.js';
import { memoize } from '../../src/common/memoize.js';
import { makeProducts, type Product } from './goods/products.js';
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

/** The entities of the generated records and facts. */
export class SeedWorld {
  /** A minimum of each at any scale is enough for every value of every filter. */
  readonly counts: Readonly<Record<'products' | 'shops' | 'videos' | 'lives' | 'creators', number>>;
  readonly lastDay: number;
  readonly firstDay: number;
  readonly products: readonly Product[];
  readonly creators: Creators;
  readonly shows: Shows;

  constructor({ scale, until }: SeedOptions) {
    const scaled = (least: number, count: number): number => Math.max(least, Math.round(count * scale));
    this.counts = {
      products: scaled(400, 15_000),
      shops: scaled(40, 600),
      videos: scaled(800, 40_000),
      lives: scaled(300, 12_000),
      creators: scaled(80, 3_000),
    };
    this.lastDay = dayNumber(until);
    this.firstDay = this.lastDay - DAYS + 1;
    const shops = makeShops(this.counts.shops, this.counts.products);
    this.products = makeProducts(shops, this.lastDay);
    this.creators = new Creators(this.counts.creators, shops, this.firstDay, this.lastDay, this.counts.videos);
    this.shows = new Shows(this.creators, shops, this.products, this.firstDay, this.lastDay);
  }

  /** Sales of products. The first access adds up all shows. */
  readonly productSales = memoize<void, ProductSalesBook>(
    () => new ProductSalesBook(this.products, this.shows, this.counts, this.lastDay),
  );
}
