import type {
  SellingSubject,
  TopSellingRowBefore,
  TopSellingRowDocument,
  WaitingProductDocument,
} from '../../documents/board.document.js';
import { sellingList, waitingBoard } from '../../documents/board.document.js';
import type { ProductDocument } from '../../documents/product.document.js';
import type { SaleDocument } from '../../documents/sale.document.js';
import { WorkFailure } from '../../errors/work-failure.js';
import { roundToCents } from '../../reference/rounding.js';
import type { BoardUnderWay } from '../build-plan.js';
import type { FinishedRow } from './creator-rows.js';
import { nextRowId } from './creator-rows.js';

/** The fields of a product that boards depend on. */
export type BoardProduct = Pick<ProductDocument, 'product_id' | 'region' | 'l1_category_id' | 'seller_id'>;

/** The fields of a sale that a board of sales counts. */
export type BoardSale = Pick<
  SaleDocument,
  | 'uid'
  | 'channel'
  | 'content_id'
  | 'product_id'
  | 'product_category_id'
  | 'units_sold'
  | 'usd_gmv_whole'
  | 'usd_gmv_fraction'
>;

/** State of a product that is not loaded. */
const UNKNOWN_PRODUCT = 'unknown';

/** The fields that boards depend on, in one text. When it changes, the boards of the product are stale. */
export const productState = (product: BoardProduct | undefined): string =>
  product === undefined ? UNKNOWN_PRODUCT : JSON.stringify([product.region, product.l1_category_id, product.seller_id]);

/** Tells which ids are new to a row. Ids and rows are numbers, because a set of texts would take three times the memory. */
class DistinctIds {
  private readonly numbers = new Map<string, number>();
  /** Several, because a set holds at most 2^24 members. */
  private readonly sets = Array.from({ length: 16 }, () => new Set<number>());

  isNew(row: number, id: string): boolean {
    let number = this.numbers.get(id);
    if (number === undefined) this.numbers.set(id, (number = this.numbers.size));
    const set = this.sets[row % this.sets.length] as Set<number>;
    const size = set.size;
    return set.add(row * 2 ** 26 + number).size > size;
  }
}

/** Sums of the sales of one row, exact: amounts are whole parts and ten-thousandths. */
class Sums {
  readonly video = { facts: 0, whole: 0, fraction: 0, contents: 0 };
  readonly live = { facts: 0, whole: 0, fraction: 0, contents: 0 };
  units = 0;
  creators = 0;
  products = 0;
  /** The region of the products; null where they do not agree. */
  region: string | null | undefined;

  /** @param number of the row among those of its board */
  constructor(readonly number: number) {}
}

const amountOf = ({ whole, fraction }: { readonly whole: number; readonly fraction: number }): bigint => {
  if (!Number.isSafeInteger(whole)) throw new WorkFailure('A sum of sales is too large to be exact.');
  return BigInt(whole) * 10_000n + BigInt(fraction);
};

const rankedFigures = ({ video, live, units, region = null }: Sums): TopSellingRowBefore => ({
  region,
  has_video_sales: video.facts > 0,
  has_live_sales: live.facts > 0,
  usd_gmv: roundToCents(amountOf(video) + amountOf(live)),
  video_usd_gmv: roundToCents(amountOf(video)),
  live_usd_gmv: roundToCents(amountOf(live)),
  units_sold: units,
});

/** The figures of rows that the next period is compared with, by list and id. */
export type RankedRows = ReadonlyMap<string, TopSellingRowBefore>;

interface List {
  readonly subject: SellingSubject;
  readonly part: string | undefined;
  readonly sums: Map<string, Sums>;
}

/** The rows of one `topSelling` board while its sales are read: of products, shops and categories. */
export class SellingRows {
  private readonly lists = new Map<string, List>();
  private readonly products = new Map<string, BoardProduct>();
  private readonly waiting = new Set<string>();
  private readonly creatorsOf = new DistinctIds();
  private readonly contentsOf = new DistinctIds();
  private readonly productsOf = new DistinctIds();
  private readonly everything = new Sums(0);
  private rows = 0;

  constructor(private readonly board: BoardUnderWay) {}

