import type { CategoryNames, Lang } from '../common/lang.js';
import type { CategoryNode } from '../common/categories/category-tree.js';
import { ObjectField, TextField, WholeField, Fields } from '../fields/field.js';

/** A category of a creator or one level of a product category (docs/api.md, "Records"). */
export class CategoryRecord extends Fields({
  id: WholeField('Category ID', { example: 601450, rule: 'signed' }),
  name: TextField('Category name in the language of the request', { example: 'Beauty & Personal Care' }),
}) {}

/** Product category path of a product record. */
export class ProductCategoryRecord extends Fields({
  l1: ObjectField(() => CategoryRecord, 'Level 1 category'),
  l2: ObjectField(() => CategoryRecord, 'Level 2 category'),
  l3: ObjectField(() => CategoryRecord, 'Level 3 category'),
}) {}

/** A category as it may be loaded; parts may be missing. */
export type CategoryLoad = { readonly [K in keyof CategoryRecord]?: CategoryRecord[K] } | null | undefined;

/** Names a category in a language; a category that is in no tree keeps its loaded name. */
export function localizeCategory(category: CategoryRecord, names: CategoryNames, lang: Lang): CategoryRecord {
  const name = category.id === null ? undefined : names.name(category.id, lang);
  return name === undefined ? category : { id: category.id, name };
}

/** The trees that name the categories of records, and the language. Categories of an absent tree keep their names. */
export interface Naming {
  readonly creator?: CategoryNames;
  readonly product?: CategoryNames;
  readonly lang: Lang;
}

const STRING_OR_NULL = '(?:null|"(?:[^"\\\\]|\\\\.)*")';
/**
 * A category in the JSON of a record: `"l1":{"id":…,"name":…}` of a product, `"category":{"id":…,"name":…}` or
 * `"category_id":…,"category_name":…` of a creator. No text in a record matches, because its quotation marks are escaped.
 */
const CATEGORY = new RegExp(
  `("(?:l[123]|category)":\\{"id":(\\d+),"name":|"category_id":(\\d+),"category_name":)${STRING_OR_NULL}`,
  'g',
);

/** Names the categories in a record, which is JSON as JSON.stringify writes it. */
export function nameCategories(record: string, { creator, product, lang }: Naming): string {
  return record.replace(CATEGORY, (found: string, before: string, id?: string, creatorId?: string) => {
    const tree = before.startsWith('"l') ? product : creator;
    const name = tree?.name(Number(id ?? creatorId), lang);
    return name === undefined ? found : before + JSON.stringify(name);
  });
}

/** The name of a category in each language. */
export class CategoryNodeName extends Fields({
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
