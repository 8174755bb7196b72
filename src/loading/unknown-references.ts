import { LANGS } from '../common/lang.js';
import { isRegion } from '../common/regions.js';
import type { LoadCategories } from './load-kind.js';

const MOST_KEPT = 1000;
const MOST_SHOWN = 5;

/** The fields of documents that name categories. */
const CATEGORY_FIELDS = {
  product: ['l1_category_id', 'l2_category_id', 'l3_category_id', 'product_category_ids', 'product_category_id'],
  creator: ['creator_category_id', 'category_id'],
};

/** Counts regions and categories of loaded records that the service does not know, so that no filter offers them. */
export class UnknownReferences {
  private readonly unknown = new Map<string, Map<string, number>>();

  constructor(private readonly categories: LoadCategories) {}

  add(document: object): void {
    const fields = document as Readonly<Record<string, unknown>>;
    for (const tree of ['product', 'creator'] as const) {
      for (const id of CATEGORY_FIELDS[tree].flatMap((field) => fields[field])) {
        if (typeof id === 'number' && this.categories[tree].name(id, LANGS[0]) === undefined)
          this.count(`${tree} categories that are in no tree`, String(id));
      }
    }
    const { region } = fields;
    if (typeof region === 'string' && !isRegion(region)) this.count('regions that no filter knows', region);
  }

  describe(): string[] {
    return [...this.unknown].map(([noun, counts]) => sentence(noun, counts));
  }

  private count(noun: string, value: string): void {
    const counts = this.unknown.get(noun) ?? new Map<string, number>();
    this.unknown.set(noun, counts);
    if (counts.size < MOST_KEPT || counts.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
}

function sentence(noun: string, counts: ReadonlyMap<string, number>): string {
  const mostFrequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_SHOWN);
  const shown = mostFrequent.map(([value, times]) => `${value} (${times} times)`).join(', ');
  const left = counts.size - MOST_SHOWN;
  const more = left > 0 ? ` and ${left}${counts.size === MOST_KEPT ? ' or' : ''} more` : '';
  return `Loaded, although they name ${noun}: ${shown}${more}.`;
}
