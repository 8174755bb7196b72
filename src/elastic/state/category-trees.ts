import type { Client } from '@elastic/elasticsearch';
import type { CategoryNode } from '../../reference/category-tree.js';
import { BUILT_IN_TREES, CategoryTree } from '../../reference/category-tree.js';
import type { ClusterReads, TryOptions } from '../client/cluster-reads.js';
import type { IndexNames } from '../indices/index-names.js';

export type TreeKind = 'product-categories' | 'creator-categories';

const FRESH_FOR_MS = 2000;
const NODES_PER_READ = 5000;

interface Kept {
  readonly tree: CategoryTree;
  readonly readAt: number;
}

/** The category trees of the day: what was loaded, or else the built-in ones; read again every two seconds at most. */
export class CategoryTrees {
  private readonly kept = new Map<TreeKind, Kept>();
  private readonly reading = new Map<TreeKind, Promise<CategoryTree>>();

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
  async get(kind: TreeKind): Promise<CategoryTree> {
    const kept = this.kept.get(kind);
    if (kept !== undefined && Date.now() - kept.readAt < FRESH_FOR_MS) return kept.tree;
    const reading = this.readOnce(kind);
    if (kept === undefined) return reading;
    reading.catch(() => undefined);
    return kept.tree;
  }

  /** Reads the trees anew that are in use. @throws UnavailableFailure when Elasticsearch does not answer */
  async refresh(): Promise<void> {
    await Promise.all([...this.kept.keys()].map((kind) => this.read(kind)));
  }

  private readOnce(kind: TreeKind): Promise<CategoryTree> {
    const pending = this.reading.get(kind);
    if (pending !== undefined) return pending;
    const reading = this.read(kind).finally(() => this.reading.delete(kind));
    this.reading.set(kind, reading);
    return reading;
  }

  private async read(kind: TreeKind): Promise<CategoryTree> {
    const nodes = await this.reads.run(kind, (options) => this.readNodes(kind, options), { timeoutMs: this.timeoutMs });
    const tree = nodes.length > 0 ? new CategoryTree(nodes) : BUILT_IN_TREES[kind];
    this.kept.set(kind, { tree, readAt: Date.now() });
    return tree;
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
