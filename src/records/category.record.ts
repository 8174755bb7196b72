import type { CategoryNames, Lang } from '../reference/lang.js';
import { ObjectField, TextField, WholeField } from './fields/field.js';

/** A category of a creator or one level of a product category (docs/api.md, "Records"). */
export class CategoryRecord {
  @WholeField('Category ID', { example: 601450 })
  id: number | null;

  @TextField('Category name in the language of the request', { example: 'Beauty & Personal Care' })
  name: string | null;
}

/** Product category path of a product record. */
export class ProductCategoryRecord {
  @ObjectField(() => CategoryRecord, 'Level 1 category')
  l1: CategoryRecord;

  @ObjectField(() => CategoryRecord, 'Level 2 category')
  l2: CategoryRecord;

  @ObjectField(() => CategoryRecord, 'Level 3 category')
  l3: CategoryRecord;
}

/** A category as it may be loaded; parts may be missing. */
export type CategoryLoad = { readonly [K in keyof CategoryRecord]?: CategoryRecord[K] } | null | undefined;

/** The category as it is stored, with both fields; null when unknown. */
export function toCategoryRecord(load: CategoryLoad): CategoryRecord {
  return { id: load?.id ?? null, name: load?.name ?? null };
}

/** Names a category in a language; a category that is in no tree keeps its loaded name. */
export function localizeCategory(category: CategoryRecord, names: CategoryNames, lang: Lang): CategoryRecord {
  const name = category.id === null ? undefined : names.name(category.id, lang);
  return name === undefined ? category : { id: category.id, name };
}
