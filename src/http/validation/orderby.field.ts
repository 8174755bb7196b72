import { ArrayUnique, IsArray, ValidateNested } from 'class-validator';
import type { SortItem } from '../../search/compiler/request.js';
import type { BrokenRule } from './broken-rule.js';
import { refusedAs } from './broken-rule.js';
import { ChoiceField } from './fields.js';
import type { FieldsClass } from '../../common/fields/schema.js';
import { namedSchema, nullable } from '../../common/fields/schema.js';
import { Published, Read, RequestField } from './request-field.js';

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

/** The sort fields as they were sent, with their paths. */
export function sortFieldsIn(given: unknown): { given: unknown; at: string }[] {
  const items: unknown[] = Array.isArray(given) ? given : [given];
  return items.map((item, index) => ({
    given: (item as { field?: unknown } | null)?.field,
    at: `${items === given ? `[${index}]` : ''}.field`,
  }));
}

/** @param fields the valid sort fields; a repeated invalid one has an error already */
function explainRepeated(given: unknown, fields: readonly unknown[]): BrokenRule[] {
  const seen = new Set<unknown>();
  return sortFieldsIn(given).flatMap((named) => {
    const isRepeated = seen.has(named.given) && fields.includes(named.given);
    seen.add(named.given);
    return isRepeated ? [{ rule: 'duplicate', ...named }] : [];
  });
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

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
    },
    IsArray(refusedAs({ rule: 'type', detail: 'an array of sort items {field, order}' })),
    ValidateNested(refusedAs({ rule: 'type', detail: 'a sort item {field, order}' })),
    ArrayUnique(
      ({ field }: SortItem) => field,
      refusedAs((given) => explainRepeated(given, fields), { isAdjacent: true }),
    ),
    Published('duplicate'),
    Read(asItems),
  );
};
