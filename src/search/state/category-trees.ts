import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../config/config.js';
import { BUILT_IN_TREES, type CategoryNode, CategoryTree } from '../../common/categories/category-tree.js';
import { ClusterReads, type TryOptions } from '../../elastic/client/cluster-reads.js';
import { ElasticClient } from '../../elastic/client/elastic-client.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { RefreshedCache } from './refreshed-cache.js';

export type TreeKind = 'product-categories' | 'creator-categories';

const NODES_PER_READ = 5000;

/** Holds the current category trees: the loaded ones, or else the built-in ones. Failed reads throw UnavailableFailure. */
@Injectable()
export class CategoryTrees extends RefreshedCache<TreeKind, CategoryTree> {
  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
  ) {
    super();
  }

  protected override async read(kind: TreeKind): Promise<CategoryTree> {
    const nodes = await this.reads.run(kind, (options) => this.readNodes(kind, options), {
      timeoutMs: this.config.requestTimeoutMs,
    });
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
