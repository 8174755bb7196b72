import { CategoryTree } from '../common/categories/category-tree.js';
import { type CategoryBranch, type CategoryListRequest } from './categories.requests.js';
import { listCategories } from './category-list.js';

const node = (id: number, parent_id: number | null, level: number, EN_US: string, ZH_CN?: string) => ({
  id,
  parent_id,
  level,
  name: { EN_US, ...(ZH_CN !== undefined && { ZH_CN }) },
});

const TREE = new CategoryTree([
  node(1, null, 1, 'Beauty', '美妆'),
  node(11, 1, 2, 'Make-up', '彩妆'),
  node(111, 11, 3, 'Lipstick', '口红'),
  node(112, 11, 3, 'Blush & Rouge'),
  node(12, 1, 2, 'Skin care', '护肤'),
  node(2, null, 1, 'Shoes', '鞋'),
  node(21, 2, 2, 'Ballet Flats Café', '芭蕾鞋'),
]);

/** The tree in short: `1(11(111))`. */
const shape = (list: readonly CategoryBranch[]): string =>
  list.map(({ id, children }) => (children.length > 0 ? `${id}(${shape(children)})` : `${id}`)).join(' ');

function listed(request: Partial<CategoryListRequest>): string {
  const { total, list } = listCategories(TREE, { keywords: '', lang: 'EN_US', ...request });
  return `${total}: ${shape(list)}`;
}

describe('a category list', () => {
  it.each([
    ['whole', {}, '7: 1(11(111 112) 12) 2(21)'],
    ['below a category', { parent_id: 1 }, '4: 11(111 112) 12'],
    ['below a leaf', { parent_id: 111 }, '0: '],
    ['below an unknown category', { parent_id: 99 }, '0: '],
    ['by keyword: match, everything above and below', { keywords: 'make' }, '4: 1(11(111 112))'],
    ['by keyword of a leaf: the path to it', { keywords: 'lipstick' }, '3: 1(11(111))'],
    ['by keyword of a root: its whole branch', { keywords: 'SHOES' }, '2: 2(21)'],
    ['by keyword in another language', { keywords: '鞋' }, '2: 2(21)'],
    ['by keyword without its accent', { keywords: 'cafe' }, '2: 2(21)'],
    ['by keyword of another width', { keywords: 'Ｌｉｐ' }, '3: 1(11(111))'],
    ['by several words, in any order', { keywords: 'rouge blush' }, '3: 1(11(112))'],
    ['by words that stand in no one name', { keywords: 'lipstick rouge' }, '0: '],
    ['by keyword below a category', { keywords: 'lip', parent_id: 11 }, '1: 111'],
    ['by the keyword of the category it is below', { keywords: 'beauty', parent_id: 1 }, '0: '],
  ])('%s', (_, request, expected) => {
    expect(listed(request)).toBe(expected);
  });

  it('names categories in the language asked for, in English where the translation is missing', () => {
    expect(listCategories(TREE, { keywords: 'blush', lang: 'ZH_CN' }).list).toEqual([
      {
        id: 1,
        name: '美妆',
        level: 1,
        parent_id: null,
        children: [
          {
            id: 11,
            name: '彩妆',
            level: 2,
            parent_id: 1,
            children: [{ id: 112, name: 'Blush & Rouge', level: 3, parent_id: 11, children: [] }],
          },
        ],
      },
    ]);
  });
});
