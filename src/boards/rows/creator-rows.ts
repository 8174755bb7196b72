import type {
  TopEcommerceRowBefore,
  TopEcommerceRowDocument,
  TopGrowthRowBefore,
  TopGrowthRowDocument,
  WaitingRowDocument,
} from '../board.document.js';
import { rowList, waitingBoard } from '../board.document.js';
import type { CreatorDayDocument, SaleDocument } from '../../sales/facts.document.js';
import type { CreatorDocument } from '../../creator/creator.document.js';
import type { IndexKind } from '../../common/index-kind.js';
import type { BoardUnderWay, BuildPlan } from '../build-plan.js';
import type { Period, PeriodType } from '../../common/period/period.js';
import { roundToCents } from '../../common/money.js';
import { previousPeriod } from '../../common/period/period.js';
import { growthRate } from '../follower-growth.js';
import { SalesFigures } from './sales-figures.js';

/** A finished row, as it is written. */
export interface FinishedRow {
  readonly kind: IndexKind;
  readonly id: string;
  /** The document as JSON. */
  readonly source: string;
}

/** The fields that the rows of a creator have on every board. */
type CreatorPart = Pick<
  TopEcommerceRowDocument,
  'uid' | 'region' | 'creator_category_id' | 'account_type' | 'creator_state' | 'creator'
>;

/** The sums of one period, of all categories together and of each category. */
interface OpenFigures {
  readonly all: SalesFigures;
  readonly byCategory: Map<number, SalesFigures>;
}

/** The fields of a finished period's rows that the next period is compared with, by product category. */
interface Compared {
  readonly value: string;
  readonly byCategory: Map<number | undefined, TopEcommerceRowBefore>;
}

/**
 * Computes the rows of one creator on all boards of a plan. Facts arrive in ascending order of day, creator-days
 * before sales; only the periods of the latest day are in memory.
 */
export class CreatorRows {
  private readonly followers = new LatestByPeriod();
  private readonly open = new Map<BoardUnderWay, OpenFigures>();
  private readonly latest = new Map<PeriodType, Compared>();
  private readonly finished: FinishedRow[] = [];
  private readonly topEcommerceTail: string;
  private readonly topGrowthTail: string;
  private day = '';

  /** @param creator undefined when not loaded: placeholder rows are written instead */
  constructor(
    private readonly plan: BuildPlan,
    private readonly uid: string,
    private readonly creator: CreatorDocument | undefined,
  ) {
    const { account_type, ...others } = creator === undefined ? { account_type: null } : creatorPart(creator);
    this.topGrowthTail = JSON.stringify(others).slice(1);
    this.topEcommerceTail = JSON.stringify({ account_type, ...others }).slice(1);
  }

  addCreatorDay({ date, follower_count }: CreatorDayDocument): void {
    this.followers.set(this.plan.periodsOf(date), follower_count);
  }

  addSale(sale: SaleDocument): void {
    const boards = this.plan.boardsOn('topEcommerce', sale.date);
    if (sale.date !== this.day) {
      this.closeAllBut(boards);
      this.day = sale.date;
    }
    for (const board of boards) {
      let figures = this.open.get(board);
      if (figures === undefined) {
        figures = { all: new SalesFigures(), byCategory: new Map() };
        this.open.set(board, figures);
      }
      if (this.creator === undefined) continue;
      figures.all.add(sale);
      let ofCategory = figures.byCategory.get(sale.product_category_id);
      if (ofCategory === undefined) {
        ofCategory = new SalesFigures();
        figures.byCategory.set(sale.product_category_id, ofCategory);
      }
      ofCategory.add(sale);
    }
  }

  /** Ends the creator: there are no more facts. */
  finish(): void {
    this.closeAllBut([]);
    for (const board of this.plan.topGrowth) {
      const growth = this.growthOf(board.board.period);
      if (growth !== undefined) this.finishTopGrowth(board, growth);
    }
  }

  /** The rows finished since the last call. */
  takeFinished(): readonly FinishedRow[] {
    return this.finished.splice(0);
  }

  private closeAllBut(boards: readonly BoardUnderWay[]): void {
    for (const [board, figures] of this.open) {
      if (boards.includes(board)) continue;
      this.open.delete(board);
      this.finishTopEcommerce(board, figures);
    }
  }

  private finishTopEcommerce(board: BoardUnderWay, { all, byCategory }: OpenFigures): void {
    if (this.creator === undefined) return this.wait('top-ecommerce-boards', board);
    if (board.isBuilt) board.creators += 1;
    const { type, value } = board.board.period;
    const earlier = this.latest.get(type);
    const before = earlier?.value === board.before?.value ? earlier : undefined;
    const compared: Compared = { value, byCategory: new Map() };
    this.latest.set(type, compared);
    for (const [category, figures] of [[undefined, all] as const, ...byCategory]) {
      const ranked = rankedFigures(figures);
      compared.byCategory.set(category, ranked);
      if (board.isBuilt) this.finishList(board, category, figures, ranked, before?.byCategory.get(category) ?? null);
    }
  }

