import { type Condition, fires, type Leaf, type Seen } from './rules-conditions.js';

const seen = (place: number, row: Readonly<Record<string, unknown>> = {}, past?: Seen): Seen => ({
  ...{ id: { uid: 'a' }, row, place, past },
});
const leaf = (is: Leaf['is'], bounds: readonly number[] = [], others: Partial<Leaf> = {}): Leaf => ({
  ...{ is, bounds, field: undefined, isPercent: false, since: 'look', ...others },
});
const about = (is: Leaf['is'], ...bounds: readonly number[]): Leaf => leaf(is, bounds, { field: 'gmv' });
const percent = { field: 'gmv', isPercent: true } as const;

describe('a condition about a row', () => {
  it.each<[string, Condition, Seen | undefined, Seen | undefined, boolean]>([
    ['new: a row that was not there', leaf('new'), seen(1), undefined, true],
    ['new: one that was', leaf('new'), seen(1), seen(9), false],
    ['gone: one that is there no more', leaf('gone'), undefined, seen(1), true],
    ['gone: one that is', leaf('gone'), seen(9), seen(1), false],
    ['moved up', leaf('changed', [3]), seen(1), seen(4), true],
    ['moved down', leaf('changed', [3]), seen(4), seen(1), true],
    ['moved less', leaf('changed', [3]), seen(3), seen(1), false],
    ['rises to a better place', leaf('rises', [3]), seen(1), seen(4), true],
    ['rises: not to a worse one', leaf('rises', [3]), seen(4), seen(1), false],
    ['falls to a worse place', leaf('falls', [3]), seen(4), seen(1), true],
    ['a new row has not moved', leaf('changed', [1]), seen(4), undefined, false],
    ['enters the first 20', leaf('enters', [20]), seen(20), seen(21), true],
    ['enters: a row that was not there', leaf('enters', [20]), seen(20), undefined, true],
    ['enters: was among them', leaf('enters', [20]), seen(1), seen(20), false],
    ['enters: is not', leaf('enters', [20]), seen(21), undefined, false],
    ['above: the bound is not', about('above', 5), seen(1, { gmv: 5 }), seen(1, { gmv: 1 }), false],
    ['above: crossed', about('above', 5), seen(1, { gmv: 6 }), seen(1, { gmv: 5 }), true],
    ['above: was above', about('above', 5), seen(1, { gmv: 9 }), seen(1, { gmv: 6 }), false],
    ['above: a new row', about('above', 5), seen(1, { gmv: 6 }), undefined, true],
    ['above: had no figure', about('above', 5), seen(1, { gmv: 6 }), seen(1, { gmv: null }), true],
    ['above: has no figure', about('above', 5), seen(1, { gmv: null }), seen(1, { gmv: 1 }), false],
    ['below: crossed', about('below', 5), seen(1, { gmv: 4.99 }), seen(1, { gmv: 5 }), true],
    ['below: text is no figure', about('below', 5), seen(1, { gmv: '4' }), seen(1, { gmv: 9 }), false],
    ['between: both ends', about('between', 2, 3), seen(1, { gmv: 3 }), seen(1, { gmv: 4 }), true],
    ['between: stays', about('between', 2, 3), seen(1, { gmv: 2 }), seen(1, { gmv: 3 }), false],
    ['changed by a number', about('changed', 2), seen(1, { gmv: 1 }), seen(1, { gmv: 3 }), true],
    ['rises by 100 %', leaf('rises', [100], percent), seen(1, { gmv: 4 }), seen(1, { gmv: 2 }), true],
    ['rises by less', leaf('rises', [100], percent), seen(1, { gmv: 3.9 }), seen(1, { gmv: 2 }), false],
    ['rises from nothing: no percentage', leaf('rises', [1], percent), seen(1, { gmv: 3 }), seen(1, { gmv: 0 }), false],
    ['falls by 50 %', leaf('falls', [50], percent), seen(1, { gmv: 1 }), seen(1, { gmv: 2 }), true],
    ['gone rows fire nothing else', about('below', 5), undefined, seen(1, { gmv: 9 }), false],
  ])('%s', (_, condition, now, before, expected) => {
    expect(fires(condition, now, before)).toBe(expected);
  });

  const sincePeriod = leaf('rises', [100], { ...percent, since: 'period' });
  it.each<[string, number, number, number, boolean]>([
    ['crosses', 4, 3, 2, true],
    ['has crossed before', 5, 4, 2, false],
    ['does not cross', 3, 2, 2, false],
  ])('since the period before: %s', (_, now, before, past, expected) => {
    const row = (gmv: number): Seen => seen(1, { gmv }, seen(1, { gmv: past }));
    expect(fires(sincePeriod, row(now), row(before))).toBe(expected);
  });

  it('since the period before at the first look at a period compares with that before', () => {
    expect(fires(sincePeriod, seen(1, { gmv: 4 }, seen(1, { gmv: 2 })), seen(1, { gmv: 2 }))).toBe(true);
  });

  const both: Condition = { all: [about('above', 5), leaf('enters', [10])] };
  const either: Condition = { any: [about('above', 5), leaf('changed', [3])] };
  it.each<[string, Condition, Seen, Seen, boolean]>([
    ['all: one was so before', both, seen(9, { gmv: 9 }), seen(11, { gmv: 8 }), true],
    ['all: crossed at different looks', both, seen(9, { gmv: 9 }), seen(9, { gmv: 8 }), false],
    ['all: one is not', both, seen(9, { gmv: 1 }), seen(11, { gmv: 1 }), false],
    [
      'all: two figures, of which one crosses',
      { all: [about('above', 5), about('below', 8)] },
      seen(1, { gmv: 7 }),
      seen(1, { gmv: 9 }),
      true,
    ],
    ['any: an event while a figure stays', either, seen(1, { gmv: 9 }), seen(5, { gmv: 9 }), true],
    ['any: neither', either, seen(1, { gmv: 9 }), seen(2, { gmv: 9 }), false],
    ['any in all', { all: [either, about('above', 1)] }, seen(1, { gmv: 9 }), seen(5, { gmv: 9 }), true],
  ])('%s', (_, condition, now, before, expected) => {
    expect(fires(condition, now, before)).toBe(expected);
  });
});
