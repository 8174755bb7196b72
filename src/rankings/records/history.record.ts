import type { SellingSubject, TopEcommerceRowDocument, TopSellingRowDocument } from '../../boards/board.document.js';
import type { Period } from '../../common/period/period.js';
import { followerGrowth } from '../../boards/follower-growth.js';
import { DecimalField, TextField, WholeField } from '../../common/fields/field.js';

/** One period of a creator, with the names of the boards (docs/api.md, "Histories"). */
export class HistoryRecord {
  @TextField('The period as `date_info.value` has it', { required: true, example: '2026-26' })
  date_value: string;

  @WholeField('Followers on the latest day of the period that is known')
  follower_count: number | null;

  @WholeField('Follower growth: followers in the period less those in the period before')
  follower_inc_count: number | null;

  @TextField('Growth rate as text; null when there were no followers before', { example: '12.5%' })
  follower_inc_rate: string | null;

  @DecimalField('Total GMV in the currency of the creator’s region: video_gmv + live_gmv')
  creator_gmv: number | null;

  @DecimalField('Total GMV in USD')
  creator_usd_gmv: number | null;

  @DecimalField('Video GMV in the currency of the creator’s region')
  video_gmv: number | null;

  @DecimalField('Video GMV in USD')
  video_usd_gmv: number | null;

  @DecimalField('Live GMV in the currency of the creator’s region')
  live_gmv: number | null;

  @DecimalField('Live GMV in USD')
  live_usd_gmv: number | null;

  @WholeField('Units sold')
  units_sold: number | null;

  @WholeField('Products sold: distinct products with sales in the period')
  product_count: number | null;

  @WholeField('Videos with sales in the period')
  video_count: number | null;

  @WholeField('Live streams with sales in the period')
  live_count: number | null;
}

/** The facts of a creator in a period. */
export interface HistoryFacts {
  /** The creator's row on the period's board, of all product categories. */
  readonly row: TopEcommerceRowDocument | undefined;
  /** Followers on the latest known day of the period, and of the period before. */
  readonly followers: number | undefined;
  readonly followersBefore: number | undefined;
  /** Whether the period's board is built and counts the creator. Boards count the sales of loaded creators only. */
  readonly isOnBoards: boolean;
}

/** Returns the record of a period. Figures that are not known are null; those of sales are 0 on a board without sales. */
export function toHistoryRecord(
  { value: date_value }: Period,
  { row, followers, followersBefore, isOnBoards }: HistoryFacts,
): HistoryRecord {
  const growth =
    followers === undefined || followersBefore === undefined ? undefined : followerGrowth(followersBefore, followers);
  const none = isOnBoards && followers !== undefined ? 0 : null;
  return {
    date_value,
    follower_count: followers ?? null,
    follower_inc_count: growth?.count ?? null,
    follower_inc_rate: growth?.rate ?? null,
    creator_gmv: row?.figures.creator_gmv ?? none,
    creator_usd_gmv: row?.creator_usd_gmv ?? none,
    video_gmv: row?.figures.video_gmv ?? none,
    video_usd_gmv: row?.video_usd_gmv ?? none,
    live_gmv: row?.figures.live_gmv ?? none,
    live_usd_gmv: row?.live_usd_gmv ?? none,
    units_sold: row?.figures.units_sold ?? none,
    product_count: row?.figures.product_count ?? none,
    video_count: row?.figures.video_count ?? none,
    live_count: row?.figures.live_count ?? none,
  };
}

/** One period of a product, with the names of the board (docs/api.md, "Histories"). */
export class ProductHistoryRecord {
  @TextField('The period as `date_info.value` has it', { required: true, example: '2026-26' })
  date_value: string;

  @WholeField('Units sold')
  units_sold: number | null;

  @DecimalField('Total GMV in USD: video_usd_gmv + live_usd_gmv')
  usd_gmv: number | null;

  @DecimalField('Video GMV in USD')
  video_usd_gmv: number | null;

  @DecimalField('Live GMV in USD')
  live_usd_gmv: number | null;

  @WholeField('Distinct creators with sales')
  creator_count: number | null;

  @WholeField('Distinct videos with sales')
  video_count: number | null;

  @WholeField('Distinct live streams with sales')
  live_count: number | null;
}

/** One period of a shop or category. */
export class SellingHistoryRecord extends ProductHistoryRecord {
  @WholeField('Distinct products with sales')
  product_count: number | null;
}

/**
 * The period of a product, shop or category as it leaves.
 * @param none the figures without a row: 0 where it is known that nothing was sold, else null
 */
export function toSellingHistory(
  subject: SellingSubject,
  date_value: string,
  row: TopSellingRowDocument | undefined,
  none: 0 | null,
): ProductHistoryRecord {
  return {
    date_value,
    units_sold: row?.units_sold ?? none,
    usd_gmv: row?.usd_gmv ?? none,
    video_usd_gmv: row?.video_usd_gmv ?? none,
    live_usd_gmv: row?.live_usd_gmv ?? none,
    creator_count: row?.figures.creator_count ?? none,
    video_count: row?.figures.video_count ?? none,
    live_count: row?.figures.live_count ?? none,
    ...(subject !== 'product' && { product_count: row?.figures.product_count ?? none }),
  };
}
