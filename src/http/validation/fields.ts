import { type WordName, words } from '../../common/errors/error-texts.js';
import { DEFAULT_LANG, LANGS } from '../../common/lang.js';
import { REGION_CODES } from '../../common/regions.js';
import type { BrokenRule } from '../../common/errors/failure.js';
import { Check, Rule } from './broken-rule.js';
import { type Deprecation, namedSchema, nullable } from '../../fields/schema.js';
import { brokenListRules, type Indexed, numberIn, Read, RequestField } from './request-field.js';
import { showValue } from '../answer/field-error.js';
import { ORDERS } from '../../search/compiler/types.js';
import { Fields } from '../../fields/field.js';

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 10;

interface ChoiceOptions<Index extends string> extends Indexed<Index> {
  readonly required?: boolean;
  readonly deprecated?: Deprecation;
  readonly default?: string;
  /** null where the examples of its siblings exclude it. */
  readonly example?: string | number | null;
}

interface ChoicesOptions {
  /** The schema of a word in the document, where several fields take one. */
  readonly named?: string;
  readonly most?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: readonly string[];
  readonly example: readonly string[];
  readonly typeName: WordName;
}

/** One of a closed list of whole numbers or words. */
export const ChoiceField = <Index extends string = never>(
  valid: readonly (string | number)[],
  description: string,
  { required = false, index, facet, ...others }: ChoiceOptions<Index> = {},
) => {
  const type = typeof valid[0] === 'number' ? { type: 'integer', format: 'int32' } : { type: 'string' };
  const schema = { ...type, enum: [...valid], description, example: valid[0], ...others };
  return RequestField({ schema, required, index, facet });
};

const REGION = namedSchema('Region', {
  type: 'string',
  enum: REGION_CODES,
  description: 'Region code.',
  example: REGION_CODES[0],
});

/** A region code (docs/api.md, "Requests"). */
export const RegionField = <Index extends string = never>(description: string, indexed: Indexed<Index> = {}) =>
  RequestField({ schema: { allOf: [REGION], description }, ...indexed });

/** `lang` of operations that have it; EN_US when not set. */
export const LangField = () =>
  ChoiceField(
    LANGS,
    'Language of category names and error texts: EN_US English (when not set), ZH_CN Chinese; a missing translation ' +
      'falls back to English.',
    { default: DEFAULT_LANG },
  );

const FLAGS = [true, false, 1, 0];

/** true or false; 1 and 0 are accepted. */
export const FlagFilterField = <Index extends string = never>(
  description: string,
  { deprecated, ...indexed }: Indexed<Index> & { readonly deprecated?: Deprecation } = {},
) =>
  RequestField(
    {
      schema: {
        oneOf: [{ type: 'boolean' }, { type: 'integer', format: 'int32', enum: [0, 1] }],
        description,
        example: true,
        deprecated,
      },
      ...indexed,
    },
    Check('flag', (given) => (FLAGS.includes(given as boolean) ? undefined : { rule: 'one_of', valid: FLAGS })),
    Read((given) => (given === 1 || given === 0 ? given === 1 : given)),
  );

/** A list of words of a closed list. */
export const ChoicesField = (
  valid: readonly string[],
  description: string,
  { most = valid.length, typeName, named, ...schema }: ChoicesOptions,
) => {
  const word = { type: 'string', enum: [...valid] };
  const items = named === undefined ? word : namedSchema(named, { ...word, description: 'Path of a field.' });
  return RequestField(
    { schema: { type: 'array', items, maxItems: most, ...schema, description }, typeName: () => words(typeName) },
    Check<readonly string[]>('choices', (given) =>
      brokenListRules([given].flat(), most, (word) =>
        valid.includes(word as string) ? undefined : { rule: 'one_of', valid },
      ),
    ),
  );
};

/** A whole number from 1, to `most` where it is set. */
export const CountField = (
  most: number | undefined,
  description: string,
  schema: { default?: number; example?: number } = {},
) => {
  const bounds = most === undefined ? { format: 'int64' } : { format: 'int32', maximum: most };
  return RequestField({ schema: { type: 'integer', minimum: 1, ...bounds, ...schema, description } });
};

/** `pagesize`: a whole number from 1 to `most`. */
export const PageSizeField = (most = MAX_PAGE_SIZE) =>
  CountField(most, `Records per page, 1 to ${most}; ${DEFAULT_PAGE_SIZE} when not set.`, {
    default: DEFAULT_PAGE_SIZE,
    example: DEFAULT_PAGE_SIZE,
  });

/** `page`: a whole number from 1; page * pagesize must stay within the operation's window. */
export const PageField = (window: number) => {
  const description = `Page number, from 1; 1 when not set. page * pagesize must be at most ${window}.`;
  const type = { type: 'integer', format: 'int32', minimum: 1, default: 1 };
  return RequestField(
    { schema: { ...type, description, example: 1 } },
    Rule<unknown, { readonly pagesize?: number }>(
      'page_window',
      (page, { pagesize: size = DEFAULT_PAGE_SIZE }) => {
        const given = numberIn(page) * numberIn(size);
        const isSize = Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE;
        if (!isSize || !(given > window)) return undefined;
        const detail = `page ${showValue(page)}, pagesize ${showValue(size)}`;
        return { rule: 'page_window', given, limit: window, detail };
      },
      { others: ['pagesize'], limit: window },
    ),
  );
};

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
export function itemFields(given: unknown): Pick<BrokenRule, 'given' | 'at'>[] {
  return [given].flat().map((item: unknown, index) => ({
    given: (item as { field?: unknown } | null | undefined)?.field,
    at: `${Array.isArray(given) ? `[${index}]` : ''}.field`,
  }));
}

/** The sort fields that are repeated. A repeated invalid one has an error already. */
function repeatedFields(sent: unknown, valid: readonly unknown[]): BrokenRule[] {
  const items = itemFields(sent).filter((item) => valid.includes(item.given));
  const repeated = items.filter(({ given }, index) => items.findIndex((item) => item.given === given) < index);
  return repeated.map((item) => ({ rule: 'duplicate', ...item }));
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
