import type { SaleChannel, SaleDocument } from '../../documents/sale.document.js';
import { ExactSum } from './exact-sum.js';

/** The sales of one channel: exact sums, and the content they were made through. */
export class ChannelFigures {
  readonly gmv = new ExactSum();
  readonly usdGmv = new ExactSum();
  readonly contents = new Set<string>();
  facts = 0;

  add(sale: SaleDocument): void {
    this.gmv.add(sale.gmv);
    this.usdGmv.add(sale.usd_gmv);
    this.contents.add(sale.content_id);
    this.facts += 1;
  }
}

/** What the sales of a creator in a period, of one product category or all, add up to. */
export class SalesFigures {
  readonly channels: Readonly<Record<SaleChannel, ChannelFigures>> = {
    video: new ChannelFigures(),
    live: new ChannelFigures(),
  };
  readonly products = new Set<string>();
  units = 0;

  /** Counts a fact, whatever its sign. */
  add(sale: SaleDocument): void {
    this.channels[sale.channel].add(sale);
    this.products.add(sale.product_id);
    this.units += sale.units_sold;
  }
}
