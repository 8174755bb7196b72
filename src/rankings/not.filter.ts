import type { SaleDocument } from '../figures/facts.record.js';
import { Rule } from '../http/validation/broken-rule.js';
import { IdListField } from '../http/validation/id.field.js';
import { DocumentFilter, filterFields, RequestField } from '../http/validation/request-field.js';
import type { JsonObject } from '../common/json-object.js';
import { type CategoryIds, LevelField } from '../records/record.fields.js';
import { filterClauses } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';

const ids = (name: string) => `${name} of the sale, or a list of 1 to 100 of them.`;

/** A sale that takes its row out of a ranking: it fits all of these. */
export class NotFilter extends DocumentFilter<SaleDocument> {
  @IdListField(ids('Product ID'), { index: 'product_id' })
  product_id?: string[];

  @IdListField(ids('Shop ID'), { index: 'seller_id' })
  seller_id?: string[];

  @IdListField(ids('Creator UID'), { index: 'uid' })
  uid?: string[];

  @LevelField(1, 'of the sale', { index: 'product_category_id' })
  l1_category_id?: CategoryIds;

  @LevelField(2, 'of the product, under the level 1 of the sale', { index: 'l2_category_id' })
  l2_category_id?: CategoryIds;

  @LevelField(3, 'of the product, under the level 1 of the sale', { index: 'l3_category_id' })
  l3_category_id?: CategoryIds;
}

const FIELDS = filterFields(NotFilter);

export const NotField = () =>
  RequestField(
    {
      schema: {
        type: () => NotFilter,
        description:
          'Leaves out rows with a sale in the period that fits all of these, whatever the other filters; the period before by its own sales.',
      },
      nested: () => NotFilter,
    },
    Rule<JsonObject>('empty', (given) =>
      Object.values(given).every((one) => (one ?? undefined) === undefined)
        ? { rule: 'empty', detail: `have at least one of ${Object.keys(FIELDS).join(', ')}` }
        : undefined,
    ),
  );

/** Matches the sales that take their rows out; none without a filter. */
export const notClauses = (filter: NotFilter | undefined): readonly QueryClause[] =>
  filter === undefined ? [] : filterClauses(FIELDS, filter);
