import type { Range } from '../../query/request.js';
import { LANGS } from '../../reference/lang.js';
import { REGION_CODES } from '../../reference/regions.js';
import type { FaultDraft } from './fault-draft.js';
import { closest, showValue, unknownField } from './fault-draft.js';
import type { FieldRule } from './request-field.js';
import { RequestField } from './request-field.js';

export const MAX_KEYWORD_CHARACTERS = 120;
export const MAX_PAGE_SIZE = 100;
const MAX_LISTED_IDS = 100;
const MAX_ID_CHARACTERS = 64;
const FIRST_13_DIGIT_NUMBER = 1e12;

type Drafts = FaultDraft[];
const wrongType = (given: unknown, detail: string): Drafts => [{ rule: 'type', given, detail }];

const isNumber = (given: unknown): given is number | bigint => typeof given === 'bigint' || Number.isFinite(given);

/** Why `given` is no number of the kind wanted; a quoted one gets a hint. */
function checkNumber(given: unknown, kind: 'integer' | 'number'): Drafts {
  if (isNumber(given) && (kind === 'number' || Number.isInteger(Number(given)))) return [];
  if (typeof given === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(given)) return [{ rule: 'quoted_number', given }];
  return wrongType(given, kind === 'integer' ? 'an integer' : 'a number');
}

function checkInteger(given: unknown, min: number, max = Infinity): Drafts {
  const drafts = checkNumber(given, 'integer');
  if (drafts.length > 0) return drafts;
  if ((given as number | bigint) < min) return [{ rule: 'min', given, limit: min }];
  return (given as number | bigint) > max ? [{ rule: 'max', given, limit: max }] : [];
}

const isUnitedKingdom = (given: unknown): boolean => typeof given === 'string' && given.toUpperCase() === 'UK';

type Choice = string | number | boolean;

/** Why `given` is none of a closed list. */
export function checkOneOf(given: unknown, valid: readonly Choice[]): Drafts {
  if (valid.includes(given as Choice)) return [];
  if (typeof valid[0] === 'number' && typeof given === 'string') {
    const quoted = checkNumber(given, 'integer');
    if (quoted[0]?.rule === 'quoted_number') return quoted;
  }
  const did_you_mean = isUnitedKingdom(given) && valid.includes('GB') ? 'GB' : closest(given, valid);
  return [{ rule: 'one_of', given, valid, ...(did_you_mean !== undefined && { did_you_mean }) }];
}

/** A region code of the interface document's list. */
export const RegionField = (description: string) =>
  RequestField({
    check: (given) => checkOneOf(given, REGION_CODES),
    document: { type: 'string', enum: [...REGION_CODES], description },
  });

/** `lang` of operations that have it; EN_US when not set. */
export const LangField = () =>
  RequestField({
    check: (given) => checkOneOf(given, LANGS),
    fallback: 'EN_US',
    document: {
      type: 'string',
      enum: [...LANGS],
      default: 'EN_US',
      description:
        'Language of category names and error texts: EN_US English, ZH_CN Chinese; a missing translation falls back to English.',
    },
  });

/** One of a closed list of whole numbers or words. */
export const ChoiceField = (
  valid: readonly (string | number)[],
  description: string,
  options: { deprecated?: boolean } = {},
) =>
  RequestField({
    check: (given) => checkOneOf(given, valid),
    document: { type: typeof valid[0] === 'number' ? 'integer' : 'string', enum: [...valid], description, ...options },
  });

/** true or false; 1 and 0 are taken too. */
export const FlagFilterField = (description: string, options: { deprecated?: boolean } = {}) =>
  RequestField({
    check: (given) => checkOneOf(given, [true, false, 1, 0]),
    read: (given) => given === true || given === 1,
    document: { oneOf: [{ type: 'boolean' }, { type: 'integer', enum: [0, 1] }], description, ...options },
  });

/** A category ID: any whole number; one that exists nowhere matches nothing. */
export const CategoryIdField = (description: string) =>
  RequestField({
    check: (given) => checkNumber(given, 'integer'),
    read: Number,
    document: { type: 'integer', description },
  });

function checkId(given: unknown, at = ''): Drafts {
  if (typeof given === 'bigint' || Number.isSafeInteger(given)) return [];
  if (Number.isInteger(given)) {
    return [{ rule: 'type', at, given, detail: 'a string of digits (as a number it would lose digits)' }];
  }
  if (typeof given !== 'string') return [{ rule: 'type', at, given, detail: 'a string, or an integer' }];
  if (given.trim() === '') return [{ rule: 'empty', at, given, detail: 'name an id' }];
  const length = [...given].length;
  return length > MAX_ID_CHARACTERS
    ? [{ rule: 'max_length', at, given, limit: MAX_ID_CHARACTERS, detail: String(length) }]
    : [];
}

