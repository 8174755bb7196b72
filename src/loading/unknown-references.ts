import { LANGS } from '../common/lang.js';
import { isRegion } from '../common/regions.js';
import type { LoadCategories, References } from './load-kind.js';

const MOST_KEPT = 1000;
const MOST_SHOWN = 5;

/**
 * Counts regions and categories of loaded records that the service does not know. Such records are loaded, but no filter
 * offers these values.
 */
export class UnknownReferences {
  private readonly regions = new Map<string, number>();
  private readonly productCategories = new Map<string, number>();
  private readonly creatorCategories = new Map<string, number>();

  constructor(private readonly categories: LoadCategories) {}

  add({ region, productCategories = [], creatorCategories = [] }: References): void {
    if (typeof region === 'string' && !isRegion(region)) count(this.regions, region);
    for (const id of productCategories) this.addCategory('product', id, this.productCategories);
    for (const id of creatorCategories) this.addCategory('creator', id, this.creatorCategories);
  }

  /** One sentence for each kind of unknown reference. */
  describe(): string[] {
    return [
      ...sentence(this.productCategories, 'product categories that are in no tree'),
      ...sentence(this.creatorCategories, 'creator categories that are in no tree'),
      ...sentence(this.regions, 'regions that no filter knows'),
    ];
  }

  private addCategory(tree: keyof LoadCategories, id: number | null, unknown: Map<string, number>): void {
    if (id !== null && this.categories[tree].name(id, LANGS[0]) === undefined) count(unknown, String(id));
  }
}

function count(unknown: Map<string, number>, value: string): void {
  if (unknown.size < MOST_KEPT || unknown.has(value)) unknown.set(value, (unknown.get(value) ?? 0) + 1);
}

function sentence(unknown: ReadonlyMap<string, number>, noun: string): string[] {
  if (unknown.size === 0) return [];
  const mostFrequent = [...unknown].sort(([, a], [, b]) => b - a).slice(0, MOST_SHOWN);
  const shown = mostFrequent.map(([value, times]) => `${value} (${times} times)`).join(', ');
  const more =
    unknown.size > MOST_SHOWN ? ` and ${unknown.size - MOST_SHOWN}${unknown.size === MOST_KEPT ? ' or' : ''} more` : '';
  return [`Loaded, although they name ${noun}: ${shown}${more}.`];
}
