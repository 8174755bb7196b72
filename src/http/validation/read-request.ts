import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { RequestFailure } from '../../errors/failure.js';
import type { Lang } from '../../reference/lang.js';
import { LANGS } from '../../reference/lang.js';
import type { FaultDraft } from './fault-draft.js';
import { finishFault, unknownField } from './fault-draft.js';
import { rememberRules } from './remembered-rules.js';
import type { RequestClass } from './request-field.js';
import { fieldsOf } from './request-field.js';

rememberRules();

/** The answer to a request made of faults alone stays small: those past this number are not listed. */
const MOST_LISTED_FAULTS = 100;

/** Most fields of most requests are absent: those that must not be are found without going through the rules of all. */
const OF_GIVEN_FIELDS = { forbidUnknownValues: false, skipMissingProperties: true };

/** Request classes neither expose nor exclude fields: class-transformer needn't look for what would say so. */
const READING = { ignoreDecorators: true };

interface PlacedDraft {
  readonly path: string;
  readonly draft: FaultDraft;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The language of a body's error texts: its `lang` when that is one and the operation takes it, else English. */
export function langOf(type: RequestClass, body: unknown): Lang {
  const given = isObject(body) && fieldsOf(type).has('lang') ? body.lang : undefined;
  return LANGS.find((lang) => lang === given) ?? 'EN_US';
}

/**
 * A request body as the typed request it stands for; no body and null count as an empty one.
 * @throws RequestFailure with every fault of the body at once (the first hundred of them)
 */
export function readRequest<T extends object>(type: new () => T, body: unknown): T {
  const drafts: PlacedDraft[] = [];
  const request = instantiate(type, body, '', drafts);
  if (request !== undefined) collectRuleFaults(type, request, validateSync(request, OF_GIVEN_FIELDS), '', drafts);
  if (request === undefined || drafts.length > 0) {
    const lang = langOf(type, body);
    throw new RequestFailure(
      drafts.slice(0, MOST_LISTED_FAULTS).map(({ path, draft }) => finishFault(draft, path, lang)),
    );
  }
  return withFallbacks(type, plainToInstance(type, request as T, READING));
}

/** Gives the fields that are absent what they count as. */
function withFallbacks<T extends object>(type: RequestClass, request: T): T {
  const fields = request as Record<string, unknown>;
  for (const [property, field] of fieldsOf(type)) {
    if ('nested' in field) withFallbacks(field.nested, fields[property] as object);
    else if (field.rule.fallback !== undefined) fields[property] ??= field.rule.fallback;
  }
  return request;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields given that the class knows, and its objects of fields; the others go to `drafts`, as does what is no object. */
function instantiate(
  type: RequestClass,
  given: unknown,
  path: string,
  drafts: PlacedDraft[],
): Record<string, unknown> | undefined {
  const body = given ?? {};
  if (!isObject(body)) {
    drafts.push({ path: path === '' ? 'body' : path, draft: { rule: 'type', given, detail: 'an object' } });
    return undefined;
  }
  const request = Object.create(type.prototype as object) as Record<string, unknown>;
  const known = fieldsOf(type);
  for (const [property, field] of known) {
    const value = Object.hasOwn(body, property) ? body[property] : undefined;
    if ('nested' in field) request[property] = instantiate(field.nested, value, `${path}.${property}`, drafts);
    else if (value !== undefined && value !== null) request[property] = value;
  }
  for (const property of Object.keys(body)) {
    if (!known.has(property)) drafts.push({ path, draft: unknownField(property, [...known.keys()]) });
  }
  return request;
}

/** @param errors what class-validator finds wrong with the fields that were given */
function collectRuleFaults(
  type: RequestClass,
  request: JsonObject,
  errors: readonly ValidationError[],
  path: string,
  drafts: PlacedDraft[],
): void {
  for (const [property, field] of fieldsOf(type)) {
    const at = `${path}.${property}`;
    const value = request[property];
    const error = errors.find((one) => one.property === property);
    if ('nested' in field) {
      if (isObject(value)) collectRuleFaults(field.nested, value, error?.children ?? [], at, drafts);
    } else if (value === undefined) {
      if (field.rule.required === true) drafts.push({ path: at, draft: { rule: 'required', given: value } });
    } else if (error !== undefined) {
      for (const draft of field.rule.check(value, request)) drafts.push({ path: at, draft });
    }
  }
}
