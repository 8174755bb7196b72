import type { Client } from '@elastic/elasticsearch';
import { scopeOf, watchOf } from '../../../test/support/requests.js';
import { inScope } from '../../common/request-scope.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { CategoryTrees } from './category-trees.js';

describe('CategoryTrees', () => {
  let version: number;
  let asked: number;
  let trees: CategoryTrees;
  beforeEach(() => {
    [version, asked] = [1, 0];
    const search = () => {
      asked += 1;
      const node = { id: 1, level: 1, parent_id: null, name: { EN_US: `of ${version}` } };
      return Promise.resolve({ hits: { hits: [{ _source: node }] } });
    };
    const client = { connectionPool: { size: 1 }, search } as unknown as Client;
    const watch = watchOf(() => version);
    trees = new CategoryTrees(client, new ClusterReads(client), { requestTimeoutMs: 9000 }, watch);
  });

  const nameNow = async (): Promise<string | undefined> =>
    (await inScope(scopeOf(), () => trees.get('product-categories'))).name(1, 'EN_US');

  it('reads once for all who ask at once, and again only when the data has changed', async () => {
    expect(await Promise.all([nameNow(), nameNow()])).toEqual(['of 1', 'of 1']);
    expect([await nameNow(), asked]).toEqual(['of 1', 1]);
    version = 2;
    expect([await nameNow(), asked]).toEqual(['of 2', 2]);
  });
});
