import { tiedWith } from './ties.js';

describe('a tie', () => {
  const rows = [9, 7, 7, 7, 5, null, null].map((usd_gmv, at) => ({ rank: at + 3, usd_gmv }));

  it('is said with the rank of the first row that has the figure, and of the first one with the next', () => {
    expect(rows.map((row) => tiedWith(rows, row, 'usd_gmv'))).toEqual([
      ...[undefined, 5, 4, 4],
      ...[undefined, undefined, undefined],
    ]);
  });

  it('is not said of rows without a rank, nor of ranks by another figure', () => {
    const [one, other] = [{ usd_gmv: 7 }, { usd_gmv: 7 }];
    const shares = [
      { rank: 1, largest_creator: { share: 100 } },
      { rank: 9, largest_creator: { share: 100 } },
    ];
    expect([tiedWith([one, other], one, 'usd_gmv'), tiedWith(rows, rows[1])]).toEqual([undefined, undefined]);
    expect(tiedWith(shares, shares[0], 'largest_creator.share')).toBeUndefined();
  });
});
