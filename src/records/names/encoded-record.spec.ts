import { BUILT_IN_TREES } from '../../reference/category-tree.js';
import type { CategoryNames, Lang } from '../../reference/lang.js';
import { LANGS } from '../../reference/lang.js';
import { localizeEncoded } from './encoded-record.js';
import type { ProductRecord } from '../product.record.js';
import { localizeProduct, toProductRecord } from '../product.record.js';
import type { VideoRecord } from '../video.record.js';
import { localizeVideo, toVideoRecord } from '../video.record.js';

const product = BUILT_IN_TREES['product-categories'];
const creator = BUILT_IN_TREES['creator-categories'];
const [l1, l2] = [product.nodes[0]?.id as number, product.nodes[1]?.id as number];
const creatorId = creator.nodes[0]?.id as number;

const localize = <T>(record: T, names: { creator?: CategoryNames; product?: CategoryNames }, lang: Lang): T => {
  const [bytes = ''] = localizeEncoded([Buffer.from(JSON.stringify(record)).toString('latin1')], names, lang);
  return JSON.parse(Buffer.from(bytes, 'latin1').toString('utf8')) as T;
};

const VIDEO: VideoRecord = toVideoRecord({
  video_id: '1',
  publish_time: 1,
  desc: 'looks like one: "category":{"id":10000,"name":"x"} \\ 手机',
  creator: { uid: '2', nickname: '"category_id":1,"category_name":"x"', category: { id: creatorId, name: 'old' } },
  product_info: [
    { product_id: '3', category: { l1: { id: l1, name: 'quoted "name" \\' } } },
    { product_id: '4', category: { l1: { id: 987_654, name: 'of no tree' } } },
    { product_id: '5' },
  ],
});

const PRODUCT: ProductRecord = toProductRecord({
  product_id: '1',
  category: { l1: { id: l1, name: null }, l2: { id: l2, name: 'old' }, l3: { id: 987_654, name: 'of no tree' } },
});

describe.each(LANGS)('encoded records in %s', (lang) => {
  it('have the categories that decoded ones have', () => {
    expect(localize(VIDEO, { creator, product }, lang)).toEqual(localizeVideo(VIDEO, { creator, product }, lang));
    expect(localize(PRODUCT, { product }, lang)).toEqual(localizeProduct(PRODUCT, product, lang));
  });

  it('keep the names of a tree that is not given', () => {
    expect(localize(VIDEO, {}, lang)).toEqual(VIDEO);
  });
});

it('encoded records are named anew by a tree that took the place of another', () => {
  const named = (name: string): CategoryNames => ({ name: () => name });
  let record = PRODUCT;
  for (const name of ['Beauty', 'Beauty & Care', 'Beauty', '美妆', 'with "quotes" \\', '\\', 'null', 'plain']) {
    record = localize(record, { product: named(name) }, 'EN_US');
    expect([record.category.l1.name, record.category.l2.name, record.category.l3.name]).toEqual([name, name, name]);
  }
  expect({ ...record, category: PRODUCT.category }).toEqual(PRODUCT);
});
