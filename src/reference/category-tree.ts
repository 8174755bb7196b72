import { CREATOR_CATEGORY_TEXT } from './category-data/creator-categories.js';
import { PRODUCT_CATEGORY_TEXT } from './category-data/product-categories.js';
import type { CategoryNames, Lang, LocalizedName } from './lang.js';
import { nameIn } from './lang.js';

/** A category (docs/data.md, "product-categories"). */
export interface CategoryNode {
  readonly id: number;
  readonly level: number;
  /** null at level 1. */
  readonly parent_id: number | null;
  readonly name: LocalizedName;
}

/** Normalizes names for comparisons that ignore case, accents and character width. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds categories by id and by parent. */
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

  /** Returns the ancestors of a node, level 1 first, and the node; an empty list for an unknown id. */
  path(id: number): CategoryNode[] {
    const node = this.byId.get(id);
    if (node === undefined) return [];
    return [...(node.parent_id === null ? [] : this.path(node.parent_id)), node];
  }
}

const LEVEL_1_STEP = 10_000;
const LEVEL_2_STEP = 100;

function readName(text: string): LocalizedName {
  const [english = '', chinese = ''] = text.trim().split('/');
  return { EN_US: english, ZH_CN: chinese };
}

/** Parses the text of a built-in tree: `English/Chinese` lines, level 2 indented, its level 3 after a colon. */
function readTree(text: string): CategoryTree {
  const nodes: CategoryNode[] = [];
  let level1 = 0;
  let level2 = 0;
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    if (!line.startsWith(' ')) {
      level1 += LEVEL_1_STEP;
      level2 = level1;
      nodes.push({ id: level1, level: 1, parent_id: null, name: readName(line) });
      continue;
    }
    const [own = '', below = ''] = line.split(': ');
    level2 += LEVEL_2_STEP;
    nodes.push({ id: level2, level: 2, parent_id: level1, name: readName(own) });
    below.split(', ').forEach((name, index) => {
      nodes.push({ id: level2 + index + 1, level: 3, parent_id: level2, name: readName(name) });
    });
  }
  return new CategoryTree(nodes);
}

/** The service uses these trees until others are loaded. */
export const BUILT_IN_TREES = {
  'product-categories': readTree(PRODUCT_CATEGORY_TEXT),
  'creator-categories': readTree(CREATOR_CATEGORY_TEXT),
} as const satisfies Record<string, CategoryTree>;
