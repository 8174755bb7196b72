import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { RequestFailure } from '../../errors/failure.js';
import type { Fault } from '../../errors/fault.js';
import type { Lang } from '../../reference/lang.js';
import { LANGS } from '../../reference/lang.js';
import type { FaultDraft } from './fault-draft.js';
import { closest, finishFault } from './fault-draft.js';
import type { RequestClass } from './request-field.js';
import { faultsOf, fieldsOf } from './request-field.js';

interface PlacedDraft {
  readonly path: string;
  readonly draft: FaultDraft;
}

/** The language of a body's error texts: its `lang` when that is one and the operation takes it, else English. */
export function langOf(type: RequestClass, body: unknown): Lang {
  const given = isObject(body) && fieldsOf(type).has('lang') ? (body as { lang?: unknown }).lang : undefined;
  return LANGS.find((lang) => lang === given) ?? 'EN_US';
}

/**
 * A request body as the typed request it stands for.
 * @throws RequestFailure with every fault of the body at once
 */
export function readRequest<T extends object>(type: new () => T, body: unknown): T {
  const lang = langOf(type, body);
  const drafts: PlacedDraft[] = [];
  const sound = soundFields(type, body, '', drafts);
  const request = plainToInstance(type, sound);
  collectRuleFaults(validateSync(request, { forbidUnknownValues: false }), '', drafts);
  if (drafts.length > 0)
    throw new RequestFailure(drafts.map(({ path, draft }): Fault => finishFault(draft, path, lang)));
  readFields(type, request);
  return request;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a body that the class knows, objects of fields as objects; what is not so goes to `drafts`. */
function soundFields(type: RequestClass, body: unknown, path: string, drafts: PlacedDraft[]): object {
  if (body === undefined || body === null) body = {};
  if (!isObject(body)) {
    drafts.push({ path: path === '' ? 'body' : path, draft: { rule: 'type', given: body, detail: 'an object' } });
    body = {};
  }
  const known = fieldsOf(type);
  const sound: Record<string, unknown> = {};
  for (const [property, field] of known) {
    const given = Object.hasOwn(body as object, property) ? (body as Record<string, unknown>)[property] : undefined;
    sound[property] = 'nested' in field ? soundFields(field.nested, given, `${path}.${property}`, drafts) : given;
  }
  for (const property of Object.keys(body as object)) {
    if (known.has(property)) continue;
    const valid = [...known.keys()];
    const did_you_mean = closest(property, valid);
    const draft: FaultDraft = { rule: 'unknown', given: property, valid, ...(did_you_mean && { did_you_mean }) };
    drafts.push({ path: `${path}.${property.slice(0, 100)}`, draft });
  }
  return sound;
}

function collectRuleFaults(errors: readonly ValidationError[], path: string, drafts: PlacedDraft[]): void {
  for (const { target, property, value, children } of errors) {
    const field = fieldsOf((target as object).constructor as RequestClass).get(property);
    const at = `${path}.${property}`;
    if (field !== undefined && 'rule' in field) {
      for (const draft of faultsOf(field.rule, value, target as object)) drafts.push({ path: at, draft });
    }
    collectRuleFaults(children ?? [], at, drafts);
  }
}

function readFields(type: RequestClass, request: object): void {
  const values = request as Record<string, unknown>;
  for (const [property, field] of fieldsOf(type)) {
    const given = values[property];
    if ('nested' in field) readFields(field.nested, given as object);
    else if (given === undefined || given === null) values[property] = field.rule.fallback;
    else if (field.rule.read !== undefined) values[property] = field.rule.read(given);
  }
}
