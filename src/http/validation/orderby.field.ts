import { ValidateNested } from 'class-validator';
import type { SortItem } from '../../search/compiler/request.js';
import type { BrokenRule } from './broken-rule.js';
import { Check, refusedAs } from './broken-rule.js';
import { ChoiceField } from './fields.js';
import type { FieldsClass } from '../../common/fields/schema.js';
import { namedSchema, nullable } from '../../common/fields/schema.js';
import { isObject, Published, Read, RequestField } from './request-field.js';

const SORT_ITEM = namedSchema('SortItem', {
  type: 'object',
  required: ['field'],
  additionalProperties: false,
  properties: {
    field: { type: 'string', description: 'What to sort by.' },
    order: nullable({ type: 'string', enum: ['desc'], description: 'Descending, the only order and the default.' }),
  },
  description: 'What to sort by.',
});

function sortItemOf(fields: readonly string[]): FieldsClass {
  class Item implements SortItem {
    @ChoiceField(fields, 'What to sort by.', { required: true }) field: string;
    @ChoiceField(['desc'], 'Descending is the only order.', { default: 'desc' }) order: 'desc';
  }
  return Item;
}

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

/** Wraps a single item in an array. Values that are not objects become false, so that validation reports them. */
export function asItems(value: unknown): unknown {
  if (isObject(value)) return [value];
  return Array.isArray(value) ? value.map((item: unknown) => isObject(item) && item) : value;
}

/** `orderby`: an array of sort items, applied in turn; a single object is taken as an array of one. */
export const OrderbyField = (fields: readonly string[], description: string) => {
  const type = sortItemOf(fields);
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
      typeName: () => 'an array of sort items {field, order}',
    },
    ValidateNested(refusedAs({ rule: 'type', detail: 'a sort item {field, order}' })),
    Check('unique', (given) => repeatedFields(given, fields), { isAdjacent: true }),
    Published('duplicate'),
    Read(asItems),
  );
};
