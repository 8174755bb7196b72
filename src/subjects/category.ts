import { bilingual } from '../common/lang.js';
import { CategoryRecord } from '../documents/category.record.js';
import { NullableObjectField } from '../fields/field.js';
import { BY_SALES, SALES_FIELDS, SELLING_FIELDS, type SubjectEntry } from './subject.js';

export const CATEGORY = {
  id: 'l1_category_id',
  index: 'sales',
  record: CategoryRecord,
  row: {
    category: NullableObjectField(
      () => CategoryRecord,
      'by category: product category of the level asked for; null for sales of products without one',
    ),
  },
  key: 'product_category_id',
  clauses: [],
  narrowedBy: ['filter.l1_category_id', 'fewer_days'],
  rankings: {
    categoryTopSelling: {
      ...BY_SALES,
      operation: 'rankTopSellingCategories',
      list: 'topCategories',
      about: 'product categories.',
      fields: `${SELLING_FIELDS} product_count category.name`,
      ids: { product_category_id: 'category.id', l2_category_id: 'category.id', l3_category_id: 'category.id' },
    },
  },
  tools: {
    next: 'history of category with a product_category_id; rank of productTopSelling in it.',
    breakdown: 'category.name',
    history: { fields: `${SALES_FIELDS} product_count`, ids: { product_category_id: 'l1_category_id' } },
  },
  shownAs: { id: 'category.id', title: 'category.name' },
  name: bilingual('Category', '类目'),
  plural: 'categories',
} as const satisfies SubjectEntry;
