import { ID_PATTERN, isIdText, MAX_ID_CHARACTERS } from '../../common/id.js';
import { type BrokenRule, Rule } from './broken-rule.js';
import { brokenListRules, type Indexed, Read, RequestField } from './request-field.js';

const MAX_LISTED_IDS = 100;
const ID_CHARACTERS = new RegExp(ID_PATTERN, 'u');
/** Signs that people put between ids. */
const BETWEEN_IDS = /[\s,;\u060c\u3001\ufe50\ufe51\uff0c\uff64]+/u;

/** The rule that a value breaks as an id. */
function brokenIdRule(given: unknown): BrokenRule | undefined {
  if (Number.isSafeInteger(given)) return undefined;
  if (typeof given === 'bigint') {
    if (BigInt.asIntN(64, given) === given) return undefined;
    return { rule: 'type', detail: 'a string of digits (as an integer, at most 64 bits)' };
  }
  if (Number.isInteger(given)) {
    return { rule: 'type', detail: 'a string of digits (as a number it would lose digits)' };
  }
  if (typeof given !== 'string') return { rule: 'type', detail: 'a string, or an integer' };
  const id = given.trim();
  if (id === '') return { rule: 'empty', detail: 'name an id' };
  if (isIdText(id)) return undefined;
  if (ID_CHARACTERS.test(id)) {
    return { rule: 'max_length', limit: MAX_ID_CHARACTERS, detail: String([...id].length) };
  }
  const several = id.split(BETWEEN_IDS).filter((part) => part !== '');
  const isList = several.length > 1 && several.every(isIdText);
  return { rule: 'id', ...(isList && { detail: JSON.stringify(several.slice(0, 2)) }) };
}

/** Converts an id to its text without the blanks around it; leaves an invalid one unchanged. */
const asText = (given: unknown): unknown => (brokenIdRule(given) === undefined ? String(given).trim() : given);

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
    Rule('id', brokenIdRule),
    Read(asText),
  );

/** An id or a list of 1 to 100 of them, each taken once. */
export const IdListField = <Index extends string = never>(description: string, indexed: Indexed<Index> = {}) => {
  const list = { type: 'array', minItems: 1, maxItems: MAX_LISTED_IDS, items: ID_SCHEMA };
  return RequestField(
    { schema: { oneOf: [...ID_SCHEMA.oneOf, list], description, example: [EXAMPLE] }, ...indexed },
    Rule('id', (given) =>
      Array.isArray(given) ? brokenListRules(given, MAX_LISTED_IDS, brokenIdRule, 'id') : brokenIdRule(given),
    ),
    Read((given) => {
      const ids = given === undefined ? given : [given].flat().map(asText);
      // A list that is too long stays so.
      return ids === undefined || ids.length > MAX_LISTED_IDS ? ids : [...new Set(ids)];
    }),
  );
};
