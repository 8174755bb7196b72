import { REGION_CODES } from '../../src/common/regions.js';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import { Seed } from '../../src/seed/seed.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { CREATOR_ORACLE } from '../support/oracle/creator.oracle.js';
import { LIVE_ORACLE } from '../support/oracle/live.oracle.js';
import { PRODUCT_ORACLE } from '../support/oracle/product.oracle.js';
import { VIDEO_ORACLE } from '../support/oracle/video.oracle.js';
import { describeSearch, type SearchData } from './search-suite.js';
import { seededIndices, SHARED_SCALE } from '../support/shared-indices.js';

const seed = new Seed({ scale: SHARED_SCALE, until: '2026-06-30' });
const videos = [...seed.videos()];
const products = [...seed.products()];
const lives = [...seed.lives()];
const creators = [...seed.creators()];

describe('over the seed', () => {
  let test: TestApp;
  const api = () => test.api;

  beforeAll(async () => {
    test = await startTestApp({ name: 'seeded', indices: seededIndices() });
  });
  afterAll(() => test.close());

  describe('video search', () => {
    describeSearch({ path: '/video/v1/search', idField: 'video_id', oracle: VIDEO_ORACLE, records: videos, api });
  });

  describe('product search', () => {
    describeSearch({
      path: '/product/v1/search',
      idField: 'product_id',
      oracle: PRODUCT_ORACLE,
      records: products,
      api,
    });
  });

  describe('live stream search', () => {
    describeSearch({ path: '/live/v1/search', idField: 'room_id', oracle: LIVE_ORACLE, records: lives, api });
  });

  describe('creator search', () => {
    describeSearch({ path: '/creator/v1/search', idField: 'uid', oracle: CREATOR_ORACLE, records: creators, api });
  });

  const total = async (filter: object): Promise<number | undefined> =>
    (await api().post<SearchData>('/product/v1/search', { filter })).body.data.total;

  it.each(REGION_CODES)('finds the products of %s', async (region) => {
    const counted = products.filter((product) => product.region === region).length;
    expect(counted).toBeGreaterThan(0);
    expect(await total({ region })).toBe(counted);
  });

  it('finds the products of every level 1 category', async () => {
    for (const { id } of BUILT_IN_TREES['product-categories'].children(null)) {
      const counted = products.filter((product) => product.category?.l1?.id === id).length;
      expect(await total({ l1_category_id: id })).toBe(counted);
    }
  });
});