const ID_SCHEMA = {
  oneOf: [{ type: 'string', minLength: 1, maxLength: MAX_ID_CHARACTERS, pattern: '\\S' }, { type: 'integer' }],
};

/** An id: a string, or an integer taken digit for digit. */
export const IdField = (description: string) =>
  RequestField({ check: (given) => checkId(given), read: String, document: { ...ID_SCHEMA, description } });

/** An id or a list of 1 to 100 of them. */
export const IdListField = (description: string) =>
  RequestField({
    check: (given) => {
      if (!Array.isArray(given)) return checkId(given);
      if (given.length === 0) return [{ rule: 'empty', given, detail: 'list at least one id' }];
      if (given.length > MAX_LISTED_IDS) {
        return [{ rule: 'max_items', given: given.length, limit: MAX_LISTED_IDS, detail: String(given.length) }];
      }
      return given.flatMap((id: unknown, index) => checkId(id, `[${index}]`));
    },
    read: (given) => (Array.isArray(given) ? given : [given]).map(String),
    document: {
      oneOf: [...ID_SCHEMA.oneOf, { type: 'array', minItems: 1, maxItems: MAX_LISTED_IDS, items: ID_SCHEMA }],
      description,
    },
  });

/** What the bounds of a range measure: it decides which of them are possible. */
export type RangeUnit = 'count' | 'percent' | 'unbounded_percent' | 'amount' | 'gmv' | 'unix_seconds';

const RANGE_NOTES: Record<RangeUnit, string> = {
  count: 'Both ends inclusive; one is enough; not negative.',
  percent: 'Percent, 10 means 10 %, within 0 to 100. Both ends inclusive; one is enough.',
  unbounded_percent: 'Percent, 10 means 10 %. Both ends inclusive; one is enough; not negative.',
  amount: 'In the currency of the region. Both ends inclusive; one is enough; not negative.',
  gmv: 'In the currency of the region; may be negative. Both ends inclusive; one is enough.',
  unix_seconds: 'Unix seconds. Both ends inclusive; one is enough.',
};

function checkBound(given: unknown, at: string, unit: RangeUnit): Drafts {
  const drafts = checkNumber(given, 'number');
  if (drafts.length > 0) return drafts.map((draft) => ({ ...draft, at }));
  const bound = Number(given);
  if (unit !== 'gmv' && bound < 0) return [{ rule: 'min', at, given, limit: 0 }];
  if (unit === 'percent' && bound > 100) return [{ rule: 'max', at, given, limit: 100 }];
  if (unit === 'unix_seconds' && bound >= FIRST_13_DIGIT_NUMBER) {
    return [{ rule: 'milliseconds', at, given, detail: String(Math.floor(bound / 1000)) }];
  }
  return [];
}

function checkRange(given: unknown, unit: RangeUnit): Drafts {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return wrongType(given, 'an object {min, max}');
  }
  const { min, max, ...others } = given as Record<string, unknown>;
  const unknown = Object.keys(others).map((property) => unknownField(property, ['min', 'max']));
  const bounds = [
    ...(min === undefined || min === null ? [] : checkBound(min, '.min', unit)),
    ...(max === undefined || max === null ? [] : checkBound(max, '.max', unit)),
  ];
  if (unknown.length + bounds.length > 0) return [...unknown, ...bounds];
  if ((min ?? max ?? null) === null) return [{ rule: 'empty', given, detail: 'have min, max or both' }];
  const ordered = (min ?? null) === null || (max ?? null) === null || Number(min) <= Number(max);
  return ordered ? [] : [{ rule: 'min_above_max', given }];
}

function readRange(given: unknown): Range {
  const { min, max } = given as { min?: unknown; max?: unknown };
  const range: { min?: number; max?: number } = {};
  if (min !== undefined && min !== null) range.min = Number(min);
  if (max !== undefined && max !== null) range.max = Number(max);
  return range;
}

/** A range `{min, max}`; `needs` names sibling fields of which one must be set beside it. */
export const RangeField = (
  unit: RangeUnit,
  description: string,
  options: { required?: boolean; needs?: readonly string[] } = {},
) => {
  const { needs, required } = options;
  const bound = {
    type: 'number' as const,
    nullable: true,
    ...(unit !== 'gmv' && { minimum: 0 }),
    ...(unit === 'percent' && { maximum: 100 }),
  };
  const rule: FieldRule = {
    check: (given, holder) => {
      const isSet = (field: string) => ((holder as Record<string, unknown>)[field] ?? null) !== null;
      const missing: Drafts =
        needs === undefined || needs.some(isSet) ? [] : [{ rule: 'needs', given, detail: needs.join(' or ') }];
      return [...checkRange(given, unit), ...missing];
    },
    read: readRange,
    ...(required === true && { required }),
    document: {
      type: 'object',
      description: `${description} ${RANGE_NOTES[unit]}${needs === undefined ? '' : ` Must be used with ${needs.join(' or ')}.`}`,
      properties: {
        min: { ...bound, description: 'Lower bound, inclusive.' },
        max: { ...bound, description: 'Upper bound, inclusive.' },
      },
      additionalProperties: false,
      minProperties: 1,
    },
  };
  return RequestField(rule);
};

