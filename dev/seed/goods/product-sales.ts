import { memoize } from '../../../src/common/memoize.js';
import type { Product } from './products.js';
import { Random } from '../random.js';
import type { Channel, Shows } from '../shows.js';
import type { Shop } from './shops.js';

const SPANS = [1, 7, 28, 90] as const;

/** Sales of products by videos, live streams and other channels, never below the sum of their sales facts. */
export class ProductSalesBook {
  /** Units sold by shows on the last day and in the last 7, 28 and 90 days. */
  private readonly units: readonly Float64Array[];
  private readonly showCounts: Readonly<Record<Channel, Uint32Array>>;

  constructor(
    private readonly products: readonly Product[],
    shows: Shows,
    counts: Readonly<Record<'videos' | 'lives', number>>,
    private readonly lastDay: number,
  ) {
    this.units = SPANS.map(() => new Float64Array(products.length));
    this.showCounts = { video: new Uint32Array(products.length), live: new Uint32Array(products.length) };
    for (const channel of ['video', 'live'] as const) {
      for (let index = 0; index < counts[`${channel}s`]; index++) {
        const show = shows.at(channel, index);
        for (const product of show.products) add(this.showCounts[channel], product.index, 1);
        for (const { product, day, units } of shows.daySales(show)) {
          SPANS.forEach((span, at) => {
            if (day > lastDay - span) add(this.units[at] as Float64Array, product.index, units);
          });
        }
      }
    }
  }

  /** Sales of a product until the last day of the data. */
  of({ index, rank, offShelves, launchDay }: Product) {
    const random = new Random('product sales', index);
    const elsewhere = random.logNormal(0.5, 0.7);
    const perDay = random.logNormal(1.5, 1.2) / (rank + 1) ** 0.6;
    const age = this.lastDay - launchDay;
    const usual = (days: number): number => (offShelves ? 0 : Math.floor(perDay * Math.min(days, age)));
    const [yesterday = 0, day7 = 0, day28 = 0, day90 = 0] = SPANS.map((span, at) => {
      const byShows = this.units[at]?.[index] ?? 0;
      return byShows + Math.floor(byShows * elsewhere) + usual(span);
    });
    const before = Math.floor((day90 / 90 + perDay) * Math.max(0, age - 90) * (0.3 + 0.7 * random.next()));
    return {
      yesterday,
      day7,
      day28,
      day90,
      total: day90 + before,
      /** Units of the last 90 days sold by videos and live streams. */
      byShows: this.units.at(-1)?.[index] ?? 0,
      videos: this.showCounts.video[index] ?? 0,
      lives: this.showCounts.live[index] ?? 0,
    };
  }

  readonly totalOf = memoize(({ firstProduct, productCount }: Shop): number =>
    this.products
      .slice(firstProduct, firstProduct + productCount)
      .reduce((sum, product) => sum + this.of(product).total, 0),
  );
}

function add(sums: Float64Array | Uint32Array, index: number, amount: number): void {
  sums[index] = (sums[index] ?? 0) + amount;
}
