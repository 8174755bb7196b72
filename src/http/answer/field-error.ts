import { writeError } from '../../common/errors/error-texts.js';
import type { PlacedRule } from '../../common/errors/failure.js';
import type { Lang } from '../../common/lang.js';
import { nearestName } from '../../common/nearest-name.js';
import SYNONYMS from './synonyms.json' with { type: 'json' };

/** An error of a request, as `data.errors` of its answer lists it: `ErrorFault` describes the fields. */
export interface FieldError {
  path: string;
  rule: string;
  message: string;
  valid?: readonly (string | number | boolean)[];
  did_you_mean?: string;
  limit?: number;
}

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
  const [names, group] = [valid.map(String), SYNONYMS.find((one) => one.includes(nameOf(given)))];
  return names.find((name) => group?.includes(nameOf(name))) ?? nearestName(given, names);
}

/** A broken rule as an error, in a language. */
export function fieldError({ path, rule, given, valid, limit, detail }: PlacedRule, lang: Lang): FieldError {
  const facts = { valid, did_you_mean: valid && closest(given, valid), limit };
  const text = typeof detail === 'object' ? detail[lang] : detail;
  const message = writeError(rule, { path, given: showValue(given), ...facts, detail: text }, lang);
  return { path, rule, message, ...facts };
}
