import { RequestFailure } from '../common/errors/failure.js';
import type { PageCache } from '../search/page-cache.js';
import type { SearchGateway } from '../search/gateway/search-gateway.js';
import type { ShortRecords } from '../search/short-records.js';
import type { CategoryTrees } from '../search/state/category-trees.js';
import type { BreakdownExportRequest } from './sales.requests.js';
import { SalesService } from './sales.service.js';

/** Sales of 65,537 products, as one part of an index answers them. */
const ANSWER = { aggregations: { groups: { sum_other_doc_count: 1, buckets: [] } } };

describe('a breakdown by shop', () => {
  it('of more products than can be added up says so, not that it has too many rows', async () => {
    const service = new SalesService(
      { breakdownMaxRows: 20_000 },
      { searchRaw: () => Promise.resolve(ANSWER) } as unknown as SearchGateway,
      {} as PageCache,
      {} as CategoryTrees,
      {} as ShortRecords,
    );
    const request = { by: 'shop', filter: { seller_id: undefined, uid: ['1'] }, lang: 'EN_US', orderby: [] };
    const rows = service.export(request as unknown as BreakdownExportRequest, 10);
    const failure = await rows.next().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RequestFailure);
    expect((failure as RequestFailure).errors).toEqual([
      {
        path: 'by',
        rule: 'too_many_products',
        limit: 65_535,
        message:
          'by is "shop", which adds up the sales of more than 65535 products; at most 65535 can be added up: name fewer in filter.product_id.',
      },
    ]);
  });
});
