import type { IndexKind } from '../../src/common/record-kind.js';
import { RANKING_PATHS } from './open-api.js';

interface OperationRequest {
  readonly path: string;
  readonly body: object;
  /** The index it reads first. */
  readonly index: IndexKind;
  /** Another index that it can't do without. */
  readonly also?: IndexKind;
}

const WEEK = { type: 'week', value: '2026-20' };

/** An ordinary request of each operation, for tests that go through all of them. */
export const OPERATIONS: readonly OperationRequest[] = [
  { path: '/video/v1/search', body: { filter: { create_time_range: { min: 0 } } }, index: 'videos' },
  { path: '/product/v1/search', body: { keywords: 'lipstick' }, index: 'products' },
  { path: '/live/v1/search', body: {}, index: 'lives' },
  {
    path: '/video/v1/facets',
    body: { filter: { create_time_range: { min: 0 } }, facets: [{ field: 'region' }] },
    index: 'videos',
  },
  { path: '/product/v1/facets', body: { facets: [{ field: 'seller_id' }] }, index: 'products' },
  { path: '/live/v1/facets', body: { facets: [{ field: 'start_time' }] }, index: 'lives' },
  { path: '/creator/v1/search', body: {}, index: 'creators' },
  { path: '/creator/v1/facets', body: { facets: [{ field: 'region' }] }, index: 'creators' },
  { path: '/shop/v1/search', body: {}, index: 'products' },
  { path: '/product/v1/similar', body: { product_id: '1' }, index: 'products' },
  ...RANKING_PATHS.map((path): OperationRequest => ({
    path,
    body: { filter: { date_info: WEEK } },
    index: path.endsWith('/topGrowth') ? 'creator-days' : 'sales',
  })),
  { path: '/creator/v1/rank/periods', body: {}, index: 'sales' },
  { path: '/creator/v1/suggest', body: { keywords: 'm' }, index: 'creators' },
  { path: '/product/v1/suggest', body: { keywords: 'm' }, index: 'products' },
  {
    path: '/creator/v1/peers',
    body: { filter: { uid: '1', date_info: WEEK } },
    index: 'sales',
  },
  {
    path: '/product/v1/peers',
    body: { filter: { product_id: '1', date_info: WEEK } },
    index: 'sales',
    also: 'products',
  },
  {
    path: '/shop/v1/peers',
    body: { filter: { seller_id: '1', date_info: WEEK } },
    index: 'sales',
  },
  {
    path: '/sales/v1/breakdown',
    body: { by: 'product', filter: { uid: '1' }, from: '2026-06-01', to: '2026-06-30' },
    index: 'sales',
  },
  {
    path: '/creator/v1/history',
    body: { uid: '1', date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
    index: 'sales',
  },
  {
    path: '/product/v1/history',
    body: { product_id: '1', date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
    index: 'sales',
    also: 'products',
  },
  {
    path: '/shop/v1/history',
    body: { seller_id: '1', date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
    index: 'sales',
    also: 'products',
  },
  {
    path: '/category/v1/history',
    body: { l1_category_id: 10000, date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
    index: 'sales',
  },
];
