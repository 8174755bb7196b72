import { comparisonOf } from './sums.js';

describe('a comparison', () => {
  const before = { units_sold: 3, usd_gmv: 10.1 };

  it.each([
    ['both periods', 12.35, before, true, true, before, 2.25],
    [
      'both, without sales before',
      12.35,
      { units_sold: 0, usd_gmv: 0 },
      true,
      true,
      { units_sold: 0, usd_gmv: 0 },
      12.35,
    ],
    ['only the period before', 12.35, before, false, true, before, null],
    ['only the period itself', 12.35, before, true, false, null, null],
    ['neither', 12.35, before, false, false, null, null],
    ['both, with sales that are not known now', null, before, true, true, before, null],
    ['both, with sales that were not known before', 12.35, null, true, true, null, null],
  ])('where facts cover %s', (_, now, then, complete, previous_complete, previous, usd_gmv_change) => {
    expect(comparisonOf(now, then, { complete, previous_complete })).toEqual({ previous, usd_gmv_change });
  });
});
