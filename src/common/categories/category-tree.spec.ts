import { BUILT_IN_TREES, type CategoryNode, CategoryTree } from './category-tree.js';

const node = (id: number, level: number, parent_id: number | null): CategoryNode => ({
  id,
  level,
  parent_id,
  name: { EN_US: `n${id}` },
});

describe('CategoryTree', () => {
  const tree = new CategoryTree([node(1, 1, null), node(2, 2, 1), node(3, 3, 2), node(4, 2, 1)]);

  it('knows children, levels and names', () => {
    expect(tree.children(1).map(({ id }) => id)).toEqual([2, 4]);
    expect(tree.children(null).map(({ id }) => id)).toEqual([1]);
    expect(tree.level(3)).toBe(3);
    expect(tree.level(9)).toBe(0);
    expect(tree.name(3, 'ZH_CN')).toBe('n3');
    expect(tree.name(9, 'EN_US')).toBeUndefined();
  });

  it.each([
    ['an id twice', [node(1, 1, null), node(1, 1, null)], /twice/],
    ['a missing parent', [node(2, 2, 1)], /parent 1/],
    ['a level that does not follow', [node(1, 1, null), node(2, 3, 1)], /level 3 below level 1/],
  ])('refuses %s', (_, nodes, message) => {
    expect(() => new CategoryTree(nodes)).toThrow(message);
  });
});

describe('the built-in trees', () => {
  const products = BUILT_IN_TREES['product-categories'];
  const atLevel = (level: number) => products.nodes.filter((one) => one.level === level).length;

  it('have at least 25, 150 and 600 product categories by level, and 25 creator categories', () => {
    expect(atLevel(1)).toBeGreaterThanOrEqual(25);
    expect(atLevel(2)).toBeGreaterThanOrEqual(150);
    expect(atLevel(3)).toBeGreaterThanOrEqual(600);
    expect(BUILT_IN_TREES['creator-categories'].nodes.length).toBeGreaterThanOrEqual(25);
  });

  it('name every category in English and in Chinese, no two of a level equally', () => {
    for (const tree of Object.values(BUILT_IN_TREES)) {
      for (const { name, level } of tree.nodes) {
        expect(name.EN_US).toMatch(/^[A-Z]/);
        expect(name.ZH_CN).toMatch(/[\u4e00-\u9fff]|Polo|CD|DVD|MIDI/);
        expect(tree.nodes.filter((other) => other.level === level && other.name.EN_US === name.EN_US)).toHaveLength(1);
      }
    }
  });
});
