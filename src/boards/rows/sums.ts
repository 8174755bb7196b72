import { WorkFailure } from '../../common/errors/work-failure.js';
import { roundToCents } from '../../common/money.js';
import type { CountedSale } from '../facts/fact-sources.js';

const FIRST_ROWS = 64;

/** A number of each row. */
class Column {
  private values = new Float64Array(FIRST_ROWS);

  add(row: number, number: number): void {
    if (row >= this.values.length) {
      const { values } = this;
      this.values = new Float64Array(2 * row);
      this.values.set(values);
    }
    this.values[row] = (this.values[row] ?? 0) + number;
  }

  of(row: number): number {
    return this.values[row] ?? 0;
  }
}

/** Numbers up to this are exact in a double, and so is the sum of two. */
const EXACT = 1e15;
/** Ten-thousandths up to this are rounded to cents exactly in a double. */
const ROUNDED_EXACTLY = 1e13;

/** A sum of amounts of each row, of any size, exact at 4 decimals. */
export class Amounts {
  private readonly small = new Column();
  private readonly large = new Map<number, bigint>();

  /** Adds an amount: its whole part and its decimals in ten-thousandths. */
  add(row: number, whole: number, fraction: number): void {
    const amount = whole * 10_000 + fraction;
    if (Math.abs(amount) <= EXACT && Math.abs(this.small.of(row) + amount) <= EXACT) this.small.add(row, amount);
    else this.large.set(row, (this.large.get(row) ?? 0n) + BigInt(whole) * 10_000n + BigInt(fraction));
  }

  /** The sum in ten-thousandths. */
  of(row: number): bigint {
    return BigInt(this.small.of(row)) + (this.large.get(row) ?? 0n);
  }

  /** The sum, with that of others, with 2 decimals, rounded half away from zero. */
  shown(row: number, other?: Amounts): number {
    const sum = this.small.of(row) + (other?.small.of(row) ?? 0);
    if (this.large.has(row) || other?.large.has(row) || Math.abs(sum) > ROUNDED_EXACTLY) {
      return roundToCents(this.of(row) + (other?.of(row) ?? 0n));
    }
    const shown = Math.floor((Math.abs(sum) + 50) / 100) / 100;
    return sum < 0 && shown !== 0 ? -shown : shown;
  }
}

/** An id has a number below this. */
const MOST_IDS = 2 ** 26;
const FIRST_PAIRS = 1024;

/** A set of pairs of a number and the number of an id: a table of doubles takes a quarter of the memory of a Set. */
class Pairs {
  private table = new Float64Array(FIRST_PAIRS);
  private size = 0;

  /** Whether the pair is new. */
  add(number: number, id: number): boolean {
    if (!this.put(number, id)) return false;
    this.size += 1;
    if (2 * this.size > this.table.length) {
      const { table } = this;
      this.table = new Float64Array(2 * table.length);
      for (const pair of table) if (pair !== 0) this.put(Math.floor(pair / MOST_IDS) - 1, pair % MOST_IDS);
    }
    return true;
  }

  private put(number: number, id: number): boolean {
    const pair = (number + 1) * MOST_IDS + id;
    const { table } = this;
    const last = table.length - 1;
    let at = Math.imul(number, 0x9e3779b1) ^ Math.imul(id, 0x85ebca6b);
    for (at = (at ^ (at >>> 15)) & last; table[at] !== 0; at = (at + 1) & last) if (table[at] === pair) return false;
    table[at] = pair;
    return true;
  }
}

/** Numbers ids from 0 on. */
class Numbers extends Map<string, number> {
  of(id: string): number {
    let number = this.get(id);
    if (number === undefined) {
      if (this.size === MOST_IDS) throw new WorkFailure('A period has too many distinct ids.');
      this.set(id, (number = this.size));
    }
    return number;
  }
}

/** The number of distinct ids of each row. Most rows have one, which takes no pair. */
class Distinct {
  private readonly counts = new Column();
  private first = new Column();
  private pairs = new Pairs();

  add(row: number, id: number): void {
    const count = this.counts.of(row);
    if (count === 0) this.first.add(row, id);
    else if (this.first.of(row) === id || !this.pairs.add(row, id)) return;
    this.counts.add(row, 1);
  }

  of(row: number): number {
    return this.counts.of(row);
  }

  /** Ends the counting: the numbers stay. */
  close(): void {
    this.first = new Column();
    this.pairs = new Pairs();
  }
}

/** Sums of the sales by videos or by live streams; `contents` are distinct videos or live streams. */
const channelSums = () => ({
  facts: new Column(),
  gmv: new Amounts(),
  usdGmv: new Amounts(),
  contents: new Distinct(),
});

/** The ids of counted sales. */
const noIds = () => ({
  creators: new Numbers(),
  products: new Numbers(),
  video: new Numbers(),
  live: new Numbers(),
});

/** A sale with the numbers of its ids. */
export type NumberedSale = Readonly<ReturnType<Sums['number']>>;

/** Sums of the sales of many rows, exact; rows are numbers. Columns take a tenth of the memory of objects and sets. */
export class Sums {
  readonly channels = { video: channelSums(), live: channelSums() };
  readonly units = new Column();
  readonly creators = new Distinct();
  readonly products = new Distinct();
  /** What rows of videos and live streams show. They are numbered by themselves. */
  readonly contents = { usdGmv: new Amounts(), units: new Column(), products: new Distinct() };
  private counted = noIds();

  /** The sale as `add` takes it for each row that it counts for. */
  number(sale: CountedSale) {
    const { creators, products, [sale.channel]: contents } = this.counted;
    const [creator, product] = [creators.of(sale.uid), products.of(sale.product_id)];
    return { sale, creator, product, content: contents.of(sale.content_id) };
  }

  /** Counts a sale, positive or negative, for a row. */
  add(row: number, { sale, creator, product, content }: NumberedSale): void {
    const sums = this.channels[sale.channel];
    sums.facts.add(row, 1);
    sums.gmv.add(row, sale.gmv_whole, sale.gmv_fraction);
    sums.usdGmv.add(row, sale.usd_gmv_whole, sale.usd_gmv_fraction);
    this.units.add(row, sale.units_sold);
    this.creators.add(row, creator);
    this.products.add(row, product);
    sums.contents.add(row, content);
  }

  /** The same for a row of `contents`. */
  addToContent(row: number, { sale, product }: NumberedSale): void {
    const { usdGmv, units, products } = this.contents;
    usdGmv.add(row, sale.usd_gmv_whole, sale.usd_gmv_fraction);
    units.add(row, sale.units_sold);
    products.add(row, product);
  }

  /** Ends the counting: the sums stay, and the memory of the ids is freed. @returns the number of creators with sales */
  close(): number {
    const { size } = this.counted.creators;
    this.counted = noIds();
    const { video, live } = this.channels;
    const distinct = [this.creators, this.products, this.contents.products, video.contents, live.contents];
    for (const counts of distinct) counts.close();
    return size;
  }
}
