import { applyDecorators } from '@nestjs/common';
import { IsIn, IsString, Max, Min } from 'class-validator';
import { LANGS } from '../../common/lang.js';
import { REGION_CODES } from '../../common/regions.js';
import type { Explain } from './broken-rule.js';
import { Check, refusedAs } from './broken-rule.js';
import { namedSchema } from '../../common/fields/schema.js';
import type { Indexed } from './request-field.js';
import { Published, Read, RequestField } from './request-field.js';
import { showValue } from './request-errors.js';

export const MAX_KEYWORD_CHARACTERS = 120;
export const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 10;

const isQuotedNumber = (given: unknown): boolean => typeof given === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(given);

/** Refuses a value of another type than the given kind of number; a quoted number gets a hint. */
export const wrongNumber =
  (kind: string): Explain =>
  (given) =>
    isQuotedNumber(given) ? { rule: 'quoted_number' } : { rule: 'type', detail: kind };

/** The bounds of numbers: beyond them comparisons would be rounded. */
export const NUMBER_BOUNDS = { minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

export const AtLeast = (limit: number) => Min(limit, refusedAs({ rule: 'min', limit }));
export const AtMost = (limit: number) => Max(limit, refusedAs({ rule: 'max', limit }));

/** Converts the bigint of a number beyond 2^53. Later bounds override these. */
export const AsNumber = () =>
  applyDecorators(
    Read((given) => (typeof given === 'bigint' ? Number(given) : given)),
    AtLeast(NUMBER_BOUNDS.minimum),
    AtMost(NUMBER_BOUNDS.maximum),
  );

/** Requires an integer within ±(2^53 − 1). */
export const IsInteger = () =>
  applyDecorators(Check<number>('integer', Number.isInteger, refusedAs(wrongNumber('an integer'))), AsNumber());

type Choice = string | number | boolean;

/** Requires a value of a closed list. */
const OneOf = (valid: readonly Choice[]) =>
  IsIn(
    valid,
    refusedAs((given) =>
      typeof valid[0] === 'number' && isQuotedNumber(given) ? { rule: 'quoted_number' } : { rule: 'one_of', valid },
    ),
  );

interface ChoiceOptions<Index extends string> extends Indexed<Index> {
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly default?: string;
  readonly example?: string;
}

/** One of a closed list of whole numbers or words. */
export const ChoiceField = <Index extends string = never>(
  valid: readonly (string | number)[],
  description: string,
  { required = false, index, flags, facet, ...schema }: ChoiceOptions<Index> = {},
) =>
  RequestField(
    {
      schema: {
        ...(typeof valid[0] === 'number' ? { type: 'integer', format: 'int32' } : { type: 'string' }),
        enum: [...valid],
        description,
        example: valid[0],
        ...schema,
      },
      required,
      index,
      flags,
      facet,
    },
    OneOf(valid),
  );

const REGION = namedSchema('Region', {
  type: 'string',
  enum: REGION_CODES,
  description: 'Region code.',
  example: REGION_CODES[0],
});

/** A region code (docs/api.md, "Requests"). */
export const RegionField = <Index extends string = never>(description: string, indexed: Indexed<Index> = {}) =>
  RequestField({ schema: { allOf: [REGION], description }, ...indexed }, OneOf(REGION_CODES));

/** `lang` of operations that have it; EN_US when not set. */
export const LangField = () =>
  ChoiceField(
    LANGS,
    'Language of category names and error texts: EN_US English (when not set), ZH_CN Chinese; a missing translation ' +
      'falls back to English.',
    { default: 'EN_US' },
  );

/** true or false; 1 and 0 are accepted. */
export const FlagFilterField = <Index extends string = never>(
  description: string,
  { index, facet, ...schema }: Indexed<Index> & { readonly deprecated?: boolean } = {},
) =>
  RequestField(
    {
      schema: {
        oneOf: [{ type: 'boolean' }, { type: 'integer', format: 'int32', enum: [0, 1] }],
        description,
        example: true,
        ...schema,
      },
      index,
      facet,
    },
    OneOf([true, false, 1, 0]),
    Read((given) => (given === 1 ? true : given === 0 ? false : given)),
  );

/** A category id: any integer up to 2^53 - 1. An unknown one matches nothing. */
export const CategoryIdField = <Index extends string = never>(
  description: string,
  example?: number,
  { required = false, ...indexed }: Indexed<Index> & { readonly required?: boolean } = {},
) =>
  RequestField(
    {
      schema: {
        type: 'integer',
        format: 'int64',
        ...NUMBER_BOUNDS,
        description,
        ...(example !== undefined && { example }),
      },
      required,
      ...indexed,
    },
    IsInteger(),
  );

const lengthOf = (text: unknown): number => (typeof text === 'string' ? [...text.trim()].length : 0);

/** `keywords`: text, trimmed, at most 120 Unicode code points; unpaired surrogates count and match as U+FFFD. */
export const KeywordsField = (description: string, example = 'lipstick') =>
  RequestField(
    { schema: { type: 'string', maxLength: MAX_KEYWORD_CHARACTERS, default: '', description, example } },
    IsString(refusedAs({ rule: 'type', detail: 'a string' })),
    Check(
      'maxCodePoints',
      (text) => lengthOf(text) <= MAX_KEYWORD_CHARACTERS,
      refusedAs((given) => ({ rule: 'max_length', limit: MAX_KEYWORD_CHARACTERS, detail: String(lengthOf(given)) })),
    ),
    Published(
      'max_length',
      `keywords are trimmed and then have at most ${MAX_KEYWORD_CHARACTERS} Unicode code points.`,
    ),
    Read((given) => (typeof given === 'string' ? unquoted(given.trim()).toWellFormed() : given)),
  );

/** Removes quotation marks around the whole text: `"iphone 15"` is not a length in inches. */
const unquoted = (text: string): string => /^"([^"]*)"$/.exec(text)?.[1]?.trim() ?? text;

