import type { RowSubject } from '../../boards/board.document.js';
import { categoriesOf, type FactKey, SHOPS } from '../../search/fact-keys.js';

/** How facts become rows of a ranking. */
export interface FactSubject extends FactKey {
  /** The fields of a row that filters look at and that its record has, with their names there. */
  readonly own?: Readonly<Record<string, string>>;
  /** The field of a row that is null unless all its sales have the same value, which this returns. */
  readonly agreed?: readonly ['region' | 'uid', FactKey['rowOf']];
}

const loaded: FactKey['rowOf'] = ([id], record) => record && id;

const PRODUCT_FIELDS = [
  ...['region', 'seller_id', 'usd_price', 'floor_price', 'launch_time'],
  ...['l1_category_id', 'l2_category_id', 'l3_category_id'],
];

const CONTENTS: FactSubject = {
  keys: ['content_id', 'uid'],
  rowOf: ([id]) => id,
  agreed: ['uid', ([, uid]) => uid],
};

/** How facts become rows of each subject but categories. */
const SUBJECTS: Readonly<Record<Exclude<RowSubject, 'category'>, FactSubject>> = {
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
  shop: { ...SHOPS, agreed: ['region', (_key, record) => record?.['region'] as string | undefined] },
  video: CONTENTS,
  live: CONTENTS,
};

/** How facts become rows of a subject. @param level of categories */
export const factSubject = (subject: RowSubject, level: number): FactSubject =>
  subject === 'category' ? categoriesOf(level) : SUBJECTS[subject];
