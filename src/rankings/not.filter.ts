import type { SaleDocument } from '../figures/facts.record.js';
import { Fields } from '../fields/field.js';
import { Rule } from '../http/validation/broken-rule.js';
import { IdListField } from '../http/validation/id.field.js';
import { RequestField } from '../http/validation/request-field.js';
import type { JsonObject } from '../common/json-object.js';
import { LevelField } from '../records/record.fields.js';
import { filterClauses } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';

/** The fields of sales that `not` looks at. */
const FIELDS = {
  ...({ product_id: 'product_id', seller_id: 'seller_id', uid: 'uid', l1_category_id: 'product_category_id' } as const),
  ...({ l2_category_id: 'l2_category_id', l3_category_id: 'l3_category_id' } as const),
} satisfies Readonly<Record<string, keyof SaleDocument>>;

const ids = (name: string) => IdListField(`${name} of the sale, or a list of 1 to 100 of them.`);

/** A sale that takes its row out of a ranking: it fits all of these. */
export class NotFilter extends Fields({
  ...{ product_id: ids('Product ID'), seller_id: ids('Shop ID'), uid: ids('Creator UID') },
  l1_category_id: LevelField(1, 'of the sale'),
  l2_category_id: LevelField(2, 'of the product, as loaded now, under the level 1 of the sale'),
  l3_category_id: LevelField(3, 'of the product, as loaded now, under the level 1 of the sale'),
} satisfies Readonly<Record<keyof typeof FIELDS, PropertyDecorator>>) {}

const DESCRIPTION =
  'Leaves out rows with a sale in the period that fits all of these, whatever the other filters; the period before by its own sales.';

export const NotField = () =>
  RequestField(
    { schema: { type: () => NotFilter, description: DESCRIPTION }, nested: () => NotFilter },
    Rule<JsonObject>('empty', (given) =>
      Object.values(given).every((one) => (one ?? undefined) === undefined)
        ? { rule: 'empty', detail: `have at least one of ${Object.keys(FIELDS).join(', ')}` }
        : undefined,
    ),
  );

/** Matches the sales that take their rows out; none without a filter. */
export const notClauses = (filter: Partial<NotFilter> = {}): readonly QueryClause[] => filterClauses(FIELDS, filter);
