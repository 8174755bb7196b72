import NAMES from './categories.json' with { type: 'json' };
import { type CategoryNames, type Lang, type LocalizedName, nameIn } from '../lang.js';

/** A category (docs/data.md, "product-categories and creator-categories"). */
export interface CategoryNode {
  readonly id: number;
  readonly level: number;
  /** null at level 1. */
  readonly parent_id: number | null;
  readonly name: LocalizedName;
}

/** Normalizes names for comparisons that ignore case, accents and character width. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export class CategoryTree implements CategoryNames {
  private readonly byId: ReadonlyMap<number, CategoryNode>;
  private readonly byParent = new Map<number | null, CategoryNode[]>();

  /** @throws Error that names the first invalid node: it repeats an id, lacks its parent, or has a wrong level */
  constructor(readonly nodes: readonly CategoryNode[]) {
    this.byId = new Map(nodes.map((node) => [node.id, node]));
    if (this.byId.size < nodes.length) throw new Error('A category id appears twice.');
    for (const node of nodes) {
      const parentLevel = node.parent_id === null ? 0 : this.byId.get(node.parent_id)?.level;
      if (parentLevel === undefined)
        throw new Error(`Category ${node.id} has the parent ${node.parent_id}, which is missing.`);
      if (node.level !== parentLevel + 1)
        throw new Error(`Category ${node.id} has level ${node.level} below level ${parentLevel}.`);
      const siblings = this.byParent.get(node.parent_id) ?? [];
      siblings.push(node);
      this.byParent.set(node.parent_id, siblings);
    }
  }

  /** Returns the name as `nameIn` does; undefined for an unknown id. */
  name(id: number, lang: Lang): string | undefined {
    const node = this.byId.get(id);
    return node && nameIn(node.name, lang);
  }

  /** Returns the children of a node in the order of the list; null stands for the root above level 1. */
  children(parentId: number | null): readonly CategoryNode[] {
    return this.byParent.get(parentId) ?? [];
  }

  /** Returns the level of a node; 0 for an unknown id. */
  level(id: number): number {
    return this.byId.get(id)?.level ?? 0;
  }
}

/** Distance between the ids of siblings at level 1, 2 and 3. */
const ID_STEPS = [10_000, 100, 1];

/** Names as `English/Chinese` with the names below them; a list at level 3. Positions decide ids: new names go last. */
type Names = readonly string[] | { readonly [name: string]: Names };

function nodesOf(names: Names, parentId: number | null = null, level = 1): CategoryNode[] {
  const below = Array.isArray(names) ? names.map((name: string) => [name, []] as const) : Object.entries(names);
  return below.flatMap(([name, children], index) => {
    const id = (parentId ?? 0) + (index + 1) * (ID_STEPS[level - 1] as number);
    const [english = '', chinese = ''] = name.split('/');
    const node = { id, level, parent_id: parentId, name: { EN_US: english, ZH_CN: chinese } };
    return [node, ...nodesOf(children as Names, id, level + 1)];
  });
}

/** The service uses these trees until others are loaded. */
export const BUILT_IN_TREES = {
  'product-categories': new CategoryTree(nodesOf(NAMES.product)),
  'creator-categories': new CategoryTree(nodesOf(NAMES.creator)),
} as const satisfies Record<string, CategoryTree>;
