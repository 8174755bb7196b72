import type { CategoryBranch, CategoryListData } from '../../src/categories/categories.requests.js';
import { BUILT_IN_TREES, type CategoryNode } from '../../src/common/categories/category-tree.js';
import { testApp, type TestApp } from '../support/app.js';
import { expectEnvelope, expectError } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { emptyWorld, loadFacts } from '../support/fact-world.js';
import { emptyIndices } from '../support/shared-indices.js';

const DAY = '2026-06-30';

const flat = (list: readonly CategoryBranch[]): CategoryBranch[] =>
  list.flatMap((branch) => [branch, ...flat(branch.children)]);

async function write(test: TestApp, kind: 'product-categories' | 'creator-categories', nodes: CategoryNode[]) {
  const operations = nodes.flatMap((node) => [{ index: { _id: String(node.id) } }, node]);
  await test.elasticsearch.bulk({ index: test.names.alias(kind), refresh: true, operations });
}

/** A request for a tree that no longer counts as fresh sets off a reading; it is answered from the tree before. */
async function untilRead(test: TestApp, path: string, nodes: number): Promise<void> {
  await eventually(path, async () => (await test.api.ask<CategoryListData>(path)).total === nodes);
}

const empty = testApp(() => ({ name: 'category', indices: emptyIndices() }));

describe.each([
  ['/product/v1/category', 'product-categories'],
  ['/creator/v1/category', 'creator-categories'],
] as const)('%s', (path, kind) => {
  const list = (body: object = {}) => empty.api.ask<CategoryListData>(path, body);

  it('lists the built-in tree when none is loaded, every node once, below its parent', async () => {
    const answer = await empty.api.post<CategoryListData>(path, {});
    expectEnvelope(answer);
    const { total, list } = answer.body.data;
    const nodes = flat(list);
    expect(total).toBe(BUILT_IN_TREES[kind].nodes.length);
    const told = nodes.map(({ id, level, parent_id, name }) => ({ id, level, parent_id, name }));
    const kept = BUILT_IN_TREES[kind].nodes.map(({ id, level, parent_id, name }) => ({
      id,
      level,
      parent_id,
      name: name.EN_US,
    }));
    const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id;
    expect(told.sort(byId)).toEqual(kept.sort(byId));
    for (const { id, children } of nodes) for (const child of children) expect(child.parent_id).toBe(id);
  });

  it('takes its fields in the query string of a GET and in the body of a POST', async () => {
    const parent = BUILT_IN_TREES[kind].nodes[0];
    for (const fields of [{ lang: 'ZH_CN' }, { parent_id: parent?.id }, { keywords: parent?.name.ZH_CN }]) {
      const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
      const got = await empty.api.get<CategoryListData>(`${path}?${query.join('&')}`);
      expect(got.body.data).toEqual(await list(fields));
      expect(got.body.data).not.toEqual(await list());
    }
    const both = await empty.api.send<CategoryListData>(`${path}?lang=EN_US`, { text: '{"lang":"ZH_CN"}' });
    expect(both.body.data).toEqual(await list({ lang: 'ZH_CN' }));
  });

  it.each([
    [{ parentid: 1 }, { path: 'parentid', rule: 'unknown', did_you_mean: 'parent_id' }],
    [{ parent_id: '1' }, { path: 'parent_id', rule: 'quoted_number' }],
    [{ page: 1 }, { path: 'page', rule: 'unknown' }],
    [{ keywords: 'x'.repeat(121) }, { path: 'keywords', rule: 'max_length', limit: 120 }],
    [{ lang: 'FR' }, { path: 'lang', rule: 'one_of', valid: ['EN_US', 'ZH_CN'] }],
    [[], { path: 'body', rule: 'type' }],
  ])('refuses %j', async (body, fault) => {
    expectError(await empty.api.post(path, body), 400, 10001, [fault]);
  });

  it('refuses faults of a query string with the same faults', async () => {
    expectError(await empty.api.get(`${path}?parent_id=ten&lang=FR&size=5`), 400, 10001, [
      { path: 'size', rule: 'unknown' },
      { path: 'parent_id', rule: 'type', message: 'parent_id must be an integer, but is "ten".' },
      { path: 'lang', rule: 'one_of' },
    ]);
  });
});

