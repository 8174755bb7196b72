import { cleanId, isIdText, LOSSY_DIGITS, MAX_ID_CHARACTERS, SENT_ID } from '../../common/id.js';
import { words } from '../../common/errors/error-texts.js';
import { namedSchema, type Schema } from '../../fields/schema.js';
import type { BrokenRule } from '../../common/errors/failure.js';
import { Rule } from './broken-rule.js';
import { brokenListRules, type Indexed, Read, RequestField } from './request-field.js';

const MAX_LISTED_IDS = 100;
/** Signs that people put between ids. */
const BETWEEN_IDS = /[\s,;\u060c\u3001\ufe50\ufe51\uff0c\uff64]+/u;

/** Texts that have an id or its number, and are none. */
const NO_ID = new RegExp(`^(?:${LOSSY_DIGITS}|https?://.*|\\d+(?:;\\d*)+)$`, 'i');

/** The rule that a value breaks as an id. */
function brokenIdRule(given: unknown): BrokenRule | undefined {
  if (Number.isSafeInteger(given)) return undefined;
  if (typeof given === 'bigint')
    return BigInt.asIntN(64, given) === given ? undefined : { rule: 'type', detail: words('id_of_64_bits') };
  if (Number.isInteger(given)) return { rule: 'type', detail: words('id_digits') };
  if (typeof given !== 'string') return { rule: 'type', detail: words('id') };
  const id = cleanId(given);
  if (id === '') return { rule: 'empty', detail: 'name an id' };
  const isNone = NO_ID.test(id);
  if (isIdText(id) && !isNone) return undefined;
  if (!isNone && [...id].every(isIdText)) {
    return { rule: 'max_length', limit: MAX_ID_CHARACTERS, detail: String([...id].length) };
  }
  const several = isNone && !id.includes(';') ? [] : id.split(BETWEEN_IDS).filter(Boolean).map(cleanId);
  const isList = several.length > 1 && several.every(isIdText);
  return { rule: 'id', ...(isList && { detail: JSON.stringify(several.slice(0, 2)) }) };
}

/** Converts an id to its text without the signs around it; leaves an invalid one unchanged. */
const asText = (given: unknown, read: (id: string) => string): unknown =>
  brokenIdRule(given) === undefined ? read(cleanId(String(given))) : given;

const ID_SCHEMA = {
  oneOf: [
    { type: 'string', pattern: SENT_ID },
    { type: 'integer', format: 'int64' },
  ],
};
const ID = namedSchema('Id', { ...ID_SCHEMA, description: 'A string, or an integer taken digit for digit.' });
const EXAMPLE = '7495123456789012345';

/** Returns the rules that an id or a list of 1 to 100 of them breaks. @param each returns the rule that one id breaks */
export const brokenIds = (each: (id: unknown) => BrokenRule | undefined) => (given: unknown) =>
  Array.isArray(given) ? brokenListRules(given, MAX_LISTED_IDS, each, 'id') : each(given);

/** Refuses handles in a field of UIDs. */
const NoHandles: PropertyDecorator = (prototype, field) => {
  const isHandle = (id: unknown): boolean => typeof id === 'string' && id.trim().startsWith('@');
  const each = (id: unknown): BrokenRule | undefined => (isHandle(id) ? { rule: 'handle' } : undefined);
  if (field === 'uid') Rule('handle', brokenIds(each))(prototype, field);
};

/** An id: a string, or an integer taken digit for digit. */
export const SingleIdField = <Index extends string = never>(
  description: string,
  options: Indexed<Index> & { readonly required?: boolean } = {},
) =>
  RequestField(
    { schema: { allOf: [ID], description, example: EXAMPLE }, ...options },
    NoHandles,
    Rule('id', brokenIdRule),
    Read((given) => asText(given, String)),
  );

/** The schema of a list of 1 to 100 ids. */
export const idList = (items: Schema): Schema => ({ type: 'array', minItems: 1, maxItems: MAX_LISTED_IDS, items });

const IDS = namedSchema('Ids', {
  // A union in a list in a union is more than generators name.
  oneOf: [...ID_SCHEMA.oneOf, idList({ type: ['string', 'integer'], format: 'int64', pattern: SENT_ID })],
  description: 'An ID, or a list of 1 to 100 of them.',
});

/** An id or a list of 1 to 100 of them, each taken once. @param read converts a valid id */
export const IdListField = <Index extends string = never>(
  description: string,
  indexed: Indexed<Index> = {},
  read: (id: string) => string = String,
  example = EXAMPLE,
) =>
  RequestField(
    { schema: { allOf: [IDS], description, example: [example] }, ...indexed },
    NoHandles,
    Rule('id', brokenIds(brokenIdRule)),
    Read((given) => (given === undefined ? given : [...new Set([given].flat().map((id) => asText(id, read)))])),
  );

/** As `IdListField`, but a single id stays one. */
export const IdOrListField = (description: string) =>
  RequestField(
    { schema: { allOf: [IDS], description, example: EXAMPLE }, required: true },
    NoHandles,
    Rule('id', brokenIds(brokenIdRule)),
    Read((given) =>
      Array.isArray(given) ? [...new Set(given.map((id) => asText(id, String)))] : asText(given, String),
    ),
  );
