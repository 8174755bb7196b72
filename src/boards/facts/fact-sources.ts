import type { CreatorDayDocument, SaleDocument } from '../../sales/facts.document.js';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import type { Days } from '../board.js';

/** Facts and the records that rows show, each at one point in time. */
export interface FactSources {
  readonly sales: PointInTime;
  readonly creatorDays: PointInTime;
  readonly creators: PointInTime;
  readonly products: PointInTime;
}

const SALE_FIELDS = [
  'date',
  'uid',
  'channel',
  'content_id',
  'product_id',
  'product_category_id',
  'units_sold',
  'gmv_whole',
  'gmv_fraction',
  'usd_gmv_whole',
  'usd_gmv_fraction',
] as const;

/** The fields of a sale that rankings count. */
export type CountedSale = Pick<SaleDocument, (typeof SALE_FIELDS)[number]>;

type Query = Parameters<PointInTime['scan']>[0];

/** Reads sales in the order of their days. */
export async function* readSales(sales: PointInTime, query: Query): AsyncGenerator<readonly CountedSale[]> {
  for await (const page of sales.values(query, ['date'], SALE_FIELDS)) {
    yield page.map((values) => {
      const sale: { [field: string]: string | number } = {};
      for (const field of SALE_FIELDS) [sale[field]] = values[field];
      return sale as unknown as CountedSale;
    });
  }
}

/** Reads creator-days in the order of their days. */
export async function* readCreatorDays(days: PointInTime, query: Query): AsyncGenerator<readonly CreatorDayDocument[]> {
  for await (const page of days.scan<CreatorDayDocument>(query, ['date'])) yield page.map(({ _source }) => _source);
}

/** Facts of these days; of none when there are none. */
export function onDays(ranges: readonly Days[]) {
  const should = ranges.map(({ from, to }) => ({ range: { date: { gte: from, lte: to } } }));
  return should.length === 0 ? { match_none: {} } : { bool: { should } };
}

/** Facts that come in pages in the order of their days, taken day by day. */
export class DayReader<Fact extends { readonly date: string }> {
  private page: readonly Fact[] = [];
  private at = 0;

  constructor(private readonly pages: AsyncIterator<readonly Fact[], void>) {}

  /** The day of the next facts; undefined at the end. */
  async nextDay(): Promise<string | undefined> {
    while (this.at >= this.page.length) {
      const next = await this.pages.next();
      if (next.done === true) return undefined;
      this.page = next.value;
      this.at = 0;
    }
    return this.page[this.at]?.date;
  }

  /** The facts of a day if they are next, in one or more batches. */
  async *factsOf(day: string): AsyncGenerator<readonly Fact[]> {
    while ((await this.nextDay()) === day) {
      const from = this.at;
      while (this.page[this.at]?.date === day) this.at += 1;
      yield this.page.slice(from, this.at);
    }
  }
}