/** `keywords`: text, trimmed, at most 120 Unicode code points; unpaired surrogates count and match as U+FFFD. */
export const KeywordsField = (description: string) =>
  RequestField({
    check: (given) => {
      if (typeof given !== 'string') return wrongType(given, 'a string');
      const length = [...given.trim()].length;
      return length > MAX_KEYWORD_CHARACTERS
        ? [{ rule: 'max_length', given, limit: MAX_KEYWORD_CHARACTERS, detail: String(length) }]
        : [];
    },
    read: (given) => (given as string).trim().toWellFormed(),
    fallback: '',
    document: { type: 'string', maxLength: MAX_KEYWORD_CHARACTERS, default: '', description },
  });

function checkSortItem(item: unknown, at: string, fields: readonly string[]): Drafts {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return [{ rule: 'type', at, given: item, detail: 'a sort item {field, order}' }];
  }
  const { field, order, ...others } = item as Record<string, unknown>;
  const drafts = Object.keys(others).map((property) => unknownField(property, ['field', 'order'], at));
  if ((field ?? null) === null) drafts.push({ rule: 'required', at: `${at}.field`, given: field });
  else drafts.push(...checkOneOf(field, fields).map((draft) => ({ ...draft, at: `${at}.field` })));
  if ((order ?? null) !== null) {
    drafts.push(...checkOneOf(order, ['desc']).map((draft) => ({ ...draft, at: `${at}.order` })));
  }
  return drafts;
}

const itemsOf = (given: unknown): unknown[] => (Array.isArray(given) ? given : [given]);

/** Faults of an `orderby` value for the fields an operation sorts by: each at most once, descending. */
export function checkOrderby(given: unknown, fields: readonly string[]): Drafts {
  if (typeof given !== 'object') return wrongType(given, 'an array of sort items {field, order}');
  const items = itemsOf(given);
  const seen = new Set<unknown>();
  return items.flatMap((item, index) => {
    const at = Array.isArray(given) ? `[${index}]` : '';
    const drafts = checkSortItem(item, at, fields);
    const field = (item as { field?: unknown } | null)?.field;
    const repeated = drafts.length === 0 && seen.has(field);
    seen.add(field);
    return repeated ? [{ rule: 'duplicate', at: `${at}.field`, given: field }] : drafts;
  });
}

/** `orderby`: an array of sort items, applied in turn; a single object is taken as an array of one. */
export const OrderbyField = (fields: readonly string[], description: string, check?: FieldRule['check']) =>
  RequestField({
    check: check ?? ((given) => checkOrderby(given, fields)),
    read: (given) => itemsOf(given).map((item) => ({ field: (item as { field: string }).field, order: 'desc' })),
    fallback: [],
    document: {
      type: 'array',
      description,
      default: [],
      maxItems: fields.length,
      items: {
        type: 'object',
        required: ['field'],
        additionalProperties: false,
        properties: {
          field: { type: 'string', enum: [...fields], description: 'What to sort by.' },
          order: {
            type: ['string', 'null'],
            enum: ['desc', null],
            default: 'desc',
            description: 'Descending is the only order.',
          },
        },
      },
    },
  });

const DEFAULT_PAGE_SIZE = 10;

/** `page`: a whole number from 1; page * pagesize must stay within the operation's window. */
export const PageField = (window: number) =>
  RequestField({
    check: (given, holder) => {
      const drafts = checkInteger(given, 1);
      return drafts.length > 0 ? drafts : checkWindow(given, holder, window);
    },
    fallback: 1,
    document: {
      type: 'integer',
      minimum: 1,
      default: 1,
      description: `Page number, from 1. page * pagesize must be at most ${window}.`,
    },
  });

/** `pagesize`: a whole number from 1 to 100. */
export const PageSizeField = () =>
  RequestField({
    check: (given) => checkInteger(given, 1, MAX_PAGE_SIZE),
    fallback: DEFAULT_PAGE_SIZE,
    document: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      default: DEFAULT_PAGE_SIZE,
      description: 'Records per page, 1 to 100.',
    },
  });

function checkWindow(page: unknown, holder: object, window: number): Drafts {
  const pagesize = (holder as { pagesize?: unknown }).pagesize ?? DEFAULT_PAGE_SIZE;
  if (checkInteger(pagesize, 1, MAX_PAGE_SIZE).length > 0) return [];
  const product = Number(page) * (pagesize as number);
  if (product <= window) return [];
  const detail = `page ${showValue(page)}, pagesize ${showValue(pagesize)}`;
  return [{ rule: 'page_window', given: product, limit: window, detail }];
}
