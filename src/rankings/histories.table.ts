import type { IndexKind } from '../common/index-kind.js';
import type { Ranking } from './ranking.definition.js';
import { HistoryRecord, ProductHistoryRecord, SellingHistoryRecord } from './records/history.record.js';

/** A history: the subject that its requests name, and the ranking whose rows it lists. */
export interface History {
  readonly ranking: Ranking;
  /** The field of a request that has the id of the subject. */
  readonly named: string;
  /** The index and its field that know a subject without sales. */
  readonly knownBy: readonly [index: IndexKind, field: string];
  readonly record: new () => { date_value: string };
  /** The history for assistants: its operation, and the fields that they get of a period, with a space between them. */
  readonly tool: { readonly path: string; readonly fields: string };
}

const SOLD = 'date_value units_sold usd_gmv video_usd_gmv live_usd_gmv creator_count';

/** The histories by their subjects. */
export const HISTORIES = {
  creator: {
    ranking: 'topEcommerce',
    named: 'uid',
    knownBy: ['creators', 'uid'],
    record: HistoryRecord,
    tool: {
      path: '/creator/v1/history',
      fields: 'date_value follower_count follower_inc_count creator_usd_gmv video_usd_gmv live_usd_gmv units_sold',
    },
  },
  product: {
    ranking: 'productTopSelling',
    named: 'product_id',
    knownBy: ['products', 'product_id'],
    record: ProductHistoryRecord,
    tool: { path: '/product/v1/history', fields: SOLD },
  },
  shop: {
    ranking: 'shopTopSelling',
    named: 'seller_id',
    knownBy: ['products', 'seller_id'],
    record: SellingHistoryRecord,
    tool: { path: '/shop/v1/history', fields: `${SOLD} product_count` },
  },
  category: {
    ranking: 'categoryTopSelling',
    named: 'l1_category_id',
    knownBy: ['sales', 'product_category_id'],
    record: SellingHistoryRecord,
    tool: { path: '/category/v1/history', fields: `${SOLD} product_count` },
  },
} as const satisfies Record<string, History>;