describe('a loaded category tree', () => {
  const test = testApp(() => {
    const product = { product_id: '1', category: { l1: { id: 7, name: 'as loaded' }, l2: { id: 8, name: 'unknown' } } };
    const video = {
      video_id: '1',
      publish_time: 1,
      creator: { category: { id: 7, name: 'as loaded' } },
      product_info: [{ category: { l1: { id: 7 } } }, { category: { l1: { id: 9, name: 'kept' } } }],
    };
    const creator = { uid: '1', category: { id: 7, name: 'as loaded' } };
    const sale = { id: 's', date: DAY, uid: '1', channel: 'video', content_id: '1', product_id: '1' } as const;
    const sold = { product_category_id: 7, units_sold: 1, gmv: 1, usd_gmv: 1 };
    const load = loadFacts({
      ...emptyWorld(),
      sales: new Map([['s', { ...sale, ...sold }]]),
      creators: new Map([['1', creator]]),
      products: new Map([['1', product]]),
      videos: new Map([['1', video]]),
    });
    return { name: 'trees', load };
  });
  beforeAll(async () => {
    const many = Array.from({ length: 10_500 }, (_, index) => index + 100);
    await write(test, 'product-categories', [
      { id: 7, level: 1, parent_id: null, name: { EN_US: 'Tea', ZH_CN: '茶' } },
      ...many.map((id) => ({ id, level: 2, parent_id: 7, name: { EN_US: `Tea ${id}` } })),
    ]);
    await write(test, 'creator-categories', [
      { id: 7, level: 1, parent_id: null, name: { EN_US: 'Tea lover', ZH_CN: '茶友' } },
    ]);
    await untilRead(test, '/product/v1/category', 1 + many.length);
    await untilRead(test, '/creator/v1/category', 1);
  });

  it('replaces the built-in one, however many nodes it has', async () => {
    const { body } = await test.api.post<CategoryListData>('/product/v1/category');
    expect(body.data.total).toBe(10_501);
    expect(body.data.list.map(({ id, children }) => [id, children.length])).toEqual([[7, 10_500]]);
  });

  it.each([
    ['EN_US', 'Tea lover', 'Tea'],
    ['ZH_CN', '茶友', '茶'],
  ])('names the categories of a video in %s', async (lang, creator, product) => {
    const body = { lang, filter: { create_time_range: { min: 0 } } };
    const answer = await test.api.post<{ list: object[] }>('/video/v1/search', body);
    expect(answer.body.data.list).toMatchObject([
      {
        creator: { category: { id: 7, name: creator }, category_id: 7, category_name: creator },
        product_info: [{ category: { l1: { id: 7, name: product } } }, { category: { l1: { id: 9, name: 'kept' } } }],
      },
    ]);
  });

  it('names the categories of a product in English, an id that is in no tree as it was loaded', async () => {
    const answer = await test.api.post<{ list: object[] }>('/product/v1/search');
    expect(answer.body.data.list).toMatchObject([
      { category: { l1: { id: 7, name: 'Tea' }, l2: { id: 8, name: 'unknown' }, l3: { id: null, name: null } } },
    ]);
  });

  it.each([
    ['/creator/v1/rank/topEcommerce', { creator: { category: { id: 7, name: 'Tea lover' } } }],
    ['/product/v1/rank/topSelling', { product: { category: { id: 7, name: 'Tea' } } }],
  ])('names the categories in rows of %s as the tree does now, not as they were loaded', async (path, row) => {
    const answer = await test.api.post<{ list: object[] }>(path, {
      filter: { date_info: { type: 'day', value: DAY } },
    });
    expect(answer.body.data.list).toMatchObject([row]);
  });
});
