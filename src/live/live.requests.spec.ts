import { readAsWritten, readRequest } from '../../test/support/read-request.js';
import { compileSearch } from '../search/compiler/search.js';
import { LiveSearchRequest } from './live.requests.js';
import { LIVE_PLAN } from './live.service.js';

const compile = async (body: object) => {
  const request = await readRequest(LiveSearchRequest, body);
  return compileSearch(LIVE_PLAN, request, readAsWritten(request.keywords));
};

describe('live stream search', () => {
  it('without a filter finds everything, newest first', async () => {
    expect(await compile({ page: 2, pagesize: 5 })).toEqual({
      index: 'lives',
      enough: 0,
      attempts: [
        {
          query: { match_all: {} },
          sort: [
            { start_time: { order: 'desc', missing: '_last' } },
            { id_rank: { order: 'asc' } },
            { unranked_id: { order: 'asc', missing: '_first' } },
          ],
          from: 5,
          size: 5,
          track_total_hits: true,
          _source: ['record', 'id_rank'],
        },
      ],
    });
  });

  it.each([
    [{ region: 'TH' }, { term: { region: 'TH' } }],
    [{ creator_category: 1 }, { term: { creator_category_id: 1 } }],
    [{ product_category: 2 }, { term: { product_category_ids: 2 } }],
    [{ live_type: 1 }, { term: { live_type: 1 } }],
    [{ follower_range: { min: 1 } }, { range: { follower_count: { gte: 1 } } }],
    [{ viewer_range: { min: 1 } }, { range: { total_viewer_count: { gte: 1 } } }],
    [{ sold_range: { max: 1 } }, { range: { total_units_sold: { lte: 1 } } }],
    [{ start_time: { min: 1, max: 2 } }, { range: { start_time: { gte: 1, lte: 2 } } }],
  ])('%j becomes one clause', async (filter, clause) => {
    expect((await compile({ filter })).attempts[0].query).toEqual({ bool: { filter: [clause] } });
  });

  it.each(['start_time', 'total_viewer_count', 'total_units_sold', 'total_gmv'])(
    'orderby %s sorts by that figure',
    async (field) => {
      expect((await compile({ orderby: [{ field }] })).attempts[0].sort).toEqual([
        { [field]: { order: 'desc', missing: '_last' } },
        { id_rank: { order: 'asc' } },
        { unranked_id: { order: 'asc', missing: '_first' } },
      ]);
    },
  );
});
