import NODES from './categories.json' with { type: 'json' };
import { type CategoryNames, type Lang, LANGS, type LocalizedName, nameIn } from '../lang.js';

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
  /** Why each node that is left out is in no tree. */
  readonly faults: string[] = [];
  readonly nodes: readonly CategoryNode[];
  /** The names by id, as `nameIn` has them. */
  readonly names: Readonly<Record<Lang, ReadonlyMap<number, string>>>;
  private readonly byId = new Map<number, CategoryNode>();
  private readonly byParent = new Map<number | null, CategoryNode[]>();

  /** @param given nodes in any order; one that repeats an id, has a wrong level or lacks its parent is left out */
  constructor(given: readonly CategoryNode[]) {
    const levels = new Map(given.map(({ id, level }) => [id, level]));
    // Parents come before their children.
    for (const node of [...given].sort((one, other) => one.level - other.level)) {
      const { id, level, parent_id } = node;
      const above = parent_id === null ? 0 : levels.get(parent_id);
      const fault = (text: string) => this.faults.push(`Category ${id} ${text}.`);
      if (this.byId.has(id)) fault('appears twice');
      else if (above === undefined) fault(`has the parent ${parent_id}, which is missing`);
      else if (level !== above + 1) fault(`has level ${level} below level ${above}`);
      else if (parent_id !== null && !this.byId.has(parent_id))
        fault(`has the parent ${parent_id}, which is in no tree`);
      else {
        this.byId.set(id, node);
        const siblings = this.byParent.get(parent_id) ?? [];
        siblings.push(node);
        this.byParent.set(parent_id, siblings);
      }
    }
    const nodes = given.filter((node) => this.byId.get(node.id) === node);
    const namesIn = (lang: Lang) => [lang, new Map(nodes.map(({ id, name }) => [id, nameIn(name, lang)]))];
    this.nodes = nodes;
    this.names = Object.fromEntries(LANGS.map(namesIn)) as CategoryTree['names'];
  }

  name(id: number, lang: Lang): string | undefined {
    return this.names[lang].get(id);
  }

  /** Returns the children of a node in the order of the list; null stands for the root above level 1. */
  children(parentId: number | null): readonly CategoryNode[] {
    return this.byParent.get(parentId) ?? [];
  }

  /** Returns the level of a node; 0 for an unknown id. */
  level(id: number): number {
    return this.byId.get(id)?.level ?? 0;
  }

  /** Tells how many stored nodes are left out, why the first one, and what to do; nothing when none is. */
  describeLeftOut(kind: string): string[] {
    const action = `Load the whole tree: npm run load -- ${kind} FILE --replace.`;
    const { length, 0: first } = this.faults;
    return first === undefined
      ? []
      : [`${kind}: ${length} stored nodes are in no tree and left out. ${first} ${action}`];
  }
}

/** The service uses these trees until others are loaded. */
export const BUILT_IN_TREES = {
  'product-categories': new CategoryTree(NODES['product-categories']),
  'creator-categories': new CategoryTree(NODES['creator-categories']),
} as const satisfies Record<string, CategoryTree>;

export type TreeKind = keyof typeof BUILT_IN_TREES;
export const TREE_KINDS = Object.keys(BUILT_IN_TREES) as TreeKind[];
export const isTreeKind = (kind: string): kind is TreeKind => Object.hasOwn(BUILT_IN_TREES, kind);

/** The tree of stored nodes; without any the built-in one. */
export const treeOf = (kind: TreeKind, stored: readonly CategoryNode[]): CategoryTree =>
  stored.length > 0 ? new CategoryTree(stored) : BUILT_IN_TREES[kind];
