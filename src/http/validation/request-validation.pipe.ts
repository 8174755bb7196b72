import {
  type ArgumentMetadata,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { LRUCache } from 'lru-cache';
import type { Request } from 'express';
import { words } from '../../common/errors/error-texts.js';
import { type PlacedRule, RequestFailure } from '../../common/errors/failure.js';
import { DEFAULT_LANG, type Lang, LANGS } from '../../common/lang.js';
import { requestScope } from '../../common/request-scope.js';
import { SHOWN_CHARACTERS } from '../answer/field-error.js';
import type { Refusal } from './broken-rule.js';
import type { FieldsClass } from '../../fields/schema.js';
import { fieldsOf, type RequestFieldOptions } from './request-field.js';
import { type Body, parseBody, parseNumber } from '../request/body.middleware.js';
import { isObject, type JsonObject } from '../../common/json-object.js';

const LARGEST_CHECKED_BODY = 2048;
const CHECKED_BODIES_BYTES = 4 * 1024 * 1024;
/** Memory of a checked request in addition to its body, about. */
const REQUEST_BYTES = 500;
/** Bounds the answer to a request that is full of errors. */
const MOST_LISTED_ERRORS = 100;

/**
 * The global pipe: reads a body, and converts a parameter whose class has request fields to a checked and frozen instance.
 * A missing body and null count as an empty object. A body that was valid before gives the same instance.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  /** Requests by the name of their class, which no other one has, and the bytes of their bodies. */
  private readonly checked = new LRUCache<string, object>({ maxSize: CHECKED_BODIES_BYTES });

  /** @throws Failure for a body that can’t be read, or what `checkedRequest` throws */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const request = metatype as FieldsClass | undefined;
    const isBody = type === 'body';
    if (request === undefined || fieldsOf(request).size === 0) return isBody ? parseBody(value as Body) : value;
    const isKept = Buffer.isBuffer(value) && value.length <= LARGEST_CHECKED_BODY;
    const key = isKept ? `${request.name} ${value.toString('latin1')}` : '';
    const before = isKept ? this.checked.get(key) : undefined;
    const checked = before ?? checkedRequest(request, isBody ? parseBody(value as Body) : value);
    Object.assign(requestScope(), { lang: languageOf(request, checked), request: checked });
    if (isKept && before === undefined) this.checked.set(key, checked, { size: key.length + REQUEST_BYTES });
    return checked;
  }
}

/** A frozen request from its JSON. @throws RequestFailure with every error of the request, at most a hundred, unknown fields first */
export function checkedRequest(type: FieldsClass, body: unknown): object {
  const given = body ?? {};
  if (!isObject(given)) throw new RequestFailure({ path: 'body', given, rule: 'type', detail: words('object') });
  requestScope().lang = languageOf(type, given);
  const broken = brokenIn(type, given).sort((one, other) => rank(one) - rank(other));
  if (broken.length === 0) return freeze(plainToInstance(type, given));
  const listed = broken.slice(0, MOST_LISTED_ERRORS);
  throw new RequestFailure(...listed.map((rule) => ({ ...rule, path: rule.path.replace(/^\./, '') })));
}

/** Freezes a request. Its fields have one order, so that equal requests have one key in the page cache. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(freeze)) as Value;
  const ordered = Object.create(Object.getPrototypeOf(value) as object) as Record<string, unknown>;
  for (const name of Object.keys(value).sort()) {
    const inner = freeze((value as Record<string, unknown>)[name]);
    if (inner !== undefined) ordered[name] = inner;
  }
  return Object.freeze(ordered) as Value;
}

/** Converts the parameters of a query string to those of a body: digits of a numeric field become its number. */
export function readParameters(type: FieldsClass, query: JsonObject): JsonObject {
  const fields = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const isNumeric = fields.get(name)?.schema.type === 'integer';
      const [, digits] = (isNumeric && typeof text === 'string' && /^\s*(-?\d+)(?:\.0+)?\s*$/.exec(text)) || [];
      return [name, digits === undefined ? text : parseNumber(digits, name)];
    }),
  );
}

/** The fields of a request from its query string and its body. The body overrides the query string. */
export const QueryOrBody = createParamDecorator((type: FieldsClass, context: ExecutionContext) => {
  const { query, body: bytes } = context.switchToHttp().getRequest<Request<unknown, unknown, Body>>();
  const body = bytes === undefined ? undefined : parseBody(bytes);
  const parameters = readParameters(type, query);
  return isObject(body) ? { ...parameters, ...body } : (body ?? parameters);
});

/** Longer lists break a rule within these items. */
const MOST_ITEMS = 128;
const OPTIONS = { skipMissingProperties: true };

/** `depth` is 0 for a field of the body. */
interface FoundRule extends PlacedRule {
  readonly depth: number;
}

/** Sorts unknown fields of the filter first, then those of the body. */
const rank = ({ rule, depth }: FoundRule): number => (rule === 'unknown' && depth < 2 ? -depth : 1);

/** The language of error texts: a valid `lang` of an operation that takes it, else English. */
function languageOf(type: FieldsClass, body: object): Lang {
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
