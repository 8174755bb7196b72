import type { Subject } from '../../subjects/subjects.js';
import type { Ranking, RankingTool } from '../ranking.definition.js';
import { HistoryRecord, ProductHistoryRecord, SellingHistoryRecord } from './history.record.js';

/** A history of a subject: the ranking whose rows it lists, as records of periods. */
export interface History {
  readonly ranking: Ranking;
  readonly record: new () => { date_value: string };
  /** The history for assistants. */
  readonly tool: RankingTool;
}

const SOLD = 'previous usd_gmv_change date_value units_sold usd_gmv video_usd_gmv live_usd_gmv creator_count';

/** The histories by their subjects. */
export const HISTORIES = {
  creator: {
    ranking: 'topEcommerce',
    record: HistoryRecord,
    tool: {
      path: '/creator/v1/history',
      fields:
        'uid previous usd_gmv_change date_value follower_count follower_inc_count creator_usd_gmv video_usd_gmv live_usd_gmv units_sold',
    },
  },
  product: {
    ranking: 'productTopSelling',
    record: ProductHistoryRecord,
    tool: { path: '/product/v1/history', fields: `product_id ${SOLD}` },
  },
  shop: {
    ranking: 'shopTopSelling',
    record: SellingHistoryRecord,
    tool: { path: '/shop/v1/history', fields: `seller_id ${SOLD} product_count` },
  },
  category: {
    ranking: 'categoryTopSelling',
    record: SellingHistoryRecord,
    tool: {
      path: '/category/v1/history',
      fields: `${SOLD} product_count`,
      ids: { product_category_id: 'l1_category_id' },
    },
  },
} as const satisfies Partial<Record<Subject, History>>;

export type HistorySubject = keyof typeof HISTORIES;
