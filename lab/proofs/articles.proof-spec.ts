import { Seed } from '../../dev/seed/seed.js';
import { table } from '../../src/cli/terminal/output.js';
import { testApp } from '../../test/support/app.js';
import { loadRecords } from '../../test/support/load-records.js';
import {
  categoryArticles,
  CHINESE_PATTERNS,
  leaves,
  otherArticles,
  OTHERS,
  PATTERNS,
  productsOf,
  shareOf,
  withoutCategory,
} from '../relevance/articles.js';

describe.each([
  ['titles as they are', false],
  ['half of the titles without the words of their category', true],
])('the article that is asked for, %s', (_, isHalved) => {
  const seeded = [...new Seed({ scale: 1, until: '2026-06-30' }).products()];
  const written = seeded.map((product, at) => (isHalved && at % 2 > 0 ? withoutCategory(product) : product));
  const products = [...written, ...OTHERS.flatMap(productsOf)];
  const byId = new Map(products.map((product) => [product.product_id, product]));
  const test = testApp(() => ({ name: 'articles', load: loadRecords({ products }) }));

  async function find(keywords: string) {
    const body = { keywords, pagesize: 10 };
    const answer = await test.api.post<{ list: { product_id: string }[] }>('/product/v1/search', body);
    expect(answer.status).toBe(200);
    return answer.body.data.list.map(({ product_id }) => byId.get(product_id));
  }

  it('is most of the first ten', async () => {
    const categories = categoryArticles(seeded);
    expect([categories.length, otherArticles.length]).toEqual([60, 100]);
    expect(leaves.filter(({ name }) => OTHERS.includes(name.EN_US.toLowerCase()))).toEqual([]);
    const rows: string[][] = [];
    const missed: string[] = [];
    for (const [pattern, least, leastOfOthers] of PATTERNS) {
      const ofCategories = await shareOf(pattern, categories, find);
      const ofOthers = await shareOf(pattern, otherArticles, find);
      const low = [...ofCategories.low, ...ofOthers.low].slice(0, 8).join(', ');
      rows.push([pattern, ofCategories.share.toFixed(3), ofOthers.share.toFixed(3), low]);
      if (ofCategories.share < least || ofOthers.share < leastOfOthers) missed.push(pattern);
    }
    const inChinese = categories.map(({ chinese = '', isOf }) => ({ name: chinese, isOf }));
    for (const [pattern, least] of CHINESE_PATTERNS) {
      const { share, low } = await shareOf(pattern, inChinese, find);
      rows.push([pattern, share.toFixed(3), '', low.slice(0, 8).join(', ')]);
      if (share < least) missed.push(pattern);
    }
    process.stdout.write(`${table(['keywords', 'categories', 'others', 'below 0.7'], rows)}\n\n`);
    expect(missed).toEqual([]);
  });
});
