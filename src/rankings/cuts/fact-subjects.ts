import type { RankedRows } from '../../boards/board.document.js';
import type { RecordFields } from '../../search/short-records.js';

/** How facts become rows: by the values of their fields, the key, and the record that its first value names. */
interface FactSubject {
  /** The fields of facts whose values are the key. */
  readonly keys: readonly string[];
  /** The kind of the record, and its fields that decide on the row. */
  readonly kind?: 'creator' | 'product';
  readonly fields?: readonly string[];
  /** The fields of a row that filters look at and that its record has, with their names there. */
  readonly own?: Readonly<Record<string, string>>;
  /** The id of the row that facts count for, if any. */
  readonly rowOf: (key: readonly string[], record: RecordFields | undefined) => string | undefined;
  /** The field of a row that is null unless all its sales have the same value, which this returns. */
  readonly agreed?: readonly ['region' | 'uid', FactSubject['rowOf']];
}

const loaded: FactSubject['rowOf'] = ([id], record) => record && id;

const PRODUCT_FIELDS = [
  ...['region', 'seller_id', 'usd_price', 'floor_price', 'launch_time'],
  ...['l1_category_id', 'l2_category_id', 'l3_category_id'],
];

/** The id of the row of sales without a category of the level. */
export const NO_CATEGORY = '';

/** How facts become rows of each subject; categories are those of level 1. */
const SUBJECTS: Readonly<Record<RankedRows['subject'], FactSubject>> = {
  creator: {
    keys: ['uid'],
    kind: 'creator',
    own: { region: 'region', creator_category_id: 'category_id', account_type: 'account_type' },
    rowOf: loaded,
  },
  product: {
    keys: ['product_id'],
    kind: 'product',
    own: Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, field])),
    rowOf: loaded,
  },
  shop: {
    keys: ['product_id'],
    kind: 'product',
    fields: ['seller_id', 'region'],
    rowOf: (_key, record) => record?.['seller_id'] as string | undefined,
    agreed: ['region', (_key, record) => record?.['region'] as string | undefined],
  },
  category: { keys: ['product_category_id'], rowOf: ([id]) => id },
  video: { keys: ['content_id', 'uid'], rowOf: ([id]) => id, agreed: ['uid', ([, uid]) => uid] },
  live: { keys: ['content_id', 'uid'], rowOf: ([id]) => id, agreed: ['uid', ([, uid]) => uid] },
};

/** How facts become rows of a subject. @param level of categories */
export function factSubject(subject: RankedRows['subject'], level: number): FactSubject {
  if (subject !== 'category' || level === 1) return SUBJECTS[subject];
  const field = `l${level}_category_id`;
  return {
    keys: ['product_id', 'product_category_id'],
    kind: 'product',
    fields: ['l1_category_id', field],
    rowOf: ([, own], record) =>
      String(record?.['l1_category_id']) === own ? String(record?.[field] ?? NO_CATEGORY) : NO_CATEGORY,
  };
}
