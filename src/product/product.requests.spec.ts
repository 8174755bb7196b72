import { readAsWritten, readRequest } from '../../test/support/read-request.js';
import { compileSearch } from '../search/compiler/search.js';
import { ProductSearchRequest } from './product.requests.js';
import { PRODUCT_PLAN } from './product.service.js';

const compile = async (body: object) => {
  const request = await readRequest(ProductSearchRequest, body);
  return compileSearch(PRODUCT_PLAN, request, readAsWritten(request.keywords));
};
const queryOf = async (filter: object) => (await compile({ filter })).attempts[0].query;

describe('product search', () => {
  it('without a filter finds everything by 7-day sales', async () => {
    expect(await compile({})).toEqual({
      index: 'products',
      enough: 0,
      attempts: [
        {
          query: { match_all: {} },
          sort: [
            { day7_units_sold: { order: 'desc', missing: '_last' } },
            { id_rank: { order: 'asc' } },
            { unranked_id: { order: 'asc', missing: '_first' } },
          ],
          from: 0,
          size: 10,
          track_total_hits: true,
          _source: ['record', 'id_rank'],
        },
      ],
    });
  });

  it.each([
    [{ l1_category_id: 1 }, { term: { l1_category_id: 1 } }],
    [{ l2_category_id: 2 }, { term: { l2_category_id: 2 } }],
    [{ l3_category_id: 3 }, { term: { l3_category_id: 3 } }],
    [{ l1_category_id: [1, 2, 1] }, { terms: { l1_category_id: [1, 2] } }],
    [{ l3_category_id: [3, 3] }, { term: { l3_category_id: 3 } }],
    [{ region: 'JP' }, { term: { region: 'JP' } }],
    [{ seller_id: 7495123456789012345n }, { term: { seller_id: '7495123456789012345' } }],
    [{ product_id: '1729384756102938475' }, { terms: { product_id: ['1729384756102938475'] } }],
    [{ product_id: [1n, '2'] }, { terms: { product_id: ['1', '2'] } }],
    [{ commission_rate_range: { min: 5 } }, { range: { commission_rate: { gte: 5 } } }],
    [{ creator_count_range: { max: 9 } }, { range: { creator_count: { lte: 9 } } }],
    [{ units_sold_range: { min: 1, max: 2 } }, { range: { total_units_sold: { gte: 1, lte: 2 } } }],
    [{ is_sshop: true }, { term: { is_sshop: true } }],
    [{ shop_type: 2 }, { term: { shop_type: 2 } }],
    [{ is_cross_border: 0 }, { term: { is_cross_border: false } }],
    [{ is_fully_managed: 1 }, { term: { is_fully_managed: true } }],
    [{ is_new_listed: false }, { term: { is_new_listed: false } }],
    [{ is_free_shipping: 1 }, { term: { is_free_shipping: true } }],
    [{ is_local_warehouse: 1 }, { term: { is_local_warehouse: true } }],
    [{ is_top_selling: 1 }, { term: { is_top_selling: true } }],
    [{ off_shelves: 0 }, { term: { off_shelves: 0 } }],
    [{ promotion_channel: 3 }, { term: { promotion_channel: 3 } }],
    [{ launch_time_range: { min: 1751328000 } }, { range: { launch_time: { gte: 1751328000 } } }],
    [{ creator_order_rate_range: { min: 0, max: 100 } }, { range: { creator_order_rate: { gte: 0, lte: 100 } } }],
    [{ day7_units_sold_range: { min: 0 } }, { range: { day7_units_sold: { gte: 0 } } }],
  ])('%p becomes one clause', async (filter, clause) => {
    expect(await queryOf(filter)).toEqual({ bool: { filter: [clause] } });
  });

  it.each([
    [{ price_range: { min: 0.99 } }, { range: { floor_price: { gte: 0.99 } } }],
    [{ total_gmv_range: { min: -10 } }, { range: { total_gmv: { gte: -10 } } }],
    [{ day7_gmv_range: { max: 10 } }, { range: { day7_gmv: { lte: 10 } } }],
  ])('%j stands beside its region', async (filter, clause) => {
    expect(await queryOf({ ...filter, region: 'US' })).toEqual({
      bool: { filter: [{ term: { region: 'US' } }, clause] },
    });
  });

  it.each(['day7_units_sold', 'day7_gmv', 'commission_rate', 'total_units_sold', 'total_gmv', 'creator_count'])(
    'orderby %s sorts by that figure',
    async (field) => {
      expect((await compile({ orderby: [{ field, order: 'desc' }] })).attempts[0].sort).toEqual([
        { [field]: { order: 'desc', missing: '_last' } },
        { id_rank: { order: 'asc' } },
        { unranked_id: { order: 'asc', missing: '_first' } },
      ]);
    },
  );
});
