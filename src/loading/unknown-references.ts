import { LANGS } from '../reference/lang.js';
import { isRegion } from '../reference/regions.js';
import type { LoadCategories, References } from './load-kind.js';

const MOST_KEPT = 1000;
const SHOWN = 5;

/**
 * Collects regions and categories of loaded records that the service does not know. The records are kept, but no filter
 * offers such values.
 */
export class UnknownReferences {
  private readonly regions = new Map<string, number>();
  private readonly productCategories = new Map<string, number>();
  private readonly creatorCategories = new Map<string, number>();

  constructor(private readonly categories: LoadCategories) {}

  note({ region, productCategories = [], creatorCategories = [] }: References): void {
    if (typeof region === 'string' && !isRegion(region)) count(this.regions, region);
    for (const id of productCategories) this.noteCategory('product', id, this.productCategories);
    for (const id of creatorCategories) this.noteCategory('creator', id, this.creatorCategories);
  }

  /** One sentence for each kind of reference that is unknown. */
  describe(): string[] {
    return [
      ...sentence(this.productCategories, 'product categories that are in no tree'),
      ...sentence(this.creatorCategories, 'creator categories that are in no tree'),
      ...sentence(this.regions, 'regions that no filter knows'),
    ];
  }

  private noteCategory(tree: keyof LoadCategories, id: number | null, unknown: Map<string, number>): void {
    if (id !== null && this.categories[tree].name(id, LANGS[0]) === undefined) count(unknown, String(id));
  }
}

function count(unknown: Map<string, number>, what: string): void {
  if (unknown.size < MOST_KEPT || unknown.has(what)) unknown.set(what, (unknown.get(what) ?? 0) + 1);
}

function sentence(unknown: ReadonlyMap<string, number>, what: string): string[] {
  if (unknown.size === 0) return [];
  const most = [...unknown].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  const shown = most.map(([name, times]) => `${name} (${times} times)`).join(', ');
  const more =
    unknown.size > SHOWN ? ` and ${unknown.size - SHOWN}${unknown.size === MOST_KEPT ? ' or' : ''} more` : '';
  return [`Loaded as they are, though they name ${what}: ${shown}${more}.`];
}
