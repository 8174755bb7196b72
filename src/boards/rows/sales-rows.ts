import {
  type BoardKind,
  type ContentRowBefore,
  type ContentRowDocument,
  type ContentSubject,
  isContent,
  type RankedRows,
  rowList,
  sellingList,
  type SellingSubject,
  type TopEcommerceRowBefore,
  type TopEcommerceRowDocument,
  type TopSellingRowBefore,
  type TopSellingRowDocument,
  waitingBoard,
  type WaitingProductDocument,
  type WaitingRowDocument,
} from '../board.document.js';
import type { IndexKind } from '../../common/index-kind.js';
import type { CountedSale } from '../facts/fact-sources.js';
import type { BoardUnderWay } from '../build-plan.js';
import { growthRate, salesChange } from '../follower-growth.js';
import { type BoardCreator, type BoardProduct, productState, type Subjects, UNKNOWN } from '../subjects.js';
import { type NumberedSale, Sums } from './sums.js';

export interface FinishedRow {
  readonly kind: IndexKind;
  readonly id: string;
  /** The document as JSON. */
  readonly source: string;
}

/** The part of a creator's row that `BoardCreator.rowEnd` lacks. */
export type OwnPart<Row> = Omit<Row, 'uid' | 'region' | 'creator_category_id' | 'creator_state' | 'creator'>;

/** Makes the row of a board. Its id is unique and stable, so that a repeated request never doubles a row. */
export function finishRow(board: BoardUnderWay, kind: IndexKind, row: object, end = '}'): FinishedRow {
  board.rows += 1;
  return { kind, id: `${board.build}/${board.rows}`, source: `${JSON.stringify(row).slice(0, -1)}${end}` };
}

/** A row that stands for a creator or product that is not loaded. */
export function waitingRow(
  board: BoardUnderWay,
  kind: IndexKind,
  subject: Omit<WaitingRowDocument, 'board'> | Omit<WaitingProductDocument, 'board'>,
): FinishedRow {
  board.waiting += 1;
  return finishRow(board, kind, { board: waitingBoard(board.build), ...subject });
}

/** Keeps the value on which all calls for a number agree, else null. */
function agree<Value>(agreed: Map<number, Value | null>, number: number, value: Value | null): void {
  const known = agreed.get(number);
  if (known === undefined) agreed.set(number, value);
  else if (known !== value) agreed.set(number, null);
}

/** A row of all periods: a subject of a part of a board, or of all together. */
interface RowName {
  readonly subject: RankedRows['subject'];
  readonly part: string | undefined;
  readonly id: string;
}

type SalesKind = Exclude<BoardKind, 'topGrowth'>;

/** The numbers of the rows that a sale counts for: of creators, of categories, of products and shops, and of its video or live stream. */
interface RowsOfSale extends Readonly<Record<'creators' | 'categories' | 'goods', readonly number[]>> {
  readonly contents: readonly [whole: number, part: number];
}

/** The rows that each sale counts for, numbered. */
export class RowNumbers {
  readonly names: RowName[] = [];
  private readonly numbers: Readonly<Record<RowName['subject'], Map<string | undefined, Map<string, number>>>> = {
    creator: new Map(),
    product: new Map(),
    shop: new Map(),
    category: new Map(),
    video: new Map(),
    live: new Map(),
  };

  /** Sales of creators and products that are not loaded count only for categories, videos and live streams. */
  of(sale: CountedSale, creator: BoardCreator | undefined, product: BoardProduct | undefined): RowsOfSale {
    const { uid, channel, content_id } = sale;
    const category = String(sale.product_category_id);
    const categories = [this.number('category', undefined, category)];
    const region = creator?.region ?? null;
    if (region !== null) categories.push(this.number('category', region, category));
    const creators = creator ? [this.number('creator', undefined, uid), this.number('creator', category, uid)] : [];
    const goods = product ? [this.number('product', undefined, product.product_id)] : [];
    const seller = product?.seller_id ?? null;
    if (seller !== null) goods.push(this.number('shop', undefined, seller), this.number('shop', category, seller));
    const ofContent = (part?: string) => this.number(channel, part, content_id);
    return { creators, categories, goods, contents: [ofContent(), ofContent(category)] };
  }

  private number(subject: RowName['subject'], part: string | undefined, id: string): number {
    let list = this.numbers[subject].get(part);
    if (list === undefined) this.numbers[subject].set(part, (list = new Map<string, number>()));
    let number = list.get(id);
    if (number === undefined) {
      list.set(id, (number = this.names.length));
      this.names.push({ subject, part, id });
    }
    return number;
  }
}