  /**
   * @param product undefined when not loaded: only categories count the sale
   * @param region the creator's
   */
  add(sale: BoardSale, product: BoardProduct | undefined, region: string | null): void {
    if (this.creatorsOf.isNew(this.everything.number, sale.uid)) this.everything.creators += 1;
    const category = String(sale.product_category_id);
    this.count(sale, undefined, this.sumsOf('category', undefined, category));
    if (region !== null) this.count(sale, undefined, this.sumsOf('category', region, category));
    if (product === undefined) {
      this.waiting.add(sale.product_id);
      return;
    }
    this.products.set(product.product_id, product);
    this.count(sale, product, this.sumsOf('product', undefined, product.product_id));
    if (product.seller_id === null) return;
    this.count(sale, product, this.sumsOf('shop', undefined, product.seller_id));
    this.count(sale, product, this.sumsOf('shop', category, product.seller_id));
  }

  /**
   * Ends the board.
   * @param before the rows of the period before
   * @param ranked takes those of this one
   */
  *finish(before: RankedRows | undefined, ranked: Map<string, TopSellingRowBefore>): Generator<FinishedRow> {
    const { board } = this;
    const listed = { product: 0, shop: 0, category: 0 };
    for (const { subject, part, sums: rows } of this.lists.values()) {
      if (part === undefined) listed[subject] = rows.size;
      for (const [id, sums] of rows) {
        const key = `${subject} ${part ?? ''} ${id}`;
        const figures = rankedFigures(sums);
        ranked.set(key, figures);
        if (board.isBuilt)
          yield this.rowOf(sellingList(board.build, subject, part), id, sums, figures, before?.get(key));
      }
    }
    if (!board.isBuilt) return;
    board.listed = listed;
    board.creators = this.everything.creators;
    board.waiting = this.waiting.size;
    for (const id of this.waiting) {
      const row: WaitingProductDocument = { board: waitingBoard(board.build), id, product_state: UNKNOWN_PRODUCT };
      yield this.write(row);
    }
  }

  private sumsOf(subject: SellingSubject, part: string | undefined, id: string): Sums {
    const name = `${subject} ${part ?? ''}`;
    let list = this.lists.get(name);
    if (list === undefined) this.lists.set(name, (list = { subject, part, sums: new Map() }));
    let sums = list.sums.get(id);
    if (sums === undefined) list.sums.set(id, (sums = new Sums((this.rows += 1))));
    return sums;
  }

  /** Counts a fact, whatever its sign. */
  private count(sale: BoardSale, product: BoardProduct | undefined, sums: Sums): void {
    const channel = sums[sale.channel];
    channel.facts += 1;
    channel.whole += sale.usd_gmv_whole;
    channel.fraction += sale.usd_gmv_fraction;
    sums.units += sale.units_sold;
    if (this.creatorsOf.isNew(sums.number, sale.uid)) sums.creators += 1;
    if (this.contentsOf.isNew(sums.number, `${sale.channel} ${sale.content_id}`)) channel.contents += 1;
    if (this.productsOf.isNew(sums.number, sale.product_id)) sums.products += 1;
    if (product !== undefined) {
      sums.region = sums.region === undefined || sums.region === product.region ? product.region : null;
    }
  }

  private rowOf(
    list: string,
    id: string,
    sums: Sums,
    figures: TopSellingRowBefore,
    before: TopSellingRowBefore | undefined,
  ): FinishedRow {
    const product = list === sellingList(this.board.build, 'product') ? this.products.get(id) : undefined;
    const row: TopSellingRowDocument = {
      board: this.board.build,
      list,
      id,
      l1_category_id: product?.l1_category_id ?? null,
      seller_id: product?.seller_id ?? null,
      ...(product && { product_state: productState(product) }),
      ...figures,
      usd_gmv_change: (inCents(figures.usd_gmv) - inCents(before?.usd_gmv ?? 0)) / 100,
      figures: {
        creator_count: sums.creators,
        video_count: sums.video.contents,
        live_count: sums.live.contents,
        product_count: sums.products,
      },
      before: before ?? null,
    };
    return this.write(row);
  }

  private write(row: object): FinishedRow {
    return { kind: 'top-selling-boards', id: nextRowId(this.board), source: JSON.stringify(row) };
  }
}

const inCents = (amount: number): number => Math.round(amount * 100);
