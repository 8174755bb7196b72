import { validateSync } from 'class-validator';
import { type PlacedRule, RequestFailure } from '../../common/errors/failure.js';
import { words } from '../../common/errors/error-texts.js';
import { DEFAULT_LANG, type Lang, LANGS } from '../../common/lang.js';
import { SHOWN_CHARACTERS } from '../answer/field-error.js';
import type { Refusal } from './broken-rule.js';
import type { FieldsClass } from '../../fields/schema.js';
import { fieldsOf, type RequestFieldOptions } from './request-field.js';
import { isObject, type JsonObject } from '../../common/json-object.js';

/** Bounds the answer to a request that is full of errors. */
const MOST_LISTED_ERRORS = 100;
/** Longer lists break a rule within these items. */
const MOST_ITEMS = 128;
const OPTIONS = { skipMissingProperties: true };

/** `depth` is 0 for a field of the body. */
interface FoundRule extends PlacedRule {
  readonly depth: number;
}

/**
 * Checks a body as it was sent.
 * @throws RequestFailure with its first hundred errors, unknown fields first
 */
export function refuseBroken(type: FieldsClass, body: object): void {
  const found = brokenIn(type, body).sort((one, other) => rank(one) - rank(other));
  if (found.length === 0) return;
  const listed = found.slice(0, MOST_LISTED_ERRORS);
  throw new RequestFailure(...listed.map((rule) => ({ ...rule, path: rule.path.replace(/^\./, '') })));
}

/** Sorts unknown fields of the filter first, then those of the body. */
const rank = ({ rule, depth }: FoundRule): number => (rule === 'unknown' && depth < 2 ? -depth : 1);

/** The language of error texts: a valid `lang` of an operation that takes it, else English. */
export function languageOf(type: FieldsClass, body: object): Lang {
  const lang = fieldsOf(type).has('lang') ? valueIn(body, 'lang') : undefined;
  return LANGS.includes(lang as Lang) ? (lang as Lang) : DEFAULT_LANG;
}

/** The value of a field; undefined for null. */
const valueIn = (holder: object, name: string): unknown =>
  Object.hasOwn(holder, name) ? ((holder as JsonObject)[name] ?? undefined) : undefined;

/** The rules that an object breaks as it was sent at `path`: unknown fields, then what class-validator refuses. */
function brokenIn(type: FieldsClass, holder: object, path = '', depth = 0): FoundRule[] {
  const fields = [...fieldsOf(type)];
  const valid = [...fieldsOf(type).keys()];
  const unknown = Object.keys(holder).filter((name) => !valid.includes(name));
  const sent = new type() as Record<string, unknown>;
  for (const [name, { nested, fallback }] of fields) sent[name] = valueIn(holder, name) ?? (nested && fallback?.());
  const refused = new Map(
    validateSync(sent, OPTIONS).map(({ property, contexts = {} }) => [property, Object.values(contexts) as Refusal[]]),
  );
  return [
    ...unknown.map((name): FoundRule => ({
      rule: 'unknown',
      path: path + memberPath(name),
      depth,
      given: name,
      valid,
    })),
    ...fields.flatMap(([name, field]) => {
      const refusals = refused.get(name) ?? [];
      if (refusals.length === 0 && (field.nested === undefined || sent[name] === undefined)) return [];
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
): FoundRule[] {
  const place = ({ explain }: Refusal): FoundRule[] =>
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
  const isReportedAdjacent = (one: FoundRule): boolean =>
    adjacent.some((other) => other.at !== undefined && other.path === one.path);
  return [...(inner.length > 0 ? inner : first).filter((one) => !isReportedAdjacent(one)), ...adjacent].sort(
    (one, other) => itemOf(one, path) - itemOf(other, path),
  );
}

/** The index of the list item that an error is about; 0 outside a list. */
const itemOf = (error: FoundRule, path: string): number =>
  Number(/^\[(\d+)\]/.exec(error.path.slice(path.length))?.[1] ?? 0);

/** `.name`, or `["any other name"]`; at most 100 characters of it. */
function memberPath(property: string): string {
  const shown = [...property].slice(0, SHOWN_CHARACTERS).join('');
  return /^[\p{L}\p{N}_$-]+$/u.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`;
}
