import type { RecordFields } from './short-records.js';

/** How facts become rows: by the values of their fields, the key, and the record that its first value names. */
export interface FactKey {
  /** The fields of facts whose values are the key. */
  readonly keys: readonly string[];
  /** The kind of the record, and its fields that decide on the row. */
  readonly kind?: 'creator' | 'product';
  readonly fields?: readonly string[];
  /** The id of the row that facts count for, if any. */
  readonly rowOf: (key: readonly string[], record: RecordFields | undefined) => string | undefined;
}

/** The id of the row of sales without a category of the level. */
export const NO_CATEGORY = '';

/** The shops of products as loaded now. */
export const SHOPS: FactKey = {
  keys: ['product_id'],
  kind: 'product',
  fields: ['seller_id', 'region'],
  rowOf: (_key, record) => record?.['seller_id'] as string | undefined,
};

/** The categories of a level: those below level 1 are the products’ as loaded now, under the level 1 of their sales. */
export function categoriesOf(level: number): FactKey {
  if (level === 1) return { keys: ['product_category_id'], rowOf: ([id]) => id };
  const field = `l${level}_category_id`;
  return {
    keys: ['product_id', 'product_category_id'],
    kind: 'product',
    fields: ['l1_category_id', field],
    rowOf: ([, own], record) =>
      String(record?.['l1_category_id']) === own ? String(record?.[field] ?? NO_CATEGORY) : NO_CATEGORY,
  };
}
