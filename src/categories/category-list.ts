import { type CategoryNode, type CategoryTree, foldText } from '../common/categories/category-tree.js';
import { LANGS, nameIn } from '../common/lang.js';
import { withoutQuotes } from '../search/compiler/keyword-reading.js';
import type { CategoryBranch, CategoryListData, CategoryListRequest } from './categories.requests.js';

/** The categories below `parent_id` whose name has all of the `keywords`, with those above and below them. */
export function listCategories(tree: CategoryTree, request: CategoryListRequest): CategoryListData {
  const words = foldText(withoutQuotes(request.keywords)).split(/\s+/u).filter(Boolean);
  const list = branches(request.parent_id ?? null, words.length === 0);
  return { total: countNodes(list), list };

  function branches(parentId: number | null, matchesAbove: boolean): CategoryBranch[] {
    return tree.children(parentId).flatMap((node) => {
      const matches = matchesAbove || holdsAll(node, words);
      const children = branches(node.id, matches);
      if (!matches && children.length === 0) return [];
      const { id, level, parent_id } = node;
      return [{ id, name: nameIn(node.name, request.lang), level, parent_id, children }];
    });
  }
}

function holdsAll({ name }: CategoryNode, words: readonly string[]): boolean {
  return LANGS.some((lang) => {
    const folded = foldText(name[lang] ?? '');
    return words.every((word) => folded.includes(word));
  });
}

const countNodes = (list: readonly CategoryBranch[]): number =>
  list.reduce((sum, { children }) => sum + 1 + countNodes(children), 0);
