import { type Comparison, comparison, type Condition, GONE, joined, NEW, type Seen } from './rules-conditions.js';

const seen = (place: number, row: Readonly<Record<string, unknown>> = {}, past?: Seen): Seen => ({
  ...{ id: { uid: 'a' }, row, place, past },
});
const place = (kind: Comparison, bound: number): Condition => comparison(kind, bound);
const about = (kind: Comparison, bound: unknown): Condition => comparison(kind, bound, 'gmv');

describe('a condition about a row', () => {
  it.each<[string, Condition, Seen | undefined, Seen | undefined, boolean]>([
    ['new: a row that was not there', NEW, seen(1), undefined, true],
    ['new: one that was', NEW, seen(1), seen(9), false],
    ['gone: one that is there no more', GONE, undefined, seen(1), true],
    ['gone: one that is', GONE, seen(9), seen(1), false],
    ['moved up', place('moved', 3), seen(1), seen(4), true],
    ['moved down', place('moved', 3), seen(4), seen(1), true],
    ['moved less', place('moved', 3), seen(3), seen(1), false],
    ['rises to a better place', place('rises', 3), seen(1), seen(4), true],
    ['rises: not to a worse one', place('rises', 3), seen(4), seen(1), false],
    ['falls to a worse place', place('falls', 3), seen(4), seen(1), true],
    ['a new row has not moved', place('moved', 1), seen(4), undefined, false],
    ['enters the first 20', place('enters', 20), seen(20), seen(21), true],
    ['enters: a row that was not there', place('enters', 20), seen(20), undefined, true],
    ['enters: was among them', place('enters', 20), seen(1), seen(20), false],
    ['enters: is not', place('enters', 20), seen(21), undefined, false],
    ['above: the bound is not', about('above', 5), seen(1, { gmv: 5 }), seen(1, { gmv: 1 }), false],
    ['above: crossed', about('above', 5), seen(1, { gmv: 6 }), seen(1, { gmv: 5 }), true],
    ['above: was above', about('above', 5), seen(1, { gmv: 9 }), seen(1, { gmv: 6 }), false],
    ['above: a new row', about('above', 5), seen(1, { gmv: 6 }), undefined, true],
    ['above: had no figure', about('above', 5), seen(1, { gmv: 6 }), seen(1, { gmv: null }), true],
    ['above: has no figure', about('above', 5), seen(1, { gmv: null }), seen(1, { gmv: 1 }), false],
    ['below: crossed', about('below', 5), seen(1, { gmv: 4.99 }), seen(1, { gmv: 5 }), true],
    ['below: text is no figure', about('below', 5), seen(1, { gmv: '4' }), seen(1, { gmv: 9 }), false],
    ['between: both ends', about('between', [2, 3]), seen(1, { gmv: 3 }), seen(1, { gmv: 4 }), true],
    ['between: stays', about('between', [2, 3]), seen(1, { gmv: 2 }), seen(1, { gmv: 3 }), false],
    ['changed by a number', about('changed', 2), seen(1, { gmv: 1 }), seen(1, { gmv: 3 }), true],
    ['rises by 100 %', about('rises', '100%'), seen(1, { gmv: 4 }), seen(1, { gmv: 2 }), true],
    ['rises by less', about('rises', '100%'), seen(1, { gmv: 3.9 }), seen(1, { gmv: 2 }), false],
    ['rises from nothing: no percentage', about('rises', '1%'), seen(1, { gmv: 3 }), seen(1, { gmv: 0 }), false],
    ['falls by 50 %', about('falls', '50%'), seen(1, { gmv: 1 }), seen(1, { gmv: 2 }), true],
    ['gone rows fire nothing else', about('below', 5), undefined, seen(1, { gmv: 9 }), false],
  ])('%s', (_, condition, now, before, expected) => {
    expect(condition.fires(now, before)).toBe(expected);
  });

  const sincePeriod = comparison('rises', '100%', 'gmv', 'period');
  it.each<[string, number, number, number, boolean]>([
    ['crosses', 4, 3, 2, true],
    ['has crossed before', 5, 4, 2, false],
    ['does not cross', 3, 2, 2, false],
  ])('since the period before: %s', (_, now, before, past, expected) => {
    const row = (gmv: number): Seen => seen(1, { gmv }, seen(1, { gmv: past }));
    expect(sincePeriod.fires(row(now), row(before))).toBe(expected);
  });

  it('since the period before at the first look at a period compares with that before', () => {
    expect(sincePeriod.fires(seen(1, { gmv: 4 }, seen(1, { gmv: 2 })), seen(1, { gmv: 2 }))).toBe(true);
  });

  const both: Condition = joined('all', [about('above', 5), place('enters', 10)]);
  const either: Condition = joined('any', [about('above', 5), place('moved', 3)]);
  it.each<[string, Condition, Seen, Seen, boolean]>([
    ['all: one was so before', both, seen(9, { gmv: 9 }), seen(11, { gmv: 8 }), true],
    ['all: crossed at different looks', both, seen(9, { gmv: 9 }), seen(9, { gmv: 8 }), false],
    ['all: one is not', both, seen(9, { gmv: 1 }), seen(11, { gmv: 1 }), false],
    [
      'all: two figures, of which one crosses',
      joined('all', [about('above', 5), about('below', 8)]),
      seen(1, { gmv: 7 }),
      seen(1, { gmv: 9 }),
      true,
    ],
    ['any: an event while a figure stays', either, seen(1, { gmv: 9 }), seen(5, { gmv: 9 }), true],
    ['any: neither', either, seen(1, { gmv: 9 }), seen(2, { gmv: 9 }), false],
    ['any in all', joined('all', [either, about('above', 1)]), seen(1, { gmv: 9 }), seen(5, { gmv: 9 }), true],
  ])('%s', (_, condition, now, before, expected) => {
    expect(condition.fires(now, before)).toBe(expected);
  });
});
