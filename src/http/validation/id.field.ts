import { ArrayMaxSize, ArrayNotEmpty } from 'class-validator';
import { ID_PATTERN, isIdText, MAX_ID_CHARACTERS } from '../../common/id.js';
import type { BrokenRule } from './broken-rule.js';
import { Check, refusedAs } from './broken-rule.js';
import type { Indexed } from './request-field.js';
import { Published, Read, RequestField } from './request-field.js';

const MAX_LISTED_IDS = 100;
const ID_CHARACTERS = new RegExp(ID_PATTERN, 'u');
/** Signs that people put between ids. */
const BETWEEN_IDS = /[\s,;\u060c\u3001\ufe50\ufe51\uff0c\uff64]+/u;

/** Whether a bigint is of `format: int64`. */
const isInt64 = (given: bigint): boolean => BigInt.asIntN(64, given) === given;

/** The rules that a value breaks as an id. */
function brokenIdRules(given: unknown, at = ''): BrokenRule[] {
  if (Number.isSafeInteger(given)) return [];
  if (typeof given === 'bigint') {
    return isInt64(given)
      ? []
      : [{ rule: 'type', at, given, detail: 'a string of digits (as an integer, at most 64 bits)' }];
  }
  if (Number.isInteger(given)) {
    return [{ rule: 'type', at, given, detail: 'a string of digits (as a number it would lose digits)' }];
  }
  if (typeof given !== 'string') return [{ rule: 'type', at, given, detail: 'a string, or an integer' }];
  const id = given.trim();
  if (id === '') return [{ rule: 'empty', at, given, detail: 'name an id' }];
  if (isIdText(id)) return [];
  if (ID_CHARACTERS.test(id)) {
    return [{ rule: 'max_length', at, given, limit: MAX_ID_CHARACTERS, detail: String([...id].length) }];
  }
  const several = id.split(BETWEEN_IDS).filter((part) => part !== '');
  const isList = several.length > 1 && several.every(isIdText);
  return [{ rule: 'id', at, given, ...(isList && { detail: JSON.stringify(several.slice(0, 2)) }) }];
}

const isId = (given: unknown): boolean => brokenIdRules(given).length === 0;

/** Converts an id to its text without the blanks around it; leaves an invalid one unchanged. */
const asText = (given: unknown): unknown => (isId(given) ? String(given).trim() : given);

const ID_SCHEMA = {
  oneOf: [
    { type: 'string', pattern: `^\\s*${ID_PATTERN.slice(1, -2)}{1,${MAX_ID_CHARACTERS}}\\s*$` },
    { type: 'integer', format: 'int64' },
  ],
};
const EXAMPLE = '7495123456789012345';

/** An id: a string, or an integer taken digit for digit. */
export const SingleIdField = <Index extends string = never>(
  description: string,
  options: Indexed<Index> & { readonly required?: boolean } = {},
) =>
  RequestField(
    { schema: { ...ID_SCHEMA, description, example: EXAMPLE }, ...options },
    Published('id'),
    Check(
      'id',
      isId,
      refusedAs((given) => brokenIdRules(given)),
    ),
    Read(asText),
  );

/** An id or a list of 1 to 100 of them, each taken once. */
export const IdListField = <Index extends string = never>(description: string, indexed: Indexed<Index> = {}) =>
  RequestField(
    {
      schema: {
        oneOf: [...ID_SCHEMA.oneOf, { type: 'array', minItems: 1, maxItems: MAX_LISTED_IDS, items: ID_SCHEMA }],
        description,
        example: [EXAMPLE],
      },
      ...indexed,
    },
    Published('id'),
    ArrayNotEmpty(refusedAs({ rule: 'empty', detail: 'list at least one id' })),
    ArrayMaxSize(
      MAX_LISTED_IDS,
      refusedAs((given) => ({ rule: 'max_items', limit: MAX_LISTED_IDS, detail: String((given as unknown[]).length) })),
    ),
    Check(
      'ids',
      (ids: unknown[]) => ids.every(isId),
      refusedAs((given) =>
        Array.isArray(given)
          ? given.flatMap((id: unknown, index) => brokenIdRules(id, `[${index}]`))
          : brokenIdRules(given),
      ),
    ),
    Read((given) => {
      const ids = given === undefined ? given : [given].flat().map(asText);
      // A list that is too long stays so.
      return ids === undefined || ids.length > MAX_LISTED_IDS ? ids : [...new Set(ids)];
    }),
  );
