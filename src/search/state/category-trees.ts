import type { estypes } from '@elastic/elasticsearch';
import { Injectable } from '@nestjs/common';
import {
  type CategoryNode,
  type CategoryTree,
  TREE_KINDS,
  type TreeKind,
  treeOf,
} from '../../common/categories/category-tree.js';
import type { Lang } from '../../common/lang.js';
import type { Naming } from '../../documents/category.record.js';
import { IndexCache } from '../../freshness/data-cache.js';

const NODES_PER_READ = 5000;

/** Holds the current category trees: the loaded ones, or else the built-in ones. */
@Injectable()
export class CategoryTrees extends IndexCache<CategoryTree> {
  get(kind: TreeKind): Promise<CategoryTree> {
    return this.values.remember(kind, () => readTree(kind, (page) => this.hitsOf(kind, page)));
  }

  /** Names the categories of these subjects. @throws as `get` does */
  async naming(subjects: readonly ('creator' | 'product')[], lang: Lang): Promise<Naming> {
    const [creator, product] = await Promise.all([
      subjects.includes('creator') ? this.get('creator-categories') : undefined,
      subjects.includes('product') ? this.get('product-categories') : undefined,
    ]);
    return { creator: creator?.names[lang], product: product?.names[lang] };
  }

  /** Tells which stored categories are left out of the trees; nothing when Elasticsearch does not answer in time. */
  leftOut(): Promise<readonly string[]> {
    const sentences = TREE_KINDS.map(async (kind) => (await this.get(kind)).describeLeftOut(kind));
    return this.inTime(Promise.all(sentences), []).then((all) => all.flat());
  }
}

/** Reads a category tree from its index. @param search returns the hits of a search of that index */
export async function readTree(
  kind: TreeKind,
  search: (page: object) => Promise<estypes.SearchHit<CategoryNode>[]>,
): Promise<CategoryTree> {
  const nodes: CategoryNode[] = [];
  const page = { size: NODES_PER_READ, sort: ['id'], allow_partial_search_results: false };
  for (let last: CategoryNode | undefined; ; last = nodes.at(-1)) {
    const hits = await search(last === undefined ? page : { ...page, search_after: [last.id] });
    nodes.push(...hits.map(({ _source }) => _source as CategoryNode));
    if (hits.length < NODES_PER_READ) return treeOf(kind, nodes);
  }
}
