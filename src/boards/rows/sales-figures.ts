import type { SaleChannel, SaleDocument } from '../../sales/facts.document.js';
import { AmountSum } from '../../common/money.js';

/** The sales of one channel: exact sums, and the content they were made through. */
export class ChannelFigures {
  readonly gmv = new AmountSum();
  readonly usdGmv = new AmountSum();
  readonly contents = new Set<string>();
  facts = 0;

  add(sale: SaleDocument): void {
    this.gmv.add(sale.gmv_whole, sale.gmv_fraction);
    this.usdGmv.add(sale.usd_gmv_whole, sale.usd_gmv_fraction);
    this.contents.add(sale.content_id);
    this.facts += 1;
  }
}

/** Sums of the sales of a creator in a period, of one product category or of all. */
export class SalesFigures {
  readonly channels: Readonly<Record<SaleChannel, ChannelFigures>> = {
    video: new ChannelFigures(),
    live: new ChannelFigures(),
  };
  readonly products = new Set<string>();
  units = 0;

  /** Counts a fact, positive or negative. */
  add(sale: SaleDocument): void {
    this.channels[sale.channel].add(sale);
    this.products.add(sale.product_id);
    this.units += sale.units_sold;
  }
}
