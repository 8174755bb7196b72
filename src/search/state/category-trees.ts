import type { Client } from '@elastic/elasticsearch';
import type { CategoryNode } from '../../reference/category-tree.js';
import { BUILT_IN_TREES, CategoryTree } from '../../reference/category-tree.js';
import type { ClusterReads, TryOptions } from '../../elastic/client/cluster-reads.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';
import { RefreshedCache } from './refreshed-cache.js';

export type TreeKind = 'product-categories' | 'creator-categories';

const NODES_PER_READ = 5000;

/** The category trees of the day: what was loaded, or else the built-in ones. */
export class CategoryTrees {
  private readonly trees = new RefreshedCache((kind: TreeKind) => this.read(kind));

  constructor(
    private readonly client: Client,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    private readonly timeoutMs: number,
  ) {}

  /**
   * The current tree; while a newer one is being read, the one before it.
   * @throws UnavailableFailure when none was ever read and Elasticsearch does not answer
   */
  get(kind: TreeKind): Promise<CategoryTree> {
    return this.trees.get(kind);
  }

  /** Reads the trees anew that are in use. @throws UnavailableFailure when Elasticsearch does not answer */
  refresh(): Promise<void> {
    return this.trees.refresh();
  }

  private async read(kind: TreeKind): Promise<CategoryTree> {
    const nodes = await this.reads.run(kind, (options) => this.readNodes(kind, options), { timeoutMs: this.timeoutMs });
    return nodes.length > 0 ? new CategoryTree(nodes) : BUILT_IN_TREES[kind];
  }

  private async readNodes(kind: TreeKind, options: TryOptions): Promise<CategoryNode[]> {
    const nodes: CategoryNode[] = [];
    for (let last: CategoryNode | undefined; ; last = nodes.at(-1)) {
      const answer = await this.client.search<CategoryNode>(
        {
          index: this.names.alias(kind),
          size: NODES_PER_READ,
          sort: ['id'],
          track_total_hits: false,
          allow_partial_search_results: false,
          ...(last !== undefined && { search_after: [last.id] }),
        },
        options,
      );
      nodes.push(...answer.hits.hits.map((hit) => hit._source as CategoryNode));
      if (answer.hits.hits.length < NODES_PER_READ) return nodes;
    }
  }
}
