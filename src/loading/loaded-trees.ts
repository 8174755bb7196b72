import type { CategoryNode, CategoryTree } from '../common/categories/category-tree.js';
import { retryBy } from '../elastic/client/retry-policy.js';
import type { RetryingCluster } from '../elastic/state/cluster-lock.js';
import { readTree, type TreeKind } from '../search/state/category-trees.js';
import type { LoadCategories } from './load-kind.js';

const TIMEOUT_MS = 30_000;

/** The category trees as they are loaded now. */
export async function readLoadedTrees({ client, names, retryOptions }: RetryingCluster): Promise<LoadCategories> {
  const retry = retryBy(retryOptions);
  const tree = (kind: TreeKind): Promise<CategoryTree> => {
    const search = (page: object) =>
      client.search<CategoryNode>({ index: names.alias(kind), ...page }, { requestTimeout: TIMEOUT_MS });
    return retry(() => readTree(kind, async (page) => (await search(page)).hits.hits));
  };
  return { product: await tree('product-categories'), creator: await tree('creator-categories') };
}
