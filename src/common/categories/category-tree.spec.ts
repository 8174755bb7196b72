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
    ['an id that stands twice', [node(1, 1, null), node(1, 1, null)], [1], ['Category 1 appears twice.']],
    [
      'a node without its parent, and what is below it',
      [node(4, 1, null), node(3, 3, 2), node(2, 2, 1)],
      [4],
      ['Category 2 has the parent 1, which is missing.', 'Category 3 has the parent 2, which is in no tree.'],
    ],
    ['a level that does not follow', [node(2, 3, 1), node(1, 1, null)], [1], ['Category 2 has level 3 below level 1.']],
    ['a circle', [node(1, 2, 2), node(2, 2, 1)], [], [1, 2].map((id) => `Category ${id} has level 2 below level 2.`)],
  ])('leaves out %s, and tells why', (_, given, kept, faults) => {
    const found = new CategoryTree(given);
    expect(found.nodes.map(({ id }) => id)).toEqual(kept);
    expect(found.faults).toEqual(faults);
    for (const { id } of given) expect(found.level(id) > 0).toBe(kept.includes(id));
    expect(found.children(null).map(({ id }) => id)).toEqual(kept);
  });

  it('takes children before their parents, and keeps the order of the list', () => {
    const given = [node(4, 2, 1), node(2, 2, 1), node(1, 1, null)];
    const found = new CategoryTree(given);
    expect([found.nodes, found.faults]).toEqual([given, []]);
    expect(found.children(1).map(({ id }) => id)).toEqual([4, 2]);
  });

  it('is told of in a sentence only where nodes are left out', () => {
    expect(tree.describeLeftOut('creator-categories')).toEqual([]);
    const orphans = [5, 6, 7].map((id) => node(id, 2, 4));
    expect(new CategoryTree(orphans).describeLeftOut('creator-categories')).toEqual([
      'creator-categories: 3 stored nodes are in no tree and left out. Category 5 has the parent 4, which is missing. ' +
        'Load the whole tree: npm run load -- creator-categories FILE --replace.',
    ]);
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
