import { readFacet } from './facets.js';
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
    expect(() => readFacet(answerWith(sums), 0, { field: 'region' }, 'region')).toThrow(RangeError);
  });
});
