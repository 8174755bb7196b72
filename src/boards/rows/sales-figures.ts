import type { SaleChannel, SaleDocument } from '../../sales/facts.document.js';
import { roundToCents } from '../../common/rounding.js';

/** Maximum decimals of amounts (docs/api.md, "Records"). */
const SCALE = 10_000;
/** Scaled amounts up to this are exact in a double, and so is the sum of two. */
const SAFE = 1e15;

/** A sum of amounts of any size, exact at 4 decimals. */
export class ExactSum {
  private small = 0;
  private large = 0n;

  /** Adds an amount: decimal text with at most 4 decimals. */
  add(amount: string): void {
    const scaled = Math.round(Number(amount) * SCALE);
    if (Math.abs(scaled) > SAFE) this.large += scaleDigits(amount);
    else {
      this.small += scaled;
      if (Math.abs(this.small) > SAFE) this.carry();
    }
  }

  /** This sum and another together. */
  plus(other: ExactSum): ExactSum {
    const sum = new ExactSum();
    sum.large = this.tenThousandths + other.tenThousandths;
    return sum;
  }

  /** The sum in ten-thousandths. */
  get tenThousandths(): bigint {
    return this.large + BigInt(this.small);
  }

  /** The sum with 2 decimals, rounded half away from zero. */
  toCents(): number {
    return roundToCents(this.tenThousandths);
  }

  /** The sum as decimal text with 4 decimals. */
  toString(): string {
    const sum = this.tenThousandths;
    const digits = String(sum < 0n ? -sum : sum).padStart(5, '0');
    return `${sum < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
  }

  private carry(): void {
    this.large += BigInt(this.small);
    this.small = 0;
  }
}

function scaleDigits(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(`${whole}${decimals.padEnd(4, '0')}`);
}

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
