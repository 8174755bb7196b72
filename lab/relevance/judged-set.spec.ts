import { margin, ndcg, recall } from './judged-set.js';

describe('nDCG', () => {
  it('is the gain of the places over that of the best order', () => {
    // Found 1, 0, 3: 1/log2(2) + 0 + 7/log2(4) = 4.5. Best 3, 2, 1: 7 + 3/1.58496 + 1/2 = 9.392789.
    expect(ndcg([1, 0, 3], [1, 2, 3], 10)).toBeCloseTo(4.5 / 9.392789, 6);
  });

  it('is 1 for the best order and less for any other', () => {
    expect(ndcg([3, 2, 1, 0], [1, 2, 3], 10)).toBe(1);
    expect(ndcg([2, 3, 1], [1, 2, 3], 10)).toBeLessThan(1);
  });

  it('looks no deeper than it is told, in the best order either', () => {
    expect(ndcg([3, 0], [3, 3, 3], 1)).toBe(1);
    // Of the first two: 7 out of 7 + 7/1.58496 = 11.416508.
    expect(ndcg([3, 0, 3], [3, 3, 3], 2)).toBeCloseTo(7 / 11.416508, 6);
  });

  it('is 0 when nothing is found and when nothing is judged', () => {
    expect([ndcg([], [3], 10), ndcg([0, 0], [3], 10), ndcg([0], [], 10)]).toEqual([0, 0, 0]);
  });
});

describe('recall', () => {
  it.each([
    [[1, 0, 3], [1, 2, 3, 3], 50, 1, 0.5],
    [[1, 0, 3], [1, 2, 3, 3], 50, 2, 1 / 3],
    [[0, 0, 3], [1, 2, 3, 3], 2, 1, 0],
    [[3, 3], [3, 3, 3], 2, 2, 1],
    [[0], [1], 50, 2, NaN],
  ])('of %j where %j are judged, %i places, from grade %i: %d', (ranked, judged, depth, from, expected) => {
    expect(recall(ranked, judged, depth, from)).toBe(expected);
  });
});

it('the margin of a mean follows from the spread and the number of the values', () => {
  // Standard deviation of the sample: sqrt(2.5) = 1.581139; 1.96 × 1.581139 / sqrt(5) = 1.385929.
  expect(margin([1, 2, 3, 4, 5])).toBeCloseTo(1.385929, 6);
});
