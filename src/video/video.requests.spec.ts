import { readAsWritten, readRequest } from '../../test/support/read-request.js';
import { compileSearch } from '../search/compiler/search.js';
import { VideoSearchRequest } from './video.requests.js';
import { VIDEO_PLAN } from './video.service.js';

const compile = async (body: { filter?: object } & Record<string, unknown>) => {
  const filter = { create_time_range: { min: 1 }, ...body.filter };
  const request = await readRequest(VideoSearchRequest, { ...body, filter });
  return compileSearch(VIDEO_PLAN, request, readAsWritten(request.keywords));
};
const published = { range: { publish_time: { gte: 1 } } };

describe('video search', () => {
  it('compiles the documented example', async () => {
    const compiled = await compile({
      filter: {
        region: 'US',
        is_ecommerce: 1,
        creator_category_id: 7,
        product_category_id: 601450,
        create_time_range: { min: 1751328000, max: 1782863999 },
        follower_count_range: { min: 1000 },
        play_count_range: { max: 50000 },
        digg_count_range: { min: 1, max: 2 },
        interact_rate_range: { min: 10, max: 20.5 },
      },
      orderby: [{ field: 'play_count', order: 'desc' }],
      page: 3,
      pagesize: 20,
      lang: 'EN_US',
    });
    expect(compiled).toEqual({
      index: 'videos',
      enough: 0,
      attempts: [
        {
          query: {
            bool: {
              filter: [
                { term: { region: 'US' } },
                { term: { is_ecommerce: true } },
                { term: { creator_category_id: 7 } },
                { term: { product_category_ids: 601450 } },
                { range: { publish_time: { gte: 1751328000, lte: 1782863999 } } },
                { range: { follower_count: { gte: 1000 } } },
                { range: { play_count: { lte: 50000 } } },
                { range: { digg_count: { gte: 1, lte: 2 } } },
                { range: { interact_rate: { gte: 10, lte: 20.5 } } },
              ],
            },
          },
          sort: [
            { play_count: { order: 'desc', missing: '_last' } },
            { id_rank: { order: 'asc' } },
            { unranked_id: { order: 'asc', missing: '_first' } },
          ],
          from: 40,
          size: 20,
          track_total_hits: true,
          _source: ['record', 'id_rank'],
        },
      ],
    });
  });

  it.each([
    [true, true],
    [0, false],
  ])('is_ecommerce %j filters by %s', async (given, value) => {
    expect((await compile({ filter: { is_ecommerce: given } })).attempts[0].query).toEqual({
      bool: { filter: [{ term: { is_ecommerce: value } }, published] },
    });
  });

  it.each([
    ['follower_count', 'follower_count'],
    ['create_time', 'publish_time'],
    ['play_count', 'play_count'],
    ['digg_count', 'digg_count'],
    ['units_sold', 'units_sold'],
    ['interact_rate', 'interact_rate'],
  ])('orderby %s sorts by %s', async (field, sorted) => {
    expect((await compile({ orderby: { field } })).attempts[0].sort).toEqual([
      { [sorted]: { order: 'desc', missing: '_last' } },
      { id_rank: { order: 'asc' } },
      { unranked_id: { order: 'asc', missing: '_first' } },
    ]);
  });

  it('is by plays without keywords, by relevance and then plays with them', async () => {
    const tail = [
      { play_count: { order: 'desc', missing: '_last' } },
      { id_rank: { order: 'asc' } },
      { unranked_id: { order: 'asc', missing: '_first' } },
    ];
    expect((await compile({})).attempts[0].sort).toEqual(tail);
    expect((await compile({ keywords: 'lipstick' })).attempts[0].sort).toEqual([
      { _score: { order: 'desc' } },
      ...tail,
    ]);
  });
});