/** The rows by sales of one period while its sales are read, and the figures that the next period is compared with. */
export class SalesRows {
  private readonly sums = new Sums();
  /** The row of `sums` of each row that has sales. */
  private readonly rows = new Map<number, number>();
  /** The region of a product or of the products of a shop, and the creator of a video or live stream; null where sales do not agree. */
  private readonly agreed = new Map<number, string | null>();
  /** The only row by category of each row of a video or live stream; null where it has sales in several. */
  private readonly onlyParts = new Map<number, number | null>();
  private readonly waiting = { creators: new Set<string>(), products: new Set<string>() };

  /** @param followers the last count of each creator in the period */
  constructor(
    private readonly boards: Readonly<Record<SalesKind, BoardUnderWay | undefined>>,
    private readonly numbers: RowNumbers,
    private readonly subjects: Subjects,
    private readonly followers: ReadonlyMap<string, number>,
  ) {}

  add(
    sale: CountedSale,
    product: BoardProduct | undefined,
    { creators, categories, goods, contents }: RowsOfSale,
  ): void {
    const numbered = this.sums.number(sale);
    const { topEcommerce, topSelling } = this.boards;
    if (topEcommerce !== undefined) {
      this.count(creators, numbered);
      if (creators.length === 0) this.waiting.creators.add(sale.uid);
    }
    if (topSelling === undefined) return;
    this.count(categories, numbered);
    this.count(goods, numbered);
    if (product === undefined) this.waiting.products.add(sale.product_id);
    for (const number of goods) agree(this.agreed, number, product?.region ?? null);
    for (const number of contents) {
      this.sums.addToContent(this.rowOf(number), numbered);
      agree(this.agreed, number, sale.uid);
    }
    const [whole, part] = contents;
    agree(this.onlyParts, whole, part);
  }

  private count(numbers: readonly number[], sale: NumberedSale): void {
    for (const number of numbers) this.sums.add(this.rowOf(number), sale);
  }

  private rowOf(number: number): number {
    let row = this.rows.get(number);
    if (row === undefined) this.rows.set(number, (row = this.rows.size));
    return row;
  }

  /** Ends the period. @param before the rows of the period before */
  *finish(before: SalesRows | undefined): Generator<FinishedRow> {
    const creators = this.sums.close();
    const { topEcommerce, topSelling } = this.boards;
    if (!topEcommerce?.isBuilt && !topSelling?.isBuilt) return;
    const listed = { creator: 0, product: 0, shop: 0, category: 0, video: 0, live: 0 };
    const shared = this.sharedRows(before);
    for (const [number, name] of this.inOrder(new Set(shared.values()))) {
      if (name.part === undefined) listed[name.subject] += 1;
      const board = name.subject === 'creator' ? topEcommerce : topSelling;
      if (board?.isBuilt !== true) continue;
      if (name.subject === 'creator') yield this.creatorRow(board, number, name, before);
      else if (isContent(name.subject))
        yield this.contentRow(board, number, name.subject, [name, shared.get(number)], before);
      else yield this.sellingRow(board, number, name.subject, name, before);
    }
    if (topEcommerce?.isBuilt) {
      topEcommerce.creators = listed.creator;
      for (const uid of this.waiting.creators) {
        yield waitingRow(topEcommerce, 'top-ecommerce-boards', { uid, creator_state: UNKNOWN });
      }
    }
    if (topSelling?.isBuilt) {
      topSelling.creators = creators;
      const { product, shop, category, video, live } = listed;
      topSelling.listed = { product, shop, category, video, live };
      for (const id of this.waiting.products) {
        yield waitingRow(topSelling, 'top-selling-boards', { id, product_state: UNKNOWN });
      }
    }
  }

  /**
   * Rows of videos and live streams, with the row by category that is the same: there are no sales of another category,
   * in this period and in the one before. Half of the rows by category are such; they are not written.
   */
  private sharedRows(before: SalesRows | undefined): ReadonlyMap<number, number> {
    const shared = new Map<number, number>();
    for (const [whole, part] of this.onlyParts) {
      const then = before?.onlyParts.get(whole);
      if (part !== null && (then === undefined || then === part)) shared.set(whole, part);
    }
    return shared;
  }

  /** The rows in the order of their indices, in which Elasticsearch stores them fastest. */
  private inOrder(without: ReadonlySet<number>): readonly (readonly [number, RowName])[] {
    const numbers = [...this.rows.keys()].filter((number) => !without.has(number));
    const rows = numbers.map((number) => {
      const name = this.numbers.names[number] as RowName;
      return { number, name, list: rowList(name.subject, name.part), usdGmv: this.usdGmv(number) };
    });
    rows.sort((a, b) => (a.list === b.list ? b.usdGmv - a.usdGmv : a.list < b.list ? -1 : 1));
    return rows.map(({ number, name }) => [number, name]);
  }

