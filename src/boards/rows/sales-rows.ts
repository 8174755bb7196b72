import {
  type BoardKind,
  type ContentRowBefore,
  type ContentRowDocument,
  type ContentSubject,
  isContent,
  ROW_SUBJECTS,
  rowList,
  type RowSubject,
  sellingList,
  type SellingSubject,
  type TopEcommerceRowBefore,
  type TopEcommerceRowDocument,
  type TopSellingRowBefore,
  type TopSellingRowDocument,
  waitingBoard,
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
export function waitingRow(board: BoardUnderWay, kind: IndexKind, subject: object): FinishedRow {
  board.waiting += 1;
  return finishRow(board, kind, { board: waitingBoard(board.build), ...subject });
}

/** The rows of a subject of a period: those of a part, or of all parts together. */
interface RowsList {
  readonly subject: RowSubject;
  readonly part: string | undefined;
  /** The row of each id. */
  readonly rows: Map<string, number>;
}

/** Keeps the value on which all calls agree, else null. */
function agree<Value>(agreed: (Value | null | undefined)[], at: number, value: Value | null): void {
  const known = agreed[at];
  if (known === undefined) agreed[at] = value;
  else if (known !== value) agreed[at] = null;
}

/** The rows of a period, numbered from 0 on. */
class PeriodRows {
  readonly ids: string[] = [];
  /** The region of a product or of the products of a shop, or the creator of a video or live stream; null where sales do not agree. */
  readonly agreed: (string | null | undefined)[] = [];
  /** Of a row of all parts its only part; null where it has sales of several or of none. */
  private readonly parts: (string | null | undefined)[] = [];
  private readonly bySubject = Object.fromEntries(ROW_SUBJECTS.map((subject) => [subject, new Map()])) as Readonly<
    Record<RowSubject, Map<string | undefined, RowsList>>
  >;

  /** @param addSale counts a sale for a row */
  constructor(private readonly addSale: (row: number, sale: NumberedSale) => void) {}

  get lists(): RowsList[] {
    return Object.values(this.bySubject).flatMap((lists) => [...lists.values()]);
  }

  find(subject: RowSubject, part: string | undefined, id: string): number | undefined {
    return this.bySubject[subject].get(part)?.rows.get(id);
  }

  /** Counts a sale for the row of an id and for that of its part. @param agreed what they show if all their sales agree on it */
  count(sale: NumberedSale, agreed: string | null, subject: RowSubject, id: string, part?: string): void {
    agree(this.parts, this.add(sale, agreed, subject, id), part ?? null);
    if (part !== undefined) this.add(sale, agreed, subject, id, part);
  }

  private add(sale: NumberedSale, agreed: string | null, subject: RowSubject, id: string, part?: string): number {
    let list = this.bySubject[subject].get(part);
    if (list === undefined) this.bySubject[subject].set(part, (list = { subject, part, rows: new Map() }));
    let row = list.rows.get(id);
    if (row === undefined) list.rows.set(id, (row = this.ids.push(id) - 1));
    this.addSale(row, sale);
    agree(this.agreed, row, agreed);
    return row;
  }

  /**
   * The part whose row is the same as that of all parts, which is then written for both lists: there are no sales of
   * another part, in this period and in the one before.
   */
  sharedPart(subject: RowSubject, id: string, before: PeriodRows | undefined): string | undefined {
    const [part, then] = [this.partOf(subject, id), before?.partOf(subject, id)];
    return then === undefined || then === part ? (part ?? undefined) : undefined;
  }

  private partOf(subject: RowSubject, id: string): string | null | undefined {
    const row = this.find(subject, undefined, id);
    return row === undefined ? undefined : this.parts[row];
  }
}

/** A row that is being written: its place in the sums of its period, and in those of the period before. */
interface OpenRow {
  readonly board: BoardUnderWay;
  readonly list: string;
  /** Another list that shows it. */
  readonly alsoIn: string | undefined;
  readonly id: string;
  readonly row: number;
  readonly then: { readonly of: SalesRows; readonly row: number } | undefined;
}

/** The rows by sales of one period while its sales are read, and the figures that the next period is compared with. */
export class SalesRows {
  private readonly sums = new Sums();
  private readonly rows = new PeriodRows((row, sale) => this.sums.add(row, sale));
  /** Those of videos and live streams. */
  private readonly contents = new PeriodRows((row, sale) => this.sums.addToContent(row, sale));
  private readonly waiting = { creators: new Set<string>(), products: new Set<string>() };

  /** @param followers the last count of each creator in the period */
  constructor(
    private readonly boards: Readonly<Record<Exclude<BoardKind, 'topGrowth'>, BoardUnderWay | undefined>>,
    private readonly subjects: Subjects,
    private readonly followers: ReadonlyMap<string, number>,
  ) {}

  /** Counts a sale. Those of creators and products that are not loaded count only for categories, videos and live streams. */
  add(sale: CountedSale, creator: BoardCreator | undefined, product: BoardProduct | undefined): void {
    const { uid, channel, content_id, product_id } = sale;
    const category = String(sale.product_category_id);
    const numbered = this.sums.number(sale);
    const { topEcommerce, topSelling } = this.boards;
    if (topEcommerce !== undefined) {
      if (creator === undefined) this.waiting.creators.add(uid);
      else this.rows.count(numbered, null, 'creator', uid, category);
    }
    if (topSelling === undefined) return;
    this.rows.count(numbered, null, 'category', category, creator?.region ?? undefined);
    if (product === undefined) this.waiting.products.add(product_id);
    else {
      const { region, seller_id: seller } = product;
      this.rows.count(numbered, region, 'product', product_id);
      if (seller !== null) this.rows.count(numbered, region, 'shop', seller, category);
    }
    this.contents.count(numbered, uid, channel, content_id, category);
  }

  /** Ends the period. @param before the rows of the period before */
  *finish(before: SalesRows | undefined): Generator<FinishedRow> {
    const creators = this.sums.close();
    const { topEcommerce, topSelling } = this.boards;
    if (!topEcommerce?.isBuilt && !topSelling?.isBuilt) return;
    const listed = { creator: 0, product: 0, shop: 0, category: 0, video: 0, live: 0 };
    const nameOf = ({ subject, part }: RowsList) => rowList(subject, part);
    // In the order of their index, in which Elasticsearch stores rows fastest.
    const lists = [...this.rows.lists, ...this.contents.lists].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    for (const list of lists) {
      if (list.part === undefined) listed[list.subject] += list.rows.size;
      const board = list.subject === 'creator' ? topEcommerce : topSelling;
      if (board?.isBuilt) yield* this.listRows(board, list, before);
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

  private *listRows(
    board: BoardUnderWay,
    { subject, part, rows }: RowsList,
    before: SalesRows | undefined,
  ): Generator<FinishedRow> {
    const [now, then] = isContent(subject) ? [this.contents, before?.contents] : [this.rows, before?.rows];
    const listOf = (of: string | undefined) =>
      subject === 'creator' ? rowList(board.build, of) : sellingList(board.build, subject, of);
    for (const row of this.highestFirst(subject, [...rows.values()])) {
      const id = now.ids[row] as string;
      const shared = isContent(subject) ? now.sharedPart(subject, id, then) : undefined;
      if (shared !== undefined && part !== undefined) continue;
      const rowThen = then?.find(subject, part, id);
      const open: OpenRow = {
        board,
        list: listOf(part),
        alsoIn: shared && listOf(shared),
        id,
        row,
        then: before && rowThen !== undefined ? { of: before, row: rowThen } : undefined,
      };
      if (subject === 'creator') yield this.creatorRow(open);
      else if (isContent(subject)) yield this.contentRow(open);
      else yield this.sellingRow(open, subject);
    }
  }

  private highestFirst(subject: RowSubject, rows: readonly number[]): number[] {
    const { usdGmv } = this.sums.contents;
    const amounts = Float64Array.from(rows, (row) => (isContent(subject) ? usdGmv.shown(row) : this.usdGmv(row)));
    const order = Uint32Array.from(rows.keys()).sort((a, b) => (amounts[b] as number) - (amounts[a] as number));
    return Array.from(order, (at) => rows[at] as number);
  }

  private creatorRow({ board, list, id, row, then: before }: OpenRow): FinishedRow {
    const { account_type, rowEnd } = this.subjects.creators.get(id) as BoardCreator;
    const { channels, products } = this.sums;
    const { video, live } = channels;
    const figures = this.creatorFigures(row, id);
    const then = before?.of.creatorFigures(before.row, id) ?? null;
    const own: OwnPart<TopEcommerceRowDocument> = {
      board: board.build,
      list,
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
    { board, list, id, row, then: before }: OpenRow,
    subject: Exclude<SellingSubject, ContentSubject>,
  ): FinishedRow {
    const product = subject === 'product' ? this.subjects.products.get(id) : undefined;
    const { channels, creators, products } = this.sums;
    const figures = this.sellingFigures(row);
    const then = before?.of.sellingFigures(before.row) ?? null;
    const own: TopSellingRowDocument = {
      board: board.build,
      list,
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

  private contentRow({ board, list, alsoIn, id, row, then: before }: OpenRow): FinishedRow {
    const figures = this.contentFigures(row);
    const then = before?.of.contentFigures(before.row) ?? null;
    const own: ContentRowDocument = {
      board: board.build,
      list: alsoIn === undefined ? list : [list, alsoIn],
      id,
      ...figures,
      ...salesChange(then?.usd_gmv ?? 0, figures.usd_gmv),
      figures: { product_count: this.sums.contents.products.of(row) },
      before: then,
    };
    return finishRow(board, 'top-selling-boards', own);
  }

  /** The figures of a creator that the next period is compared with. */
  private creatorFigures(row: number, uid: string): TopEcommerceRowBefore {
    const follower_count = this.followers.get(uid) ?? null;
    return { creator_usd_gmv: this.usdGmv(row), follower_count, ...this.figuresOf(row) };
  }

  /** The same of a product, shop or category. */
  private sellingFigures(row: number): TopSellingRowBefore {
    return { region: this.rows.agreed[row] ?? null, usd_gmv: this.usdGmv(row), ...this.figuresOf(row) };
  }

  /** The same of a video or live stream. */
  private contentFigures(row: number): ContentRowBefore {
    const uid = this.contents.agreed[row] ?? null;
    const { region = null, category_id = null } = this.subjects.creators.get(uid ?? '') ?? {};
    const { usdGmv, units } = this.sums.contents;
    return { uid, region, creator_category_id: category_id, usd_gmv: usdGmv.shown(row), units_sold: units.of(row) };
  }

  private figuresOf(row: number): Omit<TopSellingRowBefore, 'usd_gmv' | 'region'> {
    const { video, live } = this.sums.channels;
    return {
      has_video_sales: video.facts.of(row) > 0,
      has_live_sales: live.facts.of(row) > 0,
      video_usd_gmv: video.usdGmv.shown(row),
      live_usd_gmv: live.usdGmv.shown(row),
      units_sold: this.sums.units.of(row),
    };
  }

  private usdGmv(row: number): number {
    const { video, live } = this.sums.channels;
    return video.usdGmv.shown(row, live.usdGmv);
  }
}
