import { readCells, readFacet } from './facets.js';
import type { CountAnswer } from './types.js';

const answerWith = (sums: object): CountAnswer => ({
  total: 2,
  aggregations: { facet0: { buckets: [{ key: 'US', doc_count: 2, ...sums }] }, missing0: { doc_count: 0 } },
});

describe('the sums of a facet', () => {
  it.each([
    [{ whole: { count: 2, sum: Number.MAX_SAFE_INTEGER } }, Number.MAX_SAFE_INTEGER, 4503599627370495.5],
    [{ whole: { count: 2, sum: -3 }, fraction: { value: 5000 } }, -2.5, -1.25],
    [{ whole: { count: 3, sum: 2 }, fraction: { value: 0 } }, 2, 0.67],
    [{ whole: { count: 1000, sum: -4 } }, -4, 0],
    [{ whole: { count: 0, sum: 0 } }, null, null],
  ])('of %j are exact', (sums, measure, mean) => {
    expect(readFacet(answerWith(sums), 0, { field: 'region' }, 'region').values).toEqual([
      { value: 'US', count: 2, measure, mean },
    ]);
  });

  it.each([
    [{ whole: { count: 2, sum: 2 ** 53 } }],
    [{ whole: { count: 2, sum: -(2 ** 53) }, fraction: { value: 5000 } }],
  ])('of %j may have been rounded, and are not answered', (sums) => {
    const refusal = new RangeError('The sum of usd_gmv of region US is too large to be exact.');
    expect(() => readFacet(answerWith(sums), 0, { field: 'region', measure: 'usd_gmv' }, 'region')).toThrow(refusal);
  });

  it.each([
    [2 ** 53 - 1, 1, -2],
    [2 ** 53 + 2, -5, 0],
    [0, -5, 2 ** 53 + 2],
  ])('of the days %j of a month may have been rounded on the way, and are not answered', (...sums) => {
    const buckets = sums.map((sum, at) => ({ key: { day: at * 86_400 }, doc_count: 1, whole: { count: 1, sum } }));
    const answer: CountAnswer = { total: 3, aggregations: { facet0: { buckets }, missing0: { doc_count: 0 } } };
    const facet = { field: 'create_time_range', interval: 'month', measure: 'play_count' } as const;
    expect(() => readFacet(answer, 0, facet, 'time')).toThrow(
      'The sum of play_count of create_time_range 1970-01 is too large to be exact.',
    );
  });

  it('of cells name both values where they may have been rounded', () => {
    const cells = [{ key: 7, doc_count: 2, whole: { count: 2, sum: 2 ** 53 } }];
    const cross = { buckets: [{ key: 3, doc_count: 2, cross: { buckets: cells } }] };
    const facet = { field: 'start_hour,start_weekday', measure: 'gmv' } as const;
    expect(() => readCells({ total: 2, aggregations: { cross } }, facet)).toThrow(
      'The sum of gmv of start_hour,start_weekday 3,7 is too large to be exact.',
    );
  });
});
