import { BUILT_IN_TREES, CategoryTree } from '../common/categories/category-tree.js';
import type { Lang } from '../common/lang.js';
import { type ProductRecord, toProductRecord } from '../product/product.record.js';
import { nameCategories } from './category.record.js';
import { toVideoRecord, type VideoRecord } from '../video/video.record.js';

const tree = new CategoryTree([
  { id: 10, level: 1, parent_id: null, name: { EN_US: 'Beauty', ZH_CN: '美妆' } },
  { id: 20, level: 1, parent_id: null, name: { EN_US: 'Lips' } },
]);

const treeOf = (name: string): CategoryTree =>
  new CategoryTree([10, 20, 987_654].map((id) => ({ id, level: 1, parent_id: null, name: { EN_US: name } })));

const named = <Row extends object>(
  record: Row,
  trees: { creator?: CategoryTree; product?: CategoryTree },
  lang: Lang,
): Row =>
  nameCategories(structuredClone(record), { creator: trees.creator?.names[lang], product: trees.product?.names[lang] });

const TRICKY = 'looks like one: "category":{"id":10,"name":"x"} "category_id":10,"category_name":"x" \\';

const VIDEO: VideoRecord = toVideoRecord({
  video_id: '1',
  publish_time: 1,
  desc: TRICKY,
  creator: { uid: '2', nickname: TRICKY, category: { id: 10, name: 'old' } },
  product_info: [
    { product_id: '3', category: { l1: { id: 20, name: 'quoted "name" \\' } } },
    { product_id: '4', category: { l1: { id: 987_654, name: 'of no tree' } } },
    { product_id: '5' },
  ],
});

const PRODUCT: ProductRecord = toProductRecord({
  product_id: '1',
  title: TRICKY,
  category: { l1: { id: 10, name: null }, l2: { id: 20, name: 'old' }, l3: { id: 987_654, name: 'of no tree' } },
});

describe('the categories of a record', () => {
  it('are named in the language asked for, English where a translation is missing; nothing else changes', () => {
    const expected = structuredClone(VIDEO);
    expected.creator.category.name = '美妆';
    expected.creator.category_name = '美妆';
    (expected.product_info[0] as VideoRecord['product_info'][0]).category.l1.name = 'Lips';
    expect(named(VIDEO, { creator: tree, product: tree }, 'ZH_CN')).toEqual(expected);
    expect(named(PRODUCT, { product: tree }, 'EN_US')).toEqual({
      ...PRODUCT,
      category: {
        l1: { id: 10, name: 'Beauty' },
        l2: { id: 20, name: 'Lips' },
        l3: { id: 987_654, name: 'of no tree' },
      },
    });
  });

  it('keep the names of a tree that is not given', () => {
    expect(named(VIDEO, {}, 'EN_US')).toEqual(VIDEO);
  });

  it('are named anew by a tree that took the place of another', () => {
    let record = PRODUCT;
    for (const name of ['Beauty', 'Beauty & Care', 'Beauty', '美妆', 'with "quotes" \\', '\\', 'null', '$1 $&']) {
      record = named(record, { product: treeOf(name) }, 'EN_US');
      expect([record.category.l1.name, record.category.l2.name, record.category.l3.name]).toEqual([name, name, name]);
    }
    expect({ ...record, category: PRODUCT.category }).toEqual(PRODUCT);
  });

  it('have the names of the built-in trees', () => {
    const [node] = BUILT_IN_TREES['product-categories'].nodes;
    const record = toProductRecord({ product_id: '1', category: { l1: { id: node?.id ?? 0 } } });
    const { category } = named(record, { product: BUILT_IN_TREES['product-categories'] }, 'ZH_CN');
    expect(category.l1).toEqual({ id: node?.id, name: node?.name.ZH_CN });
  });
});
