import { ObjectField, TextField, WholeField } from './fields/field.js';

/** The name of a category in each language. */
export class CategoryNodeName {
  @TextField('English name', { required: true, example: 'Beauty & Personal Care' })
  EN_US: string;

  @TextField('Chinese name; the English one stands in when it is missing', { example: '美妆个护' })
  ZH_CN: string | null;
}

/** A category as it is loaded (kinds `product-categories` and `creator-categories`). */
export class CategoryNodeLoad {
  @WholeField('Category ID', { required: true, example: 601450 })
  id: number;

  @WholeField('Level: 1 for a category without a parent', { required: true, oneOf: [1, 2, 3] })
  level: number;

  @WholeField('ID of the category one level above; null on level 1')
  parent_id: number | null;

  @ObjectField(() => CategoryNodeName, 'Name in each language')
  name: CategoryNodeName;
}

/** A document of the category indices. */
export interface CategoryNodeDocument {
  id: number;
  level: number;
  parent_id: number | null;
  name: { EN_US: string; ZH_CN?: string };
}

/** The document of a category. */
export function toCategoryNodeDocument(load: CategoryNodeLoad): CategoryNodeDocument {
  const { EN_US, ZH_CN } = load.name;
  return {
    id: load.id,
    level: load.level,
    parent_id: load.parent_id ?? null,
    name: { EN_US, ...(typeof ZH_CN === 'string' && { ZH_CN }) },
  };
}