  private creatorRow(
    board: BoardUnderWay,
    number: number,
    { id, part }: RowName,
    before: SalesRows | undefined,
  ): FinishedRow {
    const { account_type, rowEnd } = this.subjects.creators.get(id) as BoardCreator;
    const row = this.rows.get(number) as number;
    const { channels, products } = this.sums;
    const { video, live } = channels;
    const figures = this.creatorFigures(number, id) as TopEcommerceRowBefore;
    const then = before?.creatorFigures(number, id) ?? null;
    const own: OwnPart<TopEcommerceRowDocument> = {
      board: board.build,
      list: rowList(board.build, part),
      account_type,
      ...figures,
      growth_rate: growthRate(then?.creator_usd_gmv ?? 0, figures.creator_usd_gmv),
      figures: {
        product_count: products.of(row),
        video_count: video.contents.of(row),
        live_count: live.contents.of(row),
        creator_gmv: video.gmv.shown(row, live.gmv),
        video_gmv: video.gmv.shown(row),
        live_gmv: live.gmv.shown(row),
      },
      before: then,
    };
    return finishRow(board, 'top-ecommerce-boards', own, rowEnd);
  }

  private sellingRow(
    board: BoardUnderWay,
    number: number,
    subject: Exclude<SellingSubject, ContentSubject>,
    { id, part }: RowName,
    before: SalesRows | undefined,
  ): FinishedRow {
    const product = subject === 'product' ? this.subjects.products.get(id) : undefined;
    const row = this.rows.get(number) as number;
    const { channels, creators, products } = this.sums;
    const figures = this.sellingFigures(number) as TopSellingRowBefore;
    const then = before?.sellingFigures(number) ?? null;
    const own: TopSellingRowDocument = {
      board: board.build,
      list: sellingList(board.build, subject, part),
      id,
      l1_category_id: product?.l1_category_id ?? null,
      seller_id: product?.seller_id ?? null,
      ...(product && { product_state: productState(product) }),
      ...figures,
      ...salesChange(then?.usd_gmv ?? 0, figures.usd_gmv),
      figures: {
        creator_count: creators.of(row),
        video_count: channels.video.contents.of(row),
        live_count: channels.live.contents.of(row),
        product_count: products.of(row),
      },
      before: then,
    };
    return finishRow(board, 'top-selling-boards', own);
  }

  private contentRow(
    board: BoardUnderWay,
    number: number,
    subject: ContentSubject,
    [{ id, part }, shared]: readonly [RowName, number | undefined],
    before: SalesRows | undefined,
  ): FinishedRow {
    const listOf = (of: string | undefined) => sellingList(board.build, subject, of);
    const figures = this.contentFigures(number) as ContentRowBefore;
    const then = before?.contentFigures(number) ?? null;
    const own: ContentRowDocument = {
      board: board.build,
      list: shared === undefined ? listOf(part) : [listOf(part), listOf(this.numbers.names[shared]?.part)],
      id,
      ...figures,
      ...salesChange(then?.usd_gmv ?? 0, figures.usd_gmv),
      figures: { product_count: this.sums.products.of(this.rows.get(number) as number) },
      before: then,
    };
    return finishRow(board, 'top-selling-boards', own);
  }

  /** The figures of a creator that the next period is compared with; undefined without the row. */
  private creatorFigures(number: number, uid: string): TopEcommerceRowBefore | undefined {
    const figures = this.figuresOf(number);
    const follower_count = this.followers.get(uid) ?? null;
    return figures && { creator_usd_gmv: this.usdGmv(number), follower_count, ...figures };
  }

  /** The same of a product, shop or category. */
  private sellingFigures(number: number): TopSellingRowBefore | undefined {
    const figures = this.figuresOf(number);
    return figures && { region: this.agreed.get(number) ?? null, usd_gmv: this.usdGmv(number), ...figures };
  }

  /** The same of a video or live stream. */
  private contentFigures(number: number): ContentRowBefore | undefined {
    const row = this.rows.get(number);
    if (row === undefined) return undefined;
    const uid = this.agreed.get(number) ?? null;
    const { region = null, category_id = null } = this.subjects.creators.get(uid ?? '') ?? {};
    const [usd_gmv, units_sold] = [this.usdGmv(number), this.sums.units.of(row)];
    return { uid, region, creator_category_id: category_id, usd_gmv, units_sold };
  }

  private figuresOf(number: number): Omit<TopSellingRowBefore, 'usd_gmv' | 'region'> | undefined {
    const row = this.rows.get(number);
    if (row === undefined) return undefined;
    const { video, live } = this.sums.channels;
    return {
      has_video_sales: video.facts.of(row) > 0,
      has_live_sales: live.facts.of(row) > 0,
      video_usd_gmv: video.usdGmv.shown(row),
      live_usd_gmv: live.usdGmv.shown(row),
      units_sold: this.sums.units.of(row),
    };
  }

  private usdGmv(number: number): number {
    const { video, live } = this.sums.channels;
    return video.usdGmv.shown(this.rows.get(number) ?? 0, live.usdGmv);
  }
}