/** A whole number from 1 to `most`. */
export const CountField = (most: number, description: string, schema: { default?: number; example?: number } = {}) =>
  RequestField(
    { schema: { type: 'integer', format: 'int32', minimum: 1, maximum: most, ...schema, description } },
    IsInteger(),
    AtLeast(1),
    AtMost(most),
  );

/** `pagesize`: a whole number from 1 to `most`. */
export const PageSizeField = (most = MAX_PAGE_SIZE) =>
  CountField(most, `Records per page, 1 to ${most}; ${DEFAULT_PAGE_SIZE} when not set.`, {
    default: DEFAULT_PAGE_SIZE,
    example: DEFAULT_PAGE_SIZE,
  });

const isPageSize = (given: unknown): given is number =>
  Number.isInteger(given) && Number(given) >= 1 && Number(given) <= MAX_PAGE_SIZE;

/** `page`: a whole number from 1; page * pagesize must stay within the operation's window. */
export const PageField = (window: number) =>
  RequestField(
    {
      schema: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        default: 1,
        description: `Page number, from 1; 1 when not set. page * pagesize must be at most ${window}.`,
        example: 1,
        'x-window': window,
      },
      window,
    },
    IsInteger(),
    AtLeast(1),
    Check<number>(
      'pageWindow',
      (page, { pagesize = DEFAULT_PAGE_SIZE }) => !isPageSize(pagesize) || page * pagesize <= window,
      refusedAs((page, { pagesize }) => ({
        rule: 'page_window',
        given: Number(page) * Number(pagesize ?? DEFAULT_PAGE_SIZE),
        limit: window,
        detail: `page ${showValue(page)}, pagesize ${showValue(pagesize ?? DEFAULT_PAGE_SIZE)}`,
      })),
    ),
    Published('page_window', () => `page * pagesize must be at most ${window}; larger values are rejected.`, [
      'pagesize',
    ]),
  );
