import { LANGS } from '../common/lang.js';
import { isRegion } from '../common/regions.js';
import type { LoadCategories } from './load-kind.js';

/** The fields of documents that name categories. */
const CATEGORY_FIELDS = {
  product: ['l1_category_id', 'l2_category_id', 'l3_category_id', 'product_category_ids', 'product_category_id'],
  creator: ['creator_category_id', 'category_id'],
};
const TREES = ['product', 'creator'] as const;

/** The regions and categories of a document that the service does not know, so that no filter offers them, as remarks. */
export function unknownReferences(document: object, categories: LoadCategories): (readonly [string, string])[] {
  const fields = document as Readonly<Record<string, unknown>>;
  const isUnknown = (region: unknown): region is string => typeof region === 'string' && !isRegion(region);
  const ids = TREES.flatMap((tree) =>
    CATEGORY_FIELDS[tree]
      .flatMap((field) => fields[field])
      .filter((id) => typeof id === 'number' && categories[tree].name(id, LANGS[0]) === undefined)
      .map((id) => [`ids of ${tree} categories are in no tree`, String(id)] as const),
  );
  return isUnknown(fields.region) ? [...ids, ['regions are known to no filter', fields.region]] : ids;
}
