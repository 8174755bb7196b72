import { compareAnswers } from '../../bench/pages/compare-answers.mjs';

const PRODUCTS = { operation: 'product', id: 'product_id' };
const LIVES = { operation: 'live', id: 'room_id' };
const recordsOf = (id: string, ids: readonly string[]) => ids.map((value) => ({ [id]: value }));
const raw = (id: string, ids: readonly string[], total: number) => ({
  hits: { total: { value: total }, hits: recordsOf(id, ids).map((_source) => ({ _source })) },
});
const compareProducts = (ids: readonly string[], total: number, code = 0) =>
  compareAnswers(
    PRODUCTS,
    {},
    { code, data: { total, list: recordsOf('product_id', ids) } },
    raw('product_id', ['a', 'b'], 12),
  );
const compareLives = (hasMore: number, total: number, page: number) =>
  compareAnswers(
    LIVES,
    { page, pagesize: 10 },
    { code: 0, data: { has_more: hasMore, list: recordsOf('room_id', ['a']) } },
    raw('room_id', ['a'], total),
  );

describe('the benchmark', () => {
  it('finds nothing wrong with what Elasticsearch answered too', () => {
    expect(compareProducts(['a', 'b'], 12)).toBeUndefined();
    expect(compareLives(1, 11, 1)).toBeUndefined();
    expect(compareLives(0, 10, 1)).toBeUndefined();
    expect(compareLives(0, 6000, 500)).toBeUndefined();
  });

  it.each([
    ['another order', compareProducts(['b', 'a'], 12), 'ids b,a instead of a,b'],
    ['a record that is missing', compareProducts(['a'], 12), 'ids a instead of a,b'],
    ['a record too many', compareProducts(['a', 'b', 'c'], 12), 'ids a,b,c instead of a,b'],
    ['another total', compareProducts(['a', 'b'], 13), 'total 13 instead of 12'],
    ['an error', compareProducts([], 0, 40001), 'code 40001'],
    ['more where there is none', compareLives(1, 10, 1), 'has_more 1 instead of 0'],
    ['an end before there is one', compareLives(0, 11, 1), 'has_more 0 instead of 1'],
  ])('catches %s', (_, fault, expected) => {
    expect(fault).toBe(expected);
  });
});
