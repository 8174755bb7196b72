import { validateSync } from 'class-validator';
import { type FieldError, RequestFailure } from '../../common/errors/failure.js';
import { words, writeError } from '../../common/errors/error-texts.js';
import { nearestName } from '../../common/nearest-name.js';
import { type Lang, LANGS } from '../../common/lang.js';
import type { BrokenRule, JsonObject, Refusal } from './broken-rule.js';
import type { FieldsClass } from '../../fields/schema.js';
import { fieldsOf, isObject, type RequestFieldOptions } from './request-field.js';

const SHOWN_CHARACTERS = 100;
/** Bounds the answer to a request that is full of errors. */
const MOST_LISTED_ERRORS = 100;
/** Longer lists break a rule within these items. */
const MOST_ITEMS = 128;
const OPTIONS = { skipMissingProperties: true };

/** A broken rule with its path; `depth` is 0 for a field of the body. */
interface PlacedRule extends BrokenRule {
  readonly path: string;
  readonly depth: number;
}

/**
 * Checks a body as it was sent.
 * @throws RequestFailure with its first hundred errors, unknown fields first, in the language of the body
 */
export function refuseBroken(type: FieldsClass, body: object): void {
  const found = brokenIn(type, body).sort((one, other) => rank(one) - rank(other));
  if (found.length === 0) return;
  const lang = langOf(type, body);
  throw new RequestFailure(found.slice(0, MOST_LISTED_ERRORS).map((error) => fieldError(error, lang)));
}

export const refusal = (broken: BrokenRule & { readonly path: string }, lang: Lang): RequestFailure =>
  new RequestFailure([fieldError(broken, lang)]);

/** Sorts unknown fields of the filter first, then those of the body. */
const rank = ({ rule, depth }: PlacedRule): number => (rule === 'unknown' && depth < 2 ? -depth : 1);

/** The language of error texts: a valid `lang` of an operation that takes it, else English. */
function langOf(type: FieldsClass, body: object): Lang {
  const given = fieldsOf(type).has('lang') ? valueIn(body, 'lang') : undefined;
  return LANGS.find((lang) => lang === given) ?? 'EN_US';
}

/** The value of a field; undefined for null. */
const valueIn = (holder: object, name: string): unknown =>
  Object.hasOwn(holder, name) ? ((holder as JsonObject)[name] ?? undefined) : undefined;

/** The rules that an object breaks as it was sent at `path`: unknown fields, then what class-validator refuses. */
function brokenIn(type: FieldsClass, holder: object, path = '', depth = 0): PlacedRule[] {
  const fields = [...fieldsOf(type)];
  const valid = fields.map(([name]) => name);
  const unknown = Object.keys(holder).filter((name) => !valid.includes(name));
  const sent = new type() as Record<string, unknown>;
  for (const [name, { nested, fallback }] of fields) sent[name] = valueIn(holder, name) ?? (nested && fallback?.());
  const refused = new Map(
    validateSync(sent, OPTIONS).map(({ property, contexts = {} }) => [property, Object.values(contexts) as Refusal[]]),
  );
  return [
    ...unknown.map((name): PlacedRule => ({
      rule: 'unknown',
      path: path + memberPath(name),
      depth,
      given: name,
      valid,
    })),
    ...fields.flatMap(([name, field]) => {
      const refusals = refused.get(name) ?? [];
      if (refusals.length === 0 && field.nested === undefined) return [];
      return brokenAt(field, refusals, sent[name], sent, `${path}.${name}`, depth);
    }),
  ];
}

/** The rules that a field breaks. A wrong type hides errors inside a value, and these hide the first rule of the whole. */
function brokenAt(
  { nested, itemName }: RequestFieldOptions,
  refusals: readonly Refusal[],
  given: unknown,
  holder: object,
  path: string,
  depth: number,
): PlacedRule[] {
  const place = ({ explain }: Refusal): PlacedRule[] =>
    explain(given, holder).map((rule) => ({ given, ...rule, path: `${path}${rule.at ?? ''}`, depth }));
  const adjacent = refusals.filter(({ isAdjacent }) => isAdjacent).flatMap(place);
  const whole = refusals.find(({ isAdjacent }) => isAdjacent !== true);
  const first = whole === undefined ? [] : place(whole);
  const hasInner = nested !== undefined && given !== undefined && !first.some(({ rule }) => rule === 'type');
  const inner = (hasInner ? [given].flat().slice(0, MOST_ITEMS) : []).flatMap((item: unknown, index) => {
    const at = Array.isArray(given) ? `${path}[${index}]` : path;
    if (!isObject(item))
      return { rule: 'type' as const, path: at, depth, given: item, detail: itemName && words(itemName) };
    return brokenIn((nested as () => FieldsClass)(), item, at, itemName === undefined ? depth + 1 : depth + 2);
  });
  const isReportedAdjacent = (one: PlacedRule): boolean =>
    adjacent.some((other) => other.at !== undefined && other.path === one.path);
  return [...(inner.length > 0 ? inner : first).filter((one) => !isReportedAdjacent(one)), ...adjacent].sort(
    (one, other) => itemOf(one, path) - itemOf(other, path),
  );
}

/** The index of the list item that an error is about; 0 outside a list. */
const itemOf = (error: PlacedRule, path: string): number =>
  Number(/^\[(\d+)\]/.exec(error.path.slice(path.length))?.[1] ?? 0);

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

/** Common names of other APIs for valid values. */
const KNOWN_AS = new Map([
  ['uk', 'GB'],
  ['l1_category_id', 'product_category_id'],
  ['product_category_id', 'l1_category_id'],
  ...['q', 'query', 'search', 'search_query'].map((name) => [name, 'keywords'] as const),
  ...['sort', 'sort_by', 'order', 'order_by'].map((name) => [name, 'orderby'] as const),
  ...['limit', 'size', 'count', 'per_page'].map((name) => [name, 'pagesize'] as const),
]);

/** The valid value that was probably meant, by another API's name or one that is nearly the same. */
function closest(given: unknown, valid: readonly unknown[]): string | undefined {
  if (typeof given !== 'string') return undefined;
  const known = KNOWN_AS.get(given.toLowerCase());
  return known !== undefined && valid.includes(known) ? known : nearestName(given, valid.map(String));
}

/** `.name`, or `["any other name"]`; at most 100 characters of it. */
function memberPath(property: string): string {
  const shown = [...property].slice(0, SHOWN_CHARACTERS).join('');
  return /^[\p{L}\p{N}_$-]+$/u.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`;
}

function fieldError(
  { path: dotted, rule, given, valid, limit, detail }: BrokenRule & { readonly path: string },
  lang: Lang,
): FieldError {
  const path = dotted.replace(/^\./, '');
  const facts = { valid, did_you_mean: valid && closest(given, valid), limit };
  const text = typeof detail === 'object' ? detail[lang] : detail;
  const message = writeError(rule, { path, given: showValue(given), ...facts, detail: text }, lang);
  return { path, rule, message, ...facts };
}
