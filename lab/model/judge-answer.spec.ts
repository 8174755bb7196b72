import { isAnswer } from '../../test/support/questions/judge-answer.js';

const EXPECTED = [1, 2, 3, 4, 5].map((rank) => ({ uid: `71${rank}`, rank, is_new: 0 }));
const rows = (count: number, change: object = {}) => EXPECTED.slice(0, count).map((row) => ({ ...row, ...change }));

describe('the answer to a question', () => {
  it('has the expected rows, also some more or some fewer of a long list, and other fields', () => {
    expect(isAnswer({ list: [...rows(5, { title: 'x' }), { uid: '9', rank: 6 }] }, EXPECTED)).toBe(true);
    expect(isAnswer({ list: rows(3) }, EXPECTED)).toBe(true);
    expect(isAnswer({ list: rows(5).map(({ uid, rank }) => ({ uid, rank })) }, EXPECTED)).toBe(true);
    expect(isAnswer({ figures: rows(1) }, EXPECTED.slice(0, 1))).toBe(true);
    const band = [{ price_band: expect.objectContaining({ min: 5 }) as unknown, usd_gmv: 1 }];
    expect(isAnswer({ list: [{ price_band: { min: 5, max: 10 }, usd_gmv: 1 }] }, band)).toBe(true);
    expect(isAnswer({ list: [{ price_band: { min: 1, max: 2 }, usd_gmv: 1 }] }, band)).toBe(false);
  });

  it.each([
    ['no rows', []],
    ['too few of them', rows(2)],
    ['another order', rows(5).reverse()],
    ['another figure', rows(5, { is_new: 1 })],
    ['rows of something else, with equal figures', rows(5).map(({ rank, is_new }) => ({ rank, is_new }))],
  ])('is not one with %s', (_, list) => {
    expect(isAnswer({ list }, EXPECTED)).toBe(false);
  });
});
