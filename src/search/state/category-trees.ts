import { Injectable } from '@nestjs/common';
import { BUILT_IN_TREES, type CategoryNode, CategoryTree } from '../../common/categories/category-tree.js';
import { RefreshedCache } from './refreshed-cache.js';

export type TreeKind = 'product-categories' | 'creator-categories';

const NODES_PER_READ = 5000;

/** Holds the current category trees: the loaded ones, or else the built-in ones. Failed reads throw UnavailableFailure. */
@Injectable()
export class CategoryTrees extends RefreshedCache<TreeKind, CategoryTree> {
  protected override async read(kind: TreeKind): Promise<CategoryTree> {
    const nodes: CategoryNode[] = [];
    const page = { size: NODES_PER_READ, sort: ['id'], allow_partial_search_results: false };
    for (let last: CategoryNode | undefined; ; last = nodes.at(-1)) {
      const after = last === undefined ? page : { ...page, search_after: [last.id] };
      const hits = await this.hitsOf<CategoryNode>(kind, after);
      nodes.push(...hits.map(({ _source }) => _source as CategoryNode));
      if (hits.length < NODES_PER_READ) return nodes.length > 0 ? new CategoryTree(nodes) : BUILT_IN_TREES[kind];
    }
  }
}
