import { readFileSync } from 'node:fs';
import { EXPORTS, followData, linkRequest } from './link-request.js';
import { endOfData, type PeriodsData } from './periods.js';

const PERIODS = {
  newest: { sales: '2026-06-30', videos: 1_782_860_000 },
  list: ['2026-06-30', '2026-06-29'].map((date_value) => ({
    ...{ ranking: 'productTopSelling', date_type: 'day', date_value, complete: true },
  })),
} as unknown as PeriodsData;
const sources = { periods: PERIODS, ranking: 'productTopSelling', end: endOfData(PERIODS, 'sales') } as const;

describe('a link to an export', () => {
  it('names the operation of every export in the document', () => {
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      paths: Record<string, { post?: { operationId: string } }>;
    };
    const inDocument = Object.entries(paths).flatMap(([path, { post }]) => {
      const list = path.replace(/\/export$/, '');
      return path === list || post === undefined ? [] : [[list in paths ? list : `${list}/search`, post.operationId]];
    });
    expect(EXPORTS).toEqual(Object.fromEntries(inDocument));
  });

  it('is asked for without a page, under a name that addresses take', () => {
    const request = { path: '/product/v1/search', body: { filter: { region: 'US' }, page: 2, pagesize: 50 } };
    const options = { format: 'csv', fields: ['product_id'] };
    expect(linkRequest(request, { title: '商品 · Products: “US”', days: 7, options })).toEqual({
      path: '/v1/links',
      body: {
        operation: 'exportProducts',
        request: { filter: { region: 'US' }, format: 'csv', fields: ['product_id'] },
        ...{ expires_in: 604_800, name: '-products-us' },
      },
    });
    expect(linkRequest(request, { title: '商品', days: 1, options }).body).not.toHaveProperty('name');
  });

  it.each([
    [{ date_info: { type: 'day', value: '2026-06-30' } }, { date_info: { type: 'day', value: 'last' } }],
    [
      { date_info: { type: 'range', value: '2026-06-03~2026-06-30' }, region: 'US' },
      { date_info: { type: 'range', value: 'last-27d~last' }, region: 'US' },
    ],
    [{ create_time_range: { min: 1_780_272_000, max: 1_782_863_999 } }, { create_time_range: { last: '30d' } }],
    [{ date_info: { type: 'day', value: '2026-06-29' } }, undefined],
    [{ price_range: { min: 1, max: 2 } }, undefined],
    [{}, undefined],
  ])('follows the data with %j as %j', (filter, followed) => {
    const body = { filter, orderby: [{ field: 'usd_gmv' }] };
    expect(followData(body, sources)).toEqual(followed && { ...body, filter: followed });
  });

  it('keeps its dates beside a base of its own', () => {
    const filter = { date_info: { type: 'day', value: '2026-06-30' } };
    expect(followData({ filter, compare_to: '2026-06-01~2026-06-01' }, sources)).toBeUndefined();
  });
});