  private finishList(
    board: BoardUnderWay,
    category: number | undefined,
    { channels, products, units }: SalesFigures,
    ranked: TopEcommerceRowBefore,
    before: TopEcommerceRowBefore | null,
  ): void {
    const { video, live } = channels;
    const own: Omit<TopEcommerceRowDocument, keyof CreatorPart> = {
      board: board.build,
      list: rowList(board.build, category),
      ...ranked,
      figures: {
        follower_count: this.followers.of(board.board.period) ?? null,
        product_count: products.size,
        units_sold: units,
        video_count: video.contents.size,
        live_count: live.contents.size,
        creator_gmv: roundToCents(video.gmv.exact + live.gmv.exact),
        video_gmv: roundToCents(video.gmv.exact),
        live_gmv: roundToCents(live.gmv.exact),
      },
      before,
    };
    this.push('top-ecommerce-boards', board, own, this.topEcommerceTail);
  }

  /** Follower growth in a period; undefined without creator-days in it or in the period before. */
  private growthOf(period: Period): TopGrowthRowBefore | undefined {
    const [before, now] = [this.followers.of(previousPeriod(period)), this.followers.of(period)];
    if (before === undefined || now === undefined) return undefined;
    return {
      follower_inc_count: now - before,
      follower_inc_rate: growthRate(before, now),
      follower_count_at_period_end: now,
    };
  }

  private finishTopGrowth(board: BoardUnderWay, growth: TopGrowthRowBefore): void {
    if (this.creator === undefined) return this.wait('top-growth-boards', board);
    const own: Omit<TopGrowthRowDocument, keyof CreatorPart> = {
      board: board.build,
      ...growth,
      before: (board.before && this.growthOf(board.before)) ?? null,
    };
    board.creators += 1;
    this.push('top-growth-boards', board, own, this.topGrowthTail);
  }

  private wait(kind: IndexKind, board: BoardUnderWay): void {
    if (!board.isBuilt) return;
    const row: WaitingRowDocument = {
      board: waitingBoard(board.build),
      uid: this.uid,
      creator_state: UNKNOWN_CREATOR,
    };
    board.waiting += 1;
    this.finished.push({ kind, id: nextRowId(board), source: JSON.stringify(row) });
  }

  private push(kind: IndexKind, board: BoardUnderWay, own: object, tail: string): void {
    this.finished.push({ kind, id: nextRowId(board), source: `${JSON.stringify(own).slice(0, -1)},${tail}` });
  }
}

/** Unique for each row and stable, so that a repeated request never doubles a row. */
export function nextRowId(board: BoardUnderWay): string {
  board.rows += 1;
  return `${board.build}/${board.rows}`;
}

function creatorPart(creator: CreatorDocument): CreatorPart {
  return {
    uid: creator.uid,
    region: creator.region,
    creator_category_id: creator.category_id,
    account_type: creator.account_type,
    creator_state: creatorState(creator),
    creator,
  };
}

const rankedFigures = ({ channels: { video, live } }: SalesFigures): TopEcommerceRowBefore => ({
  has_video_sales: video.facts > 0,
  has_live_sales: live.facts > 0,
  creator_usd_gmv: roundToCents(video.usdGmv.exact + live.usdGmv.exact),
  video_usd_gmv: roundToCents(video.usdGmv.exact),
  live_usd_gmv: roundToCents(live.usdGmv.exact),
});

/** The figure of each period: that of its latest day. */
class LatestByPeriod {
  private readonly latest: Readonly<Record<PeriodType, Map<string, number>>> = {
    day: new Map(),
    week: new Map(),
    month: new Map(),
  };

  /** Takes a day's figure; days must come in ascending order. */
  set(periods: readonly Period[], figure: number): void {
    for (const { type, value } of periods) this.latest[type].set(value, figure);
  }

  of(period: Period | undefined): number | undefined {
    return period === undefined ? undefined : this.latest[period.type].get(period.value);
  }
}

/** State of a creator who is not loaded. */
const UNKNOWN_CREATOR = 'unknown';

/** The fields that boards filter creators by, in one text. When it changes, the creator's boards are stale. */
export function creatorState(creator: CreatorDocument | undefined): string {
  if (creator === undefined) return UNKNOWN_CREATOR;
  const { region, category_id, account_type } = creator;
  return JSON.stringify([region, category_id, account_type]);
}
