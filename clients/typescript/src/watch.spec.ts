import { changesBetween, hasChanged } from './watch.js';

const listing = (rows: Readonly<Record<string, number>>) => ({
  rows: Object.entries(rows).map(([uid, units_sold], at) => ({ id: { uid }, row: { uid, units_sold }, place: at + 1 })),
  isWhole: true,
});

describe('the changes of a list', () => {
  it.each([
    ['none', { a: 3, b: 2 }, { a: 3, b: 2 }, []],
    [
      'a value',
      { a: 3, b: 2 },
      { a: 4, b: 2 },
      [{ change: 'changed', id: { uid: 'a' }, place: 1, previous_place: 1, previous: { units_sold: 3 } }],
    ],
    [
      'places',
      { a: 3, b: 2, c: 1 },
      { b: 5, a: 3, c: 1 },
      [
        { change: 'moved', id: { uid: 'b' }, place: 1, previous_place: 2, previous: { units_sold: 2 } },
        { change: 'moved', id: { uid: 'a' }, place: 2, previous_place: 1, previous: {} },
      ],
    ],
    [
      'another row at the end',
      { a: 3, b: 2 },
      { a: 3, c: 2 },
      [
        { change: 'new', id: { uid: 'c' }, place: 2, previous_place: null, row: { uid: 'c', units_sold: 2 } },
        { change: 'gone', id: { uid: 'b' }, place: null, previous_place: 2, row: { uid: 'b', units_sold: 2 } },
      ],
    ],
  ])('%s', (_, before, after, expected) => {
    const changes = changesBetween(listing(before), listing(after), hasChanged);
    expect(changes).toHaveLength(expected.length);
    expect(changes).toMatchObject(expected);
  });
});
