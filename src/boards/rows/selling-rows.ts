import type {
  SellingSubject,
  TopSellingFigures,
  TopSellingRowBefore,
  TopSellingRowDocument,
  WaitingProductDocument,
} from '../board.document.js';
import { sellingList, waitingBoard } from '../board.document.js';
import type { ProductDocument } from '../../product/product.record.js';
import type { SaleDocument } from '../../sales/facts.document.js';
import { AmountSum, roundToCents } from '../../common/money.js';
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

/** An id has a number below this. */
const MOST_IDS = 2 ** 26;

/** Counts the distinct ids of each row. Pairs of numbers, sorted at the end, take less memory and time than sets of ids. */
class DistinctIds {
  private readonly numbers = new Map<string, number>();
  private pairs = new Float64Array(1024);
  private length = 0;

  numberOf(id: string): number {
    let number = this.numbers.get(id);
    if (number === undefined) this.numbers.set(id, (number = this.numbers.size));
    return number;
  }

  add(row: number, id: number): void {
    if (this.length === this.pairs.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.pairs);
      this.pairs = larger;
    }
    this.pairs[this.length++] = row * MOST_IDS + id;
  }

  /** The number of distinct ids. */
  get size(): number {
    return this.numbers.size;
  }

  /** The distinct ids of each row, by its number. */
  countByRow(rows: number): Uint32Array {
    const counts = new Uint32Array(rows);
    let last = -1;
    for (const pair of this.pairs.subarray(0, this.length).sort()) {
      if (pair === last) continue;
      last = pair;
      const row = Math.floor(pair / MOST_IDS);
      counts[row] = (counts[row] ?? 0) + 1;
    }
    return counts;
  }
}

/** Sums of the sales of one row. */
class Sums {
  readonly video = { facts: 0, usd: new AmountSum() };
  readonly live = { facts: 0, usd: new AmountSum() };
  units = 0;
  /** The region of the products; null where they do not agree. */
  region: string | null | undefined;

  /** @param number of the row among those of its board */
  constructor(readonly number: number) {}
}

const rankedFigures = ({ video, live, units, region = null }: Sums): TopSellingRowBefore => ({
  region,
  has_video_sales: video.facts > 0,
  has_live_sales: live.facts > 0,
  usd_gmv: roundToCents(video.usd.exact + live.usd.exact),
  video_usd_gmv: roundToCents(video.usd.exact),
  live_usd_gmv: roundToCents(live.usd.exact),
  units_sold: units,
});

/** The figures of rows that the next period is compared with, by list and id. */
export type RankedRows = ReadonlyMap<string, TopSellingRowBefore>;

/** A sale with the numbers of its ids. */
interface Counted {
  readonly sale: BoardSale;
  readonly product: BoardProduct | undefined;
  readonly creator: number;
  readonly content: number;
  readonly productNumber: number;
}

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
  private readonly distinct = {
    creator_count: new DistinctIds(),
    video_count: new DistinctIds(),
    live_count: new DistinctIds(),
    product_count: new DistinctIds(),
  } as const satisfies Record<keyof TopSellingFigures, DistinctIds>;
  private rows = 0;

  constructor(private readonly board: BoardUnderWay) {}

  /**
   * @param product undefined when not loaded: only categories count the sale
   * @param region the creator's
   */
  add(sale: BoardSale, product: BoardProduct | undefined, region: string | null): void {
    const category = String(sale.product_category_id);
    const { creator_count, video_count, live_count, product_count } = this.distinct;
    const counted = {
      sale,
      product,
      creator: creator_count.numberOf(sale.uid),
      content: (sale.channel === 'video' ? video_count : live_count).numberOf(sale.content_id),
      productNumber: product_count.numberOf(sale.product_id),
    };
    this.count(counted, this.sumsOf('category', undefined, category));
    if (region !== null) this.count(counted, this.sumsOf('category', region, category));
    if (product === undefined) {
      this.waiting.add(sale.product_id);
      return;
    }
    this.products.set(product.product_id, product);
    this.count(counted, this.sumsOf('product', undefined, product.product_id));
    if (product.seller_id === null) return;
    this.count(counted, this.sumsOf('shop', undefined, product.seller_id));
    this.count(counted, this.sumsOf('shop', category, product.seller_id));
  }

  /**
   * Ends the board.
   * @param before the rows of the period before
   * @param ranked takes those of this one
   */
  *finish(before: RankedRows | undefined, ranked: Map<string, TopSellingRowBefore>): Generator<FinishedRow> {
    const { board } = this;
    const listed = { product: 0, shop: 0, category: 0 };
    const { creator_count, video_count, live_count, product_count } = this.distinct;
    const [creators, videos, lives, products] = [creator_count, video_count, live_count, product_count].map((ids) =>
      ids.countByRow(this.rows),
    );
    for (const { subject, part, sums: rows } of this.lists.values()) {
      if (part === undefined) listed[subject] = rows.size;
      for (const [id, sums] of rows) {
        const key = `${subject} ${part ?? ''} ${id}`;
        const figures = rankedFigures(sums);
        ranked.set(key, figures);
        if (!board.isBuilt) continue;
        const distinct = {
          creator_count: creators?.[sums.number] ?? 0,
          video_count: videos?.[sums.number] ?? 0,
          live_count: lives?.[sums.number] ?? 0,
          product_count: products?.[sums.number] ?? 0,
        };
        const list = sellingList(board.build, subject, part);
        yield this.write(this.rowOf(list, id, figures, distinct, before?.get(key) ?? null));
      }
    }
    if (!board.isBuilt) return;
    board.listed = listed;
    board.creators = creator_count.size;
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
    if (sums === undefined) list.sums.set(id, (sums = new Sums(this.rows++)));
    return sums;
  }

  /** Counts a fact, positive or negative. */
  private count({ sale, product, creator, content, productNumber }: Counted, sums: Sums): void {
    const channel = sums[sale.channel];
    channel.facts += 1;
    channel.usd.add(sale.usd_gmv_whole, sale.usd_gmv_fraction);
    sums.units += sale.units_sold;
    this.distinct.creator_count.add(sums.number, creator);
    this.distinct[sale.channel === 'video' ? 'video_count' : 'live_count'].add(sums.number, content);
    this.distinct.product_count.add(sums.number, productNumber);
    if (product !== undefined) {
      sums.region = sums.region === undefined || sums.region === product.region ? product.region : null;
    }
  }

  private rowOf(
    list: string,
    id: string,
    figures: TopSellingRowBefore,
    distinct: TopSellingFigures,
    before: TopSellingRowBefore | null,
  ): TopSellingRowDocument {
    const product = list === sellingList(this.board.build, 'product') ? this.products.get(id) : undefined;
    return {
      board: this.board.build,
      list,
      id,
      l1_category_id: product?.l1_category_id ?? null,
      seller_id: product?.seller_id ?? null,
      ...(product && { product_state: productState(product) }),
      ...figures,
      usd_gmv_change: (inCents(figures.usd_gmv) - inCents(before?.usd_gmv ?? 0)) / 100,
      figures: distinct,
      before,
    };
  }

  private write(row: object): FinishedRow {
    return { kind: 'top-selling-boards', id: nextRowId(this.board), source: JSON.stringify(row) };
  }
}

const inCents = (amount: number): number => Math.round(amount * 100);
