import { CategoryTree } from '../common/categories/category-tree.js';
import type { SuggestionItem } from './suggest.requests.js';
import { bestOf, canComplete, suggestCategories } from './suggestions.js';

const tree = new CategoryTree([
  { id: 1, level: 1, parent_id: null, name: { EN_US: 'Café & Tea', ZH_CN: '咖啡和茶' } },
  { id: 2, level: 2, parent_id: 1, name: { EN_US: 'Teapots' } },
  { id: 3, level: 1, parent_id: null, name: { EN_US: 'Tea', ZH_CN: '茶' } },
  { id: 4, level: 1, parent_id: null, name: { EN_US: 'Lipsticks' } },
]);
const suggest = (keywords: string) => {
  const { exact, slips } = suggestCategories(tree, keywords, 'ZH_CN', ({ id }) => ({ id }));
  return { exact: exact.map(({ filter }) => filter.id), slips: slips.map(({ filter }) => filter.id) };
};

describe('suggested categories', () => {
  it.each([
    ['tea', { exact: [3, 2, 1], slips: [] }],
    ['TEAP', { exact: [2], slips: [1, 3] }],
    ['café', { exact: [1], slips: [] }],
    ['cafe & t', { exact: [1], slips: [] }],
    ['咖', { exact: [1], slips: [] }],
    ['ea', { exact: [], slips: [] }],
    ['lispt', { exact: [], slips: [4] }],
    ['tae', { exact: [], slips: [1, 3, 2] }],
    ['lpstick', { exact: [], slips: [4] }],
    ['lapstack', { exact: [], slips: [] }],
    ['t', { exact: [3, 2, 1], slips: [] }],
    ['lipsstikc', { exact: [], slips: [] }],
    ['lpistikc', { exact: [], slips: [] }],
    ['lippstick', { exact: [], slips: [4] }],
    ['lipstc', { exact: [], slips: [4] }],
    ['kipstick', { exact: [], slips: [] }],
    ['le', { exact: [], slips: [] }],
  ])('for %s: %j', (keywords, found) => expect(suggest(keywords)).toEqual(found));

  it('are named in the language asked for, in English without a translation', () => {
    const { exact } = suggestCategories(tree, 'te', 'ZH_CN', ({ id }) => ({ id }));
    expect(exact.map(({ text }) => text)).toEqual(['茶', 'Teapots', '咖啡和茶']);
  });
});

describe('the best suggestions', () => {
  it('have four categories with a slip at most', () => {
    const none = { exact: [], slips: [] };
    expect(texts(bestOf({ exact: [], slips: some('category', 1, 5) }, none))).toBe(
      'category 1,category 2,category 3,category 4',
    );
  });

  const some = (kind: SuggestionItem['kind'], from: number, to: number): SuggestionItem[] =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ kind, text: `${from + at}`, filter: { [kind]: from + at } }));
  const texts = (list: readonly SuggestionItem[]) => list.map(({ kind, text }) => `${kind} ${text}`).join();

  it('are four categories, names, then more categories and slips, each once, ten at most', () => {
    const categories = { exact: some('category', 1, 6), slips: some('category', 7, 7) };
    const names = { exact: some('shop', 1, 2), slips: some('shop', 1, 9) };
    expect(texts(bestOf(categories, names))).toBe(
      'category 1,category 2,category 3,category 4,shop 1,shop 2,category 5,category 6,category 7,shop 3',
    );
  });
});

describe('keywords', () => {
  it.each([
    ['a', true],
    [' 7', true],
    ['字', true],
    ['!?', false],
    ['', false],
    ['😀', false],
  ])('%j may begin a name: %s', (keywords, can) => expect(canComplete(keywords)).toBe(can));
});
