import { median, verdict } from './ladder/report.mjs';

describe('the ladder of the benchmark', () => {
  it('takes the middle of the rounds', () => {
    expect(median([9, 1, 10])).toBe(9);
    expect(median([10, 2, 9, 1])).toBe(5.5);
  });

  it.each([
    ['loses more than 15 %', [0.84, 0.6, 0.8]],
    ['not shown: the rounds spread too far', [0.85, 0.6, 0.8]],
    ['within 15 %', [0.85, 0.6, 0.9]],
  ])('says of a build "%s"', (expected, rates) => {
    expect(verdict(rates)).toBe(expected);
  });
});
