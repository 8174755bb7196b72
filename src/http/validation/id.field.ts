import {
  cleanId,
  isAddressText,
  isIdText,
  LOSSY_DIGITS,
  MAX_ADDRESS_CHARACTERS,
  MAX_ID_CHARACTERS,
  SENT_ID,
} from '../../common/id.js';
import { FIELDS_OF_HANDLES, isOfHosts, readAddress } from '../../common/page-address.js';
import { requestScope } from '../../common/request-scope.js';
import { words } from '../../common/errors/error-texts.js';
import { namedSchema, type Schema } from '../../fields/schema.js';
import type { BrokenRule } from '../../common/errors/failure.js';
import { type Explain, Rule } from './broken-rule.js';
import { brokenListRules, type Indexed, Read, RequestField } from './request-field.js';

const MAX_LISTED_IDS = 100;
/** Signs that people put between ids. */
const BETWEEN_IDS = /[\s,;\u060c\u3001\ufe50\ufe51\uff0c\uff64]+/u;

/** Texts that have an id or its number, and are none. */
const NO_ID = new RegExp(`^(?:${LOSSY_DIGITS}|https?://.*|\\d+(?:;\\d*)+)$`, 'i');

/** The rule that a value breaks as an id in a field of this name. */
function brokenIdRule(given: unknown, field: string): BrokenRule | undefined {
  if (Number.isSafeInteger(given)) return undefined;
  if (typeof given === 'bigint')
    return BigInt.asIntN(64, given) === given ? undefined : { rule: 'type', detail: words('id_of_64_bits') };
  if (Number.isInteger(given)) return { rule: 'type', detail: words('id_digits') };
  if (typeof given !== 'string') return { rule: 'type', detail: words('id') };
  const id = cleanId(given);
  if (id === '') return { rule: 'empty', detail: 'name an id' };
  const isNone = NO_ID.test(id);
  if (isIdText(id) && !isNone) return undefined;
  const parts = id.split(BETWEEN_IDS).filter(Boolean).map(cleanId);
  const several = isAddressText(parts[0] ?? '') ? parts.filter(isAddressText) : parts;
  // Only the query of an address may have commas.
  const isOne = several.length === 1 && !BETWEEN_IDS.test(id.split('?')[0] ?? '');
  if (isOne && isAddressText(id)) return brokenAddressRule(id, field);
  if (!isNone && [...id].every(isIdText)) {
    return { rule: 'max_length', limit: MAX_ID_CHARACTERS, detail: String([...id].length) };
  }
  const areIds = several.every(isAddressText) || ((!isNone || id.includes(';')) && several.every(isIdText));
  return { rule: 'id', ...(several.length > 1 && areIds && { detail: JSON.stringify(several.slice(0, 2)) }) };
}

/** The rule that an address breaks in a field of this name. */
function brokenAddressRule(address: string, field: string): BrokenRule | undefined {
  const [{ length }, { pageHosts = [] }] = [[...address], requestScope()];
  if (length > MAX_ADDRESS_CHARACTERS)
    return { rule: 'max_length', limit: MAX_ADDRESS_CHARACTERS, detail: String(length) };
  if (!isOfHosts(address, pageHosts))
    return { rule: 'address', detail: words('other_host', { hosts: pageHosts.join(', ') }) };
  const page = readAddress(address);
  if (page?.field === field) return undefined;
  if (page !== undefined && page.field === FIELDS_OF_HANDLES[field]) return { rule: 'handle' };
  return { rule: 'address', detail: page === undefined ? words('no_page') : words('other_page', { ...page }) };
}

/** The text of a valid id without the signs around it, or the id that its address names. */
function idIn(given: unknown): string {
  const id = cleanId(String(given));
  return (isAddressText(id) ? readAddress(id)?.id : undefined) ?? id;
}

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

type EachId = (id: unknown) => BrokenRule | undefined;

const refuseHandle: EachId = (id) =>
  typeof id === 'string' && id.trim().startsWith('@') ? { rule: 'handle' } : undefined;

/** Checks and reads a field of ids by its name. @param rulesOf makes the check of the field from that of an id */
const IdRules =
  (
    rulesOf: (each: EachId) => Explain,
    read: (id: string) => string = String,
    isAlwaysList = false,
  ): PropertyDecorator =>
  (prototype, property) => {
    const field = String(property);
    const ruleOf: EachId = (id) => brokenIdRule(id, field);
    const toId = (id: unknown): unknown => (ruleOf(id) === undefined ? read(idIn(id)) : id);
    if (field in FIELDS_OF_HANDLES) Rule('handle', rulesOf(refuseHandle))(prototype, property);
    Rule('id', rulesOf(ruleOf))(prototype, property);
    Read((given) => {
      if (given === undefined) return given;
      return isAlwaysList || Array.isArray(given) ? [...new Set([given].flat().map(toId))] : toId(given);
    })(prototype, property);
  };

/** An id: a string, or an integer taken digit for digit. */
export const SingleIdField = <Index extends string = never>(
  description: string,
  options: Indexed<Index> & { readonly required?: boolean } = {},
) =>
  RequestField(
    { schema: { allOf: [ID], description, example: EXAMPLE }, ...options },
    IdRules((each) => each),
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
    IdRules(brokenIds, read, true),
  );

/** As `IdListField`, but a single id stays one. */
export const IdOrListField = (description: string) =>
  RequestField({ schema: { allOf: [IDS], description, example: EXAMPLE }, required: true }, IdRules(brokenIds));
