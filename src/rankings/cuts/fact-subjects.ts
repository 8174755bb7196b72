import type { RankedRows } from '../../boards/board.document.js';
import type { KeyField, KeySales } from './cut.query.js';
import { hasSales } from './cut.query.js';

/** The fields of a loaded record; a field without a value is left out. */
export type RecordFields = Readonly<Record<string, string | number | undefined>>;

/** How the sales of keys become rows. */
interface FactSubject {
  /** The fields of sales whose values name a row. */
  readonly keys: readonly KeyField[];
  /** The kind of record that the first key names, and its fields that rows need. */
  readonly kind?: 'creator' | 'product';
  readonly fields?: readonly string[];
  /** Fields that rows and records have, and that filters look at. */
  readonly own?: readonly string[];
  /** The id of the row that sales count for, if any. */
  readonly groupOf: (key: readonly string[], record: RecordFields | undefined) => string | undefined;
  /** The field of a row that is null unless all its sales have the same value, and that value of sales. */
  readonly agreed?: readonly [
    field: 'region' | 'uid',
    valueOf: (key: readonly string[], record: RecordFields | undefined) => string | null,
  ];
}

const loaded: FactSubject['groupOf'] = ([id], record) => record && id;

const PRODUCT_FIELDS = [
  ...['region', 'seller_id', 'usd_price', 'floor_price', 'launch_time'],
  ...['l1_category_id', 'l2_category_id', 'l3_category_id'],
];

/** Returns how sales become rows of a subject. @param level of categories */
export function factSubject(subject: RankedRows['subject'], level: number): FactSubject {
  switch (subject) {
    case 'creator':
      return { keys: ['uid'], kind: 'creator', own: ['region', 'category_id', 'account_type'], groupOf: loaded };
    case 'product':
      return { keys: ['product_id'], kind: 'product', own: PRODUCT_FIELDS, groupOf: loaded };
    case 'shop':
      return {
        keys: ['product_id'],
        kind: 'product',
        fields: ['seller_id', 'region'],
        groupOf: (_key, record) => record?.['seller_id'] as string | undefined,
        agreed: ['region', (_key, record) => (record?.['region'] ?? null) as string | null],
      };
    case 'category': {
      if (level === 1) return { keys: ['product_category_id'], groupOf: ([id]) => id };
      const field = `l${level}_category_id`;
      return {
        keys: ['product_id', 'product_category_id'],
        kind: 'product',
        fields: ['l1_category_id', field],
        groupOf: ([, own], record) =>
          String(record?.['l1_category_id']) === own ? String(record?.[field] ?? NO_CATEGORY) : NO_CATEGORY,
      };
    }
    case 'video':
    case 'live':
      return {
        keys: ['content_id', 'uid'],
        groupOf: ([id]) => id,
        agreed: ['uid', ([, uid]) => uid ?? null],
      };
  }
}

/** The id of the row of sales without a category of the level. */
export const NO_CATEGORY = '';

/** The value that the sales of each row agree on; null where they do not. */
export function agreedValues(
  sums: readonly (KeySales & { readonly key: readonly string[] })[],
  time: 'now' | 'before',
  groupOf: (key: readonly string[]) => string | undefined,
  valueOf: (key: readonly string[]) => string | null,
): ReadonlyMap<string, string | null> {
  const values = new Map<string, string | null>();
  for (const { key, [time]: sales } of sums) {
    const id = groupOf(key);
    if (id === undefined || !hasSales(sales)) continue;
    const value = valueOf(key);
    values.set(id, !values.has(id) || values.get(id) === value ? value : null);
  }
  return values;
}
