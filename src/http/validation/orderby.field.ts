import { type BrokenRule, Rule } from './broken-rule.js';
import { ChoiceField } from './fields.js';
import { words } from '../../common/error-texts.js';
import { Fields } from '../../fields/field.js';
import { namedSchema, nullable } from '../../fields/schema.js';
import { ORDERS } from '../../search/compiler/request.js';
import { RequestField } from './request-field.js';

const DIRECTIONS = 'Descending, the default, or ascending; null comes last both ways.';

const SORT_ITEM = namedSchema('SortItem', {
  type: 'object',
  required: ['field'],
  additionalProperties: false,
  properties: {
    field: { type: 'string', description: 'What to sort by.' },
    order: nullable({ type: 'string', enum: [...ORDERS], description: DIRECTIONS }),
  },
  description: 'What to sort by.',
});

/** The `field` of each item of a list, or of a single item, with its path. */
export function itemFields(given: unknown): { given: unknown; at: string }[] {
  return [given].flat().map((item: unknown, index) => ({
    given: (item as { field?: unknown } | null | undefined)?.field,
    at: `${Array.isArray(given) ? `[${index}]` : ''}.field`,
  }));
}

/** The sort fields that are repeated. A repeated invalid one has an error already. */
function repeatedFields(given: unknown, valid: readonly unknown[]): BrokenRule[] {
  const named = itemFields(given).filter((item) => valid.includes(item.given));
  return named.flatMap((item, index) =>
    named.findIndex((other) => other.given === item.given) < index ? [{ rule: 'duplicate' as const, ...item }] : [],
  );
}

/** `orderby`: an array of sort items, applied in turn; a single object is taken as an array of one. */
export const OrderbyField = (fields: readonly string[], description: string) => {
  const type = Fields({
    field: ChoiceField(fields, 'What to sort by.', { required: true }),
    order: ChoiceField(ORDERS, DIRECTIONS, { default: 'desc' }),
  });
  const item = { type: 'object', required: ['field'], properties: { field: { type: 'string', enum: [...fields] } } };
  return RequestField(
    {
      schema: {
        type: 'array',
        maxItems: fields.length,
        items: { allOf: [SORT_ITEM, item] },
        description,
        default: [],
        example: [{ field: fields[0], order: 'desc' }],
      },
      nested: () => type,
      itemName: 'sort_item',
      typeName: () => words('sort_items'),
    },
    Rule('duplicate', (given) => repeatedFields(given, fields), { isAdjacent: true }),
  );
};
