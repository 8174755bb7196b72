import type { SortClause } from '../compiler/types.js';
import { sortValuesOf } from './search-stream.js';

const SORT: SortClause[] = [
  { play_count: { order: 'desc' } },
  { id_rank: { order: 'asc' } },
  { unranked_id: { order: 'asc' } },
];

describe('the sort values that an export goes on after', () => {
  it.each([
    ['[5,-8223372036854775806,null]', ['5', '-8223372036854775807']],
    ['[1.5,1,"x\\"手"]', ['1.5', '1']],
    ['[9223372036854775807,1,null]', ['"9223372036854775807"', '1']],
    ['[-9223372036854775808,1,null]', ['"-9223372036854775808"', '1']],
    ['["-Infinity",1,null]', ['"-Infinity"', '1']],
  ])('are those of the last hit, digit for digit: %s', (sort, [figure, rank]) => {
    const hit = { _id: '1', _source: { id_rank: rank }, sort: JSON.parse(sort) as unknown[] };
    const [, , id] = hit.sort;
    expect(JSON.stringify(sortValuesOf(hit, SORT))).toBe(`[${figure},"${rank}",${JSON.stringify(id)}]`);
  });

  it('are none without hits', () => expect(sortValuesOf(undefined, SORT)).toBeUndefined());
});
