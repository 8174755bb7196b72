import type { Lang } from '../common/lang.js';
import type { CategoryNode, CategoryTree } from '../common/categories/category-tree.js';
import { Fields, ObjectField, TextField, WholeField } from '../fields/field.js';

/** A category of a creator or one level of a product category (docs/api.md, "Records"). */
export class CategoryRecord extends Fields({
  id: WholeField('Category ID', { example: 601450, rule: 'signed' }),
  name: TextField('Category name in the language of the request', { example: 'Beauty & Personal Care' }),
}) {}

export class ProductCategoryRecord extends Fields({
  l1: ObjectField(() => CategoryRecord, 'Level 1 category'),
  l2: ObjectField(() => CategoryRecord, 'Level 2 category'),
  l3: ObjectField(() => CategoryRecord, 'Level 3 category'),
}) {}

type Names = CategoryTree['names'][Lang];

/** Names a category; one that is in no tree keeps its loaded name. */
export function localizeCategory(category: CategoryRecord, names: Names | undefined): CategoryRecord {
  const name = category.id === null ? undefined : names?.get(category.id);
  return name === undefined ? category : { id: category.id, name };
}

/** The names of the categories of records in one language. Categories of an absent tree keep their names. */
export interface Naming {
  readonly creator?: Names | undefined;
  readonly product?: Names | undefined;
}

/** A record, or a part of one, with its categories: a product has three, a creator has one, in up to two places. */
interface Categorized {
  readonly category?: CategoryRecord | Partial<ProductCategoryRecord>;
  readonly category_id?: number | null;
  category_name?: string | null;
  readonly creator?: Categorized;
  readonly product_info?: readonly Categorized[];
}

/** Names the categories in a record, and returns the record. */
export function nameCategories<Part extends Categorized>(part: Part, naming: Naming): Part {
  const { category, category_id: id, category_name: name = null, creator, product_info = [] } = part;
  for (const inner of creator ? [creator, ...product_info] : product_info) nameCategories(inner, naming);
  if (category !== undefined && 'id' in category) Object.assign(category, localizeCategory(category, naming.creator));
  else
    for (const level of [category?.l1, category?.l2, category?.l3])
      if (level) Object.assign(level, localizeCategory(level, naming.product));
  if (id !== undefined) part.category_name = localizeCategory({ id, name }, naming.creator).name;
  return part;
}

/** A record as its document has it; with `naming` its categories are named. */
export const encodeRecord = <Part extends Categorized>(record: Part, naming?: Naming): string =>
  JSON.stringify(naming === undefined ? record : nameCategories(record, naming));

class CategoryNodeName extends Fields({
  EN_US: TextField('English name', { required: true, example: 'Beauty & Personal Care' }),
  ZH_CN: TextField('Chinese name; the English one stands in when it is missing', { example: '美妆个护' }),
}) {}

/** A category as it is loaded (kinds `product-categories` and `creator-categories`). */
export class CategoryNodeLoad extends Fields({
  id: WholeField('Category ID', { required: true, example: 601450, rule: 'signed' }),
  level: WholeField('Level: 1 for a category without a parent', { required: true, oneOf: [1, 2, 3] }),
  parent_id: WholeField('ID of the category one level above; null on level 1', { rule: 'signed' }),
  name: ObjectField(() => CategoryNodeName, 'Name in each language', { required: true }),
}) {}

/** The document of a category. */
export function toCategoryNodeDocument({ id, level, parent_id, name }: CategoryNodeLoad): CategoryNode {
  const { EN_US, ZH_CN } = name;
  return { id, level, parent_id: parent_id ?? null, name: { EN_US, ...(typeof ZH_CN === 'string' && { ZH_CN }) } };
}
