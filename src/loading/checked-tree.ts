import type { CategoryTrees, TreeKind } from '../search/state/category-trees.js';
import { WorkFailure } from '../common/errors/failure.js';
import { BUILT_IN_TREES, type CategoryNode, CategoryTree } from '../common/categories/category-tree.js';
import type { LoadItem, LoadMode } from './load-item.js';
import { applyChange, type LoadKind } from './load-kind.js';

/** Checks that all categories form a tree before any is loaded. @throws WorkFailure; nothing has been written then */
export async function* checkedTree(
  { kind, mode, add }: { readonly kind: LoadKind; readonly mode: LoadMode; readonly add?: boolean },
  items: AsyncIterable<LoadItem>,
  trees: CategoryTrees,
): AsyncGenerator<LoadItem> {
  if (!isTreeKind(kind)) {
    yield* items;
    return;
  }
  const loaded: LoadItem[] = [];
  for await (const item of items) loaded.push(item);
  const nodes = new Map<number, CategoryNode>();
  const use = await trees.refresh();
  use();
  const current = await trees.get(kind);
  if (mode !== 'replace' && current !== BUILT_IN_TREES[kind])
    for (const node of current.nodes) nodes.set(node.id, node);
  for (const { source } of loaded) {
    const node = JSON.parse(source.toString()) as CategoryNode;
    const before = nodes.get(node.id);
    if (mode === 'delete') nodes.delete(node.id);
    else if (mode !== 'update') nodes.set(node.id, node);
    else if (before !== undefined || add === true)
      nodes.set(node.id, applyChange(kind, { ...before }, { ...node }) as unknown as CategoryNode);
  }
  try {
    new CategoryTree([...nodes.values()].sort((a, b) => a.level - b.level || a.id - b.id));
  } catch (error) {
    throw new WorkFailure(`The categories form no tree: ${(error as Error).message} Nothing was loaded.`);
  }
  yield* loaded;
}

const isTreeKind = (kind: LoadKind): kind is TreeKind => Object.hasOwn(BUILT_IN_TREES, kind);
