import { ERROR_TEXTS, writeError } from '../../common/errors/error-texts.js';
import type { BrokenRule, PlacedRule } from '../../common/errors/failure.js';
import { DocumentedField, Fields, SOMETIMES, TextField, WholeField } from '../../fields/field.js';
import type { Lang } from '../../common/lang.js';
import { nearestName } from '../../common/nearest-name.js';
import SYNONYMS from './synonyms.json' with { type: 'json' };

/** An error of a request, as `data.errors` of its answer lists it. */
export class ErrorFault extends Fields({
  path: TextField('Where: a path such as `filter.price_range.min` or `orderby[0].field`; `body` for the whole body', {
    required: true,
    example: 'filter.region',
  }),
  rule: DocumentedField<string>({
    type: String,
    description: 'Which rule',
    enum: Object.keys(ERROR_TEXTS),
    example: 'one_of',
  }),
  message: TextField('A sentence with the offending value, cut at 100 characters, in the language of the request', {
    required: true,
    example: 'filter.region is "UK"; it must be one of US, GB, MX. Did you mean GB?',
  }),
  valid: DocumentedField<BrokenRule['valid']>({
    description: 'The valid values, where they are a closed list',
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer', format: 'int32' }, { type: 'boolean' }] },
    required: false,
    example: ['US', 'GB', 'MX'],
  }),
  did_you_mean: TextField('The valid value that was probably meant', { ...SOMETIMES, example: 'GB' }),
  limit: WholeField('The limit that was passed', { ...SOMETIMES, example: 5000 }),
}) {}

/** Characters of what was sent that an error repeats. */
export const SHOWN_CHARACTERS = 100;

/** Signs that nobody sees in a message, of one UTF-16 unit each. */
const INVISIBLE = /[\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;

/** The value as JSON, invisible signs as escapes, at most 100 characters of it; big integers digit for digit, numbers beyond the largest as Infinity. */
export function showValue(value: unknown): string {
  const isOutsideJson = (inner: unknown): boolean =>
    typeof inner === 'bigint' || inner === Infinity || inner === -Infinity;
  const json =
    JSON.stringify(value, (_, inner: unknown) => (isOutsideJson(inner) ? `\u0000${String(inner)}` : inner))?.replace(
      /"\\u0000(-?(?:\d+|Infinity))"/g,
      '$1',
    ) ?? 'missing';
  const characters = [...json.replace(INVISIBLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)];
  return characters.length <= SHOWN_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}

/** The valid value that was probably meant: another operation's or another API's name for it, or one that is nearly the same. */
function closest(given: unknown, valid: readonly unknown[]): string | undefined {
  if (typeof given !== 'string') return undefined;
  const nameOf = (name: string): string => name.toLowerCase().replace(/_range$/, '');
  const names = valid.map(String);
  const groups = SYNONYMS.filter((group) => group.includes(nameOf(given)));
  const [synonym] = groups.flatMap((group) => names.filter((name) => group.includes(nameOf(name))));
  return synonym ?? nearestName(given, names);
}

/** A broken rule as an error, in a language. */
export function fieldError({ path, rule, given, valid, limit, detail }: PlacedRule, lang: Lang): ErrorFault {
  const facts = { valid, did_you_mean: valid && closest(given, valid), limit };
  const text = typeof detail === 'object' ? detail[lang] : detail;
  const message = writeError(rule, { path, given: showValue(given), ...facts, detail: text }, lang);
  return { path, rule, message, ...facts };
}
